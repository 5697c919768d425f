"""Rules 5: the resource phase."""

from __future__ import annotations

import pytest

from tests.planet_steam.rules.helpers import (
    EDITIONS,
    ENERGY,
    ORE,
    PLAYERS,
    QUARTZ,
    WATER,
    ZONES,
    Scene,
    begin,
    extraction,
)

# -- 5.1 extraction --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_5_1_river_water_and_energy_extract_for_free(edition: str) -> None:
    scene = extraction({"A4": None, "C7": "energy"}, players=4, edition=edition).edit(goods={0: [0, 0, 0, 0]})
    assert scene.legal == {"extract"}
    assert scene.play("0 extract").goods[0] == [0, 0, 1, 1]


def test_rule_5_1_energy_tanks_are_free_on_the_river_too_but_ore_is_not() -> None:
    scene = extraction({"A4": "energy", "C4": "ore", "E4": "quartz", "A1": None}, players=4)
    assert scene.some("power") == {"C4", "E4", "A1"}
    assert scene.play("0 extract").goods[0] == [0, 0, 0, 11]


def test_rule_5_1_power_marks_ascending_and_at_most_the_energy_in_stock() -> None:
    scene = extraction({"A1": "ore", "C1": "ore", "E1": None}, players=4).edit(goods={0: [0, 0, 0, 2]})
    assert scene.legal == {"power A1", "power C1", "power E1", "extract"}
    assert scene.copy().play("0 power C1").legal == {"power E1", "extract"}
    scene.play("0 power A1", "0 power C1")
    assert scene.legal == {"extract"}


def test_rule_5_1_energy_is_paid_only_at_extract() -> None:
    scene = extraction({"A1": "ore", "C1": "ore"}, players=4).play("0 power A1", "0 power C1")
    assert scene.goods[0] == [0, 0, 0, 10]
    assert scene.play("0 extract").goods[0] == [0, 2, 0, 8]


def test_rule_5_1_an_unpowered_tank_idles() -> None:
    assert extraction({"A1": "ore", "C1": "ore"}, players=4).play("0 power C1", "0 extract").goods[0] == [0, 1, 0, 9]


def test_rule_5_1_energy_made_now_powers_nothing_now() -> None:
    scene = extraction({"A1": "ore", "C1": "energy+"}, players=4).edit(goods={0: [0, 0, 0, 0]})
    assert scene.legal == {"extract"}
    assert scene.play("0 extract").goods[0] == [0, 0, 0, 2]


def test_rule_5_1_the_space_that_the_payment_frees_counts() -> None:
    scene = extraction({"A1": "ore", "C1": "ore", "E1": "energy+"}, players=4)
    scene.edit(carriers={0: [1, 1, 1, 1]}, goods={0: [0, 0, 0, 4]})
    assert scene.copy().play("0 extract").goods[0] == [0, 0, 0, 4]
    assert scene.play("0 power A1", "0 power C1", "0 extract").goods[0] == [0, 2, 0, 4]


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_5_1_every_player_extracts_also_without_a_tank(players: int) -> None:
    scene = begin("extraction", players=players)
    for seat in range(players):
        assert scene.legal == {"extract"}
        scene.play(f"{seat} extract")
    assert (scene.phase, scene.mover) == ("trade", 0)


@pytest.mark.parametrize(
    ("tanks", "airship", "units"),
    [
        ({"A1": "energy"}, None, 1),
        ({"A1": "energy+"}, None, 2),
        ({"A1": "energy"}, 1, 2),
        ({"A1": "energy"}, 2, 1),
        ({"A1": "energy+"}, 1, 3),
        ({"A1": "energy", "B1": "energy"}, None, 3),
        ({"A1": "energy", "C1": "energy"}, None, 2),
        ({"A1": "energy", "B1": "energy", "B2": "energy"}, None, 5),
        ({"A1": "energy", "B1": "energy", "A2": "energy", "B2": "energy"}, None, 7),  # a square is one group of 4
        ({"A1": "energy", "B2": "energy"}, None, 2),  # corners do not connect
        ({"F1": "energy", "A2": "energy"}, None, 2),  # nor do the ends of two lines
        ({"A1": "energy", "B1": "energy", "D5": "energy", "D6": "energy+"}, 1, 2 + 2 + 2 + 1 + 2),
    ],
)
def test_rule_5_1_yields(tanks: dict[str, str], airship: int | None, units: int) -> None:
    scene = extraction(tanks, players=4, airship=airship).edit(goods={0: [0, 0, 0, 0]})
    assert scene.play("0 extract").goods[0] == [0, 0, 0, units]


def test_rule_5_1_a_group_needs_the_same_resource_and_only_those_that_extract() -> None:
    tanks = {"A1": "ore", "B1": "quartz", "C1": "ore", "D1": "ore"}
    scene = extraction(tanks, players=4).play("0 power A1", "0 power B1", "0 power C1", "0 power D1", "0 extract")
    assert scene.goods[0] == [1, 4, 0, 6]
    idle = extraction({"A1": "ore", "B1": "ore", "C1": "ore"}, players=4).play("0 power A1", "0 power C1", "0 extract")
    assert idle.goods[0] == [0, 2, 0, 8]


def test_rule_5_1_a_group_needs_the_same_player() -> None:
    scene = extraction({"A1": "energy"}, players=4).edit(zones={"B1": 1}, tanks={"A1": "energy", "B1": "energy"})
    scene.edit(goods=[[0] * 4] * 4).play("0 extract", "1 extract")
    assert [goods[ENERGY] for goods in scene.goods] == [1, 1, 0, 0]


def test_rule_5_1_river_water_groups_with_powered_water() -> None:
    scene = extraction({"A3": None, "A4": None, "A5": None}, players=4)
    assert scene.some("power") == {"A3", "A5"}
    assert scene.play("0 power A3", "0 extract").goods[0] == [0, 0, 3, 9]


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_5_1_the_line_counts_for_all_players(edition: str) -> None:
    scene = extraction({"A2": "energy"}, players=4, airship=2, edition=edition)
    scene.edit(zones={"C2": 1, "C3": 2}, tanks={"A2": "energy", "C2": "energy", "C3": "energy"}, goods=[[0] * 4] * 4)
    scene.play("0 extract", "1 extract", "2 extract", "3 extract")
    assert [goods[ENERGY] for goods in scene.goods] == [2, 2, 1, 0]


def test_rule_5_1_overflow_is_lost_and_the_supply_stays() -> None:
    scene = extraction({"A1": "energy+", "B1": "energy+"}, players=4).edit(carriers={0: [1] * 4}, goods={0: [0] * 4})
    supply = scene.supply
    scene.play("0 extract")
    assert (scene.goods[0], scene.supply) == ([0, 0, 0, 4], supply)


def test_rule_5_1_the_order_is_the_turn_order() -> None:
    scene = begin("specialist-bid", players=2)
    scene.play("0 bid 1", "1 pass", "0 take 2").to("extraction")
    assert scene.mover == 1


# -- 5.2 trade -------------------------------------------------------------------------------------------------------


def trade(
    resource: int, price: int = 7, supply: int = 6, credits: int = 50, held: int = 0, **settings: object
) -> Scene:
    """Seat 0 of four, first to trade a resource, with class-1 carriers."""
    scene = begin("trade", players=4, **settings)
    for _ in range(4 * resource):
        scene.rest()
    goods = [held if r == resource else 0 for r in range(4)]
    return scene.edit(
        price={resource: price},
        supply={resource: supply},
        credits={0: credits},
        goods={0: goods},
        carriers={0: [1, 1, 1, 1]},
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_5_2_resource_by_resource_each_player_in_turn_order(edition: str) -> None:
    scene = begin("trade", players=4, edition=edition).edit(goods=[[1, 2, 3, 4]] * 4, credits=[0] * 4)
    sales = []
    while scene.phase == "trade":
        sales.append((scene.mover, len(scene.some("sell"))))
        scene.play(f"{scene.mover} pass")
    assert sales == [(seat, n) for n in (1, 2, 3, 4) for seat in range(4)]


@pytest.mark.parametrize(
    ("supply", "credits", "held", "most_bought"), [(6, 50, 3, 6), (6, 27, 0, 3), (6, 6, 1, 0), (0, 50, 4, 0)]
)
def test_rule_5_2_what_is_legal(supply: int, credits: int, held: int, most_bought: int) -> None:
    scene = trade(ORE, price=7, supply=supply, credits=credits, held=held)
    assert scene.legal == (
        {"pass"} | {f"buy {n}" for n in range(1, most_bought + 1)} | {f"sell {n}" for n in range(1, held + 1)}
    )


def test_rule_5_2_the_whole_deal_is_at_the_price_before_it() -> None:
    scene = trade(WATER, price=7, supply=6).play("0 buy 4")
    assert (scene.credits[0], scene.supply[WATER], scene.price[WATER], scene.goods[0][WATER]) == (22, 2, 8, 4)
    scene = trade(ENERGY, price=4, supply=9, held=4).play("0 sell 4")
    assert (scene.credits[0], scene.supply[ENERGY], scene.price[ENERGY], scene.goods[0][ENERGY]) == (66, 13, 2, 0)


def test_rule_5_2_bought_units_beyond_the_carrier_are_lost() -> None:
    scene = trade(WATER, price=7, supply=6, held=2).play("0 buy 5")
    assert (scene.credits[0], scene.goods[0][WATER], scene.supply[WATER]) == (15, 4, 1)


def test_rule_5_2_a_sale_is_paid_in_full_at_the_top_of_the_supply() -> None:
    scene = trade(ENERGY, price=10, supply=15, held=4).play("0 sell 4")
    assert (scene.credits[0], scene.supply[ENERGY], scene.price[ENERGY]) == (90, 16, 7)


CHANGES = [2, 2, 1, 1, 0, 0, 0, -1, -1, -1, -2, -2, -2, -2, -3, -3, -3]


@pytest.mark.parametrize("resource", range(4))
@pytest.mark.parametrize("supply", range(17))
def test_rule_5_2_a_pass_adjusts_the_price_by_the_supply(resource: int, supply: int) -> None:
    scene = trade(resource, price=9, supply=supply).play("0 pass")
    assert (scene.price[resource], scene.supply[resource]) == (9 + CHANGES[supply], supply)


@pytest.mark.parametrize(("resource", "low", "high"), [(QUARTZ, 6, 20), (ORE, 3, 17), (WATER, 2, 14), (ENERGY, 1, 12)])
def test_rule_5_2_prices_stay_on_their_track(resource: int, low: int, high: int) -> None:
    assert trade(resource, price=low + 1, supply=16).play("0 pass").price[resource] == low
    assert trade(resource, price=high - 1, supply=0).play("0 pass").price[resource] == high


def test_rule_5_2_the_next_trader_meets_the_new_price() -> None:
    scene = trade(WATER, price=7, supply=6).edit(credits=[50] * 4, goods=[[0] * 4] * 4)
    scene.play("0 buy 4", "1 buy 1", "2 pass", "3 pass")
    assert scene.credits == [22, 42, 50, 50]
    assert (scene.price[WATER], scene.supply[WATER]) == (14, 1)  # 8, 10, 12, 14


# -- 5.3 certificates ------------------------------------------------------------------------------------------------


def certificates(goods: list[int], **changes: object) -> Scene:
    return begin("certificates", players=4).edit(goods={0: goods}, credits={0: 7}, **changes)


def test_rule_5_3_buy_license_for_quartz_and_2_water() -> None:
    scene = certificates([1, 0, 2, 0])
    supply = scene.supply
    assert scene.legal == {"buy-license", "pass"}
    scene.play("0 buy-license")
    assert (scene.goods[0], scene.licenses[0], scene.reserve["licenses"], scene.credits[0]) == ([0] * 4, 1, 6, 7)
    assert (scene.mover, scene.supply) == (1, supply)


def test_rule_5_3_sell_license_for_15_credits_and_it_leaves_the_game() -> None:
    scene = certificates([0] * 4, licenses=[2, 0, 0, 0], reserve={"licenses": 3})
    assert scene.legal == {"sell-license", "pass"}
    scene.play("0 sell-license")
    assert (scene.licenses[0], scene.reserve["licenses"], scene.credits[0]) == (1, 3, 22)


def test_rule_5_3_buy_quarters_for_quartz_and_ore() -> None:
    scene = certificates([1, 1, 0, 0])
    assert scene.legal == {"buy-quarters", "pass"}
    scene.play("0 buy-quarters")
    assert (scene.goods[0], scene.quarters[0], scene.reserve["quarters"]) == ([0] * 4, 1, 5)


@pytest.mark.parametrize("goods", [[0, 9, 9, 9], [1, 0, 1, 9]])
def test_rule_5_3_prices_must_be_in_stock(goods: list[int]) -> None:
    assert certificates(goods).legal == {"pass"}


def test_rule_5_3_piles_are_never_refilled() -> None:
    scene = certificates([9] * 4, licenses=[0, 1, 0, 0], reserve={"licenses": 0, "quarters": 1})
    assert scene.legal == {"buy-quarters", "pass"}
    scene.play("0 buy-quarters", "1 sell-license")
    scene.edit(goods=[[9] * 4] * 4)
    assert (scene.mover, scene.legal) == (2, {"pass"})
    scene.to("certificates", round=2).edit(goods=[[9] * 4] * 4)
    assert scene.reserve["licenses"] == scene.reserve["quarters"] == 0


def test_rule_5_3_one_action_each_in_turn_order() -> None:
    scene = begin("certificates", players=4).edit(goods=[[4, 4, 4, 4]] * 4)
    scene.play("0 buy-license", "1 buy-quarters", "2 pass", "3 buy-license")
    assert (scene.round, scene.licenses, scene.quarters) == (2, [1, 0, 0, 1], [0, 1, 0, 0])


# -- 5.4 the end of the round ----------------------------------------------------------------------------------------


def end_of_round(**changes: object) -> Scene:
    """Four players, only the last certificate to pass in the last round: what follows is the end phase alone."""
    scene = begin("certificates", players=4).edit(round=5).play("0 pass", "1 pass", "2 pass")
    return scene.edit(**changes).play("3 pass")


@pytest.mark.parametrize(
    ("ore", "energy", "market", "after"),
    [
        (5, 9, 7, (0, 4, 12)),
        (9, 5, 7, (4, 0, 12)),
        (5, 9, 11, (2, 6, 14)),
        (16, 16, 0, (2, 2, 14)),
        (3, 3, 14, (3, 3, 14)),
        (1, 1, 13, (0, 0, 14)),
    ],
)
def test_rule_5_4_tanks_are_made_until_a_supply_or_the_market_ends(
    ore: int, energy: int, market: int, after: tuple[int, int, int]
) -> None:
    scene = end_of_round(supply=[6, ore, 6, energy], market=market, price=[12, 9, 7, 4])
    assert (scene.supply[ORE], scene.supply[ENERGY], scene.market) == after
    assert scene.price == [12, 9, 7, 4]


@pytest.mark.parametrize(
    ("ore", "energy", "price"),
    [(0, 9, [12, 13, 7, 4]), (5, 0, [12, 9, 7, 8]), (0, 0, [12, 13, 7, 8])],
)
@pytest.mark.parametrize("market", [0, 7, 14])
def test_rule_5_4_a_shortage_makes_no_tank_and_raises_its_price_by_4(
    ore: int, energy: int, price: list[int], market: int
) -> None:
    scene = end_of_round(supply=[6, ore, 6, energy], market=market, price=[12, 9, 7, 4])
    assert (scene.supply, scene.market, scene.price) == ([6, ore, 6, energy], market, price)


def test_rule_5_4_the_rise_stops_at_the_top_of_the_price_track() -> None:
    assert end_of_round(supply=[6, 0, 6, 0], price=[12, 15, 7, 11]).price == [12, 17, 7, 12]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_rule_5_4_a_new_round_returns_cards_markers_and_airship(edition: str, players: int) -> None:
    scene = begin("mooring", players=players, edition=edition, rules=["variable-trading-order"])
    assert None not in scene.specialist + scene.order
    scene.to("specialist-bid", round=2)
    assert (scene.specialist, scene.order, scene.airship) == ([None] * players, [None] * 4, None)


def test_rule_5_4_without_markers_the_printed_order_stays() -> None:
    assert begin("specialist-bid", players=4).to("specialist-bid", round=2).order == [
        "quartz", "ore", "water", "energy",
    ]  # fmt: skip


def test_rule_5_4_after_the_last_round_nothing_is_cleared() -> None:
    scene = begin("mooring", players=4, rules=["variable-trading-order"])
    scene.to("certificates", seat=3, round=5)
    specialist, order, first, airship = scene.specialist, scene.order, scene.first, scene.airship
    scene.play("3 pass")
    assert (scene.mover, scene.legal, scene.to_move, scene.round) == (None, set(), None, 5)
    assert (scene.specialist, scene.order, scene.first, scene.airship) == (specialist, order, first, airship)


def test_rule_5_4_the_last_round_still_makes_tanks() -> None:
    assert end_of_round(supply=[6, 2, 6, 9], market=3).market == 5


# -- 5.5 final wealth ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_5_5_what_counts(edition: str) -> None:
    scene = begin("certificates", players=4, edition=edition).bare().edit(goods=[[0] * 4] * 4, credits=[0] * 4)
    assert scene.wealth == [0] * 4
    assert scene.copy().edit(credits={0: 17}).wealth[0] == 17
    prices = scene.copy().edit(price=[20, 3, 14, 1], goods={0: [1, 2, 3, 4]})
    assert prices.wealth[0] == 20 + 6 + 42 + 4
    assert scene.copy().edit(zones={"A1": 0, "B1": 0, "C1": 1}).wealth == [50, 25, 0, 0]
    tanks = scene.copy().edit(zones={"A1": 0, "B1": 0}, tanks={"A1": "ore", "B1": "+"})
    assert tanks.wealth[0] == 50 + 50 + 50
    assert scene.copy().edit(quarters={0: 2}).wealth[0] == 100
    assert scene.copy().edit(licenses={0: 2}).wealth[0] == 0


def test_rule_5_5_highest_wins_and_ties_share() -> None:
    scene = end_of_round(zones=dict.fromkeys(ZONES, "."), goods=[[0] * 4] * 4, credits=[10, 30, 20, 5])
    assert scene.state.is_over
    assert scene.state.result() == [0, 1, 0, 0]
    tie = end_of_round(zones=dict.fromkeys(ZONES, "."), goods=[[0] * 4] * 4, credits=[30, 30, 20, 5])
    assert tie.state.result() == [0.5, 0.5, 0, 0]
