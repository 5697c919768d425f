"""What a game of Planet Steam is set up with: editions, rules, hidden credits. Checks it all before a game is made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BoardError, SettingsError, did_you_mean
from engine.planet_steam.board import BY_RESOURCE, CHECKS, by_resource, check_board, load_board
from engine.planet_steam.editions import BY_NAME, DIE, EDITIONS, Edition

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


@dataclass(frozen=True)
class Settings:
    """Checked and resolved: what `PlanetSteam` builds its tables from."""

    players: int
    edition: str
    rules: tuple[str, ...]  # sorted, short names replaced
    board: dict[str, Any]  # as records hold it
    credits: str
    recall: int | str
    river_neutrals: int | str


def resolve(
    players: int,
    edition: str,
    rules: Iterable[str],
    board: str | Path | Mapping[str, Any] | None,
    credits: str | None,
    recall: int | str,
    river_neutrals: int | str | None,
) -> Settings:
    """Checks everything; `board` is a user's file, a record's board data, or None for the edition's. `credits` and
    `river_neutrals` are None for the edition's, too."""
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 5:
        raise SettingsError(f"{players} players: Planet Steam is for 2 to 5")
    if edition not in EDITIONS:
        raise SettingsError(
            f"unknown edition {edition!r}{did_you_mean(str(edition), EDITIONS)}; use {' or '.join(EDITIONS)}"
        )
    if credits is None:
        credits = BY_NAME[edition].credits
    if credits not in CREDITS:
        raise SettingsError(f"credits {credits!r}: use hidden or open")
    chosen = resolve_rules(rules)
    data = _resolve_board(board, edition, players)
    if "variable-claims" in chosen and data["markers"] < 2:
        raise BoardError("board", [f"markers: {data['markers']} each, and variable-claims lays out 2"])
    neutrals = _resolve_river_neutrals(river_neutrals, BY_NAME[edition], data)
    return Settings(players, edition, chosen, data, credits, resolve_recall(recall), neutrals)


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


def _resolve_river_neutrals(n: int | str | None, edition: Edition, board: Mapping[str, Any]) -> int | str:
    """Rules 6.4: so many are agreed on, one on each open river zone at most, or the die; or they are a cap."""
    if isinstance(n, str) and re.fullmatch("[0-9]{1,3}", n):  # from a command line
        n = int(n)
    if n is None or (n == DIE and edition.lays_river_neutrals):
        return edition.river_neutrals
    n_open = len(set(board["river"]) - set(board["closed"]))
    most = n_open if edition.lays_river_neutrals else None
    if isinstance(n, int) and not isinstance(n, bool) and n >= 0 and (most is None or n <= most):
        return n
    wanted = f"{DIE}, or 0 to {n_open} agreed" if edition.lays_river_neutrals else "a whole number from 0 on"
    raise SettingsError(f"river-neutrals {n!r}: use {wanted}")


def _resolve_board(board: str | Path | Mapping[str, Any] | None, edition: str, players: int) -> dict[str, Any]:
    if isinstance(board, Mapping):
        data = {key: by_resource(value) if key in BY_RESOURCE else value for key, value in board.items()}
        faults = check_board(data, players)
        if faults:
            raise BoardError("board", faults)
    else:
        data = load_board(edition, players, board)
    return {key: data[key] for key in CHECKS}  # in the format's order: records of the same game have the same bytes
