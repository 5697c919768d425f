"""How numbers, numbers of things and sentences are said."""

from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """
    >>> counted(1, "game"), counted(0, "game"), counted(2500, "game")
    ('1 game', '0 games', '2500 games')
    """
    return f"{n} {noun}{'s' * (n != 1)}"


def number(value: float) -> str:
    """A score: whole, or with two digits.

    >>> number(57.0), number(-0.5), number(1 / 3), number(2.999), number(-0.001)
    ('57', '-0.5', '0.33', '3', '0')
    """
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
