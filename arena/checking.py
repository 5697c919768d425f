"""Walks an outside program through the protocol and says, step by step, what is right and wrong. Run by
`boomtown check-bot`.

Whole games are played by the same referee as in a tournament, against `random`. What a referee never does (questions in
a wrong order, fields and messages nobody knows, an input that breaks off) is tried by hand, by a `Probe`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from arena import processes
from arena.faults import BotFault, Fault
from arena.following import seen_words
from arena.outside import PROTOCOL, START_LIMIT, Conversation, hello, new, question
from arena.play import play
from arena.schedule import Fixture
from arena.tasks import Conditions, Task
from arena.wording import counted
from bots import Budget, TimeControl
from engine import BoomtownError, Game, Stream
from engine.games import described, game_type, new_game
from engine.settings import Setting

FEW = 8  # numbers to choose from, each of which is tried
SOON = 0.1  # seconds in which a second answer to one question shows
ENDS_WITHIN = 2.0  # seconds after quit; a match waits 0.1 s and kills what is left, which harms nobody
N_PROBED = 4  # decisions of a probe
N_REPEATED = 25  # decisions that must come out the same twice
STRANGE = {"type": "weather", "sky": ["clear", None]}


class Finding(NamedTuple):
    """One step of the walk: what was tried, and what was wrong with it (None: nothing)."""

    step: str
    fault: str | None


@dataclass(frozen=True)
class Limits:
    time: float = 1.0  # seconds a move in the timed game
    clock: TimeControl = TimeControl(10.0, 0.1)  # of the game on a clock
    patience: float = 10.0  # seconds for an answer where nothing else is said
    grace: float = 0.25  # seconds, as `boomtown tournament --grace` has it
    start: float = START_LIMIT  # seconds for `hello` and for `ready`


USUAL = Limits()


def settings_of(name: str) -> Iterator[tuple[str, Game]]:
    """A game with every number of players and, with the usual one, every other value of every setting; in words."""
    declared = game_type(name).settings.declared()
    usual = new_game(name)
    for n in declared["players"].values if "players" in declared else ():
        yield f"{name}, {counted(n, 'player')}", new_game(name, players=n)
    if "players" not in declared:
        yield name, usual
    for key, one in declared.items():
        for value in () if key == "players" else _values(one):
            if value != getattr(usual.settings, key):
                with suppress(BoomtownError):  # goes with other settings only
                    game = new_game(name, **{key: value})
                    shown = "all" if one.is_many and len(value) > 1 else game.settings.shown(key)
                    yield f"{name}, {one.option} {shown}", game


def _values(one: Setting) -> tuple[Any, ...]:
    """What a setting is tried with: of a set of words each alone and all, of many numbers the first and the last."""
    if one.is_many:
        return (*((word,) for word in one.words), tuple(sorted(one.words)))
    numbers = [value for value in one.values if isinstance(value, int)]
    return one.values if len(numbers) <= FEW else (numbers[0], numbers[-1], *one.words)


def check(command: str, games: list[tuple[str, Game]], limits: Limits = USUAL, seed: int = 1) -> Iterator[Finding]:
    """The findings, one after the other. A program that cannot be greeted is asked nothing more."""
    walk = _Walk(command, games, limits, seed)
    with _no_strays():
        for step, trial in walk.greeting():
            fault = _fault_of(trial)
            yield Finding(step, fault)
            if fault is not None:
                return
        yield from walk.whole_games()
        for step, trial in walk.probes():
            yield Finding(step, _fault_of(trial))


@contextmanager
def _no_strays() -> Iterator[None]:
    """What detaches itself from a program becomes a child of this process (on Linux), and is ended with the walk."""
    processes.adopt_orphans()
    before = frozenset(processes.children(os.getpid()))
    try:
        yield
    finally:
        processes.end_descendants(before)
        processes.adopt_orphans(False)


def _fault_of(trial: Callable[[], str | None]) -> str | None:
    try:
        return trial()
    except BotFault as fault:
        return _told(fault.kind, fault.detail, fault.stderr)


def _told(kind: str, detail: str, stderr: str) -> str:
    last = (stderr.strip().splitlines() or [""])[-1][:200]
    return f"{kind}: {' '.join(detail.split())}{f'; its last words on stderr: {last}' if last else ''}"


class Probe:
    """A program in a game that is asked by hand: the others and the dice are random."""

    def __init__(self, command: str, game: Game, limits: Limits, seed: int, seat: int = 0) -> None:
        self.game = game
        self.limits = limits
        self.seed = seed
        self.seat = seat
        self.talk = Conversation(command)

    def close(self) -> None:
        self.talk.close()

    def greet(self) -> dict[str, Any]:
        answer = self.talk.ask(hello(), "hello", self.limits.start)
        self._follows = answer.get("follow") is True
        return answer

    def begin(self, **more: Any) -> None:
        self._state = self.game.new()
        self._dice, self._picks = Stream(self.seed, "dice"), Stream(self.seed, "picks")
        self._n_moves = self._n_asked = 0
        self.talk.ask({**new(self.game, self.seat, self.seed), **more}, "ready", self.limits.start)

    def ask(self, budget: Budget = Budget(), **more: Any) -> int | None:  # noqa: B008
        """Its next move, which is played; None at the end of the game. Raises `BotFault`."""
        message = self.next_question(budget)
        if message is None:
            return None
        answer = self.talk.ask({**message, **more}, "bestmove", self.limits.patience)
        words = answer.get("move")
        if isinstance(words, list) and words and words[0] == self.seat:
            words = words[1:]
        legal = {move: self.game.words(move) for move in self._state.legal()}
        found = [move for move, said in legal.items() if words in (said, self.game.text(move))]
        if not found:
            raise BotFault("illegal", f"answered {answer.get('move')!r}, which is not one of the legal moves")
        self._play(found[0])
        return found[0]

    def next_question(self, budget: Budget = Budget()) -> dict[str, Any] | None:  # noqa: B008
        """The question of its next decision; what comes before is played."""
        while (mover := self._state.mover) is not None and mover != self.seat:
            self._play(self._state.roll(self._dice) if mover < 0 else self._picks.choice(self._state.legal()))
        if mover is None:
            return None
        self._n_asked += 1
        return question(self._n_asked, self._state.observe(self.seat), self._state.legal(), budget)

    def _play(self, move: int) -> None:
        before = self._state.copy()
        self._state.apply(move)
        if self._follows:
            words = seen_words(before, move, self._state, self.seat)
            self.talk.tell({"type": "played", "number": self._n_moves, "move": words})
        self._n_moves += 1


class _Walk:
    """The steps, in order; each a line of words and what is tried."""

    def __init__(self, command: str, games: list[tuple[str, Game]], limits: Limits, seed: int) -> None:
        self.command = command
        self.games = games
        self.limits = limits
        self.seed = seed

    def greeting(self) -> Iterator[tuple[str, Callable[[], str | None]]]:
        yield "it starts and answers hello", self._try_hello
        yield "it answers new with ready", lambda: self._probe(lambda probe: None)

    def probes(self) -> Iterator[tuple[str, Callable[[], str | None]]]:
        yield "each question is answered once", lambda: self._probe(self._try_answers)
        yield "the same seed gives the same moves", self._try_seed
        yield "fields and messages it does not know are passed over", lambda: self._probe(self._try_strange)
        yield "messages in a wrong order do it no harm", self._try_order
        yield "quit ends it, and nothing of it stays", self._try_quit
        yield "it ends when its input breaks off in the middle of a line", self._try_break

    # -- whole games ---------------------------------------------------------------------------------------------------

    def whole_games(self) -> Iterator[Finding]:
        """Every setting, then two with limits. After a faulty one its like are not tried: they would say the same."""
        first = self.games[0][1]
        free = Conditions(described(first), patience=self.limits.patience, grace=self.limits.grace)
        for number, (label, game) in enumerate(self.games):
            seat = number % game.n_seats
            fault = self._fault_in(game, seat, replace(free, game=described(game)))
            yield Finding(f"a whole game: {label}, seat {seat}", fault)
            if fault is not None:
                n_left = len(self.games) - number - 1
                if n_left:
                    yield Finding(f"{counted(n_left, 'more game')} of other settings", "not tried")
                return
        timed = replace(free, time=self.limits.time)
        yield Finding(f"a whole game with {self.limits.time:g} s for each move", self._fault_in(first, 0, timed))
        clock = replace(free, tc=str(self.limits.clock))
        yield Finding(f"a whole game on a clock of {self.limits.clock}", self._fault_in(first, 0, clock))

    def _fault_in(self, game: Game, seat: int, conditions: Conditions) -> str | None:
        bots = ["random"] * game.n_seats
        bots[seat] = f"exec:{self.command}"
        outcome = play(Task(Fixture(0, 0, tuple(bots), self.seed, "")), conditions, game=game)
        faults: list[Fault] = [fault for fault in outcome.faults if fault.seat == seat]
        if not faults:
            return None
        return f"{_told(faults[0].kind, faults[0].detail, faults[0].stderr)} (move {faults[0].move} of the game)"

    # -- by hand -------------------------------------------------------------------------------------------------------

    def _new_probe(self, seed: int | None = None) -> Probe:
        return Probe(self.command, self.games[0][1], self.limits, self.seed if seed is None else seed)

    def _probe(self, trial: Callable[[Probe], str | None]) -> str | None:
        with closing(self._new_probe()) as probe:
            probe.greet()
            probe.begin()
            return trial(probe)

    def _try_hello(self) -> str | None:
        with closing(self._new_probe()) as probe:
            protocol = probe.greet().get("protocol", PROTOCOL)
        return None if protocol == PROTOCOL else f"it speaks protocol {protocol!r}; this is protocol {PROTOCOL}"

    def _try_answers(self, probe: Probe) -> str | None:
        for number in range(1, N_PROBED + 1):
            if probe.ask() is None:
                return None
            more = [message for message in probe.talk.heard(SOON) if message.get("type") == "bestmove"]
            if more:
                return (
                    f"question {number} was answered {len(more) + 1} times; what comes after the first is passed over"
                )
        return None

    def _try_seed(self) -> str | None:
        def moves() -> list[int | None]:
            found: list[int | None] = []
            self._probe(lambda probe: found.extend(probe.ask(Budget(sims=10)) for _ in range(N_REPEATED)))
            return found

        if moves() == moves():
            return None
        return "its moves differ: a tournament with it cannot be played again to the letter; use the seed of new"

    def _try_strange(self, probe: Probe) -> str | None:
        probe.begin(weather={"sky": "clear"})
        for _ in range(N_PROBED):
            probe.talk.tell(STRANGE)
            probe.ask(weather={"sky": "clear"})
        return None

    def _try_order(self) -> str | None:
        """A question before new, hello and new once more: it may complain, but not end, hang or write nonsense."""
        with closing(self._new_probe()) as probe, closing(self._new_probe()) as other:
            probe.talk.forgives = True
            other.greet()
            other.begin()
            probe.talk.tell({**(other.next_question() or {}), "number": 0})
            probe.talk.heard(SOON)
            for _ in range(2):
                probe.greet()
                probe.talk.forgives = False  # its complaint would have come before this answer
                probe.begin()
                for _ in range(N_PROBED):
                    probe.ask()
        return None

    def _try_quit(self) -> str | None:
        before = set(processes.children(os.getpid()))
        fault = self._probe(self._quit_after_some)
        left = [pid for pid in processes.children(os.getpid()) if pid not in before and not _has_ended(pid)]
        return fault or ("what it started went on, and had to be killed" if left else None)

    def _quit_after_some(self, probe: Probe) -> str | None:
        for _ in range(N_PROBED):
            probe.ask()
        probe.talk.tell({"type": "quit"})
        return None if probe.talk.wait(ENDS_WITHIN) else f"it still runs {ENDS_WITHIN:g} s later, and would be killed"

    def _try_break(self) -> str | None:
        def trial(probe: Probe) -> str | None:
            probe.talk.send(b'{"type":"move","num')
            probe.talk.hang_up()
            return None if probe.talk.wait(self.limits.patience) else "it still runs, and would be left behind"

        return self._probe(trial)


def _has_ended(pid: int) -> bool:
    """Reaps an adopted process that has ended; one that is about to gets a moment."""
    for _ in range(20):
        with suppress(ChildProcessError):
            if os.waitpid(pid, os.WNOHANG)[0]:
                return True
        time.sleep(0.01)
    return False
