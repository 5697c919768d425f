"""Makes the golden records beside it: `python -m tests.planet_steam.golden.make`. The same files on every machine.

Each file holds one random game that prefers verbs not played much so far, so that together the records hold every verb
of the notation. Run it again only when the rules change on purpose: `test_golden.py` replays the records through
the engine and through the oracle, and an unchanged engine must reproduce them byte for byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    return found


def make() -> dict[str, str]:
    """The records' lines by name."""
    return golden_records.make(wanted(), EVERY)


if __name__ == "__main__":
    golden_records.write(FOLDER, make())
