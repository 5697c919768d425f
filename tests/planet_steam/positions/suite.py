"""The positions. Prices, goods and the like are lists by resource: quartz, ore, water, energy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.planet_steam.positions import Position, Snapshot

POOR = [0, 0, 0, 0]


def change(**values: Any) -> Callable[[Snapshot], None]:
    """Sets keys of a snapshot. Keys ending in `_of` are by seat: those left out have nothing, and 60 credits."""

    def apply(snapshot: Snapshot) -> None:
        for key, value in values.items():
            if key == "goods_of":
                snapshot["goods"] = [list(value.get(seat, POOR)) for seat in range(len(snapshot["goods"]))]
            elif key == "credits_of":
                snapshot["credits"] = [value.get(seat, 60) for seat in range(len(snapshot["credits"]))]
            elif key == "licenses_of":
                snapshot["licenses"] = [value.get(seat, 0) for seat in range(len(snapshot["licenses"]))]
            elif key == "quarters_left":
                snapshot["reserve"] = snapshot["reserve"] | {"quarters": value}
            elif key == "tanks":
                snapshot["tanks"] = {zone: [kind, charged, False] for zone, (kind, charged) in value.items()}
            elif key == "owned":
                snapshot["zones"] = _zones(snapshot["zones"], value)
            else:
                snapshot[key] = value

    return apply


def _zones(zones: dict[str, Any], owned: dict[Any, str]) -> dict[str, Any]:
    """Zones by owner ("n" neutral), as one string of names each; the rest is unclaimed, or neutral by "*"."""
    rest = owned.get("*", ".")
    found = {zone: "x" if now == "x" else rest for zone, now in zones.items()}
    for owner, names in owned.items():
        if owner != "*":
            found |= dict.fromkeys(names.split(), owner)
    return found


FLAT = [12, 9, 7, 4]
CERTIFICATES = [
    Position(
        "quarters-pay",
        "a quartz and an ore worth 21 become 50",
        "certificates",
        1,
        ("buy-quarters",),
        change(goods_of={1: [1, 1, 0, 0]}, price=FLAT),
    ),
    Position(
        "quarters-pay-even-dear",
        "37 become 50",
        "certificates",
        1,
        ("buy-quarters",),
        change(goods_of={1: [1, 1, 0, 0]}, licenses_of={}, price=[20, 17, 7, 4]),
    ),
    Position(
        "license-sells-for-15",
        "a licence is worth nothing after the last round",
        "certificates",
        1,
        ("sell-license",),
        change(goods_of={}, licenses_of={1: 1}),
    ),
    Position(
        "quarters-before-license",
        "29 gained against 15",
        "certificates",
        1,
        ("buy-quarters",),
        change(goods_of={1: [1, 1, 0, 0]}, licenses_of={1: 1}, price=FLAT),
    ),
    Position(
        "license-before-dear-quarters",
        "15 against 13",
        "certificates",
        1,
        ("sell-license",),
        change(goods_of={1: [1, 1, 0, 0]}, licenses_of={1: 1}, price=[20, 17, 7, 4]),
    ),
    Position(
        "no-license-at-the-end",
        "a quartz and two water for nothing",
        "certificates",
        1,
        ("pass",),
        change(goods_of={1: [1, 0, 2, 0]}, licenses_of={}, price=FLAT),
    ),
    Position(
        "quarters-with-four",
        "the same with four players",
        "certificates",
        3,
        ("buy-quarters",),
        change(goods_of={3: [2, 1, 2, 0]}, price=FLAT),
        players=4,
    ),
    Position(
        "quarters-in-ludoart",
        "the same in the other edition",
        "certificates",
        2,
        ("buy-quarters",),
        change(goods_of={2: [1, 2, 2, 1]}, price=FLAT),
        players=3,
        edition="ludoart",
    ),
]

TRADE = [
    Position(
        "sell-before-it-falls",
        "held, each would lose 2",
        "trade",
        1,
        ("sell 5",),
        change(goods_of={1: [0, 0, 0, 5]}, price=[12, 9, 7, 6], supply=[5, 5, 5, 10]),
        resource="energy",
    ),
    Position(
        "hold-what-rises",
        "supply 1: held and bought units gain 2 each",
        "trade",
        1,
        ("buy 1",),
        change(goods_of={1: [0, 0, 0, 3]}, price=[12, 9, 7, 6], supply=[5, 5, 5, 1]),
        resource="energy",
    ),
    Position(
        "squeeze-the-supply",
        "three bought at 8 count more when the supply is gone",
        "trade",
        1,
        ("buy 3",),
        change(goods_of={}, price=[12, 9, 7, 8], supply=[5, 5, 5, 3]),
        resource="energy",
    ),
    Position(
        "sell-to-hurt",
        "all the same to us, but the other loses 6",
        "trade",
        1,
        ("sell 4",),
        change(goods_of={0: [0, 0, 0, 6], 1: [0, 0, 0, 4]}, price=[12, 9, 7, 8], supply=[5, 5, 5, 5]),
        resource="energy",
    ),
    Position(
        "sell-quartz-first",
        "the other will sell six after us",
        "trade",
        0,
        ("sell 6",),
        change(
            goods_of={0: [6, 0, 0, 0], 1: [6, 0, 0, 0]}, carriers=[[2, 1, 1, 1]] * 2, supply=[5, 0, 5, 5], price=FLAT
        ),
        resource="quartz",
    ),
    Position(
        "keep-one-for-quarters",
        "the last quartz makes 50 of an ore",
        "trade",
        1,
        ("pass",),
        change(goods_of={1: [1, 1, 0, 0]}, credits_of={}, price=FLAT, supply=[14, 5, 5, 5]),
        resource="quartz",
    ),
    Position(
        "keep-one-sell-the-rest",
        "one for the quarters, three before the price falls",
        "trade",
        1,
        ("sell 3",),
        change(goods_of={1: [4, 1, 0, 0]}, price=FLAT, supply=[8, 5, 5, 5]),
        resource="quartz",
    ),
    Position(
        "buy-the-missing-ore",
        "9 credits make a quartz 50",
        "trade",
        1,
        ("buy 1",),
        change(goods_of={1: [1, 0, 0, 0]}, price=FLAT, supply=[5, 10, 5, 5]),
        resource="ore",
    ),
    Position(
        "sell-water-at-the-top",
        "14 now or 11",
        "trade",
        1,
        ("sell 4",),
        change(goods_of={1: [0, 0, 4, 0]}, price=[12, 9, 14, 4], supply=[5, 5, 14, 5]),
        resource="water",
    ),
    Position(
        "sell-out-with-four",
        "the last of four to sell energy",
        "trade",
        3,
        ("sell 4",),
        change(goods_of={3: [0, 0, 0, 4]}, price=[12, 9, 7, 9], supply=[5, 5, 5, 12]),
        players=4,
        resource="energy",
    ),
]

EXTRACTION = [
    Position(
        "power-the-quartz-group",
        "two energy: three quartz, not two and a water",
        "extraction",
        1,
        ("power E3",),
        change(
            owned={0: "C7 D7", 1: "C1 E3 F3", "*": "n"},
            tanks={"C1": (None, False), "E3": ("quartz", False), "F3": ("quartz", False)},
            goods_of={1: [0, 0, 0, 2]},
            price=FLAT,
            airship=None,
        ),
    ),
    Position(
        "power-the-supercharged",
        "two ore (18) against a quartz (12)",
        "extraction",
        1,
        ("power D2",),
        change(
            owned={0: "C7 D7", 1: "D2 F6", "*": "n"},
            tanks={"D2": ("ore", True), "F6": ("quartz", False)},
            goods_of={1: [0, 0, 0, 1]},
            price=FLAT,
            airship=None,
        ),
    ),
    Position(
        "power-what-fits",
        "the quartz carrier is full",
        "extraction",
        1,
        ("power D5",),
        change(
            owned={0: "C7 D7", 1: "C1 D5", "*": "n"},
            tanks={"C1": ("quartz", False), "D5": ("ore", False)},
            goods_of={1: [4, 0, 0, 1]},
            carriers=[[1, 1, 1, 1]] * 2,
            price=FLAT,
            airship=None,
        ),
    ),
    Position(
        "keep-dear-energy",
        "an energy for 12 against a water for 2",
        "extraction",
        1,
        ("extract",),
        change(
            owned={0: "C7 D7", 1: "C1", "*": "n"},
            tanks={"C1": (None, False)},
            goods_of={1: [0, 0, 0, 1]},
            price=[12, 9, 2, 12],
            supply=[5, 5, 5, 5],
            airship=None,
        ),
    ),
    Position(
        "power-under-the-airship",
        "two quartz on its line against one",
        "extraction",
        1,
        ("power F6",),
        change(
            owned={0: "C7 D7", 1: "D2 F6", "*": "n"},
            tanks={"D2": ("quartz", False), "F6": ("quartz", False)},
            goods_of={1: [0, 0, 0, 1]},
            price=FLAT,
            airship=6,
        ),
    ),
]

BIDS = [f"bid {n}" for n in range(1, 60)]
ZONE_AUCTION: dict[str, Any] = {"owned": {0: "C1", 1: "C3", 2: "C5", 3: "C7", "*": "n"}, "goods_of": {}, "tanks": {}}
AUCTIONS = [
    Position(
        "zone-for-less-than-25",
        "10 is bid for a zone worth 25, and nothing else can be done with it",
        "zone-bid",
        2,
        tuple(BIDS[10:24]),
        change(**ZONE_AUCTION),
        players=4,
        bids=("bid 10", "pass"),
    ),
    Position(
        "zone-for-more-than-25",
        "30 is bid for a zone worth 25",
        "zone-bid",
        2,
        ("pass",),
        change(**ZONE_AUCTION),
        players=4,
        bids=("bid 30", "pass"),
    ),
    Position(
        "venturer-pays-half",
        "31 costs him 16",
        "zone-bid",
        1,
        tuple(BIDS[30:48]),
        change(**ZONE_AUCTION),
        players=4,
        bids=("bid 30",),
    ),
    Position(
        "venturer-has-a-limit",
        "61 would cost him 31",
        "zone-bid",
        1,
        ("pass",),
        change(**ZONE_AUCTION),
        players=4,
        bids=("bid 60",),
    ),
    Position(
        "specialist-for-a-song",
        "the Engineer's 15 and a quartz at 20 for little more than 2",
        "specialist-bid",
        1,
        tuple(BIDS[2:30]),
        change(owned={0: "C1", 1: "C7", "*": "n"}, goods_of={}, price=[20, 9, 7, 4], bonus=[1, 0, 0, 0]),
        bids=("bid 2",),
    ),
    Position(
        "specialist-too-dear",
        "no bonus, no tank, no zone left: 55 credits for the Engineer's 15",
        "specialist-bid",
        1,
        ("pass",),
        change(owned={0: "C1", 1: "C7", "*": "n"}, goods_of={}, bonus=POOR),
        bids=("bid 55",),
    ),
]

EXPANSION = [
    Position(
        "bonus-the-dearest",
        "20 against 1",
        "bonus",
        0,
        ("bonus quartz",),
        change(goods_of={}, price=[20, 9, 7, 1]),
    ),
    Position(
        "bonus-that-fits",
        "the quartz carrier is full",
        "bonus",
        0,
        ("bonus ore",),
        change(goods_of={0: [4, 0, 0, 0]}, carriers=[[1, 1, 1, 1]] * 2, price=FLAT, supply=[5, 5, 5, 5]),
    ),
    Position(
        "claim-rather-than-skip",
        "a zone, or 15 credits, for nothing",
        "claiming",
        0,
        ("roll*",),
        change(goods_of={}),
    ),
    Position(
        "license-replaces-a-neutral",
        "25 for a licence that would sell for 15",
        "claiming",
        0,
        ("license*",),
        change(owned={0: "C1", 1: "C7", "*": "n"}, licenses_of={0: 1}, goods_of={}),
    ),
    Position(
        "engineer-takes-the-license",
        "it claims a neutral zone this round: 25 against 15",
        "engineer",
        1,
        ("engineer license",),
        change(owned={0: "C1", 1: "C7", "*": "n"}, goods_of={}),
    ),
    Position(
        "moor-where-the-tanks-are",
        "three quartz more, none for the other",
        "mooring",
        0,
        ("moor 3",),
        change(
            owned={0: "C3 D3 E3", 1: "C5 D5 E5", "*": "n"},
            tanks=dict.fromkeys(("C3", "D3", "E3", "C5", "D5", "E5"), ("quartz", False)),
            goods_of={0: [0, 0, 0, 3], 1: [0, 0, 0, 3]},
            price=FLAT,
            carriers=[[2, 1, 1, 1]] * 2,
        ),
    ),
    Position(
        "deny-the-neighbour",
        "one water of our own rather than four quartz of his",
        "mooring",
        0,
        ("moor 2",),
        change(
            owned={0: "F2", 1: "C5 D5 E5 F5", "*": "n"},
            tanks={"F2": (None, False)} | dict.fromkeys(("C5", "D5", "E5", "F5"), ("quartz", False)),
            goods_of={0: [0, 0, 0, 1], 1: [0, 0, 0, 4]},
            price=FLAT,
            carriers=[[3, 1, 1, 1]] * 2,
        ),
    ),
    Position(
        "moor-by-immobile-tanks",
        "empty zones do not produce, and tanks do not move",
        "mooring",
        0,
        ("moor 6",),
        change(
            owned={0: "C6 D6 C1 D1 E1 F1", 1: "C3", "*": "n"},
            tanks={"C6": ("quartz", False), "D6": ("quartz", False)},
            goods_of={0: [0, 0, 0, 2]},
            credits_of={0: 0},
            price=FLAT,
        ),
        rules=("immobile-tanks",),
    ),
]

BUILDING = [
    Position(
        "last-tanks-pay",
        "two tanks at 10 and a water each count 50",
        "activation",
        1,
        ("activate",),
        change(owned={0: "C1", 1: "C7 D7 E7", "*": "n"}, goods_of={1: [0, 0, 3, 0]}, market=14, price=[12, 9, 2, 4]),
    ),
    Position(
        "nothing-to-activate-for",
        "declining brings a water, activating costs one",
        "activation",
        1,
        ("decline",),
        change(owned={0: "C1", 1: "C7", "*": "n"}, goods_of={1: [0, 0, 1, 0]}, credits_of={1: 0}),
    ),
    Position(
        "last-supercharger-pays",
        "28 in goods count 50",
        "activation",
        1,
        ("activate",),
        change(
            owned={0: "C1", 1: "C7", "*": "n"},
            tanks={"C7": ("energy", False)},
            goods_of={1: [2, 1, 2, 0]},
            credits_of={1: 0},
            price=[6, 9, 3, 4],
            supply=[5, 5, 5, 5],
        ),
    ),
]

SUITE = [*CERTIFICATES, *TRADE, *EXTRACTION, *AUCTIONS, *EXPANSION, *BUILDING]
