"""A game being played: the position, whose turn it is, what is saved, and taking back.

Knows no screen: the Textual application and plain mode both sit on it. Everything shown to a player comes from
`observation`, what the seat in front of the screen may see; the true state only decides what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.terminal.journal import Journal, JournalError
from engine import Game, State, Stream
from engine.game import Observation
from engine.games import game_of
from engine.records import RecordWriter, build_record, dump

HUMAN = "human"
BID_PHASES = ("specialist-bid", "zone-bid", "freelance-bid")


@dataclass(frozen=True)
class Bidding:
    """How an auction stands."""

    bid: int  # the standing bid, 0 before the first
    leader: int | None
    passed: tuple[int, ...]


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
        self.seed = seed
        self.seats = list(seats)
        self.journal = journal
        self.record_path: Path | None = None
        self._dice = Stream(seed, "dice")
        self.states: list[State] = [game.new()]
        self.moves: list[int] = []
        self._viewer = next((seat for seat, spec in enumerate(self.seats) if spec == HUMAN), 0)
        self.shows_all = False  # a replay: nothing is hidden any more
        self._seen: tuple[int, int, Observation, dict[str, Any]] | None = None
        for move in moves:
            self._push(move)
        if rolls:
            self._roll()

    # -- starting, saving, resuming ------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, game: Game, seed: int, seats: Sequence[str], folder: Path | None, extra: dict[str, Any] | None = None
    ) -> GameSession:
        """A new game; with a folder, saved there move by move. `extra` is kept for `resume`."""
        journal = None
        if folder is not None:
            header = {**game.header(), "seed": seed, "seats": list(seats), "extra": extra or {}}
            journal = Journal.create(folder, header)
        return cls(game, seed, seats, journal)

    @classmethod
    def resume(cls, path: Path) -> tuple[GameSession, dict[str, Any]]:
        """The game of a journal after its last move, and what was kept with it."""
        journal, header, lines = Journal.open(path)
        try:
            session = cls(game_of(header), int(header["seed"]), [str(spec) for spec in header["seats"]])
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
        self._push(self.game.move(list(line[1:])))
        self._roll()

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
    def state(self) -> State:
        return self.states[-1]

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

    @property
    def is_humans_turn(self) -> bool:
        return self.is_human(self.mover)

    @property
    def n_humans(self) -> int:
        return self.seats.count(HUMAN)

    @property
    def viewer(self) -> int:
        """The seat in front of the screen: the person to move, else the one who moved last."""
        mover = self.mover
        if mover is not None and self.is_human(mover):
            self._viewer = mover
        return self._viewer

    @property
    def observation(self) -> Observation:
        """What the viewer may see."""
        return self._look()[0]

    @property
    def view(self) -> dict[str, Any]:
        """The observation as plain data."""
        return self._look()[1]

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        viewer = self.viewer
        if self._seen is None or self._seen[:2] != (len(self.moves), viewer):
            seen = self.state.observe(viewer)
            view = seen.view()
            if self.shows_all:
                credits = self.state.snapshot()["credits"]
                view |= {"credits": credits, "credits_low": credits, "credits_high": credits}
            self._seen = (len(self.moves), viewer, seen, view)
        return self._seen[2], self._seen[3]

    def bidding(self) -> Bidding | None:
        """The standing bid and who is out, None outside auctions. Each bidding round follows another kind of move."""
        phase = self.phase
        if phase not in BID_PHASES:
            return None
        passed = []
        for state, move in zip(reversed(self.states[:-1]), reversed(self.moves), strict=True):
            if self.game.phase(state) != phase:
                break
            if self.game.words(move)[0] == "pass":
                passed.append(state.mover)
        step = self.game.step(self.state)
        return Bidding(step["bid"], step["bidder"], tuple(seat for seat in reversed(passed) if seat is not None))

    def powered(self) -> list[str]:
        """The tanks that the mover has marked for extraction so far."""
        return list(self.game.step(self.state)["powered"])

    def before(self, number: int) -> GameSession:
        """The game as it was before that move; for looking only, nothing is saved."""
        past = GameSession.__new__(GameSession)
        past.__dict__.update(self.__dict__)
        past.journal, past._seen = None, None
        past.states, past.moves = self.states[: number + 1], self.moves[:number]
        mover = past.mover
        if mover is not None and mover >= 0:
            past._viewer = mover
        return past

    # -- moving --------------------------------------------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Plays the mover's move, saved first; a move that is not legal raises and changes nothing."""
        if move not in self.state.legal():
            self.state.copy().play(move)  # raises, naming the nearest legal moves
        if self.journal is not None:
            self.journal.append([self.mover, *self.game.words(move)])
        self._push(move)
        self._roll()

    def toggle_power(self, zone: str) -> None:
        """Marks a tank for extraction or takes the mark back. The rules want marks in the order of the zones; a person
        may set them in any."""
        marked = self.powered()
        wanted = [name for name in marked if name != zone] if zone in marked else [*marked, zone]
        first = len(self.moves) - len(marked)
        base = self.states[first].copy()
        moves = sorted(self.game.move(["power", name]) for name in wanted)
        for move in moves:
            base.play(move)  # raises before anything changes
        self._take_back(first)
        for move in moves:
            self.play(move)

    def power_targets(self) -> list[str]:
        """Zones that `toggle_power` accepts now."""
        marked = self.powered()
        base = self.states[len(self.moves) - len(marked)]
        first = [words[1] for words in map(self.game.words, base.legal()) if words[0] == "power"]
        energy = base.snapshot()["goods"][base.mover or 0][3]
        return [zone for zone in first if zone in marked or len(marked) < energy]

    @property
    def is_forced(self) -> bool:
        """Whether the mover has no choice."""
        return len(self.state.legal()) == 1 and not self.powered()

    def undo_target(self) -> int | None:
        """How many moves remain when taken back to the last real decision of a person; None: there is none."""
        if self.is_humans_turn and self.powered():
            return len(self.moves) - len(self.powered())
        for number in range(len(self.moves) - 1, -1, -1):
            state = self.states[number]
            words = self.game.words(self.moves[number])
            if self.is_human(state.mover) and len(state.legal()) > 1 and words[0] != "power":
                while number and self._is_power(number - 1, state.mover):
                    number -= 1
                return number
        return None

    def _is_power(self, number: int, seat: int | None) -> bool:
        return self.states[number].mover == seat and self.game.words(self.moves[number])[0] == "power"

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
        del self.moves[number:]
        del self.states[number + 1 :]
        self._seen = None

    def _push(self, move: int) -> None:
        self.states.append(self.state.copy().apply(move))
        self.moves.append(move)

    def _roll(self) -> None:
        while self.mover == -1:
            self._push(self.state.roll(self._dice))
