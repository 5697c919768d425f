"""Makes the perft files beside it: `python -m tests.planet_steam.perft.make`. The same files on every machine.

A file gives a position (what to play, and the moves that lead there in record notation) and the number of move
sequences of length 1, 2, 3 … from it, chance outcomes included. `tests/planet_steam/test_perft.py` checks them with the
engine, and the small ones with the oracle, which has no code in common with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from engine import State, Stream, new_game
from engine.playout import perft
from tests.random_play import random_move

FOLDER = Path(__file__).parent
MAX_LEAVES = 400_000  # of the deepest count of a file
MAX_DEPTH = 6
N_GAMES = 40  # tried per position; the shortest way there is taken
MAX_GAMES = 4_000  # tried for a rare one that these do not have

Condition = Callable[[str, dict[str, Any], int], bool]  # of step, snapshot and mover


class Wanted(NamedTuple):
    """A position to look for."""

    name: str
    settings: dict[str, Any]
    condition: Condition


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
    Wanted("ffg-2-start", game("ffg", 2), at("first-player")),
    Wanted("ffg-3-offer", game("ffg", 3), at("offer-zone", 2)),
    Wanted("ffg-4-tank-phase", game("ffg", 4), building(3, 3)),
    Wanted("ffg-5-agent", game("ffg", 5), at("agent")),
    Wanted("ffg-5-last-certificates", game("ffg", 5), last_certificates),
    Wanted("ludoart-2-claiming", game("ludoart", 2), at("claiming", 2)),
    Wanted("ludoart-3-emergency", game("ludoart", 3), emergency),
    Wanted("ludoart-5-emergency-exchange", game("ludoart", 5), exchanging),
    Wanted("ludoart-4-extraction", game("ludoart", 4), extracting),
    Wanted("ludoart-5-trade", game("ludoart", 5), at("trade")),
    Wanted("immobile-tanks", game("ffg", 3, "immobile-tanks"), building(3, 2)),
    Wanted("river-limits", game("ludoart", 2, "river-limits"), river_building),
    Wanted("variable-trading-order", game("ffg", 3, "variable-trading-order"), at("marker")),
    Wanted("variable-claims-ffg", game("ffg", 4, "variable-claims"), at("river-neutral")),
    Wanted("variable-claims-agreed", game("ffg", 3, "variable-claims", river_neutrals=2), at("river-neutral")),
    Wanted("variable-claims-ludoart", game("ludoart", 3, "variable-claims", river_neutrals=1), at("place-neutral")),
    Wanted("reduced-start", game("ludoart", 4, "reduced-start"), at("take-card")),
    Wanted("predictable-claims", game("ffg", 2, "predictable-claims"), at("claiming", 2)),
    Wanted("price-manipulation", game("ffg", 4, "price-manipulation"), at("manipulate")),
    Wanted("sabotage", game("ffg", 3, "sabotage"), at("sabotage")),
    Wanted("sabotage-tipped", game("ludoart", 2, "sabotage"), tipped_building),
    Wanted("sabotage-die", game("ffg", 2, "sabotage"), at("sabotage-die")),
    Wanted("freelance-carrier", game("ffg", 4, "freelance-carrier"), loaded),
    Wanted("freelance-carrier-stow", game("ffg", 2, "freelance-carrier"), at("stow")),
    Wanted("freelance-carrier-bid", game("ludoart", 2, "freelance-carrier"), at("freelance-bid", 3)),
    Wanted("expert", game("ludoart", 5, "expert"), at("place-own")),
    Wanted("all-rules-ffg", game("ffg", 5, *ALL), building(2, 2)),
    Wanted("all-rules-ludoart", game("ludoart", 4, *ALL), at("keep-freelance")),
]


def way_to(wanted: Wanted, seed: int, shorter_than: int) -> list[int] | None:
    """The moves of a random game up to the wanted position, if it comes up early enough."""
    rules: Any = new_game(**wanted.settings)
    state, rng, moves = rules.new(), Stream(seed, "perft", wanted.name), []
    while len(moves) < shorter_than and not state.is_over:
        mover = state.mover
        if wanted.condition(rules.phase(state), state.snapshot(), -1 if mover is None else mover):
            return moves
        moves.append(random_move(state, rng))
        state.apply(moves[-1])
    return None


def counts_of(state: State) -> list[int]:
    """Leaves by depth, as deep as stays affordable: the next depth is guessed from the growth of the last."""
    counts = [perft(state, 1)]
    growth = 2
    while len(counts) < MAX_DEPTH and counts[-1] * growth <= MAX_LEAVES:
        counts.append(perft(state, len(counts) + 1))
        growth = max(2, counts[-1] // counts[-2])
    return counts


def make(wanted: Wanted) -> dict[str, Any]:
    best: list[int] | None = None
    for seed in range(MAX_GAMES):
        if seed >= N_GAMES and best is not None:
            break
        found = way_to(wanted, seed, shorter_than=5000 if best is None else len(best))
        best = best if found is None else found
    assert best is not None, f"{wanted.name} did not come up"
    state = new_game(**wanted.settings).new()
    words = []
    for move in best:
        words.append([state.mover, *state.game.words(move)])
        state.apply(move)
    header = {key: value for key, value in state.game.header().items() if key != "board"}
    return {**header, "moves": words, "counts": counts_of(state)}


def main() -> None:
    for wanted in WANTED:
        position = make(wanted)
        lines = [f'"{key}": {json.dumps(value)}' for key, value in position.items()]
        (FOLDER / f"{wanted.name}.json").write_text("{" + ",\n ".join(lines) + "}\n")
        print(f"{wanted.name:26} after {len(position['moves']):3} moves: {position['counts']}")


if __name__ == "__main__":
    main()
