"""Makes the golden records beside it: `python -m tests.steamopolis.golden.make`. The same files on every machine.

Each file holds one random game that prefers verbs not played much so far, so that together the records hold every verb
of the notation. Run it again only when the rules change on purpose: `test_golden.py` replays the records through the
engine and through the oracle, and an unchanged engine must reproduce them byte for byte.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from engine import State, Stream
from tests import golden_records
from tests.steamopolis.oracle.boards import VARIANTS, board_named

FOLDER = Path(__file__).parent
PLAYERS = (1, 2, 3, 4)
IDLE = {"skip", "steam", "box"}
EVERY = {f"every-state-{players}" for players in PLAYERS}  # whose records hold all snapshots


def wanted() -> dict[str, dict[str, Any]]:
    """What is played, by file name: for each number of players the data of section 5, to the end and for few rounds,
    the variants that make rare events common, and random data."""
    found: dict[str, dict[str, Any]] = {}
    for players in PLAYERS:
        start = {"start_sp": 5} if players == 1 else {}
        found[f"standard-{players}"] = game(players, 60)
        found[f"short-{players}"] = game(players, 8, **start)
        found[f"every-state-{players}"] = game(players, 4 if players == 1 else 2)
        for variant in VARIANTS:
            found[f"{variant}-{players}"] = game(players, 30, board=board_named(variant))
        found[f"random-data-{players}"] = game(players, 30, board=board_named(f"random {players}"))
    return found


def game(players: int, max_rounds: int, **settings: Any) -> dict[str, Any]:
    return {"name": "steamopolis", "players": players, "max_rounds": max_rounds, **settings}


def pick(state: State, rng: Stream, seen: Counter[str]) -> int:
    """A verb first, then a move with it. Half of the time the rarest so far; declining and steam seldom."""
    by_verb: dict[str, list[int]] = {}
    for move in state.legal():
        by_verb.setdefault(state.game.words(move)[0], []).append(move)
    verbs = [verb for verb in by_verb if verb not in IDLE] if rng.below(8) else list(by_verb)
    verbs = verbs or list(by_verb)
    verb = min(verbs, key=lambda name: seen[name]) if rng.below(2) else rng.choice(verbs)
    return int(rng.choice(by_verb[verb]))


def make() -> dict[str, str]:
    """The records' lines by name."""
    return golden_records.make(wanted(), EVERY, pick)


if __name__ == "__main__":
    golden_records.write(FOLDER, make())
