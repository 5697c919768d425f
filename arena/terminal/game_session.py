"""A game being played: the position, whose turn it is, what is saved, and taking back.

Knows no screen: the Textual application and plain mode both sit on it. Everything shown to a player comes from
`observation`, what the seat in front of the screen may see; the true state only decides what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.face import face_of
from arena.terminal.journal import Journal, JournalError
from arena.terminal.steps import Offer
from engine import Game, Memory, State, Stream
from engine.games import described, remade
from engine.history import History
from engine.records import RecordWriter, build_record, dump
from engine.state import Observation

HUMAN = "human"


@dataclass(frozen=True)
class Order:
    """A person's word that the program shall bid for him in this auction, up to a limit."""

    seat: int
    limit: int
    number: int  # of the move that it was given with


class GameSession:
    """One game with its history. `play` is for everybody, people and bots; chance plays by itself."""

    def __init__(
        self,
        game: Game,
        seed: int,
        seats: Sequence[str],
        journal: Journal | None = None,
        moves: Sequence[int] = (),
        rolls: bool = True,
    ) -> None:
        self.game: Any = game
        self.face = face_of(game)
        self.seed = seed
        self.seats = list(seats)
        self.journal = journal
        self.record_path: Path | None = None
        self._past = History(game, seed, moves, rolls=rolls)
        self._viewer = next((seat for seat, spec in enumerate(self.seats) if spec == HUMAN), 0)
        self.order: Order | None = None
        self._by_order: set[int] = set()  # the numbers of moves that the program made for a person
        self.shows_all = False  # a replay: nothing is hidden any more
        self._seen: tuple[State, int, Observation, dict[str, Any]] | None = None
        self._listed: tuple[State, list[int]] | None = None

    # -- starting, saving, resuming ------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, game: Game, seed: int, seats: Sequence[str], folder: Path | None, extra: dict[str, Any] | None = None
    ) -> GameSession:
        """A new game; with a folder, saved there move by move. `extra` is kept for `resume`."""
        journal = None
        if folder is not None:
            header = {**described(game), "seed": seed, "seats": list(seats), "extra": extra or {}}
            journal = Journal.create(folder, header)
        return cls(game, seed, seats, journal)

    @classmethod
    def resume(cls, path: Path) -> tuple[GameSession, dict[str, Any]]:
        """The game of a journal after its last move, and what was kept with it."""
        journal, header, lines = Journal.open(path)
        try:
            session = cls(remade(header), int(header["seed"]), [str(spec) for spec in header["seats"]])
            for line in lines:
                if line[0] == "undo":
                    session._cut(int(line[1]))
                else:
                    session._replay_line(line)
            session.journal = journal
            return session, dict(header["extra"])
        except (ValueError, OverflowError, LookupError, TypeError) as error:
            journal.close()
            raise JournalError(f"{path}: the saved game is damaged: {error}") from None

    def _replay_line(self, line: Sequence[Any]) -> None:
        """Plays a line of a journal, `[seat, verb, ...]`."""
        if line[0] != self.mover:
            raise JournalError(f"{line}: it is the turn of seat {self.mover}")
        self.state.copy().play(list(line[1:]))
        self._past.push(self.game.move(list(line[1:])))
        self._past.roll()

    def finish(self) -> Path | None:
        """After the end: writes the record beside the journal, which then goes. Returns the record's path."""
        if not self.state.is_over or self.journal is None:
            return self.record_path
        path = self.journal.path.with_suffix(".jsonl")
        partial = path.with_suffix(".partial")
        with RecordWriter(partial) as writer:
            writer.write(dump(build_record(self.game, self.moves, seed=self.seed, seats=self.seats)))
        partial.replace(path)
        self.record_path = path
        self.journal.remove()
        self.journal = None
        return path

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    # -- the position --------------------------------------------------------------------------------------------------

    @property
    def states(self) -> list[State]:
        """All positions so far, the present one last."""
        return self._past.states

    @property
    def moves(self) -> list[int]:
        return self._past.moves

    @property
    def state(self) -> State:
        return self._past.state

    @property
    def mover(self) -> int | None:
        return self.state.mover

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def phase(self) -> str:
        return str(self.game.phase(self.state))

    def is_human(self, seat: int | None) -> bool:
        return seat is not None and seat >= 0 and self.seats[seat] == HUMAN

    def decides_for(self, seat: int | None) -> bool:
        """Whether a person at this screen decides for a seat."""
        return self.is_human(seat)

    @property
    def is_humans_turn(self) -> bool:
        return self.decides_for(self.mover)

    @property
    def n_humans(self) -> int:
        return self.seats.count(HUMAN)

    @property
    def viewer(self) -> int:
        """The seat in front of the screen: the person to move, else the one who moved last."""
        mover = self.mover
        if mover is not None and self.decides_for(mover):
            self._viewer = mover
        return self._viewer

    @property
    def observation(self) -> Observation:
        """What the viewer may see."""
        return self._look()[0]

    @property
    def recollection(self) -> Observation:
        """The same, narrowed by all that the viewer has seen at earlier decisions: for the coach."""
        past = Memory()
        for seen in self.witnessed(self.viewer):
            past.recall(seen)
        return past.recall(self.observation)

    def witnessed(self, seat: int) -> list[Observation]:
        """What a seat saw at its earlier decisions."""
        return [state.observe(seat) for state in self.states[:-1] if state.mover == seat]

    @property
    def view(self) -> dict[str, Any]:
        """The observation as plain data."""
        return self._look()[1]

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        state, viewer = self.state, self.viewer
        if self._seen is None or self._seen[0] is not state or self._seen[1] != viewer:
            seen = state.observe(viewer)
            self._seen = (state, viewer, seen, seen.view())
        return self._seen[2], self._seen[3]

    @property
    def legal(self) -> list[int]:
        """The legal moves, listed once per position."""
        state = self.state
        if self._listed is None or self._listed[0] is not state:
            self._listed = (state, state.legal())
        return self._listed[1]

    def before(self, number: int) -> GameSession:
        """The game as it was before that move; for looking only, nothing is saved."""
        past = type(self).__new__(type(self))
        past.__dict__.update(self.__dict__)
        past.journal, past._seen, past._listed = None, None, None
        past._past = self._past.before(number)
        mover = past.mover
        if mover is not None and mover >= 0:
            past._viewer = mover
        return past

    # -- moving --------------------------------------------------------------------------------------------------------

    def play(self, move: int, by_order: bool = False) -> None:
        """Plays the mover's move, saved first; a move that is not legal raises and changes nothing."""
        if move not in self.legal:
            self.state.copy().play(move)  # raises, naming the nearest legal moves
        if self.journal is not None:
            self.journal.append([self.mover, *self.game.words(move)])
        if by_order:
            self._by_order.add(len(self.moves))
        self._past.push(move)
        self._past.roll()

    def choose(self, offer: Offer) -> None:
        """Plays what a person has chosen."""
        self.order = None if offer.limit is None else Order(self.mover or 0, offer.limit, len(self.moves))
        if offer.n_back or len(offer.moves) > 1:
            self.revise(len(self.moves) - offer.n_back, offer.moves)
        else:
            self.play(offer.moves[0])

    def revise(self, number: int, moves: Sequence[int]) -> None:
        """Takes back to that move and plays others from there on; no dice may come between them. Raises before anything
        changes."""
        base = self.states[number].copy()
        for move in moves:
            base.play(move)
        self._take_back(number)
        for move in moves:
            self.play(move)

    @property
    def decision(self) -> int:
        """The number of the move with which the mover's decision began: parts of it may have been made already."""
        return self._decision_at(len(self.moves))

    def _decision_at(self, number: int) -> int:
        mover = self.states[number].mover
        while number and self.states[number - 1].mover == mover and self._continues(number - 1):
            number -= 1
        return number

    def _continues(self, number: int) -> bool:
        return self.face.continues(self.game, self.moves[number])

    @property
    def is_forced(self) -> bool:
        """Whether the mover has no choice."""
        return len(self.legal) == 1 and self.decision == len(self.moves)

    @property
    def pondering(self) -> list[tuple[str, Observation]]:
        """The bots that may think while a person decides, each with what its seat sees. Only where a decision begins:
        its parts may still be taken back without a word to the bots, who would remember them."""
        if not self.is_humans_turn or self.decision < len(self.moves):
            return []
        return [(spec, self.state.observe(seat)) for seat, spec in enumerate(self.seats) if not self.decides_for(seat)]

    def undo_target(self) -> int | None:
        """How many moves remain when taken back to the last real decision of a person; None: there is none."""
        if self.is_humans_turn and self.decision < len(self.moves):
            return self.decision
        for number in range(len(self.moves) - 1, -1, -1):
            state = self.states[number]
            if not self.decides_for(state.mover) or self._continues(number) or number in self._by_order:
                continue
            start = self._decision_at(number)
            if start < number or len(state.legal()) > 1:
                return start
        return None

    def undo(self) -> bool:
        """Takes back to the last decision of a person; the same moves meet the same dice again."""
        target = self.undo_target()
        if target is None or (self.journal is None and self.record_path is not None):
            return False
        self._take_back(target)
        return True

    def _take_back(self, number: int) -> None:
        if number == len(self.moves):
            return
        if self.journal is not None:
            self.journal.append(["undo", number])
        self._cut(number)

    def _cut(self, number: int) -> None:
        self._past.cut(number)
        self._by_order = {made for made in self._by_order if made < number}
        self.order = None
        self._seen = None


class Trial(GameSession):
    """A game tried out from some position on: one person decides for every seat, and nothing is saved. What he could
    not see is imagined, and the dice are not those of the game: neither tells him anything."""

    n_given = 0  # moves of the game itself

    @classmethod
    def of(cls, session: GameSession) -> Trial:
        trial = cls.__new__(cls)
        trial.__dict__.update(session.before(len(session.moves)).__dict__)
        trial.order, trial._viewer, trial.n_given = None, session.viewer, len(session.moves)
        luck = Stream(session.seed, "trial", len(session.moves))
        if not session.shows_all:
            trial._past.states[-1] = session.observation.sample(luck.fork("hidden"))
        trial._past.reseed(luck.fork("dice").below(1 << 31))
        trial._past.roll()
        return trial

    def decides_for(self, seat: int | None) -> bool:
        return seat is not None and seat >= 0

    def undo_target(self) -> int | None:
        target = super().undo_target()
        return None if target is None or target < self.n_given else target
