"""What a game of Planet Steam is set up with: editions, rules, hidden credits. Declared here, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BoardError, SettingsError
from engine.planet_steam.board import BY_RESOURCE, CHECKS, by_resource, check_board, file_edition, load_board
from engine.planet_steam.editions import BY_NAME, DIE, Edition
from engine.settings import GameSettings, setting

EDITIONS = {name: edition.title for name, edition in BY_NAME.items()}
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
        None, "Whether credits are secret", words={"hidden": "secret", "open": "for all to see"},
        of=("edition",), unless="the edition's",
    )  # fmt: skip
    recall: int | str = setting(
        1, "Rounds of payments that an observation recalls; who saw more may remember it", low=0, high=6,
        words={"all": "the whole game"},
    )  # fmt: skip
    river_neutrals: int | str = setting(
        None, "Neutral river zones of variable-claims: agreed on, or in ludoart at most", low=0,
        words={DIE: "diced, in ffg"}, of=("edition",), unless="the edition's",
    )  # fmt: skip
    board: dict[str, Any] = setting(
        None, "Your own board data (TOML)", is_file=True, of=("edition", "players"), key="board", unless="the edition's"
    )

    @classmethod
    def complete(cls, values: dict[str, Any]) -> dict[str, Any]:
        board = values["board"]
        if values["edition"] is None:
            values["edition"] = "ffg" if board is None or isinstance(board, Mapping) else file_edition(board)
        edition = BY_NAME[values["edition"]]
        if values["credits"] is None:
            values["credits"] = edition.credits
        values["board"] = data = _read_board(board, values["edition"], values["players"])
        if "variable-claims" in values["rules"] and data["markers"] < 2:
            raise BoardError("board", [f"markers: {data['markers']} each, and variable-claims lays out 2"])
        values["river_neutrals"] = _river_neutrals(values["river_neutrals"], edition, data)
        return values

    def comparable(self, name: str, value: Any) -> Any:
        """The order of zones within a board's lists does not matter."""
        if name != "board" or not isinstance(value, Mapping):
            return super().comparable(name, value)
        try:
            zones: dict[str, Any] = {key: sorted(value[key]) for key in ("neutral", "closed", "river")}
            zones["claims"] = [sorted(seat) for seat in value["claims"]]
        except (KeyError, TypeError):
            return dict(value)
        return {**value, **zones}


def _river_neutrals(n: int | str | None, edition: Edition, board: Mapping[str, Any]) -> int | str:
    """Rules 6.4: so many are agreed on, one on each open river zone at most, or the die; or they are a cap."""
    if n is None:
        return edition.river_neutrals
    n_open = len(set(board["river"]) - set(board["closed"]))
    is_right = n == DIE or int(n) <= n_open if edition.lays_river_neutrals else n != DIE
    if not is_right:
        wanted = f"{DIE}, or 0 to {n_open} agreed" if edition.lays_river_neutrals else "a whole number from 0 on"
        raise SettingsError(f"river-neutrals {n!r}: use {wanted}")
    return n


def _read_board(board: str | Path | Mapping[str, Any] | None, edition: str, players: int) -> dict[str, Any]:
    """A user's file, a record's board data, or for None the edition's."""
    if isinstance(board, Mapping):
        data = {key: by_resource(value) if key in BY_RESOURCE else value for key, value in board.items()}
        faults = check_board(data, players)
        if faults:
            raise BoardError("board", faults)
    else:
        data = load_board(edition, players, board)
    return {key: data[key] for key in CHECKS}  # in the format's order: records of the same game have the same bytes
