"""Bots that misbehave inside the worker, each in one way, at the decision named by `at`. For the tests of faults."""

import contextlib
import ctypes
import os
import signal
import sys
import time
from dataclasses import dataclass

from bots import Bot, param


@dataclass(frozen=True)
class At:
    at: int = param(3, "the decision that goes wrong")


class Bad(Bot):
    name = "bad"
    Params = At
    seen = 0

    def choose(self, observation, legal, budget, rng):
        self.seen += 1
        if self.seen == self.params.at:
            return self.misbehave(legal)
        return legal[rng.below(len(legal))]

    def misbehave(self, legal):
        return legal[0]


class Fine(Bad):
    pass


class Waits(Bad):
    """Takes its time, and no more."""

    def misbehave(self, legal):
        time.sleep(0.15)
        return legal[0]


class Raises(Bad):
    def misbehave(self, legal):
        print("about to divide", file=sys.stderr, flush=True)
        return 1 // 0


class Illegal(Bad):
    def misbehave(self, legal):
        return max(legal) + 1


class ReturnsNone(Bad):
    def misbehave(self, legal):
        return None


class ReturnsText(Bad):
    def misbehave(self, legal):
        return "pass"


class Sleeps(Bad):
    def misbehave(self, legal):
        time.sleep(1000)


class Stubborn(Bad):
    """Swallows every exception: only death ends it."""

    def misbehave(self, legal):
        while True:
            with contextlib.suppress(BaseException):
                time.sleep(1000)


class StuckInC(Bad):
    """Hangs where no Python runs."""

    def misbehave(self, legal):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        ctypes.CDLL(None).pause()


class Exits(Bad):
    def misbehave(self, legal):
        os._exit(3)


class ExitsAnew(Bad):
    """Ends its process in another way each time, so that no two deaths are alike."""

    def misbehave(self, legal):
        os._exit(os.getpid() % 251 + 1)


class SysExits(Bad):
    def misbehave(self, legal):
        sys.exit(4)


class Crashes(Bad):
    def misbehave(self, legal):
        os.kill(os.getpid(), signal.SIGSEGV)
        time.sleep(10)


class Slow(Bad):
    """Answers, but late."""

    def misbehave(self, legal):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        until = time.monotonic() + 0.33
        while time.monotonic() < until:
            pass
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        return legal[0]


class Chatty(Bad):
    """Prints megabytes, and plays on."""

    def misbehave(self, legal):
        for _ in range(20):
            sys.stdout.write("x" * 100_000 + "\n")
        sys.stdout.flush()
        return legal[0]


class Forks(Bad):
    """Leaves a detached child behind, and plays on."""

    def misbehave(self, legal):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(0)
        return legal[0]


class CannotBeMade(Bad):
    def __init__(self, game, seat, params=None):
        raise RuntimeError("no engine today")
