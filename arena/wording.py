"""How the commands say numbers of things."""

from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """
    >>> counted(1, "game"), counted(0, "game"), counted(2500, "game")
    ('1 game', '0 games', '2500 games')
    """
    return f"{n} {noun}{'s' * (n != 1)}"
