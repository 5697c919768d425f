"""What a game of Planet Steam is set up with: editions, rules, hidden credits. Declared here, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BoardError
from engine.planet_steam.board import CHECKS, check_board, file_edition, load_board
from engine.settings import GameSettings, setting

EDITIONS = {"ffg": "Fantasy Flight 2013", "ludoart": "Ludoart 2008"}
RULES = {
    "freelance-carrier": "a carrier for hire is auctioned (rules 7.4)",
    "immobile-tanks": "tanks stay where they were built (rules 6.1)",
    "predictable-claims": "a claim succeeds without a die (rules 7.1)",
    "price-manipulation": "the first specialist's winner shifts prices (rules 7.2)",
    "reduced-start": "fewer credits and goods at the start (rules 6.5)",
    "river-limits": "no ore or quartz converters on the river (rules 6.2)",
    "sabotage": "a tank is tipped over each round (rules 7.3)",
    "variable-claims": "players place the first claims (rules 6.4)",
    "variable-trading-order": "the order of trading is set every round (rules 6.3)",
}
SHORT_NAMES = {
    "expert": ("reduced-start", "river-limits", "variable-claims", "variable-trading-order"),
    "all": tuple(RULES),
}


@dataclass(frozen=True)
class Settings(GameSettings):
    """Checked and resolved: what `PlanetSteam` builds its tables from."""

    edition: str = setting(None, "Whose rules and board", words=EDITIONS, key="edition", unless="ffg, or the board's")
    players: int = setting(4, "How many play", low=2, high=5, key="players")
    rules: tuple[str, ...] = setting(
        (), "Advanced and optional rules; expert and all stand for several",
        words=RULES, short=SHORT_NAMES, is_many=True, key="rules",
    )  # fmt: skip
    credits: str = setting(
        None, "Whether credits are secret", words={"hidden": "secret", "open": "for all to see"}, unless="the edition's"
    )
    recall: int | str = setting(
        1, "Rounds of payments that an observation recalls", low=0, high=6, words={"all": "the whole game"}
    )
    river_neutrals: int = setting(3, "Cap of neutral river zones in ludoart's variable-claims", low=0, high=6)
    board: dict[str, Any] = setting(
        None, "Your own board data (TOML)", is_file=True, of=("edition", "players"), key="board", unless="the edition's"
    )

    @classmethod
    def complete(cls, values: dict[str, Any]) -> dict[str, Any]:
        board = values["board"]
        if values["edition"] is None:
            values["edition"] = "ffg" if board is None or isinstance(board, Mapping) else file_edition(board)
        if values["credits"] is None:
            values["credits"] = "hidden" if values["edition"] == "ffg" else "open"
        values["board"] = _read_board(board, values["edition"], values["players"])
        if "variable-claims" in values["rules"]:
            _check_space(values["board"], values["players"])
        return values

    def comparable(self, name: str, value: Any) -> Any:
        """The order of zones within a board's lists does not matter."""
        if name != "board" or not isinstance(value, Mapping):
            return super().comparable(name, value)
        try:
            zones: dict[str, Any] = {key: sorted(value[key]) for key in ("neutral", "closed")}
            zones["claims"] = [sorted(seat) for seat in value["claims"]]
        except (KeyError, TypeError):
            return dict(value)
        return {**value, **zones}


def _read_board(board: str | Path | Mapping[str, Any] | None, edition: str, players: int) -> dict[str, Any]:
    """A user's file, a record's board data, or for None the edition's."""
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
