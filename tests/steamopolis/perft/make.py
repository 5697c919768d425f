"""Makes the perft files beside it: `python -m tests.steamopolis.perft.make`. The same files on every machine.

`test_perft.py` checks them with the engine, and the small ones with the oracle, which has no code in common with it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import State
from tests import perft_files
from tests.perft_files import Wanted

FOLDER = Path(__file__).parent
N_FEW = 12  # options; a position with more soon has too many sequences to count deep

Condition = Callable[[set[str], dict[str, Any]], bool]  # of the verbs that are legal, and the snapshot


def looking_for(name: str, players: int, condition: Condition, **settings: Any) -> Wanted:
    """A position of the data of section 5, in the middle of something."""

    def holds(state: State) -> bool:
        legal = state.legal()
        return len(legal) <= N_FEW and condition({state.game.words(move)[0] for move in legal}, state.snapshot())

    return Wanted(name, {"name": "steamopolis", "players": players, **settings}, holds)


def offers(*verbs: str) -> Condition:
    return lambda legal, snapshot: legal >= set(verbs)


def invited(legal: set[str], snapshot: dict[str, Any]) -> bool:
    """Somebody else decides in a turn."""
    return legal == {"skip", "infest"} and snapshot["to_move"] != snapshot["active"]


def arrow_moves(legal: set[str], snapshot: dict[str, Any]) -> bool:
    return legal == {"raise"} and snapshot["hand"] is None and snapshot["gauge"][snapshot["active"]].count("a") >= 2


def peeked_by_others(legal: set[str], snapshot: dict[str, Any]) -> bool:
    """The mover may buy on a level where others know what comes next."""
    tiles = [tile for tiles in snapshot["down"].values() for tile in tiles]
    return "buy" in legal and any(tile[3] and snapshot["to_move"] not in tile[3] for tile in tiles)


def with_passenger(legal: set[str], snapshot: dict[str, Any]) -> bool:
    return "fly" in legal and any(snapshot["aboard"])


def final_turn(*verbs: str) -> Condition:
    return lambda legal, snapshot: snapshot["final"] and legal >= set(verbs)


WANTED = [
    looking_for("solo-action", 1, lambda legal, snapshot: legal == {"steam", "aim", "fly"}),
    looking_for("solo-tap", 1, offers("tap", "skip"), start_sp=5),
    looking_for("solo-removal", 1, lambda legal, snapshot: legal == {"face"} and snapshot["hand"] is None),
    looking_for("2-set-up", 2, offers("slot")),
    looking_for("2-boarding", 2, offers("board")),
    looking_for("2-payment", 2, offers("pay")),
    looking_for("2-final-flight", 2, final_turn("skip", "fly"), max_rounds=5),
    looking_for("3-invite", 3, invited),
    looking_for("3-machine-room", 3, offers("run", "set")),
    looking_for("3-market", 3, offers("use", "buy", "skip")),
    looking_for("3-markers", 3, offers("marker", "use")),
    looking_for("3-arrow-moves", 3, arrow_moves),
    looking_for("4-parasites", 4, offers("infest", "lift")),
    looking_for("4-sap", 4, offers("sap")),
    looking_for("4-storing", 4, offers("keep")),
    looking_for("4-peeked", 4, peeked_by_others),
    looking_for("4-passenger-aboard", 4, with_passenger),
    looking_for("4-final-aim", 4, final_turn("skip", "aim"), max_rounds=4),
]


if __name__ == "__main__":
    perft_files.write(FOLDER, WANTED)
