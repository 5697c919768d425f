"""The process in which bots and the judge think: `python -m arena.terminal.worker PARENT`, fed by `thinker`.

Frames on stdin and stdout are a length and a pickle. The first frame describes the game, each later one is a `Request`
or a `Case`, answered by one `Answer`, a `Recap`, or a `Ponder`, which ends with the next frame. A process of its own
keeps the screen alive whatever a bot does: holds the interpreter lock, hangs or dies.
"""

from __future__ import annotations

import io
import os
import pickle
import queue
import struct
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import IO, Any

import bots
from arena.analysis import LINE_LENGTH
from arena.terminal.raising import raised
from bots import Bot, Budget
from bots.judge import Effort, Judge, Verdict
from bots.reasons import Reason
from engine import Game, State, Stream
from engine.games import remade
from engine.state import Observation

_LENGTH = struct.Struct("<I")
# Seconds that bots may ponder about one position: a machine left alone becomes quiet.
PONDERING = 30.0


@dataclass(frozen=True)
class Request:
    """A question: what would this bot play here?"""

    number: int  # comes back with the answer
    spec: str
    observation: Observation
    legal: list[int]
    seed: int
    n_moves: int  # played so far: each decision has a random stream of its own, whatever was asked before
    time: float | None
    sims: int | None
    asked: float  # on the monotonic clock, which all processes share: starting up counts as thinking
    jumps: bool = False  # a bid goes at once to what the price would come to


@dataclass(frozen=True)
class Case:
    """A question to the judge: what are the moves of this decision worth?"""

    number: int
    position: Observation | State  # what a player sees; in a record, all there is
    legal: list[int]
    played: int | None  # the move in question
    seed: int
    n_moves: int
    sims: int
    explains: bool = True  # reasons are wanted


@dataclass(frozen=True)
class Ponder:
    """Leave for bots to think while a person makes up his mind. It has no answer: what they find is theirs."""

    players: tuple[tuple[str, Observation], ...]  # each one's spec, and what its seat sees
    seed: int
    n_moves: int


@dataclass(frozen=True)
class Recap:
    """What a seat saw at its earlier decisions, for a bot that has yet to be made. It has no answer."""

    spec: str
    seat: int
    seen: tuple[Observation, ...]


@dataclass(frozen=True)
class Advice:
    """What the judge makes of a decision: its verdict, how the best move goes on, in an auction how far to bid, and
    what speaks for the best move against the one in question (or, if none is, the next best)."""

    verdict: Verdict
    line: tuple[int, ...]
    limit: int | None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Answer:
    number: int
    move: int | None
    analysis: dict[str, Any] | None
    error: str | None
    seconds: float
    advice: Advice | None = None


class _Pickler(pickle.Pickler):
    """Names the game instead of copying it: bots compare games by identity."""

    def persistent_id(self, thing: Any) -> str | None:
        return "game" if isinstance(thing, Game) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: IO[bytes], game: Game | None) -> None:
        super().__init__(file)
        self._game = game

    def persistent_load(self, name: str) -> Any:
        return self._game


def write_frame(file: IO[bytes], thing: Any) -> None:
    buffer = io.BytesIO()
    _Pickler(buffer).dump(thing)
    file.write(_LENGTH.pack(buffer.tell()) + buffer.getvalue())
    file.flush()


def read_frame(file: IO[bytes], game: Game | None = None) -> Any:
    """The next frame, None at the end of the stream."""
    head = file.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    block = file.read(_LENGTH.unpack(head)[0])
    return _Unpickler(io.BytesIO(block), game).load()


def answer(request: Request, game: Game, players: dict[tuple[str, int], Bot]) -> Answer:
    """Asks the bot; whatever it raises becomes an error in words."""
    started = time.monotonic()
    seat = request.observation.seat
    try:
        bot = _player(request.spec, game, seat, players)
        rng = Stream(request.seed, "bot", seat).fork("move", request.n_moves)
        bot.analysis = None
        budget = Budget(_time_left(request), request.sims)
        move = bots.ask(bot, request.observation, request.legal, rng, budget)
        if request.jumps:
            move = raised(bot, game, request.observation, move)
        return Answer(request.number, move, bot.analysis, None, time.monotonic() - started)
    except (Exception, SystemExit) as fault:  # any bot, any fault: the game goes on
        text = f"{type(fault).__name__}: {fault}"
        return Answer(request.number, None, None, " ".join(text.split())[:200], time.monotonic() - started)


def _player(spec: str, game: Game, seat: int, players: dict[tuple[str, int], Bot]) -> Bot:
    """The bot of that seat, made when it is first needed."""
    key = (spec, seat)
    if key not in players:
        players[key] = bots.make(spec, game, seat)
    return players[key]


def recap(told: Recap, game: Game, players: dict[tuple[str, int], Bot]) -> None:
    """Tells a bot what its seat has seen. One that fails at that is made anew, without a past, when it is asked."""
    try:
        bot = _player(told.spec, game, told.seat, players)
        for seen in told.seen:
            bot.watch(seen)
    except (Exception, SystemExit):
        players.pop((told.spec, told.seat), None)


def ponder(leave: Ponder, game: Game, players: dict[tuple[str, int], Bot], frames: queue.Queue[Any]) -> None:
    """Lets the bots think in turns, a slice each, until a frame arrives, all of them have done or the time is over."""
    end = time.monotonic() + PONDERING
    # Streams of its own: those of the decisions stay as they are.
    turns = deque(
        (spec, seen, Stream(leave.seed, "ponder", seen.seat).fork("move", leave.n_moves))
        for spec, seen in leave.players
    )
    while turns and frames.empty() and time.monotonic() < end:
        spec, seen, rng = turns.popleft()
        try:
            goes_on = bool(_player(spec, game, seen.seat, players).ponder(seen, rng))
        except (Exception, SystemExit):  # nobody waits for it; a fault on its own turn is told then
            goes_on = False
        if goes_on:
            turns.append((spec, seen, rng))


def judged(case: Case, game: Game) -> Answer:
    """Asks the judge; whatever goes wrong in a game of somebody else's becomes an error in words."""
    started = time.monotonic()
    try:
        judge, position = Judge(game, Effort(case.sims)), case.position
        if isinstance(position, State):
            verdict = judge.judge_state(position, case.played, case.seed, case.n_moves)
            state, seen = position, position.observe(verdict.seat)
        else:
            verdict = judge.judge_view(position, case.legal, case.played, case.seed, case.n_moves)
            state, seen = position.sample(Stream(case.seed, "line")), position
        line = judge.continuation(state, verdict.best.move, case.seed, case.n_moves, LINE_LENGTH)
        advice = Advice(verdict, tuple(line), judge.limit(seen), _reasons(judge, case, verdict))
        return Answer(case.number, verdict.best.move, None, None, time.monotonic() - started, advice)
    except Exception as fault:
        text = f"{type(fault).__name__}: {fault}"
        return Answer(case.number, None, None, " ".join(text.split())[:200], time.monotonic() - started)


def _reasons(judge: Judge, case: Case, verdict: Verdict) -> tuple[Reason, ...]:
    """Of a move that is as good as the best there are none to be found."""
    if not case.explains:
        return ()
    if case.played is not None:
        if not verdict.is_mistake:
            return ()
        other = case.played
    elif len(verdict.outcomes) > 1:
        other = verdict.outcomes[1].move
    else:
        return ()
    return judge.why(case.position, verdict.best.move, other, case.seed, case.n_moves)


def _time_left(request: Request) -> float | None:
    if request.time is None:
        return None
    return max(request.time - max(time.monotonic() - request.asked, 0.0), request.time / 10)


def watch_parent(parent: int) -> None:
    """Ends the process when its parent has, however that ended and whatever a bot is doing."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def read_frames(source: IO[bytes], game: Game, frames: queue.Queue[Any]) -> None:
    """The reader thread: whoever ponders sees that a frame has come. None after the last one, or after one that cannot
    be read."""
    try:
        while (frame := read_frame(source, game)) is not None:
            frames.put(frame)
    finally:
        frames.put(None)


def serve(frames: queue.Queue[Any], sink: IO[bytes], game: Game) -> None:
    """Does what the frames say, one after the other, until None comes."""
    players: dict[tuple[str, int], Bot] = {}
    while (frame := frames.get()) is not None:
        if frame == "forget":  # the players took moves back: what bots planned no longer holds
            players.clear()
        elif isinstance(frame, Ponder):
            ponder(frame, game, players, frames)
        elif isinstance(frame, Recap):
            recap(frame, game, players)
        else:
            write_frame(sink, judged(frame, game) if isinstance(frame, Case) else answer(frame, game, players))


def main() -> None:
    threading.Thread(target=watch_parent, args=(int(sys.argv[1]),), daemon=True).start()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not fall between the frames
    game = remade(read_frame(source))
    frames: queue.Queue[Any] = queue.Queue()
    threading.Thread(target=read_frames, args=(source, game, frames), daemon=True).start()
    serve(frames, sink, game)


if __name__ == "__main__":
    from arena.terminal import worker  # under its own name, so that its answers can be read by whoever imports it

    worker.main()
