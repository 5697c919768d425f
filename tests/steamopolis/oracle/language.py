"""The small language of effects (section 2): `;` and `&` between parts, `cost>effect`, a bar, `end `, triggers."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Part(NamedTuple):
    """One part of an effect: its token, its number (1 if none is written), and its cost ("" if it is free)."""

    token: str
    n: int
    cost: str


class Effect(NamedTuple):
    """What a district, or one side of a machine, does. Two `sides` stand above and below a bar."""

    sides: tuple[tuple[Part, ...], ...]
    at_end: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(part for side in self.sides for part in side)


class Passive(NamedTuple):
    """A passive effect: `trigger` is take, passenger, buy or end; `levels` are those of take."""

    trigger: str
    levels: tuple[int, ...]
    effect: Effect


def read_part(text: str) -> Part:
    cost, _, effect = text.strip().rpartition(">")
    token, _, n = effect.partition(":")
    return Part(token, int(n or 1), cost)


@cache
def read_effect(text: str) -> Effect:
    at_end = text.startswith("end ")
    sides = text.removeprefix("end ").split("|")
    return Effect(tuple(tuple(map(read_part, re.split("[;&]", side))) for side in sides), at_end)


@cache
def read_passive(text: str) -> Passive:
    trigger, _, effect = text.partition(": ")
    if trigger.startswith("take"):
        return Passive("take", tuple(map(int, trigger.removeprefix("take").split(","))), read_effect(effect))
    return Passive(trigger, (), read_effect(effect))


@cache
def read_cost(text: str) -> tuple[int, int]:
    """Crystals and gears of `pay:cXgY`, or of a tile's cost such as `ccg`."""
    if text.startswith("pay:"):
        found = dict(re.findall(r"([cg])(\d+)", text))
        return int(found.get("c", 0)), int(found.get("g", 0))
    return text.count("c"), text.count("g")
