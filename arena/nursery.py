"""The processes that foreign bots are forked from, and the life of such a bot. Started by a worker (`arena.hosts`),
over one socket each:

origin   forked from the worker before it knows any game: clean and warm. Forks nurseries.
nursery  of one bot in one seat. Forks a process for it for each game, waits for it, ends it and all it left behind.
         Under bubblewrap a nursery is not forked but started afresh, inside.
bot      holds its game, its seat's observations and its random stream; never a state, a deal's seed or another bot.

Who harms the process it comes from harms its own nursery, which the referee starts again.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import select
import signal
import socket
import sys
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from arena import processes, sandbox, wire
from arena.faults import clean, note_of, words_of
from bots import Budget, TimeControl, WrongAnswer, ask, parse_spec
from bots.registry import SpecError
from engine import Game
from engine.games import remade
from engine.rng import _restore

LINGER = 0.25  # seconds
LINGER_STEPS = 100
LOOK_EVERY = 0.2  # seconds between counts of what a bot has started
PRELOAD = ("bots", "bots.greedy", "bots.random_bot", "bots.heuristic", "bots.mcts")


def fork_origin() -> tuple[socket.socket, int]:
    """Our end of the origin's socket, and its process id."""
    ours, theirs = socket.socketpair()
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        _live(lambda: _serve_origin(theirs), parent, theirs)
    theirs.close()
    return ours, pid


def _live(life: Callable[[], None], parent: int, line: socket.socket) -> NoReturn:
    """A forked process, to its end: with one line and nothing else of what its parent had open."""
    try:
        processes.die_with_parent(parent)
        processes.close_descriptors(frozenset([line.fileno()]))
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        life()
    except (wire.Closed, OSError):
        pass
    finally:
        os._exit(0)


def _serve_origin(control: socket.socket) -> None:
    os.setsid()
    processes.close_to_others()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a nursery ended
    me = os.getpid()
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not data:
            return
        line = socket.socket(fileno=descriptors[0])
        if os.fork() == 0:
            _live(lambda line=line: serve(line), me, line)  # type: ignore[misc]
        line.close()


def main(descriptor: int) -> None:
    """A nursery started as a program of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in PRELOAD:
        with suppress(ImportError):
            importlib.import_module(name)
    with suppress(wire.Closed, OSError):
        serve(socket.socket(fileno=descriptor))


class _Child:
    """The bot of the moment."""

    def __init__(self) -> None:
        self.pid = 0
        self.status: int | None = None
        self.is_counted = False  # in a sandbox
        self._next_count = 0.0

    def watch(self, control: socket.socket) -> None:
        """Until an order comes: counts what the bot has started. The system's own limit does not hold root."""
        while self.is_counted and self.pid and self.status != wire.TOO_MANY:
            left = self._next_count - time.monotonic()
            if left <= 0:
                self._next_count = time.monotonic() + LOOK_EVERY
                for orphan in set(processes.children(os.getpid())) - {self.pid}:
                    os.waitpid(orphan, os.WNOHANG)
                if len(processes.descendants(os.getpid())) > sandbox.MAX_PROCESSES:
                    self._kill()
                    self.status = wire.TOO_MANY
            elif select.select([control], [], [], left)[0]:
                return

    def look(self, *, waits: bool = False) -> int | None:
        """How it ended, as from waitpid; None: not yet."""
        if self.pid and self.status is None:
            pid, status = os.waitpid(self.pid, 0 if waits else os.WNOHANG)
            self.status = status if pid else None
        return self.status

    def linger(self) -> None:
        """Its line is closed: most likely it is about to end, and how should be its own doing."""
        for _ in range(LINGER_STEPS):
            if not self.pid or self.look() is not None:
                return
            time.sleep(LINGER / LINGER_STEPS)

    def end(self) -> int:
        """How it had ended, or was ended now. Nothing of it stays."""
        if not self.pid:
            return 0
        if self.status != wire.TOO_MANY:
            self._kill()
        status, self.pid, self.status = self.status, 0, None
        return status or 0

    def _kill(self) -> None:
        self.look()
        processes.kill_group(self.pid)
        processes.kill(self.pid)
        self.look(waits=True)
        processes.end_descendants()


def serve(control: socket.socket) -> None:
    """A nursery's life. Orders: B begin a bot, P begin a program, V begin a bot that is only looked at, W how is it,
    E end it, D it is about to end."""
    if os.getpid() != os.getsid(0):  # a program of its own leads its session already
        os.setsid()
    processes.close_to_others()
    processes.adopt_orphans()
    child, memory, n_processes = _Child(), sandbox.limit_memory(), sandbox.count_processes()
    game: Game | None = None
    try:
        while True:
            child.watch(control)
            kind, _, body = wire.receive(control)
            if kind in LIVES:
                order = json.loads(body)
                order["limits"] = [memory, n_processes]
                control.settimeout(None)
                _, descriptors, _, _ = socket.recv_fds(control, 1, 4)
                child.end()
                if order.get("game") is not None:
                    game = game or remade(order["game"])  # once: finding the games there are takes 20 ms
                _begin(control, child, {**order, "game": game}, descriptors, LIVES[kind])
            elif kind == b"W":
                status = child.look()
                wire.send(control, b"S", 0, b"" if status is None else str(status).encode())
            elif kind in b"ED":
                if kind == b"D":
                    child.linger()
                wire.send(control, b"S", 0, str(child.end()).encode())
    finally:
        child.end()


def _begin(control: socket.socket, child: _Child, order: Any, descriptors: list[int], life: Any) -> None:
    parent = os.getpid()
    trouble, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            control.close()
            os.close(trouble)
            os.setsid()
            processes.die_with_parent(parent)
            processes.close_to_others(False)
            life(order, descriptors, told)
            status = 0
        finally:
            os._exit(status)
    child.pid = pid
    child.is_counted = order["sandbox"] != "off"
    for descriptor in (told, *descriptors):
        os.close(descriptor)
    said = b""
    while more := os.read(trouble, 4096):  # ends when the bot begins: it closes its end, or `exec` does
        said += more
    os.close(trouble)
    handles = [os.pidfd_open(pid)] if hasattr(os, "pidfd_open") else []
    body = json.dumps([pid, said.decode(errors="replace")]).encode()
    wire.send(control, b"P", 0, body)
    socket.send_fds(control, [b"."], handles)
    for handle in handles:
        os.close(handle)


def _confine(order: dict[str, Any]) -> None:
    if order["sandbox"] != "off":
        sandbox.confine(*order["limits"])


def be_program(order: dict[str, Any], descriptors: list[int], told: int) -> None:
    """Becomes a program, with the descriptors as its stdin, stdout and stderr."""
    try:
        moved = [os.dup(descriptor) for descriptor in descriptors[:3]]
        for number, descriptor in enumerate(moved):
            os.dup2(descriptor, number)
        processes.close_descriptors(frozenset([told]))
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        _confine(order)
        os.execvp(order["command"][0], order["command"])
    except OSError as error:
        os.write(told, (error.strerror or str(error)).encode())
        raise


def be_bot(order: dict[str, Any], descriptors: list[int], told: int) -> None:
    """Plays one seat of one game: makes the bot, then answers question after question."""
    guest = _Guest(_settled(order, descriptors, told), order)
    with suppress(wire.Closed):
        while guest.turn():
            pass


def be_seen(order: dict[str, Any], descriptors: list[int], told: int) -> None:
    """Loads a bot and tells its spec, or what is wrong with it."""
    line = _settled(order, descriptors, told)
    try:
        parsed = parse_spec(order["spec"])
        if order["game"] is not None:
            parsed.check(order["game"])
        kind, said = b"S", str(parsed)
    except SpecError as fault:
        kind, said = b"F", str(fault).removeprefix(f"bot {order['spec']}: ")
    except BaseException as fault:
        kind, said = b"F", f"fails to load: {type(fault).__name__}: {fault}"
    wire.send(line, kind, 0, _bytes(said))


def _settled(order: dict[str, Any], descriptors: list[int], told: int) -> socket.socket:
    """The line to the referee, of a process that has nothing else any more, and is confined."""
    line = socket.socket(fileno=descriptors[0])
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(descriptors[1], 1)
    os.dup2(descriptors[1], 2)
    os.close(told)
    processes.close_descriptors(frozenset([line.fileno()]))
    os.register_at_fork(after_in_child=line.close)  # a child must not keep the line open
    _confine(order)
    return line


LIVES = {b"B": be_bot, b"P": be_program, b"V": be_seen}


class _Guest:
    """The bot's side of the line."""

    def __init__(self, line: socket.socket, order: dict[str, Any]) -> None:
        self.line = line
        self.said: Any = None  # its last analysis
        try:
            self.game: Game = order["game"]
            self.seat = int(order["seat"])
            self.stream = _restore(order["seed"], order["seed"])
            spec = parse_spec(order["spec"])
            self.bot: Any = spec.make(self.game, self.seat)
            own = getattr(spec.params, "time", None)
            ready = wire.READY.pack(float(own) if own else math.nan, hasattr(self.bot, "close"))
        except BaseException as error:
            self._tell(0, error)
            raise wire.Closed from None
        wire.send(line, b"Y", 0, ready)

    def turn(self) -> bool:
        kind, number, body = wire.receive(self.line)
        if kind == b"C":
            with suppress(BaseException):
                self.bot.close()
            return False
        try:
            answer = self._answer(body)
        except WrongAnswer as wrong:
            wire.send(self.line, b"W", number, _bytes(wrong.shown))
        except BaseException as error:
            self._tell(number, error)
        else:
            wire.send(self.line, b"M", number, answer)
        return True

    def _answer(self, body: bytes) -> bytes:
        mover, size, n_legal, seconds, sims, left, increment = wire.QUESTION.unpack_from(body)
        at = wire.QUESTION.size + size
        observation = self.game.load_observation(self.seat, mover, body[wire.QUESTION.size : at])
        legal = list(array("I", body[at : at + 4 * n_legal]))
        clock = None if math.isnan(left) else TimeControl(left, increment)
        budget = Budget(None if math.isnan(seconds) else seconds, None if sims < 0 else sims, clock)
        move = ask(self.bot, observation, legal, self.stream, budget)
        analysis = getattr(self.bot, "analysis", None)
        if analysis is self.said or not isinstance(analysis, dict):
            return wire.ANSWER.pack(move, 0, 0.0, 0.0)
        self.said = analysis
        worth, chance = note_of(analysis)
        said = (worth is not None) + 2 * (chance is not None)
        return wire.ANSWER.pack(move, said, worth or 0.0, chance or 0.0)

    def _tell(self, number: int, error: BaseException) -> None:
        """First that something was raised, then what: an exception's words may be the bot's code too."""
        wire.send(self.line, b"E", number)
        for stream in (sys.stdout, sys.stderr):
            with suppress(BaseException):
                stream.flush()
        try:
            kind, detail, _ = words_of(error)
        except BaseException:
            kind, detail = "raises", "raised an exception that cannot be printed"
        wire.send(self.line, b"X" if kind == "dies" else b"R", number, _bytes(detail))


def _bytes(text: str) -> bytes:
    return clean(text).encode("utf-8", "backslashreplace")[-wire.MAX_ANSWER :]
