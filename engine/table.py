"""A table to play at from a Python prompt: one running game, its dice rolled from a seed, its history kept.

Made for people (`from engine import new_table`); programs use `Game` and `State`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.errors import BoomtownError
from engine.game import Game
from engine.games import DEFAULT, new_game
from engine.history import History
from engine.records import (
    Record,
    RecordWriter,
    brought_up_to_date,
    build_record,
    dump,
    game_of,
    is_of_old_rulings,
    read_record,
    replay,
)
from engine.state import State


class Table:
    """A game in progress. Chance plays by itself; everybody else's moves go through `play`.

    >>> from engine import new_table
    >>> t = new_table(players=2, seed=17)
    >>> n = len(t.history)  # chance has moved already
    >>> t.play(t.moves()[0]).play(t.moves()[-1]).undo().is_over
    False
    >>> len(t.history) - n
    1
    >>> t.play("win")
    Traceback (most recent call last):
        ...
    engine.errors.NotationError: win: ...
    """

    def __init__(self, game: Game, seed: int = 0, moves: Iterable[int] = ()) -> None:
        """Sets up a game and plays the given moves, which are trusted."""
        self.game = game
        self.seed = seed
        self._past = History(game, seed, moves)

    @property
    def state(self) -> State:
        """The position on the table. A copy: looking at it or trying things with it changes nothing here."""
        return self._past.state.copy()

    @property
    def mover(self) -> int | None:
        """The seat to move; None after the end."""
        return self._past.state.mover

    @property
    def is_over(self) -> bool:
        return self._past.state.is_over

    @property
    def history(self) -> list[list[Any]]:
        """All moves so far as records hold them, chance (seat -1) included."""
        pairs = zip(self._past.states, self._past.moves, strict=False)
        return [[state.mover, *self.game.words(move)] for state, move in pairs]

    def moves(self) -> list[str]:
        """The legal moves."""
        return self._past.state.moves()

    def scores(self) -> list[int]:
        """Each seat's score as it stands."""
        return [int(score) for score in self._past.state.scores()]

    def play(self, move: str | list[Any] | int) -> Table:
        """Plays a move and rolls any dice that follow it. A move that is not legal raises an error that names the
        closest legal ones, and changes nothing."""
        number = self.game.move(move)
        if number not in self._past.state.legal():
            self.state.play(number)  # raises, naming the nearest legal moves
        self._past.push(number)
        self._past.roll()
        return self

    def undo(self) -> Table:
        """Takes back the last player's move and the dice after it. Played again, it meets the same dice."""
        past = self._past
        decided = [number for number, state in enumerate(past.states[:-1]) if state.mover != -1]
        if not decided:
            raise BoomtownError("nothing to undo: no move has been played")
        past.cut(decided[-1])
        return self

    def copy(self) -> Table:
        """A second table with the same game on it; the two go on independently."""
        return Table(self.game, self.seed, self._past.moves)

    def record(self, snapshots: str = "round") -> Record:
        """The game as a record; before its end the record's result is None."""
        seats = ["human"] * self.game.n_seats
        return build_record(self.game, self._past.moves, seed=self.seed, seats=seats, snapshots=snapshots)

    def save(self, path: str | Path, snapshots: str = "round") -> None:
        """Writes the game to a record file, finished or not, replacing the file."""
        line = dump(self.record(snapshots))
        with RecordWriter(path) as writer:
            writer.write(line)

    @classmethod
    def load(cls, path: str | Path, number: int = 1) -> Table:
        """The table of game `number` (from 1) of a record file, after its last move; the record is checked. One of an
        older version goes on by the present rules; if these contradict its moves, it can be looked at, not saved."""
        line, record = read_record(path, number)
        where = f"{path}:{line}"
        game = game_of(record, where)
        moves = [step.move for step in replay(record, where, game) if step.move is not None]
        if is_of_old_rulings(game):
            game = brought_up_to_date(record, moves) or game
        return cls(game, record["seed"], moves)

    def __str__(self) -> str:
        return self._past.state.draw()

    def __repr__(self) -> str:
        name, played = self.game.name, f"{len(self._past.moves)} played"
        if self.is_over:
            return f"<{name}, over: scores {self.scores()}, {played}>"
        n_legal = len(self._past.state.legal())
        plural = "s" if n_legal != 1 else ""
        return f"<{name}, {self._step()}seat {self.mover} to move: {n_legal} legal move{plural}, {played}>"

    def _step(self) -> str:
        """What is to be decided, in games whose steps have names."""
        phase = self.game.phase(self._past.state)
        return f"{phase}, " if phase else ""


def new_table(name: str = DEFAULT, *, seed: int = 0, **settings: Any) -> Table:
    """A table with a new game on it; `settings` are those of `new_game`, as `boomtown games NAME` lists them.

    >>> new_table(players=3, seed=5).scores() == new_table(players=3, seed=5).scores()
    True
    """
    return Table(new_game(name, **settings), seed)
