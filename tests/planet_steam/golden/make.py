"""Makes the golden records beside it: `python -m tests.planet_steam.golden.make`. The same files on every machine.

Each file holds one random game that prefers verbs not played much so far, so that together the records hold every verb
of the notation. Run it again only when the rules change on purpose: `tests/planet_steam/test_golden.py` replays the
records through the engine and through the oracle, and an unchanged engine must reproduce them byte for byte. The folder
`version_1` keeps records of the older format as they are: nothing writes it any more, but all readers take it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import count
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
    found["agreed-neutrals"] = {"edition": "ffg", "players": 3, "rules": ["variable-claims"], "river_neutrals": 4}
    found["stowing"] = {"players": 2, "rules": ["freelance-carrier"], "board": narrow_board("ffg", 2)}
    found["emergency"] = {"edition": "ludoart", "players": 3, "board": narrow_board("ludoart", 3)}
    return found


def narrow_board(edition: str, players: int) -> dict[str, Any]:
    """Small carriers for all but energy, cheap tanks, a longer supply track for energy, and a river with a bend."""
    board: dict[str, Any] = new_game(edition=edition, players=players).header()["board"]
    board |= {"capacity": [[1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6], [6, 9, 12, 15]], "tank_prices": [2] * 14}
    board |= {"start": [0, 1, 2, 6], "river": ["A4", "B4", "C4", "D4", "D3", "D2"]}
    board["supply_change"][3] += [-3] * 4
    return board


# What a record must hold, by its name: the seed goes up until it does.
HELD: dict[str, Callable[[list[list[Any]]], bool]] = {
    "stowing": lambda moves: sum(move[1] == "stow" for move in moves) >= 3,
    "emergency": lambda moves: any(move[1] == "emergency" and len(move) == 4 for move in moves),
}


def play(name: str, settings: dict[str, Any], seen: Counter[str]) -> dict[str, Any]:
    """The first game from the name's own seed on that holds what it must."""
    for seed in count(sum(name.encode())):
        trial = Counter(seen)
        record = play_with(seed, name, settings, trial)
        if HELD.get(name, bool)(record["moves"]):
            seen.update(trial - seen)
            return record
    raise AssertionError


def play_with(seed: int, name: str, settings: dict[str, Any], seen: Counter[str]) -> dict[str, Any]:
    game = new_game(**settings)
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
