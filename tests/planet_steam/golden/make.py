"""Makes the golden records beside it: `python -m tests.planet_steam.golden.make`. The same files on every machine.

Each file holds one random game that prefers verbs not played much so far, so that together the records hold every verb
of the notation. Run it again only when the rules change on purpose: `tests/test_golden.py` replays the records through
the engine and through the oracle, and an unchanged engine must reproduce them byte for byte.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from engine import Stream, new_game
from engine.records import build_record, dump
from tests.planet_steam.rules.helpers import RULES
from tests.random_play import random_move

FOLDER = Path(__file__).parent


def wanted() -> dict[str, dict[str, Any]]:
    """What is played, by file name: each edition and number of players, plain and with all rules; each rule alone."""
    found: dict[str, dict[str, Any]] = {}
    for edition in ("ffg", "ludoart"):
        for players in (2, 3, 4, 5):
            found[f"{edition}-{players}"] = {"edition": edition, "players": players}
            found[f"{edition}-{players}-all-rules"] = {"edition": edition, "players": players, "rules": RULES}
    for number, rule in enumerate(RULES):
        edition, players = ("ffg", "ludoart")[number % 2], 2 + number % 4
        found[rule] = {"edition": edition, "players": players, "rules": [rule], "recall": number % 3}
    found["expert"] = {"edition": "ludoart", "players": 4, "rules": ["expert"], "river_neutrals": 1}
    found["open-credits"] = {"edition": "ffg", "players": 3, "credits": "open", "recall": "all"}
    found["every-state"] = {"edition": "ludoart", "players": 2, "rules": ["expert", "sabotage"]}
    return found


def play(name: str, settings: dict[str, Any], seen: Counter[str]) -> dict[str, Any]:
    game = new_game(**settings)
    seed = sum(name.encode())
    state, rng, moves = game.new(), Stream(seed, "golden", name), []
    dice = Stream(seed, "dice")
    while not state.is_over:
        move = state.roll(dice) if state.mover == -1 else random_move(state, rng, seen)
        seen[game.words(move)[0]] += 1
        moves.append(move)
        state.apply(move)
    snapshots = "every" if name == "every-state" else "round"
    return build_record(game, moves, seed=seed, seats=["random"] * game.n_seats, snapshots=snapshots)


def make() -> dict[str, str]:
    """The records' lines by name."""
    seen: Counter[str] = Counter()
    return {name: dump(play(name, settings, seen)) for name, settings in wanted().items()}


def main() -> None:
    lines = make()
    for name, line in lines.items():
        (FOLDER / f"{name}.jsonl").write_text(line)
    verbs = Counter(move[1] for line in lines.values() for move in json.loads(line)["moves"])
    size = sum(map(len, lines.values()))
    print(f"{len(lines)} records, {sum(verbs.values())} moves, {len(verbs)} verbs, {size / 1e6:.2f} MB")
    print(", ".join(f"{verb} {n}" for verb, n in verbs.most_common()))


if __name__ == "__main__":
    main()
