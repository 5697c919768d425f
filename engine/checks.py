"""Checks of data that people write: each yields all faults of a datum. Rooms build those of their boards on these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Fault = tuple[str, str]  # key and what is wrong with it
Check = Callable[[str, Any], Iterator[Fault]]


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def number(low: int, high: int) -> Check:
    def check(key: str, value: Any) -> Iterator[Fault]:
        if not is_whole(value):
            yield key, f"must be a whole number, not {value!r}"
        elif not low <= value <= high:
            yield key, f"{value} is out of range, use {low} to {high}"

    return check
