"""Nim, a stranger's game: perfect information, two seats."""
