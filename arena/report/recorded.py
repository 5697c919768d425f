"""A record file as the report reads a tournament: its games, whoever played them. Called by `arena.report.page`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arena.store import StoredGame
from arena.tasks import Conditions, place
from arena.tournament import Settings
from engine import BoomtownError, Game
from engine.games import described
from engine.records import Record, content_hash, game_of, read_records, replay

FORMAT = "records"  # instead of a tournament's


class Recorded:
    """The games of a file, all of one kind. Those of one seed share their deal; an unfinished one does not count."""

    settings: dict[str, Any] | None = None

    def __init__(self, path: Path) -> None:
        self.folder = path
        self.machine: dict[str, Any] = {}  # a record does not say where it was played
        self._games: list[StoredGame] = []
        self._moves: list[list[int]] = []
        self._hashes: list[str] = []
        deals: dict[int, int] = {}
        for line, record in read_records(path):
            where = f"{path}:{line}"
            game = game_of(record, where)
            if not self._games:
                self.game = game
            elif game.header() != self.game.header():
                raise BoomtownError(f"{where}: another game, or with other settings, than the first; give each a file")
            self._add(record, where, game, deals.setdefault(record["seed"], len(deals)))

    def _add(self, record: Record, where: str, game: Game, deal: int) -> None:
        moves = []
        for step in replay(record, where, game):
            end = step.state
            if step.move is not None:
                moves.append(step.move)
        places, shares = place(end.result(), end.scores(), []) if end.is_over else (None, [0.0] * game.n_seats)
        self._games.append(
            StoredGame(
                len(self._games), "", deal, tuple(record["seats"]), record["seed"],
                None if places is None else tuple(places), tuple(shares), tuple(end.scores()), (), len(moves),
            )
        )  # fmt: skip
        self._moves.append(moves)
        self._hashes.append(content_hash(record))

    @property
    def as_settings(self) -> Settings:
        bots = dict.fromkeys(bot for game in self._games for bot in game.bots)
        return Settings(tuple(bots), self.game.n_seats, Conditions(described(self.game)), format=FORMAT)

    def games(self) -> list[StoredGame]:
        return self._games

    def moves(self, game: Game, number: int) -> list[int]:
        return self._moves[number]

    def content_hash(self, game: Game, one: StoredGame) -> str:
        return self._hashes[one.number]

    def notes(self, number: int) -> list[list[Any]]:
        return []

    def timing(self) -> dict[str, tuple[float, int]]:
        return {}
