"""Sealed bids, a stranger's game: hidden information and chance, two seats."""
