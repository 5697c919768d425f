"""The errors a user can cause. Each says in one line what was wrong and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class BoomtownError(ValueError):
    """Base of all errors that are the user's to mend; the command line prints it and exits with 2."""


class NotationError(BoomtownError):
    """A move's text that names no move at all."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text}: {reason}")
        self.text = text


class IllegalMove(BoomtownError):
    """A move that exists but is not legal here. `nearest` are the legal moves closest to it."""

    def __init__(self, move: str, nearest: list[str], n_legal: int) -> None:
        if not n_legal:
            hint = "the game is over"
        else:
            more = f" ({n_legal} in all)" if n_legal > len(nearest) else ""
            hint = f"legal here: {', '.join(nearest)}{more}"
        super().__init__(f"{move} is not legal; {hint}")
        self.move = move
        self.nearest = nearest


class SettingsError(BoomtownError):
    """Settings no game can be made of: an unknown word, too many players."""


class BoardError(BoomtownError):
    """A board file with faults; all of them are in `faults`, each starting with its key."""

    def __init__(self, source: str, faults: list[str]) -> None:
        super().__init__(f"{source}: {'; '.join(faults)}")
        self.source = source
        self.faults = faults


class RecordError(BoomtownError):
    """A record that is no record, or that the rules contradict: names file, line, move and key."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`" (did you mean x?)"` for a name close to a known one, else nothing: a clause for an error's message."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near else ""


def unknown_verb(given: Sequence[object], verbs: Sequence[str]) -> NotationError:
    """What is wrong with a move's words when the first is none of these verbs, or there is none."""
    name = str(given[0]) if given else ""
    near = difflib.get_close_matches(name, verbs, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"verbs are {', '.join(verbs)}"
    wrong = f"unknown verb {name}" if name else "an empty move"
    return NotationError(" ".join(map(str, given)), f"{wrong}; {hint}")
