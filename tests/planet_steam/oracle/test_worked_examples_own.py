"""The worked examples V32 to V41 of the rules audit, played by the oracle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planet_steam.oracle import Oracle
from tests.planet_steam.oracle.auction import seats_in
from tests.planet_steam.oracle.boards import default_header
from tests.planet_steam.oracle.expansion import freelance_carrier, zone_auction
from tests.planet_steam.oracle.presets import bare_table, drive, finish, give_tanks
from tests.planet_steam.oracle.resource_phase import deal, extract, extraction, make_tanks, power_options
from tests.planet_steam.oracle.setup_phase import place_claims, settle_river_neutrals
from tests.planet_steam.oracle.specialists import give_aid
from tests.planet_steam.oracle.table import Freelance, Table
from tests.planet_steam.oracle.tank_phase import converter_purchases, emergency, first_options
from tests.planet_steam.oracle.terms import ENERGY, ORE, QUARTZ, RESOURCES


def holder(goods: list[int], *tanks: tuple[str, str | None]) -> Table:
    """Seat 0 holds the freelance carrier."""
    table = bare_table(rules=("freelance-carrier",))
    table.freelance = Freelance(0, 1)
    table.goods[0] = goods
    for names, converter in tanks:
        give_tanks(table, names, converter)
    return table


V32_TANKS: tuple[tuple[str, str | None], ...] = (("A1 B1", "quartz"), ("D1", "ore"), ("C4", None))
V32_EXTRACTION = ("power A1", "power B1", "power D1", "extract")


@pytest.mark.parametrize(
    ("kinds", "goods"),
    [
        ("quartz quartz ore", [6, 5, 4, 1]),
        ("quartz quartz water", [6, 4, 5, 1]),
        ("quartz ore water", [5, 5, 5, 1]),
    ],
)
def test_v32_stowing(kinds: str, goods: list[int]) -> None:
    table = holder([3, 4, 4, 4], *V32_TANKS)
    stows = [f"stow {kind}" for kind in kinds.split()]
    asked = drive(extraction(table), *V32_EXTRACTION, *stows, "extract", "extract", "extract")
    assert (asked, table.goods[0]) == ([0] * 7 + [1, 2, 3], goods)


def test_v32_options() -> None:
    table = holder([3, 4, 4, 4], *V32_TANKS)
    flow = extract(table, 0, ["A1", "B1", "D1"])
    assert next(flow) == (0, [["stow", "quartz"]])
    assert table.goods[0] == [4, 4, 4, 1]
    assert flow.send(["stow", "quartz"]) == (0, [["stow", "quartz"], ["stow", "ore"]])
    assert flow.send(["stow", "ore"]) == (0, [["stow", "water"]])


@pytest.mark.parametrize(
    ("goods", "tanks", "after"),
    [
        ([4, 4, 4, 4], [("A1 B1 C1", "ore")], [4, 7, 4, 1]),
        ([4, 4, 4, 4], [("A1", "ore"), ("C1 E7", None)], [4, 5, 6, 1]),
        ([5, 5, 5, 3], [("A1", "ore"), ("C1 E7", None)], [5, 5, 5, 0]),
        ([6, 4, 3, 4], [("A1 B1", None)], [6, 4, 5, 2]),
    ],
)
def test_v33_nothing_to_choose(goods: list[int], tanks: list[tuple[str, str | None]], after: list[int]) -> None:
    table = holder(goods, *tanks)
    finish(extract(table, 0, table.tanks_of(0)))
    assert table.goods[0] == after


@pytest.mark.parametrize(
    ("kinds", "goods"),
    [("ore ore water", [4, 6, 5, 4]), ("ore water water", [4, 5, 6, 4]), ("water water water", [4, 4, 7, 4])],
)
def test_v34_energy_first(kinds: str, goods: list[int]) -> None:
    table = holder([4, 4, 4, 6], ("A1 C1", "ore"), ("C4 D4", None))
    assert drive(extract(table, 0, ["A1", "C1"]), *(f"stow {kind}" for kind in kinds.split())) == [0, 0, 0]
    assert table.goods[0] == goods


def test_v35_agreed_neutrals() -> None:
    table = bare_table(players=3, rules=("variable-claims",), river_neutrals=5)
    finish(settle_river_neutrals(table))
    flow = place_claims(table)
    seat, options = next(flow)
    for left in range(5, 0, -1):
        assert (seat, len(options)) == (0, left)
        assert all(verb == "neutral" and name in ("B4", "C4", "D4", "E4", "F4") for verb, name in options)
        seat, options = flow.send(options[0])
    assert (seat, options[0][0]) == (0, "own")


def test_v36_emergency() -> None:
    table = bare_table("ludoart")
    give_tanks(table, "C1 C3", "ore")
    give_tanks(table, "C2", "energy")
    table.tanks["C2"].supercharger = True
    table.reserve_converters |= {"ore": 12, "energy": 13}
    table.goods[0] = [0, 2, 0, 0]
    expected = ["C1", "C2", "C3", "C1 C2", "C2 C1", "C2 C3", "C3 C2"]
    assert sorted(first_options(table, 0)) == sorted(["emergency", *names.split()] for names in expected)
    emergency(table, 0, ["C1", "C2"])
    assert [table.tanks[name].converter for name in ("C1", "C2", "C3")] == [None, "ore", "ore"]
    assert (table.tanks["C2"].supercharger, table.goods[0]) == (True, [0, 2, 1, 0])
    assert table.reserve_converters == {"quartz": 14, "ore": 12, "energy": 14}


def test_v36_emergency_with_river_limits() -> None:
    table = bare_table("ludoart", rules=("river-limits",))
    give_tanks(table, "C1 C3", "ore")
    give_tanks(table, "C4", "energy")
    expected = ["C1", "C3", "C4", "C4 C1", "C4 C3"]
    assert sorted(first_options(table, 0)) == sorted(["emergency", *names.split()] for names in expected)


def test_v37_by_resource() -> None:
    table = bare_table()
    table.board["supply_change"][QUARTZ] = [2, 2, 1, 0, 0, -1, -1, -2, -3]
    table.board["supply_change"][ENERGY] += [-3] * 4
    table.board["capacity"][QUARTZ], table.board["capacity"][ENERGY] = [2, 4, 6, 8], [6, 9, 12, 15]
    table.goods[0], table.carriers[0], table.credits[0] = [4, 2, 0, 4], [2, 1, 1, 1], 12
    table.price, table.supply = [12, 9, 7, 4], [6, 9, 6, 14]
    deal(table, 0, QUARTZ, ["sell", 4])
    assert (table.credits[0], table.supply[QUARTZ], table.price[QUARTZ]) == (60, 8, 9)
    deal(table, 0, ENERGY, ["buy", 3])
    assert (table.credits[0], table.supply[ENERGY], table.price[ENERGY], table.goods[0][ENERGY]) == (48, 11, 2, 6)
    table.goods[1][ENERGY] = 8
    deal(table, 1, ENERGY, ["sell", 8])
    assert (table.supply[ENERGY], table.price[ENERGY]) == (19, 1)
    deal(table, 0, ORE, ["sell", 2])
    assert (table.supply[ORE], table.price[ORE]) == (11, 7)


def river_table(rules: tuple[str, ...], **settings: Any) -> Table:
    table = bare_table(players=3, rules=rules, **settings)
    table.river = {"A2", "C2", "D2", "E3"}
    return table


def test_v38_another_river() -> None:
    table = river_table(("river-limits",))
    give_tanks(table, "E3 D4")
    give_tanks(table, "D2", "energy")
    table.goods[0], table.airship, table.credits[0] = [0, 0, 0, 2], 4, 5
    bought = [words for name in ("E3", "D4", "D2") for words in converter_purchases(table, 0, name)]
    assert [words for words in bought if words[1] == "ore"] == [["converter", "ore", "D4"]]
    assert power_options(table, 0, []) == [["power", "D4"]]
    finish(extract(table, 0, ["D4"]))
    assert (table.goods[0], table.zones["A2"]) == ([0, 0, 3, 2], "x")


@pytest.mark.parametrize(("neutrals", "pips", "n"), [("die", 4, 3), ("die", 5, 0), (2, None, 2)])
def test_v38_neutrals_on_another_river(neutrals: int | str, pips: int | None, n: int) -> None:
    table = river_table(("variable-claims",), river_neutrals=neutrals)
    if pips is None:
        finish(settle_river_neutrals(table))
    else:
        drive(settle_river_neutrals(table), f"die {pips}")
    flow = place_claims(table)
    seat, options = next(flow)
    for _ in range(n):
        assert options[0][0] == "neutral"
        seat, options = flow.send(options[0])
    assert (seat, options[0][0]) == (0, "own")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((5, 9, 14), (14, 5, 9, 9, 4)),
        ((0, 9, 14), (14, 0, 9, 13, 4)),
        ((0, 0, 6), (6, 0, 0, 13, 8)),
        ((1, 9, 6), (7, 0, 8, 9, 4)),
    ],
)
def test_v39_full_market(before: tuple[int, int, int], after: tuple[int, ...]) -> None:
    table = bare_table()
    table.supply[ORE], table.supply[ENERGY], table.market = before
    make_tanks(table)
    found = (table.market, table.supply[ORE], table.supply[ENERGY], table.price[ORE], table.price[ENERGY])
    assert found == after


def forgetful(credits: list[int], **settings: Any) -> Table:
    """Round 2, and nobody remembers round 1: a total may be anything up to the 120 everybody started with."""
    table = bare_table(recall=0, **settings)
    table.credits, table.round = credits, 2
    return table


def known(table: Table) -> list[tuple[int, int]]:
    return [table.ledger.bounds_from(seat, 2) for seat in range(4)]


def test_v40_aid_shows_who_had_nothing() -> None:
    table = forgetful([0, 1, 7, 40])
    give_aid(table)
    assert (table.credits, known(table)) == ([2, 1, 7, 40], [(2, 2), (1, 120), (1, 120), (1, 120)])


def test_v40_who_is_in_a_zone_auction() -> None:
    table = forgetful([0, 3, 0, 9])
    table.board["markers"] = 1
    table.zones["A1"] = 2
    flow = zone_auction(table)
    next(flow)
    seat, options = flow.send(["offer", "D4"])
    assert (seat, options) == (1, [["bid", n] for n in range(1, 7)])
    assert known(table) == [(0, 0), (1, 120), (0, 120), (1, 120)]
    flow.send(["bid", 5])
    assert known(table)[1] == (3, 120)
    with pytest.raises(StopIteration):
        flow.send(["pass"])
    assert (table.credits, table.zones["D4"]) == ([0, 0, 0, 9], 1)


def test_v40_who_is_in_a_freelance_auction() -> None:
    table = forgetful([0, 3, 0, 9], rules=("freelance-carrier",))
    table.board["markers"] = 1
    table.zones["A1"] = 2
    seat, options = next(freelance_carrier(table))
    assert (seat, options) == (1, [["bid", 1], ["bid", 2], ["bid", 3]])
    assert known(table) == [(0, 0), (1, 120), (0, 0), (1, 120)]
    assert seats_in(table, [0, 1, 2, 3]) == [1, 3]


def test_v41_an_old_record() -> None:
    header = default_header(rules=("freelance-carrier",))
    flat = {key: header["board"][key][0] for key in ("capacity", "supply_change")}
    board = {key: value for key, value in header["board"].items() if key != "river"} | flat
    old = Oracle(
        {**header, "format": "boomtown/1", "board": board, "settings": {**header["settings"], "river-neutrals": 3}}
    )
    table = old.table
    assert (table.is_version_1, table.river) == (True, {"A4", "B4", "C4", "D4", "E4", "F4"})
    table.freelance, table.goods[0] = Freelance(0, 1), [3, 4, 4, 4]
    for names, converter in V32_TANKS:
        give_tanks(table, names, converter)
    assert [table.price[RESOURCES.index(name)] for name in ("quartz", "ore", "water")] == [12, 9, 7]
    finish(extract(table, 0, ["A1", "B1", "D1"]))
    assert table.goods[0] == [6, 5, 4, 1]
