"""Section 5's data in record form, variants that make rare events common, and random data files within section 2."""

from __future__ import annotations

import copy
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.steamopolis.oracle.terms import COLOURS, DISTRICTS, TILES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Board = dict[str, Any]


@cache
def _section_5() -> Board:
    return tomllib.loads((Path(__file__).parent / "section_5.toml").read_text(encoding="utf-8"))


def default_board() -> Board:
    return copy.deepcopy(_section_5())


def header(players: int = 2, board: Board | None = None, **settings: int) -> dict[str, Any]:
    """A record's header without its seed and seats."""
    chosen = {"max_rounds": 100, "start_sp": 4 if players == 1 else 0, **settings}
    return {
        "format": "boomtown/2", "game": "steamopolis", "players": players, "settings": chosen,
        "board": default_board() if board is None else board,
    }  # fmt: skip


# -- variants of section 5 ---------------------------------------------------------------------------------------------


def bargain_board() -> Board:
    """Tiles cost one gear, districts are generous: statues rise by purchase, rooms fill up."""
    board = default_board()
    board["market"]["row3_count"] = [0, 0, 0, 0]
    board["market"]["machine_extra"] = ["", "", "invite", "invite"]
    board["market"]["banner_extra"] = ["", "lose_stone", "invite", "lose_stone+invite"]
    for data in board["machines"].values():
        data[2] = "g"
    board["meta"]["gauge"] = [4, 4, 4, 5, 5, 6, 6, 7, 8, 8]
    board["meta"]["builtin_storage"] = 6
    for number in board["characters"]:
        board["characters"][number] = "gear:3; stone:1"
    for district in ("1L", "1R", "2L", "3L", "4L", "5L", "6L", "7L", "8L"):
        board["districts"][district] = ["gear:3; sp:1", False]
    return board


def cramped_board() -> Board:
    """The base marker rises all the time and everybody owns many stones: a full gauge, pushes into the reserve."""
    board = default_board()
    for number in board["characters"]:
        board["characters"][number] = "stone:1; stone:1; base:1; gear:1"
    for district in ("1L", "1M", "2L", "3L", "4L", "5L", "6L", "7L"):
        board["districts"][district] = ["base:1; stone:1", district == "6L"]
    board["machines"]["M41"][4] = "base:1"
    for name in ("M01", "M02", "M04", "M06"):
        board["machines"][name][4] = "base:1"
    board["start"]["back"][1] = "base:1"
    board["start"]["capacity"][1] = "stone:1"
    return board


def errand_board() -> Board:
    """Stones reach every level at once and points last: many passengers, an empty stack."""
    board = default_board()
    board["meta"]["gauge"] = [7, 7, 7, 8, 8, 8, 8, 8, 8, 8]
    board["meta"]["builtin_storage"] = 1
    for number in board["characters"]:
        board["characters"][number] = "stone:1; stone:1; sp:2"
    for district in board["districts"]:
        board["districts"][district] = ["sp:1; press:1", False]
    return board


# -- random data files -------------------------------------------------------------------------------------------------

GAINS = ["sp:{}", "crystal:{}", "gear:{}", "res:{}", "press:{}", "press_one:{}", "arrow:{}"]
SINGLES = ["stone:1", "sponsor:1", "gala:1", "base:1", "flip_sponsor", "peek", "res_any"]
PARASITES = ["par_place:1", "par_place:2", "par_all", "shake:1", "shake_all"]
DISTRICTS_ONLY = [
    "capacity:1", "to8", "buy_any", "other_district", "par_use:1", "par_use:2", "par_use_all", "par_place_use:1",
    "run_machines",
]  # fmt: skip
NOT_AT_END = ["to8", "buy_any", "other_district"]  # they need a stone being flown
BOUGHT = ["sp:{}", "press:{}", "stone:1"]  # what may stand behind a cost
COSTS = ["pay:c1", "pay:c2", "pay:g1", "pay:g2", "pay:c1g1", "pay_per_stone", "lose_stone", "lose_machine"]


def filled(rng: random.Random, token: str) -> str:
    return token.format(rng.choice([1, 1, 1, 2, 2, 3]))


def random_part(rng: random.Random, *, on_district: bool) -> str:
    """One part of an effect. Machines never contain what could loop; the cost `invite` stands on districts only."""
    if rng.random() < 0.25:
        cost = rng.choice([*COSTS, "invite", "invite"] if on_district else COSTS)
        bought = rng.choice([*BOUGHT, "capacity:1"] if on_district else BOUGHT)
        return f"{cost}>{filled(rng, bought)}"
    groups = [GAINS, SINGLES, PARASITES, *([DISTRICTS_ONLY] * 2 if on_district else [])]
    return filled(rng, rng.choice(rng.choice(groups)))


def random_parts(rng: random.Random, *, on_district: bool, joint: str = "; ") -> str:
    return joint.join(random_part(rng, on_district=on_district) for _ in range(rng.choice([1, 1, 2, 2, 3])))


def random_district(rng: random.Random) -> list[Any]:
    kind = rng.random()
    if kind < 0.15:
        parts = random_parts(rng, on_district=True)
        while any(token in parts for token in NOT_AT_END):
            parts = random_parts(rng, on_district=True)
        effect = f"end {parts}"
    elif kind < 0.4:
        effect = " | ".join(random_parts(rng, on_district=True) for _ in range(2))
    else:
        effect = random_parts(rng, on_district=True)
    return [effect, rng.random() < 0.4]


def random_passive(rng: random.Random) -> str:
    trigger = rng.choice(["take", "take", "passenger", "buy", "end flew3"])
    if trigger == "take":
        levels = sorted(rng.sample(range(1, 9), rng.choice([1, 2, 3])))
        trigger += ",".join(map(str, levels))
    if trigger == "passenger":
        tokens = rng.choice([["press:{}"], ["sp:{}"], ["press:{}", "sp:{}"], ["sp:{}", "press:{}", "press:{}"]])
        return f"passenger: {'; '.join(filled(rng, token) for token in tokens)}"
    return f"{trigger}: {random_parts(rng, on_district=False)}"


def random_machine(rng: random.Random) -> list[Any]:
    """Boilers, active, passive, storage."""
    active = random_parts(rng, on_district=False, joint=rng.choice(["; ", " & "])) if rng.random() < 0.75 else ""
    if active and rng.random() < 0.1:
        active = f"{active} | {random_parts(rng, on_district=False)}"
    passive = random_passive(rng) if rng.random() < 0.5 else ""
    return [rng.choice([0, 1, 1, 1, 2]), active, passive, rng.choice([0, 0, 0, 1, 2, 3])]


def random_character(rng: random.Random, number: str) -> str:
    parts = [filled(rng, rng.choice([*GAINS, "stone:1", "sponsor:1", "gala:1", "base:1"])) for _ in range(3)]
    return "; ".join([*([f"pink:{rng.choice([3, 4, 5])}"] if number == "7" else []), *parts])


def random_alternatives(rng: random.Random, levels: list[int]) -> dict[str, int]:
    """Every level another one."""
    return {str(level): rng.choice([other for other in levels if other != level]) for level in levels}


def random_board(rng: random.Random) -> Board:
    """The keys of section 5 with other values. f10 keeps the value 8, so that some action is always legal (1.5)."""
    board = default_board()
    cheap = rng.random() < 0.5
    meta, market, bonus = board["meta"], board["market"], board["bonus"]
    meta["gauge"] = [*sorted(rng.randint(1, 8) for _ in range(9)), 8]
    meta["base_max_field"] = rng.choice([3, 5, 6, 6])
    meta["builtin_boilers"] = rng.choice([1, 2, 3])
    meta["builtin_storage"] = rng.choice([0, 2, 3, 6])
    market["row3_kind"] = {level: rng.choice("cg") for level in market["row3_kind"]}
    market["row3_count"] = [0, *(rng.randint(0, 1 if cheap else 3) for _ in range(3))]
    market["machine_sp"] = [rng.randint(0, 6) for _ in range(4)]
    market["machine_extra"] = [rng.choice(["", "lose_machine", "invite", "lose_machine+invite"]) for _ in range(4)]
    market["banner_extra"] = [rng.choice(["", "lose_stone", "invite", "lose_stone+invite"]) for _ in range(4)]
    bonus["cost"] = [rng.randint(1, 2 if cheap else 4) for _ in range(4)]
    bonus["sp"] = [rng.randint(0, 5) for _ in range(4)]
    bonus["invite"] = [rng.random() < 0.5 for _ in range(4)]
    board["districts"] = {district: random_district(rng) for district in DISTRICTS}
    passengers = board["passengers"]
    passengers["alternative"] = random_alternatives(rng, [5, 6, 7, 8]) | random_alternatives(rng, [1, 2, 3, 4])
    passengers["printed"] = {"banker": rng.randint(5, 8), "stoker": rng.randint(1, 4)}
    board["characters"] = {number: random_character(rng, number) for number in board["characters"]}
    board["start"] = {name: random_machine(rng) for name in board["start"]}
    costs = ["c", "g", "cg", "gg"] if cheap else ["c", "cc", "gg", "cg", "ccg", "cgg"]
    for name in TILES:
        rank = board["machines"][name][0]
        board["machines"][name] = [rank, rng.choice(COLOURS), rng.choice(costs), *random_machine(rng)]
    return board


VARIANTS = {"bargain": bargain_board, "cramped": cramped_board, "errand": errand_board}


def board_named(name: str) -> Board:
    """`section 5`, a variant, or `random N`."""
    if name.startswith("random "):
        return random_board(random.Random(name))
    return VARIANTS.get(name, default_board)()
