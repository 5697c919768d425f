"""Messages between the referee and the processes of foreign bots: a kind, a number, a length, and plain bytes. Nothing
is ever unpickled; whoever reads checks every field."""

from __future__ import annotations

import socket
import struct
import time

HEAD = struct.Struct("<cII")  # kind, number, length of what follows
MAX_MESSAGE = 1 << 24  # to a bot: an observation and its legal moves
MAX_ANSWER = 1 << 16  # from it
ANSWER = struct.Struct("<IBdd")  # move, what was said (1 worth, 2 chance), worth, chance
READY = struct.Struct("<dB")  # the bot's own time for a move or nan, whether it has something to close
# mover, bytes of the observation, legal moves, time or nan, sims or -1, seconds left on the clock or nan, increment
QUESTION = struct.Struct("<iIIdqdd")
TOO_MANY = 1 << 16  # in the place of a process's status, which has 16 bits: it was ended as it had started too many


class Closed(Exception):
    """The other side is gone."""


class Unread(Closed):
    """It went before it read all that was sent."""


class Late(Exception):
    """Nothing came in time."""


class Malformed(Exception):
    """What came is no message."""


def send(line: socket.socket, kind: bytes, number: int = 0, body: bytes = b"", limit: float | None = None) -> None:
    try:
        line.settimeout(limit)
        line.sendall(HEAD.pack(kind, number, len(body)) + body)
    except TimeoutError:
        raise Late from None
    except OSError:
        raise Closed from None


def receive(line: socket.socket, until: float | None = None, most: int = MAX_MESSAGE) -> tuple[bytes, int, bytes]:
    """The next message: kind, number, body. `until`: on the monotonic clock."""
    kind, number, length = HEAD.unpack(_exactly(line, HEAD.size, until))
    if length > most:
        raise Malformed(f"a message of {length} bytes")
    return kind, number, _exactly(line, length, until) if length else b""


def _exactly(line: socket.socket, size: int, until: float | None) -> bytes:
    found = b""
    while len(found) < size:
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            raise Late
        try:
            line.settimeout(left)
            more = line.recv(size - len(found))
        except TimeoutError:
            raise Late from None
        except ConnectionResetError:
            raise Unread from None
        except OSError:
            raise Closed from None
        if not more:
            raise Closed
        found += more
    return found
