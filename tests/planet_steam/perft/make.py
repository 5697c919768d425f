"""Makes the perft files beside it: `python -m tests.planet_steam.perft.make`. The same files on every machine.

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

Condition = Callable[[str, dict[str, Any], int], bool]  # of step, snapshot and mover


def looking_for(name: str, settings: dict[str, Any], condition: Condition) -> Wanted:
    def holds(state: State) -> bool:
        rules: Any = state.game
        return condition(rules.phase(state), state.snapshot(), -1 if state.mover is None else state.mover)

    return Wanted(name, settings, holds)


def at(step: str, round_: int = 1) -> Condition:
    return lambda phase, snapshot, mover: phase == step and snapshot["round"] >= round_


def own_tanks(snapshot: dict[str, Any], mover: int) -> list[list[Any]]:
    return [tank for zone, tank in snapshot["tanks"].items() if snapshot["zones"][zone] == mover]


def building(n_tanks: int, n_parts: int) -> Condition:
    """A tank phase of a player with some tanks and parts on them."""

    def holds(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
        if phase != "tank-phase":
            return False
        tanks = own_tanks(snapshot, mover)
        return len(tanks) >= n_tanks and sum(bool(tank[0]) + tank[1] for tank in tanks) >= n_parts

    return holds


def river_building(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
    on_river = any(zone[1] == "4" and snapshot["zones"][zone] == mover for zone in snapshot["tanks"])
    return on_river and building(2, 1)(phase, snapshot, mover)


def tipped_building(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
    return building(2, 1)(phase, snapshot, mover) and any(tank[2] for tank in own_tanks(snapshot, mover))


def extracting(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
    return phase == "extraction" and len(own_tanks(snapshot, mover)) >= 3 and snapshot["goods"][mover][3] >= 2


def last_certificates(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
    return phase == "certificates" and snapshot["round"] == 4 and min(snapshot["goods"][mover][:3]) >= 1


def emergency(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
    tanks = own_tanks(snapshot, mover)
    dry = phase == "activation" and snapshot["goods"][mover][2] == 0
    return dry and len(tanks) >= 1 and all(tank[0] for tank in tanks)


def exchanging(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
    """An emergency with tanks of two kinds: the converter of one may go on the other."""
    return emergency(phase, snapshot, mover) and len({tank[0] for tank in own_tanks(snapshot, mover)}) > 1


def loaded(phase: str, snapshot: dict[str, Any], mover: int) -> bool:
    """The holder of the freelance carrier has cargo and may keep it."""
    capacity = (0, 4, 7, 10, 13)
    held = zip(snapshot["goods"][mover], snapshot["carriers"][mover], strict=True)
    return phase == "keep-freelance" and any(n > capacity[class_] for n, class_ in held)


def game(edition: str, players: int, *rules: str, **settings: Any) -> dict[str, Any]:
    return {"edition": edition, "players": players, "rules": list(rules), **settings}


ALL = ("all",)
WANTED = [
    looking_for("ffg-2-start", game("ffg", 2), at("first-player")),
    looking_for("ffg-3-offer", game("ffg", 3), at("offer-zone", 2)),
    looking_for("ffg-4-tank-phase", game("ffg", 4), building(3, 3)),
    looking_for("ffg-5-agent", game("ffg", 5), at("agent")),
    looking_for("ffg-5-last-certificates", game("ffg", 5), last_certificates),
    looking_for("ludoart-2-claiming", game("ludoart", 2), at("claiming", 2)),
    looking_for("ludoart-3-emergency", game("ludoart", 3), emergency),
    looking_for("ludoart-5-emergency-exchange", game("ludoart", 5), exchanging),
    looking_for("ludoart-4-extraction", game("ludoart", 4), extracting),
    looking_for("ludoart-5-trade", game("ludoart", 5), at("trade")),
    looking_for("immobile-tanks", game("ffg", 3, "immobile-tanks"), building(3, 2)),
    looking_for("river-limits", game("ludoart", 2, "river-limits"), river_building),
    looking_for("variable-trading-order", game("ffg", 3, "variable-trading-order"), at("marker")),
    looking_for("variable-claims-ffg", game("ffg", 4, "variable-claims"), at("river-neutral")),
    looking_for("variable-claims-agreed", game("ffg", 3, "variable-claims", river_neutrals=2), at("river-neutral")),
    looking_for(
        "variable-claims-ludoart", game("ludoart", 3, "variable-claims", river_neutrals=1), at("place-neutral")
    ),
    looking_for("reduced-start", game("ludoart", 4, "reduced-start"), at("take-card")),
    looking_for("predictable-claims", game("ffg", 2, "predictable-claims"), at("claiming", 2)),
    looking_for("price-manipulation", game("ffg", 4, "price-manipulation"), at("manipulate")),
    looking_for("sabotage", game("ffg", 3, "sabotage"), at("sabotage")),
    looking_for("sabotage-tipped", game("ludoart", 2, "sabotage"), tipped_building),
    looking_for("sabotage-die", game("ffg", 2, "sabotage"), at("sabotage-die")),
    looking_for("freelance-carrier", game("ffg", 4, "freelance-carrier"), loaded),
    looking_for("freelance-carrier-stow", game("ffg", 2, "freelance-carrier"), at("stow")),
    looking_for("freelance-carrier-bid", game("ludoart", 2, "freelance-carrier"), at("freelance-bid", 3)),
    looking_for("expert", game("ludoart", 5, "expert"), at("place-own")),
    looking_for("all-rules-ffg", game("ffg", 5, *ALL), building(2, 2)),
    looking_for("all-rules-ludoart", game("ludoart", 4, *ALL), at("keep-freelance")),
]


if __name__ == "__main__":
    perft_files.write(FOLDER, WANTED)
