"""All moves that a game of Planet Steam can ever offer, for dense numbers. Called by `PlanetSteam.all_moves`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.planet_steam.board import largest_credits
from engine.planet_steam.notation import LEVELS, RESOURCES, ZONES, parse, zone_index

_PLAIN = (
    "pass", "skip", "keep", "release", "activate", "decline", "done", "extract", "buy-license", "sell-license",
    "buy-quarters",
)  # fmt: skip
_OF_A_ZONE = (
    "tip", "offer", "roll", "shift", "license", "claim", "own", "neutral", "tank", "import", "supercharger",
    "drop-converter", "power",
)  # fmt: skip
_RULE_OF = {  # verbs that only a rule brings
    "tip": "sabotage", "sabotage": "sabotage", "claim": "predictable-claims", "own": "variable-claims",
    "neutral": "variable-claims", "keep": "freelance-carrier", "release": "freelance-carrier",
    "stow": "freelance-carrier", "marker": "variable-trading-order", "manipulate": "price-manipulation",
}  # fmt: skip


def highest_bid(board: dict[str, Any], players: int) -> int:
    """No higher bid can ever be legal. Nobody bids more than he can pay, and nobody ever owns more than
    `largest_credits`; only the Venturer pays half in an auction of zones (rules 3.3), rounded up, and bids up to twice
    his credits."""
    return 2 * largest_credits(board, players)


def all_moves(board: dict[str, Any], players: int, rules: Iterable[str]) -> list[int]:
    """The players' moves, ascending."""
    rules = set(rules)
    found = [
        parse(words)
        for words in _words(board, players)
        if words[0] not in _RULE_OF or _RULE_OF[words[0]] in rules
    ]  # fmt: skip
    return sorted(found)


def all_outcomes(players: int) -> list[int]:
    """What chance can have: the first player, and the pips of a die."""
    return [parse(["first", seat]) for seat in range(players)] + [parse(["die", pips]) for pips in range(1, 7)]


def _words(board: dict[str, Any], players: int) -> Iterator[list[Any]]:
    zones = [zone for zone in ZONES if zone not in board["closed"]]
    yield from ([verb] for verb in _PLAIN)
    yield from ([verb, zone] for verb in _OF_A_ZONE for zone in zones)
    yield from ([verb, resource] for verb in ("upgrade", "bonus", "stow") for resource in RESOURCES)
    yield from (["bid", n] for n in range(1, highest_bid(board, players) + 1))
    yield from (["take", card] for card in range(1, players + 1))
    yield from (["engineer", choice] for choice in ("license", "credits"))
    yield from (["agent", choice, resource] for choice in ("upgrade", "resource") for resource in RESOURCES)
    yield from (["marker", place, resource] for place in range(1, 5) for resource in RESOURCES)
    yield from (["sabotage", seat] for seat in range(players))
    yield from (["moor", line] for line in range(1, 8))
    yield from (["manipulate", *shifts] for shifts in _manipulations())
    yield from _amounts(board)
    yield ["emergency"]
    yield from (["emergency", zone] for zone in zones)
    for a in zones:
        for b in zones:
            if a != b:
                yield from ([verb, a, b] for verb in ("emergency", "move-tank", "move-converter", "move-supercharger"))
    for kind in ("quartz", "ore", "energy"):
        for zone in zones:
            yield ["converter", kind, zone]
            yield from (["converter", kind, zone, to] for to in zones if zone_index(to) != zone_index(zone))


def _amounts(board: dict[str, Any]) -> Iterator[list[Any]]:
    """One buys what the supply has, and sells what the largest carriers hold."""
    supply = max(len(track) - 1 for track in board["supply_change"])
    hold = max(max(capacity) for capacity in board["capacity"]) + board["freelance"]
    goods = max(hold, *board["start"], *board["reduced_start"])
    yield from (["buy", n] for n in range(1, supply + 1))
    yield from (["sell", n] for n in range(1, goods + 1))


def _manipulations() -> Iterator[tuple[Any, ...]]:
    """Rules 7.2: one price but quartz by 3; prices but quartz by 4 in all; any prices by 5 in all."""
    for level, total in zip(LEVELS, (3, 4, 5), strict=True):
        for shifts in _shifts(4, total):
            if (level == "strong" or shifts[0] == 0) and (level != "weak" or sum(map(bool, shifts)) <= 1):
                yield (level, *shifts)


def _shifts(n: int, total: int) -> Iterator[tuple[int, ...]]:
    """Shifts of n prices, together by at most `total`."""
    if n == 0:
        yield ()
        return
    for first in range(-total, total + 1):
        yield from ((first, *rest) for rest in _shifts(n - 1, total - abs(first)))
