"""Patience, a stranger's game: chance, one seat."""
