"""The positions. Stones are on districts, `[seat, has an arrow]` each; goods are crystals and gears."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.steamopolis.positions import Position
from tests.steamopolis.rules.helpers import EMPTY, market, room

NONE = ".........."
ONE = "o........."
DECLINED = ("skip?", "skip?")  # steam and destination


def mine(*districts: str) -> dict[str, Any]:
    """Own stones on these."""
    return {district: [[1, False]] for district in districts}


def shop(**levels: str | None) -> dict[str, Any]:
    """Open tiles by level: `shop(l4="M24")`."""
    found: dict[str, Any] = {"open": {}, "down": {}}
    for key, name in levels.items():
        one = market(int(key[1:]), name)
        found["open"] = {**one["open"], **found["open"], key[1:]: name}
        found["down"] = {**one["down"], **found["down"], key[1:]: one["down"][key[1:]]}
    return found


def last(
    name: str, why: str, *best: str, them: int, before: tuple[str, ...] = DECLINED, gauge: str = ONE,
    goods: tuple[int, int] = (0, 0), tiles: Sequence[str | None] | None = None, passenger_tiles: int = 0,
    **changes: Any,
) -> Position:  # fmt: skip
    """The last player has 10 points, the other as many as are told."""
    chosen = {
        "points": [them, 10], "gauge": [None, gauge], "goods": [None, list(goods)],
        "room": [changes.pop("theirs", None), tiles], "tiles": [0, passenger_tiles], **changes,
    }  # fmt: skip
    if gauge == NONE:  # neither is asked
        before = tuple(move for move in before if move not in DECLINED)
    return Position(name, why, best, chosen, before)


ROOMY = room(s1="M06", s2="M41")  # five spaces more

BUYING = [
    last(
        "blue-banner", "four passenger tiles make a blue banner 4 points; the machine and the district bring 1",
        "buy 6 banner", them=13, before=(*DECLINED, "fly 6L"), goods=(0, 2), stones=mine("6L"), passenger_tiles=4,
        **shop(l6="M05"),
    ),
    last(
        "a-tile-breaks-the-tie", "machine and district bring 1 point each, but the machine is a tile more",
        "buy 6 machine", them=11, before=(*DECLINED, "fly 6L"), goods=(0, 2), stones=mine("6L"), **shop(l6="M05"),
    ),
    last(
        "orange-banner", "six machines make it 6 points, and none has to go",
        "buy 2 banner", them=15, before=(*DECLINED, "fly 2L"), goods=(0, 2), stones=mine("2L"),
        tiles=["S0", "cap", "cap", "cap", "cap", "cap", None], **shop(l2="M08"),
    ),
    last(
        "purple-banner", "the third purple one brings 6",
        "buy 3 banner", them=15, before=(*DECLINED, "fly 3L"), goods=(0, 2), stones=mine("3L"),
        banners=[[], ["M01", "M02"]], **shop(l3="M03"),
    ),
    last(
        "dear-machine", "5 points for the machine, 2 for the banner",
        "buy 4 machine", them=14, before=(*DECLINED, "fly 4L"), goods=(4, 1), stones=mine("4L"), tiles=ROOMY,
        **shop(l4="M37"),
    ),
    last(
        "statue-for-three", "machine 5, third statue 3",
        "buy 5 machine", them=17, before=(*DECLINED, "fly 5R"), goods=(1, 4), stones=mine("5R"), tiles=ROOMY,
        statues=[6, 7], **shop(l5="M38", l6=None, l7=None),
    ),
    last(
        "statue-by-a-worthless-banner", "no machine to remove, no passenger tile: the banner brings the statue alone",
        "buy 8 banner", them=12, before=(*DECLINED, "fly 8L"), goods=(4, 1), stones=mine("8L"), tiles=EMPTY,
        statues=[6, 7], sponsors=[None, [["crystal", False]]], gala=[None, "crystal"],
        **shop(l8="M38", l6=None, l7=None),
    ),
    last(
        "both-last-markers", "5 and 5, and the third statue",
        "marker*", them=22, before=(*DECLINED, "fly 1L"), goods=(3, 3), stones=mine("1L"), tiles=ROOMY, bonus=[1, 1],
        statues=[6, 7], **shop(l6=None, l7=None),
    ),
    last(
        "marker-not-pressure", "3 points for two crystals; raising is worth nothing now",
        "marker crystal", them=12, before=(*DECLINED, "fly 1R"), goods=(2, 0), stones=mine("1R"), bonus=[2, 4],
    ),
    last(
        "keep-the-machine-that-pays", "8R runs all machines afterwards: the capacity tile goes",
        "remove 1", them=18, before=(*DECLINED, "fly 2L", "buy 2 machine"), goods=(2, 1), stones=mine("2L", "8R"),
        tiles=room(s1="cap", s2="M37", s3="M37"), gauge=NONE, **shop(l2="M11"),
    ),
]  # fmt: skip

RIDES = [
    last(
        "banker-before-his-target", "he stands on 7 and wants to 6",
        "fly 7R", them=12, gauge=NONE, stones=mine("6L", "7R"), passengers=[7, 4], tile=[6, 1],
        **shop(l6="M39", l7="M38"),
    ),
    last(
        "stoker-before-his-target", "he stands on 4 and wants to 1; a machine pays for it",
        "fly 4R", them=10, gauge=NONE, stones=mine("1R", "4R"), passengers=[6, 4], tile=[5, 1], tiles=room(s7="M21"),
    ),
    last(
        "both-passengers", "2 before 3 and 7 before 5",
        "fly 2L", "fly 7L", them=16, gauge=NONE, stones=mine("2L", "3L", "5R", "7L"), passengers=[7, 2], tile=[5, 3],
        tiles=room(s7="M43"), theirs=EMPTY,
    ),
    last(
        "his-alternative", "he stands on the level that the tile shows, so he wants to 8",
        "fly 6L", them=11, gauge=NONE, stones=mine("6L", "8L"), passengers=[6, 4], tile=[6, 1],
    ),
    last(
        "take-him-along", "1 point for the banker, besides those for 6L and for what its gala buys on 8",
        "board", them=13, before=("skip?", "skip?", "fly 6L"), gauge=NONE, stones=mine("6L", "8L"), passengers=[6, 4],
        tile=[6, 1],
    ),
    last(
        "a-ride-for-the-banner", "the banker's tile makes the blue banner of 5 pay: first 7, then 5",
        "fly 7L", them=13, gauge=ONE, goods=(0, 2), stones=mine("5R", "7L"), passengers=[7, 4], tile=[5, 1],
        passenger_tiles=2, **shop(l5="M06"),
    ),
]  # fmt: skip

PARASITES = [
    last(
        "parasite-that-pays", "activating it brings a point, placing others none",
        "lower", them=10, before=(*DECLINED, "fly 7L", "use"), gauge=NONE, stones=mine("7L"),
        theirs=room(s1="M37", s2="M16"), parasites=[[3, []], [2, [[0, 1, "a"]]]],
    ),
    last(
        "first-the-gears", "one parasite brings two gears, the other turns them into points",
        "sap 0 1 a", them=11, before=(*DECLINED, "fly 7L", "use", "lower"), gauge=NONE, stones=mine("7L"),
        theirs=room(s1="M11", s2="M13"), parasites=[[3, []], [1, [[0, 1, "a"], [0, 2, "a"]]]],
    ),
    last(
        "the-machine-that-pays", "placed and used at once: 1 point",
        "infest 0 2 a", them=10, before=(*DECLINED, "fly 5R", "use"), gauge=NONE, stones=mine("5R"),
        theirs=room(s1="M11", s2="M37"),
    ),
    last(
        "fly-to-the-parasite", "7L activates it, then the points of 6L",
        "fly 6L", "fly 7L", them=11, gauge=NONE, stones=mine("6L", "7L"), theirs=room(s1="M37"),
        parasites=[[3, []], [2, [[0, 1, "a"]]]],
    ),
]  # fmt: skip

LINES = [
    last(
        "run-the-line", "the machine on slot 2 brings a point, a high district none that can be used",
        "run", them=10, before=("skip?", "aim 7"), gauge="......o...", tiles=room(s2="M37"),
    ),
    last(
        "the-high-stone", "only a stone of 8 passes slot 7",
        "aim 10", them=11, before=("skip?",), gauge="......o..o", tiles=room(s7="M37"),
    ),
    last(
        "steam-first", "the stone must be raised to reach the machine on slot 6",
        "steam", them=11, before=(), gauge="......o...", tiles=room(s6="M37"),
    ),
    last(
        "raise-the-right-stone", "only from 8 it runs the machine on slot 7, which 8R, visited from 6R, runs once more",
        "raise .....o...o", them=17, before=("steam",), gauge="....o..o..", goods=(2, 0), tiles=room(s7="M35"),
    ),
    last(
        "four-for-a-stone", "8R pays 4 for a stone, and 6R may visit it",
        "set 6R", "set 8R", them=13, before=("skip?", "aim 10"), gauge="o........o",
    ),
    last(
        "give-the-stone", "it is worth nothing any more",
        "spend*", them=13, before=(*DECLINED, "fly 8R", "use"), stones=mine("8R"), tiles=EMPTY,
    ),
    last(
        "visit-the-best", "8R pays 4 for a stone, 6L only 1",
        "visit 8R", them=13, before=(*DECLINED, "fly 6R", "use", "lower"), stones=mine("6R"),
    ),
    last(
        "resources-first", "3R brings what the machine on 4 costs",
        "fly 3R", them=12, stones=mine("3R", "4L"), **shop(l4="M24"),
    ),
    last(
        "take-three-crystals", "the machine on 4 costs three",
        "take 3 0", them=12, before=(*DECLINED, "fly 3R", "use"), stones=mine("3R", "4L"), **shop(l4="M24"),
    ),
    last(
        "keep-three-crystals", "the machine on 6 costs three",
        "keep 3", them=12, before=(*DECLINED, "fly 5L", "use"), stones=mine("5L", "6L"), tiles=room(s1="S0"),
        **shop(l6="M24"),
    ),
]  # fmt: skip

ALONE = [
    Position(
        "no-point-to-lose", "making steam costs the last point, and the game", ("aim*",),
        {"points": [1], "gauge": ["......oo.."], "room": [room(s2="M37", s3="M37")]}, players=1,
    ),
    Position(
        "no-point-to-fly", "flying costs the last point", ("aim*",),
        {"points": [1], "gauge": ["......o..."], "room": [room(s2="M37", s3="M37")], "stones": {"6L": [[0, False]]}},
        players=1,
    ),
]  # fmt: skip

SUITE = [*BUYING, *RIDES, *PARASITES, *LINES, *ALONE]
