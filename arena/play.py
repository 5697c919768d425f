"""One game between bots: asks, checks, times and blames. Called by the workers; also usable alone.

A bot gets its observation, the legal moves, its budget and its own random stream. The dice are a keyed stream of the
deal's seed, so they do not depend on what bots draw. What a bot does wrong is a `Fault` (see `arena.faults`).
After a fault the seat is *out*: random legal moves are made for it, and it is placed behind all seats without a fault,
an earlier fault behind a later one.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from types import FrameType
from typing import Any

from arena.faults import BotFault, Fault, Overtime, clean, note_of, words_of
from arena.following import seen_words
from arena.hosts import HostedBot, Hosts
from arena.kills import Killed, culprit
from arena.outside import OutsideBot
from arena.tasks import CLOSING, Conditions, Outcome, Task, pack, place, void
from bots import Budget, TimeControl, WrongAnswer, ask, is_foreign, parse_spec
from engine import Game, Stream
from engine.games import remade

NEVER = float("inf")
CLOSE_LIMIT = 2.0  # seconds
RESERVE = (
    15.0  # seconds beyond a foreign bot's limit, which its host keeps, before the referee itself is taken for stuck
)
WORDS_LIMIT = 1.0  # seconds for an exception to say what it is


class Clock:
    """Shows whoever watches this process which bot thinks since when, and stops a Python bot that does not stop.

    `board` holds four numbers: when the bot is over its limit (`NEVER` between moves), move number, seat, game number.
    It may be shared memory: a watcher kills the process when the first number has long passed."""

    TICK = 0.05

    def __init__(self, board: Any = None) -> None:
        self.board = [NEVER, 0.0, 0.0, 0.0] if board is None else board
        self.armed = False

    def start_ticking(self) -> None:
        """Once per process, in its main thread: a tick looks whether the current bot is late."""
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, self.TICK, self.TICK)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if self.armed and time.monotonic() > self.board[0]:
            self.armed = False
            raise Overtime

    def start(self, seconds: float, seat: int, move: int, now: float | None = None) -> None:
        board = self.board
        board[1], board[2] = move, seat
        board[0] = (time.monotonic() if now is None else now) + seconds
        self.armed = True

    def extend(self, seconds: float) -> None:
        """The same bot at the same move has this long from now."""
        self.board[0] = time.monotonic() + seconds
        self.armed = True

    def stop(self) -> None:
        self.armed = False
        self.board[0] = NEVER


class Player:
    """One seat: its bot, its stream, its limit or what is left on its clock, and whether it is out."""

    def __init__(
        self, spec: str, game: Game, seat: int, seed: int, conditions: Conditions, hosts: Hosts | None
    ) -> None:  # fmt: skip
        self.spec = spec
        self.seat = seat
        self.stream = Stream(seed, "bot", seat)
        self.budget = Budget(conditions.time, conditions.sims)
        self.grace = conditions.grace
        self.clock: TimeControl | None = None
        self.left = 0.0  # seconds on its clock; below 0: some of the grace is used
        self.bot: Any = None
        self.limit = conditions.patience + conditions.grace
        self.seconds = 0.0
        self.decisions = 0
        self.is_out = False
        self.said: Any = None  # its last analysis
        self.average: float | None = None  # seconds that its own time means over all its choices
        self.choices = 0
        own = None
        self.reserve = 0.0 if hosts is None or not is_foreign(spec) else RESERVE
        if spec.startswith("exec:"):
            self.bot = OutsideBot(spec.removeprefix("exec:"), game, seat, self.stream.seed, hosts)
        elif hosts is not None and is_foreign(spec):
            self.bot = hosts.python(spec, game, seat, self.stream.seed, conditions.patience)
            own = self.bot.own_time
            if own is not None and "time=" not in spec:  # not what the user asked for, but what the bot says
                own = min(own, conditions.patience)
        else:
            parsed = _parsed(spec)
            own = getattr(parsed.params, "time", None)
            self.bot = parsed.make(game, seat)
        seconds = own or conditions.time
        if own is not None and getattr(self.bot, "longest", None) is not None:
            self.average, seconds = own, self.bot.longest
        if conditions.clock is not None and "time=" not in spec:
            self.clock = conditions.clock
            self._set_clock(self.clock.base)
        elif seconds is not None:  # whom the user gave a time has no clock: it could not keep to both
            self.limit = seconds + self.grace
        if isinstance(self.bot, (OutsideBot, HostedBot)):
            self.bot.limit = self.limit

    @property
    def was_killed(self) -> bool:
        return bool(self.reserve) and self.bot.was_killed

    def _set_clock(self, left: float) -> None:
        assert self.clock is not None
        self.left = left
        self.limit = left + self.grace
        self.budget = replace(self.budget, clock=TimeControl(max(0.0, left), self.clock.increment))
        if isinstance(self.bot, (OutsideBot, HostedBot)):
            self.bot.limit = self.limit

    def spend(self, seconds: float, is_choice: bool) -> None:
        """The bot has answered in time."""
        self.choices += is_choice
        if self.clock is not None:
            self._set_clock(self.left - seconds + (self.clock.increment if is_choice else 0.0))

    @property
    def is_slow(self) -> bool:
        """Whether it has taken longer on average than its own time, by more than the grace over the whole game."""
        return self.average is not None and self.seconds > self.average * max(1, self.choices) + self.grace

    @property
    def limit_text(self) -> str:
        if self.clock is None:
            return f"the limit with grace is {self.limit:.2f} s"
        return f"its clock had {max(0.0, self.left):.2f} s left, the grace is {self.grace:.2f} s"

    def close(self) -> None:
        close = getattr(self.bot, "close", None)
        if close is not None:
            close()


_parsed = lru_cache(maxsize=64)(parse_spec)


class _Table:
    """A game being played."""

    def __init__(
        self, task: Task, conditions: Conditions, game: Game, clock: Clock, hosts: Hosts | None
    ) -> None:  # fmt: skip
        self.hosts = hosts
        self.fixture = task.fixture
        self.known = {fault.seat: fault for fault in task.known if fault.move != CLOSING}
        self.unclosed = {fault.seat for fault in task.known if fault.move == CLOSING}
        self.conditions = conditions
        self.game = game
        self.clock = clock
        self.state = game.new()
        self.moves: list[int] = []
        self.faults: list[Fault] = []
        self.notes: list[list[Any]] = []
        self.players: list[Player | None] = [None] * game.n_seats
        self.is_seated = False  # all bots are made
        self.n_foreign = 0
        self.asked_last: int | None = None  # of the foreign ones
        self.stderr: Callable[[], str] = lambda: ""

    def run(self) -> Outcome:
        try:
            for seat in range(self.game.n_seats):
                self._seat(seat)
            self.is_seated = True
            self._play()
        finally:
            self._close_all()
        return self._outcome()

    def survives_alone(self, seat: int, moves: list[int]) -> bool:
        """Whether this seat's process, with nobody else's beside it, lives through these moves and its own next one.
        The others' moves are made for them."""
        try:
            self._seat(seat)
            self.is_seated = True
            player = self.players[seat]
            for move in (*moves, None):
                if self.state.mover == seat and player is not None and not player.is_out:
                    self._ask(player, self.state.legal())
                if move is not None:
                    self.state.apply(move)
                    self.moves.append(move)
            return player is None or not player.was_killed
        except Killed:
            return False
        finally:
            self._close_all()

    def _close_all(self) -> None:
        for player in self.players:
            if player is not None and player.seat not in self.unclosed:
                self._close(player)

    def _close(self, player: Player) -> None:
        """Lets a bot tidy up. The game is over: what goes wrong here changes nothing, and must not end the worker."""
        self.clock.start(CLOSE_LIMIT, player.seat, CLOSING)
        try:
            player.close()
        except BaseException as error:
            if _is_ours(error):
                raise
        finally:
            self.clock.stop()

    def _seat(self, seat: int) -> None:
        """Makes the seat's bot; one that cannot be made is out from the start."""
        known = self.known.get(seat)
        if known is not None and known.move < 0:
            self._fault(seat, known.kind, known.detail, known.stderr)
            return
        self.clock.start(self.conditions.patience + (0.0 if self.hosts is None else RESERVE), seat, -1)
        try:
            self.players[seat] = Player(
                self.fixture.bots[seat], self.game, seat, self.fixture.seed, self.conditions, self.hosts
            )
        except BaseException as error:
            self._blame(seat, error)
        finally:
            self.clock.stop()
        player = self.players[seat]
        if player is not None and player.reserve:
            self.n_foreign += 1
            self._look_at_others(player)

    def _play(self) -> None:
        state, moves, players = self.state, self.moves, self.players
        dice = Stream(self.fixture.seed, "dice")
        spares: dict[int, Stream] = {}
        is_void = self.conditions.on_fault != "forfeit"
        followers = [player for player in players if player is not None and getattr(player.bot, "follows", False)]
        while (mover := state.mover) is not None:
            if is_void and self.faults:
                return
            if mover < 0:
                move = state.roll(dice)
            else:
                legal = state.legal()
                player = players[mover]
                found = None if player is None or player.is_out else self._ask(player, legal)
                if found is None:
                    if is_void:
                        continue
                    spare = spares.setdefault(mover, Stream(self.fixture.seed, "forfeit", mover))
                    found = legal[spare.below(len(legal))]
                move = found
            if followers:
                self._tell(followers, move)
            state.apply(move)
            moves.append(move)

    def _tell(self, followers: list[Player], move: int) -> None:
        """Who follows the game is told of a move that is about to be made, each as it may know it."""
        after = self.state.copy().apply(move)
        for player in followers:
            player.bot.tell_played(len(self.moves), seen_words(self.state, move, after, player.seat))

    def _ask(self, player: Player, legal: list[int]) -> int | None:
        """The bot's move; None if it is at fault."""
        seat, n_moves = player.seat, len(self.moves)
        known = self.known.get(seat) if self.known else None
        if known is not None and n_moves >= known.move:
            player.is_out = True
            self._fault(seat, known.kind, known.detail, known.stderr)
            return None
        observation, clock = self.state.observe(seat), self.clock
        start = time.monotonic()
        clock.start(player.limit + player.reserve, seat, n_moves, start)
        shown = ""
        try:  # to its end: what a bot returns and says may be objects of its own, with code of its own
            try:
                move: int | None = ask(player.bot, observation, legal, player.stream, player.budget)
            except WrongAnswer as wrong:
                move, shown = None, wrong.shown
            spent = time.monotonic() - start
            if getattr(player.bot, "analysis", None) is not player.said and move is not None and spent <= player.limit:
                self._note(player)
            clock.stop()
        except BaseException as error:
            self._blame(seat, error, "" if player.clock is None else f"; {player.limit_text}")
            player.is_out = True
            self._look_at_others(player)
            return None
        player.seconds += spent
        player.decisions += 1
        self._look_at_others(player)
        if spent > player.limit:
            self._fault(seat, "overtime", f"took {spent:.2f} s; {player.limit_text}")
        elif move is None:
            self._fault(seat, "illegal", f"returned {shown}; {len(legal)} moves are legal")
        else:
            player.spend(spent, len(legal) > 1)
            if not player.is_slow:
                return move
            told = f"took {player.seconds:.2f} s for {player.choices} choices; its time is {player.average:g} s"
            self._fault(seat, "overtime", f"{told} on average, the grace {player.grace:.2f} s")
        player.is_out = True
        return None

    def _look_at_others(self, asked: Player) -> None:
        """Nobody else may have been killed while this bot was asked: the others' processes are stopped. What the system
        takes longer for shows when the victim is asked: it never takes up the question."""
        if not asked.reserve or self.n_foreign < 2:
            return
        self.asked_last = asked.seat
        for player in self.players:
            if player is not None and player is not asked and not player.is_out and player.was_killed:
                detail = f"killed the process of seat {player.seat}"
                raise Killed(player.seat, asked.seat, self.moves, self.is_seated, detail)

    def _blame(self, seat: int, error: BaseException, when_late: str = "") -> None:
        """Turns what a bot raised into its fault. The clock goes on: an exception's words may be the bot's code too.
        `when_late`: what to add if it was late."""
        if _is_ours(error):
            raise error
        if isinstance(error, BotFault) and error.is_doubtful and self.hosts is not None:
            asked = self.asked_last if error.is_unread and self.asked_last is not None else seat
            raise Killed(seat, asked, self.moves, self.is_seated, error.detail, error.stderr)
        self.clock.extend(WORDS_LIMIT)
        try:
            kind, detail, stderr = words_of(error)
        except BaseException as other:
            if _is_ours(other):
                raise
            kind, detail, stderr = "raises", "raised an exception that cannot be printed", ""
        self.clock.stop()
        self._fault(seat, kind, detail + when_late if kind == "overtime" else detail, stderr)

    def _fault(self, seat: int, kind: str, detail: str, stderr: str = "") -> None:
        words = clean(detail), clean(stderr or self.stderr())
        self.faults.append(Fault(seat, self.fixture.bots[seat], kind, len(self.moves), *words))

    def _note(self, player: Player) -> None:
        """Keeps what the bot said about this decision; what it said about an earlier one is the same object still."""
        analysis = player.said = getattr(player.bot, "analysis", None)
        if not isinstance(analysis, dict):
            return
        worth, chance = note_of(analysis)
        if worth is not None or chance is not None:
            self.notes.append([len(self.moves), worth, chance])

    def _outcome(self) -> Outcome:
        is_void = bool(self.faults) and self.conditions.on_fault != "forfeit"
        shares, scores = self.state.result(), self.state.scores()
        places, shares = place(shares, scores, [fault.seat for fault in self.faults])
        return Outcome(
            self.fixture,
            pack(self.moves),
            len(self.moves),
            None if is_void else places,
            [0.0] * len(shares) if is_void else shares,
            [float(score) for score in scores],
            self.faults,
            self.notes,
            [0.0 if player is None else player.seconds for player in self.players],
            [0 if player is None else player.decisions for player in self.players],
        )


def _is_ours(error: BaseException) -> bool:
    """Ctrl-C in a game played alone. Workers ignore it: there it is a bot that raised it."""
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) != signal.SIG_IGN


def play(task: Task, conditions: Conditions, clock: Clock | None = None, stderr: Callable[[], str] | None = None,
         game: Game | None = None, hosts: Hosts | None = None) -> Outcome:  # fmt: skip
    """Plays one game to its end. With `hosts`, foreign bots have processes of their own; else all play in this one."""
    kills: list[Killed] = []

    def table() -> _Table:
        made = _Table(task, conditions, game or remade(conditions.game), clock or Clock(), hosts)
        if stderr is not None:
            made.stderr = stderr
        return made

    while True:
        try:
            return table().run()
        except Killed as one:
            kills.append(one)
        before = [one.asked for one in kills if one.victim == kills[-1].victim]
        if len(before) == 1:  # may be anybody's `kill`, once: the game begins anew
            continue
        guilty = culprit(kills[-1], before, table, hosts is None or hosts.sandbox.ponder)
        if guilty is None or len(kills) > 3 * len(task.fixture.bots):
            return void(task)
        fault = kills[-1].fault(guilty, task.fixture.bots[guilty])
        others = tuple(one for one in task.known if one.seat != guilty or one.move == CLOSING)
        if len(others) < len(task.known):  # it killed again before the move where the last death had shown
            fault = replace(fault, move=min(fault.move, 0))
        task = replace(task, known=(*others, fault))
