"""A tournament: feeds the schedule's missing games to an executor, stores what comes back, knows when to stop.

Called by the commands `tournament` and `compare`. Stopping rules look at whole blocks in the order of the schedule,
never at the order in which games finish: the result is the same for any number of jobs.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from arena import ratings
from arena.executor import Executor
from arena.identity import content, move_signature
from arena.schedule import Fixture, Schedule
from arena.solo import Deals
from arena.store import Store, StoredGame, StoreError, differences, stored
from arena.tasks import Conditions, Outcome, Task
from bots.sprt import Plan as SprtPlan
from bots.sprt import Sprt
from engine.games import game_type, remade

COMMIT_EVERY = 0.05  # seconds
CHECK_FIRST = 20  # blocks before the first look at the intervals, then every time there are a tenth more
CHECK_RESAMPLES = 300
AHEAD = 4  # tasks submitted beyond the executor's capacity, so that it never waits for us


@dataclass(frozen=True)
class Settings:
    """All that decides which games are played, and when to stop."""

    bots: tuple[str, ...]
    players: int
    conditions: Conditions
    seed: int = 0
    format: str = "round-robin"
    games: int = 200
    sprt: SprtPlan | None = None
    until_error: float | None = None
    max_faults: int | None = None
    anchor: str | None = None  # the first bot
    anchor_elo: float = 0.0
    moves: str = ""  # `move_signature` of the game
    programs: dict[str, str] = field(default_factory=dict)  # bots that did not come with the program -> their content

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "bots": list(self.bots)}

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> Settings:
        values = {key: value for key, value in stored.items() if key != "version"}
        values["bots"] = tuple(values["bots"])
        values["conditions"] = Conditions(**values["conditions"])
        if values["sprt"] is not None:
            values["sprt"] = SprtPlan(**values["sprt"])
        return cls(**values)

    def schedule(self) -> Schedule:
        return Schedule(self.bots, self.players, self.seed, self.format, self.conditions.identity, self.programs)

    def identified(self) -> Settings:
        """With the content of everybody's bots, as it is now."""
        found = {spec: content(spec) for spec in dict.fromkeys(self.bots)}
        programs = {spec: hash_ for spec, hash_ in found.items() if hash_ is not None}
        return replace(self, moves=move_signature(remade(self.conditions.game)), programs=programs)


# May change between runs: how many games, when faults are too many, where the ratings' zero is. None changes any game.
ADJUSTABLE = ("games", "max_faults", "anchor", "anchor_elo")
CHECKED = ("moves", "programs")  # elsewhere
GAME = "conditions.game."


def check_resumable(stored: dict[str, Any], asked: dict[str, Any]) -> None:
    """Refuses to mix games played under different settings."""
    ours = {key: value for key, value in stored.items() if key not in ("version", *ADJUSTABLE, *CHECKED)}
    theirs = {key: value for key, value in asked.items() if key not in (*ADJUSTABLE, *CHECKED)}
    found = _without_data(differences(ours, theirs), stored["conditions"]["game"])
    found.pop(f"{GAME}folder", None)
    if found:
        lines = dict.fromkeys(f"{_as_option(key)}: {how}" for key, how in found.items())  # the players are there twice
        raise StoreError(f"cannot resume with other settings: {'; '.join(lines)}")


def _without_data(found: dict[str, str], game: dict[str, Any]) -> dict[str, str]:
    """Where settings differ that others follow from, these others need not be told."""
    declared = game_type(game["game"]).settings.declared()
    for one in declared.values():
        if any(f"{GAME}{declared[name].key}" in found for name in one.of):
            found = {key: how for key, how in found.items() if not f"{key}.".startswith(f"{GAME}{one.key}.")}
    return found


def _as_option(key: str) -> str:
    """A setting by the name that the command line has for it.

    >>> [_as_option(key) for key in ("bots", "until_error", "conditions.game.settings.recall", "sprt.elo1")]
    ['bots', '--until-error', '--recall', '--sprt elo1']
    """
    for prefix in (f"{GAME}settings.", GAME, "conditions."):
        key = key.removeprefix(prefix)
    option, _, part = key.partition(".")
    return "bots" if option == "bots" else f"--{option.replace('_', '-')} {part}".rstrip()


@dataclass
class State:
    """What the manager knows while it runs; the progress display reads it."""

    total: int
    done: int = 0
    n_faults: int = 0
    standing: ratings.Standing = field(default_factory=ratings.Standing)
    sprt: Sprt | None = None
    error: float | None = None  # the widest half interval at the last look
    ending: str = ""  # "complete", "H0", "H1", "undecided", "faults"


@contextmanager
def held_signals() -> Iterator[None]:
    """Holds Ctrl-C and SIGTERM back for what must be done whole; their handlers are called afterwards. By handlers, not
    by a mask: other threads (of numpy, of Dask) would still take the signals and have Python interrupt this one."""
    if threading.current_thread() is not threading.main_thread():  # no signal interrupts it
        yield
        return
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        for number in before:
            signal.signal(number, lambda number, frame: came.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for one in came:
            signal.raise_signal(one)


class Tournament:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.schedule = settings.schedule()
        self.state = State(settings.games, standing=self._no_games())
        if settings.sprt is not None:
            self.state.sprt = Sprt(settings.sprt)
        self._has_rule = settings.sprt is not None or settings.until_error is not None
        self._done: set[int] = set()
        self._deals = Deals()  # of a game for one seat
        self._blocks: dict[int, list[ratings.Game]] = {}  # from `_next_block` on, some of them partly played
        self._played: dict[int, int] = {}  # block -> games of it that are stored
        self._rated: list[ratings.Game] = []  # of the complete blocks
        self._next_block = 0
        self._next_check = CHECK_FIRST
        self._stop: tuple[int, str] | None = None

    def _no_games(self) -> ratings.Standing:
        return ratings.Standing(self.schedule.bots, self.settings.anchor, self.settings.anchor_elo)

    def restore(self) -> int:
        """Takes up what the store holds; the number of games found."""
        for game in self.store.each():
            self._count(game)
        self._advance()
        stopped = self.store.get("stopped")
        if stopped is not None:
            self.state.ending = stopped
        elif self._stop is not None:  # the run before was killed between the deciding game and its verdict
            self._end(*self._stop)
        return self.state.done

    def run(self, executor: Executor, report: Callable[[State], None]) -> str:
        """Plays until the games are done or a rule stops them; returns how it ended. Safe to interrupt anywhere."""
        missing = self._missing()
        n_flying, committed = 0, time.monotonic()
        waiting: list[Outcome] = []  # finished, to be committed together: each commit waits for the disk
        try:
            while not self.state.ending:
                while n_flying < executor.capacity + AHEAD:
                    fixture = next(missing, None)
                    if fixture is None:
                        break
                    executor.submit(Task(fixture))
                    n_flying += 1
                if not n_flying and not waiting:
                    self._finish()
                    break
                if n_flying:
                    outcomes = executor.wait(COMMIT_EVERY)
                    n_flying -= len(outcomes)
                    waiting += outcomes
                if time.monotonic() - committed >= COMMIT_EVERY or not n_flying or self._may_stop(waiting):
                    self._take(waiting)
                    waiting, committed = [], time.monotonic()
                report(self.state)
        finally:
            self._take(waiting)
        return self.state.ending

    def _missing(self) -> Iterator[Fixture]:
        """The schedule without what is stored: lazily, as a stopping rule may make most of it unneeded."""
        return (fixture for fixture in self.schedule.first(self.settings.games) if fixture.number not in self._done)

    def _take(self, outcomes: list[Outcome]) -> None:
        """Commits games and counts them: both or neither, whenever Ctrl-C is pressed."""
        with held_signals():
            self._store(outcomes)

    def _store(self, outcomes: list[Outcome]) -> None:
        new = [outcome for outcome in outcomes if outcome.fixture.number not in self._done]
        if not new:
            return
        self.store.add(new)
        for outcome in new:
            self._count(stored(outcome))
        self._advance()
        if self._stop is not None:
            self._end(*self._stop)
        elif self._too_many_faults():
            self.state.ending = "faults"

    def _end(self, block: int, reason: str) -> None:
        """A stopping rule decided at this block. What was played ahead is neither kept nor counted."""
        self.store.stop_after(block, reason)
        games = self.store.games()
        self._deals, self.state.standing = Deals(), self._no_games()
        for game in games:
            self._rate(game)
        self.state.done, self.state.ending = len(games), reason
        self.state.n_faults = sum(len(game.faults) for game in games)

    def _rate(self, game: StoredGame) -> list[ratings.Game]:
        """What a game says about who is better, shown to the standing; nothing if it is void."""
        if game.places is None:
            return []
        found = [game.rated] if len(game.bots) > 1 else self._deals.add(game.attempt)
        self.state.standing.add(game.bots, found)
        return found

    def _count(self, game: StoredGame) -> None:
        self._done.add(game.number)
        self.state.done += 1
        self.state.n_faults += len(game.faults)
        self._played[game.block] = self._played.get(game.block, 0) + 1
        found = self._rate(game)
        if found and self._has_rule:
            self._blocks.setdefault(game.block, []).extend(found)

    @property
    def _fault_limit(self) -> int | None:
        return 0 if self.settings.conditions.on_fault == "stop" else self.settings.max_faults

    def _may_stop(self, waiting: list[Outcome]) -> bool:
        """Whether a fault must be counted at once."""
        return self._fault_limit is not None and any(outcome.faults for outcome in waiting)

    def _too_many_faults(self) -> bool:
        return self._fault_limit is not None and self.state.n_faults > self._fault_limit

    # -- stopping rules ------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Shows each newly complete block, in order, to the stopping rules."""
        if not self._has_rule:
            return
        while self._stop is None and self._played.get(self._next_block, 0):
            if self._played[self._next_block] < len(self.schedule.block(self._next_block)):
                return
            games = sorted(self._blocks.pop(self._next_block, []), key=lambda game: game.bots)
            self._rated += games
            reason = self._judge(games)
            if reason:
                self._stop = self._next_block, reason
            self._next_block += 1

    def _judge(self, games: list[ratings.Game]) -> str | None:
        if self.state.sprt is not None:
            found = ratings.block_score(games, self.schedule.bots[0], self.schedule.bots[1])
            if found is not None and self.state.sprt.add(*found) is not None:
                return self.state.sprt.verdict
        if self.settings.until_error is not None and self._next_block + 1 >= self._next_check:
            self._next_check = max(self._next_check + 1, int(self._next_check * 1.1))
            anchor = self.settings.anchor or self.schedule.bots[0]
            if not any(anchor in game.bots for game in self._rated):  # all its games are void so far
                return None
            table = ratings.fit(self._rated, anchor, resamples=CHECK_RESAMPLES)
            rows = [row for row in table.ratings if row.bot != table.anchor]
            widths = [(row.high - row.low) / 2 for row in rows if row.high is not None and row.low is not None]
            if len(widths) == len(self.schedule.bots) - 1:
                self.state.error = max(widths)
                if self.state.error <= self.settings.until_error:
                    return "complete"
        return None

    def _finish(self) -> None:
        """The schedule is played."""
        self.state.ending = "complete" if self.settings.sprt is None else "undecided"
