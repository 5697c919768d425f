"""The worked examples V1 to V31 of the rules audit, played by the oracle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planet_steam.oracle.boards import default_header
from tests.planet_steam.oracle.expansion import roll_for, shift_targets
from tests.planet_steam.oracle.presets import bare_table, drive, finish, give_tanks
from tests.planet_steam.oracle.resource_phase import deal, extract, make_tanks, power_options, trade
from tests.planet_steam.oracle.specialists import manipulate, manipulations, place_bonus, specialist_auction
from tests.planet_steam.oracle.table import NEUTRAL, UNCLAIMED, Table
from tests.planet_steam.oracle.tank_phase import active_turn, tank_phase
from tests.planet_steam.oracle.terms import ENERGY, ORE, QUARTZ, WATER, ZONES


def test_v1_bonus_placement() -> None:
    table = bare_table()
    table.supply = [2, 0, 8, 14]
    place_bonus(table)
    assert (table.supply, table.bonus, table.price) == ([1, 0, 7, 13], [1, 0, 1, 1], [12, 9, 7, 4])


V2 = (
    "bid 20", "bid 22", "pass", "pass", "bid 23", "pass", "take 2", "bonus quartz",
    "bid 1", "pass", "bid 15", "pass", "take 1", "bonus ore",
    "bid 1", "pass", "take 4", "engineer license", "bonus water",
    "bid 1", "take 3", "bonus energy",
)  # fmt: skip


def test_v2_specialist_auction() -> None:
    table = Table(default_header())
    table.first = 0
    place_bonus(table)
    table.goods[2][ENERGY] = 4
    asked = drive(specialist_auction(table), *V2)
    assert asked == [0, 1, 2, 3, 0, 1, 0, 0, 1, 2, 3, 1, 3, 3, 1, 2, 1, 1, 1, 2, 2, 2]
    assert table.credits == [97, 119, 119, 105]
    assert table.specialist == [2, 4, 3, 1]
    assert table.turn_order() == [3, 0, 2, 1]
    assert table.goods == [[2, 2, 3, 3], [1, 2, 4, 3], [1, 2, 3, 4], [1, 3, 3, 3]]
    assert table.supply == [5, 8, 7, 14]
    assert (table.licenses, table.reserve_licenses) == ([0, 1, 0, 0], 6)


def test_v3_v22_die_claim() -> None:
    table = bare_table()
    for name, kind in {"C3": 1, "D4": NEUTRAL, "E4": 2, "F4": 2}.items():
        table.zones[name] = kind
    assert sorted(shift_targets(table, "C4")) == ["B4", "C2", "C5"]
    assert drive(roll_for(table, 0, "C4"), "die 1", "shift C2") == [-1, 0]
    assert (table.zones["C4"], table.zones["C2"]) == (UNCLAIMED, 0)


def test_rule_3_4_no_target_pays_15() -> None:
    table = bare_table()
    table.zones = {name: UNCLAIMED if name in ("A1", "F7") else NEUTRAL for name in ZONES}
    drive(roll_for(table, 1, "A1"), "die 3")
    assert (table.credits[1], table.zones["A1"]) == (15, UNCLAIMED)


def test_v4_v23_the_line_helps_everybody() -> None:
    table = bare_table()
    give_tanks(table, "B3", "energy", seat=0)
    give_tanks(table, "E3 E6", "energy", seat=1)
    table.airship = 3
    finish(extract(table, 0, []))
    finish(extract(table, 1, []))
    assert [goods[ENERGY] for goods in table.goods[:2]] == [2, 3]


def test_v5_basic_extraction() -> None:
    table = bare_table()
    give_tanks(table, "C4")
    give_tanks(table, "A1 A2", "ore")
    table.goods[0][ENERGY] = 2
    assert power_options(table, 0, []) == [["power", "A1"], ["power", "A2"]]
    finish(extract(table, 0, ["A2"]))
    assert table.goods[0] == [0, 1, 1, 1]


def test_v6_supercharger_and_synergy_overflow() -> None:
    table = bare_table()
    give_tanks(table, "A1 B1 C1 D1")
    table.tanks["B1"].supercharger = True
    table.goods[0][ENERGY] = 4
    table.carriers[0][WATER] = 2
    finish(extract(table, 0, ["A1", "B1", "C1", "D1"]))
    assert (table.goods[0], table.supply) == ([0, 0, 7, 0], [6, 9, 8, 14])


def test_v7_synergy_and_airship() -> None:
    table = bare_table()
    give_tanks(table, "A4 A5 A6 E2 F2", "quartz")
    table.airship, table.goods[0][ENERGY], table.carriers[0][QUARTZ] = 2, 5, 4
    finish(extract(table, 0, ["E2", "F2", "A4", "A5", "A6"]))
    assert table.goods[0] == [10, 0, 0, 0]


@pytest.mark.parametrize(("names", "units"), [("A1", 1), ("A1 A2", 3), ("A1 A2 B2", 5), ("A1 B2", 2)])
def test_v8_groups(names: str, units: int) -> None:
    table = bare_table()
    give_tanks(table, names, "energy")
    table.carriers[0][ENERGY] = 4
    finish(extract(table, 0, []))
    assert table.goods[0][ENERGY] == units


@pytest.mark.parametrize(
    ("resource", "price", "supply", "answer", "credits", "after"),
    [
        (WATER, 7, 6, ["buy", 2], 36, (4, 7)),  # V9
        (ENERGY, 4, 9, ["sell", 5], 70, (14, 1)),  # V10
        (ORE, 9, 9, ["pass"], 50, (9, 8)),  # V11
        (QUARTZ, 12, 5, ["sell", 2], 74, (7, 11)),  # V28
        (WATER, 7, 15, ["sell", 5], 85, (16, 4)),  # paid in full at the top of the track
    ],
)
def test_v9_v10_v11_v28_trade(
    resource: int, price: int, supply: int, answer: list[Any], credits: int, after: tuple[int, int]
) -> None:
    table = bare_table()
    table.credits[0] = 50
    table.goods[0][resource] = 5
    table.carriers[0] = [4, 4, 4, 4]
    table.price[resource], table.supply[resource] = price, supply
    deal(table, 0, resource, answer)
    assert (table.credits[0], table.supply[resource], table.price[resource]) == (credits, *after)


@pytest.mark.parametrize(
    ("ore", "energy", "market", "after"),
    [
        (5, 9, 7, (0, 4, 12, 9, 4)),  # V12, V29
        (5, 9, 11, (2, 6, 14, 9, 4)),  # V13, V30
        (5, 0, 7, (5, 0, 7, 9, 8)),  # V14
        (0, 9, 7, (0, 9, 7, 13, 4)),  # V31
        (0, 0, 14, (0, 0, 14, 13, 8)),  # both rise, full market or not
    ],
)
def test_v12_to_v14_and_v29_to_v31_tank_production(ore: int, energy: int, market: int, after: tuple[int, ...]) -> None:
    table = bare_table()
    table.supply[ORE], table.supply[ENERGY], table.market = ore, energy, market
    make_tanks(table)
    assert (table.supply[ORE], table.supply[ENERGY], table.market, table.price[ORE], table.price[ENERGY]) == after


def test_v15_scoring() -> None:
    table = bare_table()
    give_tanks(table, "A1 B1 C1 D1 E1 F1")
    for name in ("A2", "B2", "C2", "D2"):
        table.zones[name] = 0
    table.tanks["A1"].supercharger = True
    table.quarters[0] = 1
    table.goods[0] = [0, 0, 3, 2]
    table.price[WATER], table.price[ENERGY] = 8, 3
    table.credits[0] = 20
    assert table.wealth(0) == 550


def test_v16_v20_v21_cards_and_order_markers() -> None:
    table = Table(default_header("ludoart", rules=("variable-trading-order",)))
    table.first = 0
    place_bonus(table)
    drive(
        specialist_auction(table),
        "bid 20", "bid 22", "pass", "pass", "bid 23", "pass", "take 1", "bonus quartz", "marker 4 water",
        "bid 1", "pass", "bid 15", "pass", "take 4", "engineer license", "bonus ore", "marker 1 quartz",
        "bid 1", "bid 2", "pass", "take 2", "bonus water", "marker 3 energy",
        "bid 1", "take 3", "bonus energy", "marker 2 ore",
    )  # fmt: skip
    assert table.order == ["quartz", "ore", "energy", "water"]
    assert table.specialist == [1, 3, 2, 4]
    assert table.goods == [[2, 2, 3, 3], [1, 2, 3, 4], [1, 2, 4, 3], [1, 3, 3, 3]]
    assert table.licenses == [0, 0, 0, 1]


def test_v17_moderate_manipulation() -> None:
    table = bare_table(rules=("price-manipulation",))
    table.credits[0] = 5
    assert ["manipulate", "moderate", 0, 3, 0, -2] not in manipulations(table, 5)
    drive(manipulate(table, 0), "manipulate moderate 0 3 0 -1")
    assert (table.credits[0], table.price) == (1, [12, 12, 7, 3])


def test_rule_7_2_legal_manipulations() -> None:
    table = bare_table()
    table.price = [13, 10, 8, 6]  # far from every end
    assert len(manipulations(table, 3)) == 19
    assert len(manipulations(table, 7)) == 19 + 129
    assert len(manipulations(table, 8)) == 19 + 129 + 681
    table.price[ENERGY] = 1
    assert len(manipulations(table, 0)) == 16


def test_v18_printed_trade_order() -> None:
    """Everybody sells 1 quartz, 2 ore, 3 water, 4 energy, which is all they have: so that is the order."""
    table = bare_table()
    table.goods = [[1, 2, 3, 4] for _ in range(4)]
    sales = [f"sell {n}" for n in (1, 2, 3, 4) for _ in range(4)]
    assert drive(trade(table), *sales) == [0, 1, 2, 3] * 4
    assert table.goods == [[0, 0, 0, 0]] * 4


def test_v19_tank_phase() -> None:
    table = bare_table()
    give_tanks(table, "A1", "quartz")
    table.zones["A2"] = table.zones["A3"] = 0
    table.goods[0] = [0, 1, 2, 1]
    table.credits[0] = 22
    table.market = 3
    drive(
        tank_phase(table),
        "activate", "tank A2", "converter energy A2", "move-tank A1 A3", "upgrade energy", "done",
        "decline", "decline", "decline",
    )  # fmt: skip
    assert (table.goods[0], table.credits[0], table.market) == ([0, 0, 0, 0], 0, 2)
    assert {name: tank.converter for name, tank in table.tanks.items()} == {"A2": "energy", "A3": "quartz"}
    assert table.carriers[0] == [1, 1, 1, 2]
    assert [goods[WATER] for goods in table.goods[1:]] == [1, 1, 1]


def test_v24_three_tanks_for_32() -> None:
    table = bare_table()
    for name in ("A1", "A2", "A3"):
        table.zones[name] = 0
    table.goods[0][WATER], table.credits[0], table.market = 3, 32, 13
    drive(active_turn(table, 0), "tank A1", "tank A2", "tank A3", "done")
    assert (table.goods[0][WATER], table.credits[0], table.market, table.reserve_tanks) == (0, 0, 10, 32)


@pytest.mark.parametrize(("powered", "units"), [("A1 A2 A3 A4", 8), ("A2 A3 A4", 6)])
def test_v25_v26_production(powered: str, units: int) -> None:
    table = bare_table()
    give_tanks(table, "A1 A2 A3 A4", "ore")
    table.tanks["A4"].supercharger = True
    table.carriers[0][ORE] = 3
    table.goods[0][ENERGY] = len(powered.split())
    finish(extract(table, 0, powered.split()))
    assert table.goods[0] == [0, units, 0, 0]


def test_v27_coupler_production() -> None:
    table = bare_table("ludoart")
    give_tanks(table, "A1 B1 C1 C2 E5 A7", "ore")
    table.airship, table.carriers[0][ORE], table.goods[0][ENERGY] = 1, 4, 6
    finish(extract(table, 0, ["A1", "B1", "C1", "C2", "E5", "A7"]))
    assert table.goods[0] == [0, 12, 0, 0]
