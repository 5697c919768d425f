"""Rules 8: board data, as games play with it. Files and their faults are in tests/test_board.py."""

from __future__ import annotations

import pytest

from engine import new_game
from tests.planet_steam.rules.helpers import EDITIONS, PLAYERS, ZONES, begin

BY_PLAYERS = {
    "rounds": (7, 6, 5, 4),
    "supply": ([4, 7, 6, 10], [5, 8, 7, 12], [6, 9, 8, 14], [7, 10, 10, 16]),
    "licenses": (6, 6, 7, 7),
    "quarters": (4, 5, 6, 7),
    "credits": (100, 110, 120, 130),
    "start": ([0, 1, 3, 3], [0, 2, 4, 2], [1, 2, 3, 3], [1, 2, 3, 4]),
    "reduced_credits": (80, 90, 100, 110),
    "reduced_start": ([0, 0, 2, 3], [0, 1, 3, 2], [0, 1, 3, 3], [0, 1, 3, 3]),
    "market": (9, 10, 12, 14),
    "specialists": (
        [["lady", "captain"], ["venturer", "engineer"]],
        [["lady", "captain"], ["engineer"], ["venturer"]],
        [["lady"], ["venturer"], ["captain"], ["engineer"]],
        [["lady"], ["venturer"], ["captain"], ["agent"], ["engineer"]],
    ),
}
FOR_ALL = {
    "tank_prices": [10, 10, 11, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22],
    "capacity": [[4, 7, 10, 13]] * 4,
    "freelance": 3,
    "supply_change": [[2, 2, 1, 1, 0, 0, 0, -1, -1, -1, -2, -2, -2, -2, -3, -3, -3]] * 4,
    "river": ["A4", "B4", "C4", "D4", "E4", "F4"],
    "price_min": [6, 3, 2, 1],
    "price_max": [20, 17, 14, 12],
    "price_start": [12, 9, 7, 4],
    "tanks": 35,
    "converters": 14,
    "superchargers": 13,
}
CLAIMS = {
    2: (["C3 D6", "C5 D2"], "E1 F2 E3 E5 F6 E7"),
    3: (["C3 B6", "C5 B2", "E3 F6"], "C1 E1 D2 F2 E5 D6 C7 E7"),
    4: (["C3 B6", "C5 B2", "E3 F6", "E5 F2"], "A1 C1 E1 D2 A3 A5 D6 A7 C7 E7"),
    5: (["C3 B6", "C5 B2", "E3 F6", "E5 F2", "A3 D6"], "A1 C1 E1 D2 A5 A7 C7 E7 B4 F4"),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_rule_8_tables(edition: str, players: int) -> None:
    board = new_game(players=players, edition=edition).header()["board"]
    for key, values in BY_PLAYERS.items():
        assert board[key] == values[players - 2], key
    for key, value in FOR_ALL.items():
        assert board[key] == value, key
    assert board["markers"] == {"ffg": 14, "ludoart": 12}[edition]
    claims = ("claims", "neutral", "closed", "markers")
    assert set(board) == {*BY_PLAYERS, *FOR_ALL, *claims}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_rule_8_start_claims(edition: str, players: int) -> None:
    claims, neutral = CLAIMS[players]
    expected = {zone: "x" if zone[0] in {2: "AB", 3: "A"}.get(players, "") else "." for zone in ZONES}
    for seat, zones in enumerate(claims):
        expected |= dict.fromkeys(zones.split(), seat)
    expected |= dict.fromkeys(neutral.split(), "n")
    assert begin(players=players, edition=edition).zones == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_8_cards_do_what_they_show(players: int) -> None:
    """Every card is taken by its seat, so the table says who offers, moors, and resolves Engineer and Agent."""
    scene = begin("specialist-bid", players=players)
    steps: dict[str, int | None] = {}
    while scene.phase != "activation":
        steps.setdefault(scene.phase, scene.mover)
        scene.rest()
    roles = {role: card for card, shown in enumerate(BY_PLAYERS["specialists"][players - 2]) for role in shown}
    assert (steps["offer-zone"], steps["mooring"], steps["engineer"]) == (
        roles["venturer"], roles["captain"], roles["engineer"],
    )  # fmt: skip
    assert steps.get("agent") == roles.get("agent")
    assert steps["zone-bid"] == roles["lady"]


def test_rule_8_a_corrected_board_is_played() -> None:
    board = new_game(players=4).header()["board"]
    changed = {**board, "price_start": [10, 8, 6, 3], "capacity": [5, 7, 9, 11], "rounds": 2, "credits": 90}
    scene = begin("activation", players=4, board=changed)
    assert scene.price == [10, 8, 6, 3]
    assert scene.credits[0] == 90 - 1 - 1
    scene.edit(goods={0: [0, 0, 4, 0]}).play("0 decline")
    assert scene.goods[0][2] == 5
    while scene.mover is not None:
        scene.rest()
    assert scene.round == 2


def test_rule_8_reduced_start_uses_its_own_table() -> None:
    board = {**new_game(players=4).header()["board"], "reduced_credits": 33, "reduced_start": [2, 0, 1, 0]}
    scene = begin(players=4, board=board, rules=["reduced-start"])
    assert (scene.credits, scene.goods) == ([33] * 4, [[2, 0, 1, 0]] * 4)
