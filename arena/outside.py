"""Bots that are programs of their own (`exec:./mybot`): JSON lines over stdin and stdout. Made by `arena.play`.

The protocol is in `docs/outside-bots.md`. Nothing the program does can hold up or fill up the arena: every wait has an
end, every line and every answer a greatest size, stderr is read and all but its end dropped, and the program's whole
process group is killed when the game ends.
"""

from __future__ import annotations

import fcntl
import json
import os
import resource
import selectors
import shlex
import subprocess
import termios
import time
from array import array
from contextlib import suppress
from typing import Any

from arena import processes
from arena.faults import MAX_DETAIL, BotFault
from arena.hosts import Hosts, Program
from bots import Budget
from engine import BoomtownError, Game, Observation, Stream

PROTOCOL = 1  # goes up when programs written for the number before are no longer understood
MINOR = 1  # goes up with every addition: fields and messages that older programs pass over
MAX_LINE = 1 << 20  # bytes of one line
MAX_ANSWER = 4 << 20  # bytes the program may write before one answer
START_LIMIT = 10.0  # seconds for `hello` and for `ready`
QUIT_LIMIT = 0.1  # seconds after `quit` before the program is killed
CHUNK = 1 << 16
MAX_CHATTER = 1 << 20  # bytes of stderr before one answer that are read as fast as they come
CHATTER_PAUSE = 0.005  # seconds before each further chunk: a flood waits in its pipe and takes no processor from others


class Conversation:
    """A program that was started, and the lines to and from it."""

    def __init__(self, command: str, seat: int = 0, hosts: Hosts | None = None) -> None:
        self._buffer = b""
        self._unsent = b""  # of messages that want no answer
        self._stderr = b""
        self._chatter = 0  # bytes of stderr since the last question
        self.forgives = False  # passes over what the program calls errors
        words = split(command)
        started: Any = self._start(words) if hosts is None else hosts.program(f"exec:{command}", seat, words)
        self._process = started
        self._selector = selectors.DefaultSelector()
        for stream in (self._process.stdout, self._process.stderr):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)
        os.set_blocking(self._process.stdin.fileno(), False)

    @staticmethod
    def _start(words: list[str]) -> subprocess.Popen[bytes]:
        parent = os.getpid()

        def prepare() -> None:
            processes.die_with_parent(parent)
            hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))

        try:
            return subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=prepare,
                bufsize=0,
            )
        except OSError as error:
            raise BotFault("dies", f"cannot be started: {error.strerror}") from None

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def was_killed(self) -> bool:
        return isinstance(self._process, Program) and self._process.was_killed

    def pause(self) -> None:
        """While others think, unless it may ponder."""
        if isinstance(self._process, Program):
            self._process.pause()

    def resume(self) -> None:
        if isinstance(self._process, Program):
            self._process.resume()

    def tell(self, message: dict[str, Any]) -> None:
        """A message that wants no answer. What the program's pipe has no room for waits for the next one."""
        self.send(_line(message))

    def heard(self, seconds: float) -> list[dict[str, Any]]:
        """The messages that come unasked within a time, and any that came before."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and len(self._buffer) <= MAX_LINE:
            self._pump(left)
        *lines, self._buffer = self._buffer.split(b"\n")
        return [message for message in map(self._read, lines) if message is not None]

    def wait(self, seconds: float) -> bool:
        """Whether the program ends within a time; what it writes meanwhile is dropped."""
        until = time.monotonic() + seconds
        while self.is_running:
            if time.monotonic() > until:
                return False
            self._pump(0.01)
            self._buffer = b""
        return True

    def hang_up(self) -> None:
        """Closes its input, as the end of the arena would."""
        self._process.stdin.close()

    def send(self, data: bytes) -> None:
        self._unsent += data
        with suppress(OSError):  # full, or closed: that it ended shows elsewhere
            self._unsent = self._unsent[os.write(self._process.stdin.fileno(), self._unsent) :]

    def close(self) -> None:
        """Says `quit`, then ends the program and everything it started in its group."""
        process = self._process
        if isinstance(process, Program):
            process.resume()
        if process.poll() is None:
            self.tell({"type": "quit"})
            for stream in (process.stdin, process.stdout, process.stderr):
                with suppress(OSError):
                    stream.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(QUIT_LIMIT)
        if isinstance(process, Program):
            process.finish()
        else:
            processes.kill_group(process.pid)
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                stream.close()
        self._selector.close()

    # -- lines ---------------------------------------------------------------------------------------------------------

    def ask(self, message: dict[str, Any], wanted: str, limit: float) -> dict[str, Any]:
        """Sends one message and waits for the answer of the wanted type; other messages are passed over."""
        until = time.monotonic() + limit
        self._pump(0.0)  # what was written unasked is no answer
        self._buffer = b""
        self._chatter = 0
        unsent, self._unsent = self._unsent + _line(message), b""
        self._selector.register(self._process.stdin, selectors.EVENT_WRITE)
        taken = 0
        try:
            while True:
                while b"\n" in self._buffer:
                    line, _, self._buffer = self._buffer.partition(b"\n")
                    answer = self._read(line)
                    if answer is not None and self._is_answer(answer, wanted, message.get("number")):
                        return answer
                if len(self._buffer) > MAX_LINE:
                    raise self.fault("garbage", f"wrote a line of more than {MAX_LINE} bytes")
                if taken > MAX_ANSWER:
                    raise self.fault("garbage", f"wrote more than {MAX_ANSWER} bytes without an answer")
                unsent, n_read = self._pump(min(0.05, until - time.monotonic()), unsent)
                taken += n_read
                if not n_read:
                    self._check(until)
        finally:
            with suppress(KeyError, ValueError):
                self._selector.unregister(self._process.stdin)

    def _pump(self, seconds: float, unsent: bytes = b"") -> tuple[bytes, int]:
        """Moves bytes in whichever direction is ready. Returns what is still to be sent, and how much came."""
        n_read = 0
        for key, _ in self._selector.select(max(0.0, seconds)):
            if key.fileobj is self._process.stdin:
                try:
                    unsent = unsent[os.write(key.fd, unsent[:CHUNK]) :]
                except OSError:  # closed: that it ended shows elsewhere
                    unsent = b""
                if not unsent:
                    self._selector.unregister(key.fileobj)
                continue
            try:
                data = os.read(key.fd, CHUNK)
            except BlockingIOError:
                continue
            if not data:
                self._selector.unregister(key.fileobj)
            elif key.fileobj is self._process.stdout:
                self._buffer += data
                n_read += len(data)
            else:
                self._stderr = (self._stderr + data)[-MAX_DETAIL:]
                self._chatter += len(data)
                if self._chatter > MAX_CHATTER:
                    time.sleep(CHATTER_PAUSE)
        return unsent, n_read

    def _check(self, until: float) -> None:
        """Nothing came: is the program dead or late?"""
        if self._process.poll() is not None and not self._has_output():
            is_unread = self._is_unread()
            hosted = isinstance(self._process, Program)
            how, is_doubtful = self._process.finish() if hosted else (_ending(self._process.returncode), False)
            fault = self.fault("dies", f"the program ended with {how}")
            fault.is_doubtful, fault.is_unread = is_doubtful, is_unread
            raise fault
        if time.monotonic() >= until:
            raise self.fault("overtime", "did not answer in time")

    def _is_unread(self) -> bool:
        """Whether what was asked is still in the pipe."""
        size = array("i", [0])
        with suppress(OSError, ValueError):
            fcntl.ioctl(self._process.stdin.fileno(), termios.FIONREAD, size)
        return size[0] > 0

    def _has_output(self) -> bool:
        """Whether what a dead program wrote before is still to be read."""
        return any(key.fileobj is self._process.stdout for key, _ in self._selector.select(0))

    def _read(self, line: bytes) -> dict[str, Any] | None:
        """A line's message; None for chatter, which is anything that does not begin with a brace."""
        if not line.lstrip().startswith(b"{"):
            return None
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise self.fault("garbage", f"wrote a line that is no JSON: {line[:200]!r}") from None
        return message if isinstance(message, dict) else None

    def _is_answer(self, message: dict[str, Any], wanted: str, number: int | None) -> bool:
        if message.get("type") == "error" and not self.forgives:
            raise self.fault("raises", str(message.get("message", "the program reported an error"))[:MAX_DETAIL])
        return message.get("type") == wanted and message.get("number") in (None, number)

    def fault(self, kind: str, detail: str) -> BotFault:
        with suppress(OSError, ValueError):
            self._stderr = (self._stderr + (os.read(self._process.stderr.fileno(), CHUNK) or b""))[-MAX_DETAIL:]
        return BotFault(kind, detail, self._stderr.decode(errors="replace"))


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


class OutsideBot:
    """One program playing one seat of one game."""

    def __init__(self, command: str, game: Game, seat: int, seed: int, hosts: Hosts | None = None) -> None:
        self.game = game
        self.seat = seat
        self.limit = START_LIMIT
        self.analysis: dict[str, Any] | None = None
        self._number = 0
        self._talk = Conversation(command, seat, hosts)
        try:
            answer = self._talk.ask(hello(), "hello", START_LIMIT)
            self.follows = answer.get("follow") is True  # it wants to be told every move
            self._talk.ask(new(game, seat, seed), "ready", START_LIMIT)
            self._talk.pause()
        except BaseException:
            self.close()
            raise

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        self._number += 1
        asked = question(self._number, observation, legal, budget)
        self._talk.resume()
        answer = self._talk.ask(asked, "bestmove", self.limit)
        self._talk.pause()
        analysis = answer.get("analysis")
        self.analysis = analysis if isinstance(analysis, dict) else None
        return self._parse(answer.get("move"))

    def tell_played(self, number: int, move: list[Any]) -> None:
        """A move as this seat saw it, made by anybody: `number` as records count, the seat and the move's words."""
        self._talk.tell({"type": "played", "number": number, "move": move})

    def _parse(self, move: Any) -> int:
        """A move as a record writes it, with or without the seat, or as text."""
        if isinstance(move, list) and len(move) > 1 and type(move[0]) is int:
            if move[0] != self.seat:
                raise self._talk.fault("illegal", f"answered for seat {move[0]}, but sits in seat {self.seat}")
            move = move[1:]
        if not isinstance(move, (str, list)) or not move:
            raise self._talk.fault("illegal", f"answered {json.dumps(move)[:200]}, which is no move")
        try:
            return int(self.game.move(move))
        except (BoomtownError, TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
            raise self._talk.fault("illegal", f"answered {json.dumps(move)[:200]}: {error}") from None

    @property
    def was_killed(self) -> bool:
        return self._talk.was_killed

    def close(self) -> None:
        self._talk.close()


def hello() -> dict[str, Any]:
    return {"type": "hello", "protocol": PROTOCOL, "minor": MINOR, "server": "boomtown"}


def new(game: Game, seat: int, seed: int) -> dict[str, Any]:
    return {"type": "new", "game": game.header(), "seat": seat, "seats": game.n_seats, "seed": seed % (1 << 53)}


def question(number: int, observation: Observation, legal: list[int], budget: Budget) -> dict[str, Any]:
    words, clock = observation.game.words, budget.clock
    return {
        "type": "move",
        "number": number,
        "time": budget.time,
        "sims": budget.sims,
        "clock": None if clock is None else {"left": clock.base, "increment": clock.increment},
        "observation": observation.view(),
        "legal": [[observation.seat, *words(move)] for move in legal],
    }


def split(command: str) -> list[str]:
    """The words of a command line, as a shell would split them."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BoomtownError(f"exec:{command}: {error}") from None
    if not words:
        raise BoomtownError("exec: names no program; write exec:./mybot")
    return words


def _ending(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
