"""The words of a decision: what may be chosen (`Offer`), and what is asked next (`Step`, of a `Kind`).

A game's table makes offers and names the kinds of its steps; the chooser walks through them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Path = tuple[Any, ...]  # the words chosen so far
END = None  # the word of an option that ends the move here: "no second place"


@dataclass(frozen=True)
class Offer:
    """Something a person may choose: the words that lead to it, and the moves that it stands for."""

    path: Path
    moves: tuple[int, ...]
    n_back: int = 0  # so many moves are taken back first: they belong to the same decision
    limit: int | None = None  # in an auction: the program goes on bidding for the person, up to this


@dataclass(frozen=True)
class Kind:
    """What a step asks for, and how: one of a list, a number to type, or a place on the board."""

    name: str
    is_number: bool = False
    is_place: bool = False
    is_signed: bool = False  # a number that may be negative
    is_filtered: bool = False  # a list that typing makes shorter
    skips_single: bool = False  # no question where there is one option
    is_bare: bool = False  # may be typed without naming its action first
    is_direct: bool = False  # a list whose options speak for themselves: a digit chooses without Enter


ACTION = Kind("action")  # the first step: options have letters, which lead to an action from anywhere in the decision


@dataclass(frozen=True)
class Step:
    """What is to be chosen next."""

    kind: Kind
    words: tuple[Any, ...]  # the options; END among them ends the move, and is the last
    keys: tuple[str, ...]  # of a list: what is pressed for each
    path: Path

    @property
    def is_list(self) -> bool:
        return not (self.kind.is_number or self.kind.is_place)

    @property
    def values(self) -> tuple[Any, ...]:
        """The options without END."""
        return tuple(word for word in self.words if word is not END)


@dataclass(frozen=True)
class Marks:
    """What the board highlights: places that can be chosen, and the one under the cursor."""

    targets: frozenset[str]
    cursor: str | None  # None: an option that is no place is highlighted
    hints: frozenset[str] = frozenset()  # where the coach would play
