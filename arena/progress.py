"""Shows a running tournament on stderr: a bar and a live table on a terminal, plain lines elsewhere. Called by
`arena.running`."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

from tqdm import tqdm  # type: ignore[import-untyped]

from arena.summary import shorten
from arena.tournament import State
from arena.wording import counted

REDRAW = 0.2  # seconds between pictures on a terminal
LINE_EVERY = 10.0  # seconds between plain lines
MAX_ROWS = 12
FIT_SHARE = 0.05  # of the time may go into fitting the ratings so far


class Progress:
    """Call it with the state as often as you like; it draws when it is time."""

    def __init__(self, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.quiet = quiet
        self.is_terminal = self.stream.isatty()
        self._start = time.monotonic()
        self._first: int | None = None
        self._last = self._start
        self._n_lines = 0
        self._table: list[tuple[str, float]] = []
        self._next_fit = self._start

    def __call__(self, state: State) -> None:
        if self._first is None:
            self._first = state.done
        now = time.monotonic()
        if self.quiet or now - self._last < (REDRAW if self.is_terminal else LINE_EVERY):
            return
        self._last = now
        self._draw(state)

    def close(self, state: State | None) -> None:
        """The last picture has the ratings of the final table."""
        if not self.quiet and self.is_terminal and state is not None:
            self._next_fit = 0.0
            self._draw(state)

    def _draw(self, state: State) -> None:
        text = self._picture(state) if self.is_terminal else self._line(state) + "\n"
        self.stream.write(text)
        self.stream.flush()

    def _spent(self) -> float:
        return max(1e-6, time.monotonic() - self._start)

    def _ratings(self, state: State) -> list[tuple[str, float]]:
        """Of the games so far: fitted anew if that is not too often for as long as it takes."""
        began = time.monotonic()
        if began >= self._next_fit:
            self._table = state.standing.table()
            took = time.monotonic() - began
            self._next_fit = began + took / FIT_SHARE
        return self._table

    def _picture(self, state: State) -> str:
        """The lines of before are written over."""
        columns = shutil.get_terminal_size().columns - 1
        first = self._first or 0
        bar = tqdm.format_meter(
            state.done, state.total, self._spent(), ncols=columns, unit="game", initial=first, ascii=False
        )
        lines = [bar, *self._extra(state)]
        table = self._ratings(state)[:MAX_ROWS]
        if table:
            lines.append("         Elo   games  so far")
        games = state.standing.games
        for rank, (bot, elo) in enumerate(table, 1):
            lines.append(f"{rank:>4}  {round(elo):>+6d}  {games[bot]:>6}  {shorten(bot, max(10, columns - 24))}")
        up = f"\x1b[{self._n_lines}A\r" if self._n_lines else "\r"
        self._n_lines = len(lines)
        return up + "".join(f"{line[:columns]}\x1b[K\n" for line in lines) + "\x1b[J"

    def _line(self, state: State) -> str:
        rate = (state.done - (self._first or 0)) / self._spent()
        left = f"{(state.total - state.done) / rate:.0f} s left" if rate > 0 else "time left unknown"
        top = ", ".join(f"{shorten(bot)} {round(elo):+d}" for bot, elo in self._ratings(state)[:4])
        parts = [f"{state.done}/{counted(state.total, 'game')}, {rate:.1f}/s, {left}", *self._extra(state)]
        return "; ".join([*parts, f"Elo so far: {top}"] if top else parts)

    @staticmethod
    def _extra(state: State) -> list[str]:
        found = []
        if state.sprt is not None:
            low, high = state.sprt.plan.bounds
            found.append(f"SPRT: LLR {state.sprt.llr:+.2f} [{low:.2f}, {high:.2f}] after {state.sprt.n} blocks")
        if state.error is not None:
            found.append(f"widest interval ±{state.error:.0f}")
        if state.n_faults:
            found.append(counted(state.n_faults, "fault"))
        return found
