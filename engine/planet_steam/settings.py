"""What a game of Planet Steam is set up with: editions, rules, hidden credits. Checks it all before a game is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BoardError, SettingsError, did_you_mean
from engine.planet_steam.board import CHECKS, EDITIONS, check_board, load_board

RULES = (
    "freelance-carrier",
    "immobile-tanks",
    "predictable-claims",
    "price-manipulation",
    "reduced-start",
    "river-limits",
    "sabotage",
    "variable-claims",
    "variable-trading-order",
)
SHORT_NAMES = {
    "expert": ("reduced-start", "river-limits", "variable-claims", "variable-trading-order"),
    "all": RULES,
}
CREDITS = ("hidden", "open")
MAX_RECALL = 6  # rounds; a game has at most seven, so more is "all"
MAX_RIVER_NEUTRALS = 6


@dataclass(frozen=True)
class Settings:
    """Checked and resolved: what `PlanetSteam` builds its tables from."""

    players: int
    edition: str
    rules: tuple[str, ...]  # sorted, short names replaced
    board: dict[str, Any]  # as records hold it
    credits: str
    recall: int | str
    river_neutrals: int


def resolve(
    players: int,
    edition: str,
    rules: Iterable[str],
    board: str | Path | Mapping[str, Any] | None,
    credits: str | None,
    recall: int | str,
    river_neutrals: int,
) -> Settings:
    """Checks everything; `board` is a user's file, a record's board data, or None for the edition's."""
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 5:
        raise SettingsError(f"{players} players: Planet Steam is for 2 to 5")
    if edition not in EDITIONS:
        raise SettingsError(
            f"unknown edition {edition!r}{did_you_mean(str(edition), EDITIONS)}; use {' or '.join(EDITIONS)}"
        )
    if credits is None:
        credits = "hidden" if edition == "ffg" else "open"
    if credits not in CREDITS:
        raise SettingsError(f"credits {credits!r}: use hidden or open")
    chosen = resolve_rules(rules)
    data = _resolve_board(board, edition, players)
    if "variable-claims" in chosen:
        _check_space(data, players)
    return Settings(
        players, edition, chosen, data, credits, resolve_recall(recall), _resolve_river_neutrals(river_neutrals)
    )


def resolve_rules(rules: Iterable[str]) -> tuple[str, ...]:
    """Sorted names without repetition; `expert` and `all` stand for several.

    >>> resolve_rules(["sabotage", "expert"])
    ('reduced-start', 'river-limits', 'sabotage', 'variable-claims', 'variable-trading-order')
    """
    names = [rules] if isinstance(rules, str) else list(rules)
    chosen: set[str] = set()
    for name in names:
        if name in SHORT_NAMES:
            chosen.update(SHORT_NAMES[name])
        elif name in RULES:
            chosen.add(name)
        else:
            known = (*RULES, *SHORT_NAMES)
            raise SettingsError(f"unknown rule {name!r}{did_you_mean(str(name), known)}; rules are {', '.join(known)}")
    return tuple(sorted(chosen))


def resolve_recall(recall: int | str) -> int | str:
    if isinstance(recall, str):  # looked up: not every digit of Unicode is a number to `int`
        recall = {str(n): n for n in range(MAX_RECALL + 1)}.get(recall, recall)
    if recall == "all" or (isinstance(recall, int) and not isinstance(recall, bool) and 0 <= recall <= MAX_RECALL):
        return recall
    raise SettingsError(f"recall {recall!r}: use 0 to {MAX_RECALL} rounds, or all")


def _resolve_river_neutrals(n: int) -> int:
    if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= MAX_RIVER_NEUTRALS:
        raise SettingsError(f"river-neutrals {n!r}: use 0 to {MAX_RIVER_NEUTRALS}")
    return n


def _resolve_board(board: str | Path | Mapping[str, Any] | None, edition: str, players: int) -> dict[str, Any]:
    if isinstance(board, Mapping):
        data = dict(board)
        faults = check_board(data, players)
        if faults:
            raise BoardError("board", faults)
    else:
        data = load_board(edition, players, board)
    return {key: data[key] for key in CHECKS}  # in the format's order: records of the same game have the same bytes


def _check_space(board: Mapping[str, Any], players: int) -> None:
    """`variable-claims` lays out up to 20 markers and 5 on the river: the map must have room for them in any order."""
    is_open = {f"{position}{line}" for line in range(1, 8) for position in "ABCDEF"} - set(board["closed"])
    n_river = sum(zone.endswith("4") for zone in is_open)
    needed = 2 * players + (2 * players + 2 if players < 5 else 2 * players)
    wet = min(players + 1, 5)
    if len(is_open) - n_river < needed or n_river < wet or board["markers"] < 2:
        fault = f"closed: variable-claims needs {needed} open zones off the river, {wet} on it, and 2 markers each"
        raise BoardError("board", [fault])
