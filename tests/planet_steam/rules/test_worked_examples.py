"""The rulebooks' worked examples V1 to V31, by number, as the rules audit lists them."""

from __future__ import annotations

import pytest

from tests.planet_steam.rules.helpers import ENERGY, ORE, QUARTZ, WATER, Scene, begin, extraction, tank_phase


def after_extraction(scene: Scene, *powered: str) -> list[int]:
    """Seat 0's goods after it powers these zones and extracts."""
    scene.play(*(f"0 power {zone}" for zone in powered), "0 extract")
    return list(scene.goods[0])


def after_deal(resource: int, price: int, supply: int, deal: str, held: int = 0) -> tuple[int, int, int]:
    """Seat 0 deals first in a resource, with 50 credits: its credits, the supply and the price afterwards."""
    scene = begin("trade", players=4)
    for _ in range(4 * resource):
        scene.rest()
    goods = [held if r == resource else 0 for r in range(4)]
    scene.edit(price={resource: price}, supply={resource: supply}, credits={0: 50}, goods={0: goods})
    scene.edit(carriers={0: [4] * 4}).play(f"0 {deal}")
    return scene.credits[0], scene.supply[resource], scene.price[resource]


def after_production(ore: int, energy: int, market: int, edition: str = "ffg") -> tuple[int, int, int, int, int]:
    """Market, ore and energy supply, ore and energy price after the last round's end."""
    scene = begin("certificates", players=4, edition=edition).edit(round=5).play("0 pass", "1 pass", "2 pass")
    scene.edit(supply=[6, ore, 6, energy], market=market, price=[12, 9, 7, 4]).play("3 pass")
    return scene.market, scene.supply[ORE], scene.supply[ENERGY], scene.price[ORE], scene.price[ENERGY]


# -- the 2013 rules ----------------------------------------------------------------------------------------------------


def test_v01_bonus_placement() -> None:
    scene = begin("certificates", seat=3, players=4).edit(supply=[2, 0, 8, 14], price=[12, 5, 7, 4]).play("3 pass")
    assert (scene.supply, scene.bonus, scene.price) == ([1, 0, 7, 13], [1, 0, 1, 1], [12, 9, 7, 4])


def test_v02_specialist_auction() -> None:
    """Martin 0, Jen 1, Kay 2 (whose energy carrier is full), Eric 3."""
    scene = begin("specialist-bid", players=4).edit(goods={2: [1, 2, 3, 4]}, carriers=[[1] * 4] * 4)
    scene.play("0 bid 20", "1 bid 22", "2 pass", "3 pass", "0 bid 23", "1 pass", "0 take 2", "0 bonus quartz")
    scene.play("1 bid 1", "2 pass", "3 bid 15", "1 pass", "3 take 1", "3 bonus ore")
    scene.play("1 bid 1", "2 pass", "1 take 4", "1 engineer license", "1 bonus water")
    assert scene.legal == {"bid 1"}
    scene.play("2 bid 1", "2 take 3", "2 bonus energy")
    assert scene.credits == [97, 119, 119, 105]
    assert scene.specialist == [2, 4, 3, 1]
    assert scene.goods == [[2, 2, 3, 3], [1, 2, 4, 3], [1, 2, 3, 4], [1, 3, 3, 3]]
    assert (scene.supply, scene.licenses) == ([5, 8, 7, 14], [0, 1, 0, 0])
    asked = []
    scene.to("claiming")
    for _ in range(4):
        asked.append(scene.mover)
        scene.play(f"{scene.mover} skip")
    assert asked == [3, 0, 2, 1]  # Eric, Martin, Kay, Jen


def test_v03_die_claim() -> None:
    """C4 is named; its neighbour north is taken, so the zone behind it is the target; nothing is left in the east."""
    scene = begin("claiming", players=4).bare(s1="C3", s2="D4 E4 F4").play("0 roll C4", "-1 die 1")
    assert scene.some("shift") == {"B4", "C2", "C5"}
    scene.play("0 shift C5")
    assert (scene.zones["C4"], scene.zones["C5"]) == (".", 0)


def test_v04_airship() -> None:
    scene = extraction({"B3": "energy"}, players=4).edit(
        zones={"E3": 1, "E6": 1}, tanks={"B3": "energy", "E3": "energy", "E6": "energy"}, airship=3, goods=[[0] * 4] * 4
    )
    scene.play("0 extract", "1 extract")
    assert [goods[ENERGY] for goods in scene.goods] == [2, 3, 0, 0]


def test_v05_basic_extraction() -> None:
    scene = extraction({"C4": None, "A1": "ore", "F7": "ore"}, players=4)
    assert scene.some("power") == {"A1", "F7"}
    assert after_extraction(scene, "F7") == [0, 1, 1, 9]


def test_v06_supercharger_and_synergy() -> None:
    scene = extraction({"A1": None, "B1": "+", "C1": None, "D1": None}, players=4)
    scene.edit(carriers={0: [1, 1, 2, 2]}, goods={0: [0, 0, 0, 4]})
    supply = scene.supply
    assert after_extraction(scene, "A1", "B1", "C1", "D1") == [0, 0, 7, 0]
    assert scene.supply == supply


def test_v07_synergy_and_airship() -> None:
    tanks = dict.fromkeys(("E2", "F2", "A5", "A6", "A7"), "quartz")
    scene = extraction(tanks, players=4, airship=2).edit(goods={0: [0, 0, 0, 5]})
    assert after_extraction(scene, "E2", "F2", "A5", "A6", "A7") == [10, 0, 0, 0]


@pytest.mark.parametrize(("zones", "units"), [("A1", 1), ("A1 A2", 2 + 1), ("A1 A2 B2", 3 + 2)])
def test_v08_groups(zones: str, units: int) -> None:
    scene = extraction(dict.fromkeys(zones.split(), "energy"), players=4).edit(goods={0: [0] * 4})
    assert after_extraction(scene) == [0, 0, 0, units]


def test_v09_buy() -> None:
    assert after_deal(WATER, price=7, supply=6, deal="buy 2") == (50 - 14, 4, 7)


def test_v10_sell() -> None:
    assert after_deal(ENERGY, price=4, supply=9, deal="sell 5", held=5) == (50 + 20, 14, 1)


def test_v11_adjustment() -> None:
    assert after_deal(ORE, price=9, supply=9, deal="pass") == (50, 9, 8)


def test_v12_tank_production() -> None:
    assert after_production(ore=5, energy=9, market=7) == (12, 0, 4, 9, 4)


def test_v13_tank_production_stops_at_14() -> None:
    assert after_production(ore=5, energy=9, market=11) == (14, 2, 6, 9, 4)


@pytest.mark.parametrize("market", range(15))
def test_v14_no_energy_no_tanks(market: int) -> None:
    assert after_production(ore=5, energy=0, market=market) == (market, 5, 0, 9, 8)


@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
def test_v15_scoring(edition: str) -> None:
    tanks = {"A1": "+", "B1": None, "C1": "ore", "D1": "quartz", "E1": "energy", "F1": None}
    scene = begin("certificates", players=4, edition=edition).bare(s0=[*tanks, "A2", "B2", "C2", "D2"])
    scene.edit(tanks=tanks, quarters={0: 1}, goods={0: [0, 0, 3, 2]}, price=[12, 9, 8, 3], credits={0: 20})
    assert scene.wealth[0] == 550


def test_v16_order_marker() -> None:
    scene = begin("take-card", players=4, rules=["variable-trading-order"])
    scene.play("0 take 1", "0 bonus quartz", "0 marker 4 water")
    assert scene.order == [None, None, None, "water"]
    scene.to("trade").edit(goods=[[1, 2, 3, 4]] * 4, credits=[0] * 4)
    held = []
    while scene.phase == "trade":
        held.append(len(scene.some("sell")))
        scene.play(f"{scene.mover} pass")
    assert held[-4:] == [3] * 4


def test_v17_moderate_manipulation() -> None:
    scene = begin("manipulate", players=4, rules=["price-manipulation"]).edit(credits={0: 5}, price=[12, 9, 7, 4])
    scene.refuses("manipulate moderate 0 3 0 -2", "manipulate moderate 0 4 0 -1", "manipulate strong 0 3 0 -1")
    scene.play("0 manipulate moderate 0 3 0 -1")
    assert (scene.credits[0], scene.price) == (1, [12, 12, 7, 3])


def test_v18_printed_trade_order() -> None:
    scene = begin("trade", players=4).edit(goods=[[1, 2, 3, 4]] * 4, credits=[0] * 4)
    assert scene.order == ["quartz", "ore", "water", "energy"]
    traded = []
    while scene.phase == "trade":
        traded.append((len(scene.some("sell")), scene.mover))
        scene.play(f"{scene.mover} pass")
    assert traded == [(n, seat) for n in (1, 2, 3, 4) for seat in range(4)]


# -- the German 2013 rules ---------------------------------------------------------------------------------------------


def test_v19_tank_phase() -> None:
    scene = tank_phase(owned="A2 A3", tanks={"A1": "quartz"}, players=4)
    scene.edit(tanks={"A1": "quartz"}, goods={0: [0, 1, 2, 1]}, credits={0: 22}, carriers={0: [1] * 4}, market=3)
    supply = scene.supply
    scene.play("0 activate", "0 tank A2", "0 converter energy A2", "0 move-tank A1 A3", "0 upgrade energy", "0 done")
    assert (scene.goods[0], scene.credits[0], scene.market, scene.supply) == ([0, 0, 0, 0], 0, 2, supply)
    assert scene.tanks == {"A2": ["energy", False, False], "A3": ["quartz", False, False]}
    assert scene.carriers[0] == [1, 1, 1, 2]


# -- the French 2008 rules ---------------------------------------------------------------------------------------------


def test_v20_auction() -> None:
    """Martin 0, Wolfgang 1, Helge 2, Erika 3. As printed Helge opens the third bidding round; by the rules Wolfgang
    must, so Helge pays 2: cards, goods and licences are what the example gives."""
    scene = begin("specialist-bid", players=4, edition="ludoart")
    scene.play("0 bid 20", "1 bid 22", "2 pass", "3 pass", "0 bid 23", "1 pass", "0 take 1", "0 bonus quartz")
    scene.play("1 bid 1", "2 pass", "3 bid 15", "1 pass", "3 take 4", "3 engineer license", "3 bonus ore")
    assert scene.mover == 1
    scene.play("1 bid 1", "2 bid 2", "1 pass", "2 take 2", "2 bonus water")
    scene.play("1 bid 1", "1 take 3", "1 bonus energy")
    assert scene.specialist == [1, 3, 2, 4]
    assert scene.goods == [[2, 2, 3, 3], [1, 2, 3, 4], [1, 2, 4, 3], [1, 3, 3, 3]]
    assert (scene.licenses, scene.credits) == ([0, 0, 0, 1], [97, 119, 118, 105])
    assert scene.to("mooring").mover == 1  # Wolfgang has the coupler


def test_v21_expert_auction() -> None:
    """The last marker goes on ore: energy, as printed, is taken."""
    scene = begin("specialist-bid", players=4, edition="ludoart", rules=["variable-trading-order"])
    scene.play("0 bid 20", "1 bid 22", "2 pass", "3 pass", "0 bid 23", "1 pass")
    scene.play("0 take 1", "0 bonus quartz", "0 marker 4 water", "1 bid 1", "2 pass", "3 bid 15", "1 pass")
    scene.play("3 take 4", "3 engineer license", "3 bonus ore", "3 marker 1 quartz", "1 bid 1", "2 bid 2", "1 pass")
    scene.play("2 take 2", "2 bonus water", "2 marker 3 energy", "1 bid 1", "1 take 3", "1 bonus energy")
    assert scene.legal == {"marker 2 ore"}
    scene.play("1 marker 2 ore")
    assert scene.order == ["quartz", "ore", "energy", "water"]
    assert (scene.specialist, scene.licenses) == ([1, 3, 2, 4], [0, 0, 0, 1])
    assert scene.credits == [97, 119, 118, 105]  # Wolfgang got the last card for 1


def test_v22_die_claim() -> None:
    """To one side a neutral zone, then red ones to the edge: no target there."""
    scene = begin("claiming", players=4, edition="ludoart").bare(n="C5", s1="C6 C7").play("0 roll C4", "-1 die 1")
    assert scene.some("shift") == {"B4", "D4", "C3"}


def test_v23_coupler() -> None:
    scene = extraction({"A6": "energy"}, players=4, edition="ludoart", airship=6)
    scene.edit(zones={"F6": 2, "F5": 2}, tanks={"A6": "energy", "F6": "energy", "F5": "ore"}, goods=[[0] * 4] * 4)
    scene.play("0 extract", "1 extract", "2 extract")
    assert [goods[ENERGY] for goods in scene.goods] == [2, 0, 2, 0]


def test_v24_tank_purchase() -> None:
    scene = tank_phase(owned="A1 A2 A3", players=4, edition="ludoart").play("0 activate")
    scene.edit(market=13, credits={0: 32}, goods={0: [0, 0, 3, 0]})
    scene.play("0 tank A1", "0 tank A2", "0 tank A3")
    assert (scene.goods[0][WATER], scene.credits[0], scene.market) == (0, 0, 10)


def test_v25_production() -> None:
    scene = extraction({"A1": "ore", "A2": "ore", "A3": "ore", "A4": "ore+"}, players=4, edition="ludoart")
    assert after_extraction(scene.edit(goods={0: [0, 0, 0, 4]}), "A1", "A2", "A3", "A4") == [0, 8, 0, 0]


def test_v26_energy_shortage() -> None:
    scene = extraction({"A1": "ore", "A2": "ore", "A3": "ore", "A4": "ore+"}, players=4, edition="ludoart")
    scene.edit(goods={0: [0, 0, 0, 3]})
    assert after_extraction(scene, "A2", "A3", "A4") == [0, 6, 0, 0]


def test_v27_coupler_production() -> None:
    zones = ("A1", "B1", "C1", "C2", "E5", "A7")
    scene = extraction(dict.fromkeys(zones, "ore"), players=4, edition="ludoart", airship=1)
    assert after_extraction(scene.edit(goods={0: [0, 0, 0, 6]}), *zones) == [0, 12, 0, 0]


def test_v28_quartz_sale() -> None:
    """Two are sold, as the running text says; the caption's three is a misprint."""
    assert after_deal(QUARTZ, price=12, supply=5, deal="sell 2", held=2) == (50 + 24, 7, 11)


@pytest.mark.parametrize("market", [0, 5, 9])
def test_v29_production_of_five(market: int) -> None:
    assert after_production(ore=5, energy=9, market=market, edition="ludoart") == (market + 5, 0, 4, 9, 4)


def test_v30_production_of_three() -> None:
    assert after_production(ore=5, energy=9, market=11, edition="ludoart") == (14, 2, 6, 9, 4)


def test_v31_no_ore_no_tanks() -> None:
    assert after_production(ore=0, energy=9, market=7, edition="ludoart") == (7, 0, 9, 13, 4)
