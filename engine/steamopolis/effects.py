"""The small language of effects (rules 2): parsed here, once, when data are checked and tables are filled.

`parse_effect` reads what districts, characters and boilers do, `parse_passive` a passive with its trigger. Both raise
`EffectFault`, which says what would be right.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import did_you_mean

# Tokens with a number: the most it may be. Those with 1 are for one thing only.
COUNTED = {
    "sp": 50,
    "crystal": 15,
    "gear": 15,
    "res": 15,
    "stone": 1,
    "sponsor": 1,
    "gala": 1,
    "capacity": 1,
    "press": 25,
    "press_one": 10,
    "base": 1,
    "arrow": 5,
    "par_place": 3,
    "par_use": 3,
    "par_place_use": 1,
    "shake": 1,
    "pink": 8,
}
PLAIN = (
    "res_any",
    "to8",
    "flip_sponsor",
    "peek",
    "buy_any",
    "other_district",
    "par_all",
    "par_use_all",
    "run_machines",
    "shake_all",
)
COSTS = ("pay", "pay_per_stone", "lose_stone", "lose_machine", "invite")
AFTER_COST = ("sp", "press", "stone", "capacity")  # a cost stands only before these
MAX_PARTS = 6  # of one side of an effect
MAX_PAID = 15  # resources of one kind


class EffectFault(ValueError):
    """What is wrong with an effect; the board's check adds where."""


class Part(NamedTuple):
    """One part: an effect, and what it costs."""

    op: str
    n: int
    cost: str  # "" without one
    crystals: int  # of the cost "pay"
    gears: int


class Effect(NamedTuple):
    """Parts above and below the bar; without a bar one side."""

    sides: tuple[tuple[Part, ...], ...]
    is_end: bool  # works at the end of the turn

    def parts(self) -> list[Part]:
        return [part for side in self.sides for part in side]


class Passive(NamedTuple):
    """When a passive works: "take" with its levels, "passenger", "buy" or "end"; and what it does."""

    trigger: str
    levels: tuple[int, ...]
    effect: Effect


def parse_effect(text: str) -> Effect:
    """An effect without a trigger.

    >>> parse_effect("pay:c1g1>sp:3").sides
    ((Part(op='sp', n=3, cost='pay', crystals=1, gears=1),),)
    >>> len(parse_effect("par_all | par_use_all").sides), parse_effect("end peek; press:2").is_end
    (2, True)
    """
    text = text.strip()
    is_end = text.startswith("end ")
    sides = text[4:].split("|") if is_end else text.split("|")
    if len(sides) > 2:
        raise EffectFault(f"{text!r} has {len(sides) - 1} bars, use one at most")
    return Effect(tuple(_parse_side(side) for side in sides), is_end)


def parse_passive(text: str) -> Passive:
    """A passive.

    >>> parse_passive("take6,7: sp:1").levels
    (6, 7)
    """
    name, colon, rest = (word.strip() for word in text.partition(":"))
    taken = re.fullmatch("take([1-8](?:,[1-8])*)", name)
    if not colon or not (taken or name in ("passenger", "buy", "end flew3")):
        raise EffectFault(f"{text!r} has no trigger; use takeL, passenger, buy or end flew3, then a colon")
    effect = parse_effect(rest)
    if effect.is_end:
        raise EffectFault(f"{text!r}: `end` stands before the trigger flew3 only")
    if taken:
        levels = tuple(int(level) for level in taken[1].split(","))
        if list(levels) != sorted(set(levels)):
            raise EffectFault(f"{text!r}: name each level once, ascending")
        return Passive("take", levels, effect)
    return Passive("end" if name == "end flew3" else name, (), effect)


def _parse_side(text: str) -> tuple[Part, ...]:
    parts = tuple(_parse_part(part.strip()) for part in re.split("[;&]", text))
    if len(parts) > MAX_PARTS:
        raise EffectFault(f"{text.strip()!r} has {len(parts)} parts, use {MAX_PARTS} at most")
    return parts


def _parse_part(text: str) -> Part:
    if not text:
        raise EffectFault("a part is empty")
    before, arrow, after = (word.strip() for word in text.partition(">"))
    if not arrow:
        return Part(*_parse_token(text), cost="", crystals=0, gears=0)
    op, n = _parse_token(after)
    cost, crystals, gears = _parse_cost(before)
    if op not in AFTER_COST:
        raise EffectFault(f"{text!r}: a cost stands only before {', '.join(AFTER_COST)}")
    return Part(op, n, cost, crystals, gears)


def _parse_token(text: str) -> tuple[str, int]:
    name, colon, number = text.partition(":")
    if name in PLAIN and not colon:
        return name, 0
    if name not in COUNTED:
        if name in PLAIN:
            raise EffectFault(f"{text!r}: {name} takes no number")
        known = (*COUNTED, *PLAIN)
        if name in COSTS:
            raise EffectFault(f"{text!r} is a cost; write {name}>effect")
        raise EffectFault(f"unknown effect {text!r}{did_you_mean(name, known)}; use {', '.join(known)}")
    most = COUNTED[name]
    if not re.fullmatch("[1-9][0-9]?", number) or int(number) > most:
        right = f"{name}:1" if most == 1 else f"{name}:1 to {name}:{most}"
        raise EffectFault(f"{text!r} has no such number, use {right}")
    return name, int(number)


def _parse_cost(text: str) -> tuple[str, int, int]:
    if text in COSTS and text != "pay":
        return text, 0, 0
    found = re.fullmatch("pay:(?:c([1-9][0-9]?))?(?:g([1-9][0-9]?))?", text)
    if not found or text == "pay:":
        raise EffectFault(f"unknown cost {text!r}; use pay:cXgY, pay_per_stone, lose_stone, lose_machine or invite")
    crystals, gears = (int(number or 0) for number in found.groups())
    if max(crystals, gears) > MAX_PAID:
        raise EffectFault(f"{text!r} asks for more than {MAX_PAID} of one kind")
    return "pay", crystals, gears
