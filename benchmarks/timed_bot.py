"""A bot as an outside program that also keeps how long it thought, as itself sees it: without pipes and JSON.

`PYTHON timed_bot.py FOLDER SPEC`, by the interpreter of any version that has `boomtown bot`: of this file only the
standard library is needed, all else is that version's. When a game ends, a line is added to FOLDER/thinking.jsonl.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = "thinking.jsonl"
QUIT = '{"type":"quit"}'  # as the arena writes it


class Watch:
    """Adds up what one bot spends in one game."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.processor = 0.0  # seconds of it: on a busy machine the clock also counts what others do
        self.longest = 0.0
        self.decisions = 0
        self.choices = 0  # decisions with more than one legal move
        self.is_over = False

    def timed(self, ask: Any) -> Any:
        def asked(bot: Any, observation: Any, legal: list[int], *rest: Any) -> Any:
            start, before = time.monotonic(), time.process_time()
            try:
                return ask(bot, observation, legal, *rest)
            finally:
                spent = time.monotonic() - start
                self.seconds += spent
                self.processor += time.process_time() - before
                self.longest = max(self.longest, spent)
                self.decisions += 1
                self.choices += len(legal) > 1

        return asked

    def heard(self, lines: Any) -> Iterator[str]:
        """The lines that come; a game is over when `quit` does, not when the other side breaks off."""
        for line in lines:
            self.is_over = line.strip() == QUIT
            yield line

    def write(self, folder: Path) -> None:
        found = {
            "seconds": round(self.seconds, 6), "processor": round(self.processor, 6),
            "longest": round(self.longest, 6), "decisions": self.decisions, "choices": self.choices,
        }  # fmt: skip
        file = os.open(folder / FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(file, (json.dumps(found) + "\n").encode())  # one call: lines of several games do not mix
        finally:
            os.close(file)


def main() -> None:
    folder, spec = sys.argv[1:]
    sys.path.pop(0)  # the folder of this file: it is another version's
    import bots
    from arena.speaking import speak

    watch = Watch()
    bots.ask = watch.timed(bots.ask)
    speak(spec, watch.heard(sys.stdin), lambda line: print(line, flush=True))
    if watch.is_over and watch.decisions:
        watch.write(Path(folder))


if __name__ == "__main__":
    main()
