"""Makes the golden records beside it: `python -m tests.planet_steam.golden.make`. The same files on every machine.

Each file holds one random game that prefers verbs not played much so far, so that together the records hold every verb
of the notation. Run it again only when the rules change on purpose: `test_golden.py` replays the records through
the engine and through the oracle, and an unchanged engine must reproduce them byte for byte. The folder `version_1`
keeps records of the older format as they are: nothing writes it any more, but all readers take it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import new_game
from tests import golden_records
from tests.planet_steam.rules.helpers import RULES

FOLDER = Path(__file__).parent
EVERY = {"every-state"}  # whose record holds all snapshots


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


def make() -> dict[str, str]:
    """The records' lines by name."""
    return golden_records.make(wanted(), EVERY, held=HELD)


if __name__ == "__main__":
    golden_records.write(FOLDER, make())
