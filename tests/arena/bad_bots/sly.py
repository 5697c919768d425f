"""Bots whose answers, analyses, exceptions or endings bite whoever touches them. For the tests of faults."""

import contextlib
import math
import os
import sys
import time

from tests.arena.bad_bots.inside import Bad


class Surrogate(Bad):
    def misbehave(self, legal):
        raise ValueError("\ud800")


class Loud(Bad):
    """Raises what cannot be printed."""

    def misbehave(self, legal):
        class Unspeakable(BaseException):
            def __str__(self):
                time.sleep(1000)

        raise Unspeakable


class ExitsWithAnything(Bad):
    def misbehave(self, legal):
        class Code:
            def __repr__(self):
                return 1 // 0

        sys.exit(Code())


class PressesCtrlC(Bad):
    def misbehave(self, legal):
        raise KeyboardInterrupt


class BadIndex(Bad):
    def misbehave(self, legal):
        class Move:
            def __index__(self):
                return 1 // 0

        return Move()


class SlowIndex(Bad):
    def misbehave(self, legal):
        class Move:
            def __index__(self):
                time.sleep(1000)

        return Move()


class EqualsAll(Bad):
    """A move that says it is any other."""

    def misbehave(self, legal):
        class Move(int):
            def __eq__(self, other):
                return True

            __hash__ = int.__hash__

        return Move(4_000_000_000)


class BadAnalysis(Bad):
    @property
    def analysis(self):
        if self.seen == self.params.at:
            return 1 // 0
        return None


class Boasts(Bad):
    """Says numbers that no file holds, and one that it does."""

    worths = (10**400, math.nan, math.inf, 12.5)

    def misbehave(self, legal):
        return legal[0]

    @property
    def analysis(self):
        return {"worth": self.worths[(self.seen - 1) % 4], "chance": math.nan}


class BadClose(Bad):
    def close(self):
        raise RuntimeError("never")


class SlowClose(Bad):
    def close(self):
        time.sleep(1000)


class StubbornClose(Bad):
    def close(self):
        while True:
            with contextlib.suppress(BaseException):
                time.sleep(1000)


class StubbornTwice(StubbornClose):
    """Hangs at a move and again at the end, each time until killed."""

    def misbehave(self, legal):
        self.close()


class DeadlyClose(Bad):
    def close(self):
        os._exit(5)
