"""Rules 4: the tank phase."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.planet_steam.rules.helpers import EDITIONS, WATER, ZONES, Scene, begin, tank_phase

# -- activating ------------------------------------------------------------------------------------------------------


def active(tanks: Mapping[str, str | None] | None = None, owned: str = "", **settings: object) -> Scene:
    """Seat 0 of four, activated: 200 credits, 13 of everything but 12 water."""
    return tank_phase(owned=owned, tanks=tanks, players=4, **settings).play("0 activate")


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_4_activating_costs_1_water(edition: str) -> None:
    scene = begin("activation", players=4, edition=edition)
    assert scene.legal == {"activate", "decline"}
    supply = scene.supply
    scene.play("0 activate")
    assert (scene.goods[0], scene.phase, scene.mover, scene.supply) == ([2, 2, 2, 3], "tank-phase", 0, supply)


def test_rule_4_ffg_declining_gives_1_water_and_ends_the_turn() -> None:
    scene = begin("activation", players=4).play("0 decline")
    assert (scene.goods[0], scene.phase, scene.mover) == ([2, 2, 4, 3], "activation", 1)


def test_rule_4_ffg_without_water_only_decline() -> None:
    scene = begin("activation", players=4).edit(goods={0: [0, 0, 0, 0]})
    assert scene.legal == {"decline"}
    assert scene.play("0 decline").goods[0] == [0, 0, 1, 0]


def test_rule_4_ffg_declining_with_a_full_carrier_loses_the_water() -> None:
    scene = begin("activation", players=4).edit(goods={0: [0, 0, 4, 0]})
    supply = scene.supply
    assert (scene.play("0 decline").goods[0], scene.supply) == ([0, 0, 4, 0], supply)


def test_rule_4_ludoart_declining_gives_nothing() -> None:
    scene = begin("activation", players=4, edition="ludoart").play("0 decline")
    assert (scene.goods[0], scene.phase, scene.mover) == ([2, 2, 3, 3], "activation", 1)


def dry(tanks: Mapping[str, str | None], **settings: object) -> Scene:
    return tank_phase(tanks=tanks, players=4, edition="ludoart", **settings).edit(goods={0: [1, 1, 0, 1]})


@pytest.mark.parametrize("tanks", [{"A1": None}, {"A1": "ore", "A2": None}, {"A1": "!", "A2": "ore"}])
def test_rule_4_ludoart_without_water_but_with_a_water_tank_only_decline(tanks: dict[str, str | None]) -> None:
    """Tipped or not: the tank makes water."""
    scene = dry(tanks, rules=["sabotage"])
    assert scene.legal == {"decline"}
    assert scene.play("0 decline").goods[0] == [1, 1, 0, 1]


def test_rule_4_ludoart_emergency_turns_an_own_tank_to_water() -> None:
    scene = dry({"A1": "ore", "B1": "quartz+", "C1": "energy"})
    assert {move for move in scene.legal if len(move.split()) == 2} == {"emergency A1", "emergency B1", "emergency C1"}
    assert scene.reserve["quartz"] == 13
    scene.play("0 emergency B1")
    assert (scene.goods[0], scene.mover, scene.phase) == ([1, 1, 1, 1], 1, "activation")
    assert scene.tanks["B1"] == [None, True, False]
    assert [scene.reserve[kind] for kind in ("quartz", "ore", "energy")] == [14, 13, 13]


def test_rule_4_ludoart_emergency_may_move_the_converter_to_one_of_another_type() -> None:
    scene = dry({"A1": "ore", "B1": "quartz+", "C1": "ore"})
    assert scene.some("emergency") == {"A1", "B1", "C1", "A1 B1", "C1 B1", "B1 A1", "B1 C1"}
    scene.refuses("emergency A1 C1", "emergency A1 A1", "emergency A1 D1")
    scene.play("0 emergency C1 B1")
    assert (scene.goods[0], scene.mover, scene.phase) == ([1, 1, 1, 1], 1, "activation")
    assert scene.tanks == {"A1": ["ore", False, False], "B1": ["ore", True, False], "C1": [None, False, False]}
    assert [scene.reserve[kind] for kind in ("quartz", "ore", "energy")] == [14, 12, 14]


def test_rule_4_ludoart_a_tipped_tank_takes_no_converter_in_an_emergency() -> None:
    scene = dry({"A1": "ore", "B1": "quartz!", "C1": "energy"}, rules=["sabotage"])
    assert scene.some("emergency") == {"A1", "C1", "A1 C1", "C1 A1"}


def test_rule_4_ludoart_emergency_spares_a_tipped_tank() -> None:
    assert dry({"A1": "ore!", "B1": "ore"}, rules=["sabotage"]).legal == {"emergency B1"}


def test_rule_4_ludoart_plain_emergency_without_a_tank() -> None:
    scene = dry({})
    assert scene.legal == {"emergency"}
    scene.play("0 emergency")
    assert (scene.goods[0], scene.mover) == ([1, 1, 1, 1], 1)


def test_rule_4_each_player_plays_his_turn_completely_in_turn_order() -> None:
    scene = begin("activation", players=4)
    scene.play("0 activate", "0 done", "1 decline", "2 activate", "2 done", "3 decline")
    assert (scene.phase, scene.mover) == ("extraction", 0)


def test_rule_4_nothing_is_bought_without_activating() -> None:
    scene = tank_phase(owned="A1 A2", tanks={"A1": "ore"}, players=4)
    scene.refuses("tank A2", "import A2", "converter quartz A1", "supercharger A1", "upgrade ore", "move-tank A1 A2")


# -- buying ----------------------------------------------------------------------------------------------------------

PRICES = [10, 10, 11, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("market", range(1, 15))
def test_rule_4_tank_costs_1_water_and_the_marked_price(edition: str, market: int) -> None:
    scene = active(owned="A1 B1", edition=edition).edit(market=market)
    supply = scene.supply
    scene.play("0 tank A1")
    assert scene.credits[0] == 200 - PRICES[14 - market]
    assert (scene.goods[0], scene.market, scene.supply) == ([13, 13, 11, 13], market - 1, supply)
    assert (scene.tanks, scene.reserve["tanks"]) == ({"A1": [None, False, False]}, 34)


@pytest.mark.parametrize(
    ("changes", "tank", "imported"),
    [
        ({}, {"A1"}, {"A1"}),
        ({"market": 0}, set(), {"A1"}),
        ({"goods": {0: [13, 13, 0, 13]}}, set(), set()),
        ({"goods": {0: [1, 13, 1, 13]}}, {"A1"}, set()),
        ({"credits": {0: 10}}, set(), {"A1"}),  # the market stands at 12: 11 credits
        ({"credits": {0: 11}}, {"A1"}, {"A1"}),
        ({"credits": {0: 4}}, set(), set()),
        ({"credits": {0: 5}}, set(), {"A1"}),
    ],
)
def test_rule_4_what_tank_and_import_need(changes: dict[str, object], tank: set[str], imported: set[str]) -> None:
    scene = active({"B1": None}, "A1").edit(tanks={"B1": None}, **changes)
    assert (scene.some("tank"), scene.some("import")) == (tank, imported)


def test_rule_4_a_tank_needs_an_own_zone_without_a_tank() -> None:
    scene = active({"B1": None, "C1": "ore"}, "A1 F7").edit(zones={"D1": 1, "E1": "n"}, tanks={"B1": None, "C1": "ore"})
    assert scene.some("tank") == scene.some("import") == {"A1", "F7"}


def test_rule_4_import_costs_water_quartz_and_5_credits_and_leaves_the_marker() -> None:
    scene = active(owned="A1").play("0 import A1")
    assert (scene.goods[0], scene.credits[0], scene.market) == ([11, 13, 11, 13], 195, 12)
    assert (scene.tanks, scene.reserve["tanks"]) == ({"A1": [None, False, False]}, 34)


@pytest.mark.parametrize(("kind", "price"), [("quartz", 8), ("ore", 5), ("energy", 2)])
def test_rule_4_converter_prices(kind: str, price: int) -> None:
    scene = active({"A1": None})
    assert f"converter {kind} A1" not in scene.copy().edit(tanks={"A1": None}, credits={0: price - 1}).legal
    scene.edit(tanks={"A1": None}, credits={0: price}).play(f"0 converter {kind} A1")
    assert (scene.credits[0], scene.tanks["A1"], scene.reserve[kind]) == (0, [kind, False, False], 13)


def test_rule_4_not_a_second_converter_of_the_same_type() -> None:
    scene = active({"A1": "ore"})
    assert scene.some("converter") == {"quartz A1", "energy A1"}
    assert scene.some("drop-converter") == {"A1"}


def test_rule_4_the_old_converter_returns_to_the_reserve() -> None:
    scene = active({"A1": "ore+"}).play("0 converter quartz A1")
    assert scene.tanks["A1"] == ["quartz", True, False]
    assert [scene.reserve[kind] for kind in ("quartz", "ore", "energy")] == [13, 14, 14]


def test_rule_4_or_the_old_converter_moves_to_a_bare_own_tank() -> None:
    scene = active({"A1": "ore", "B1": None, "C1": "quartz", "D1": "+"})
    assert {move for move in scene.some("converter") if move.startswith("quartz A1")} == {
        "quartz A1", "quartz A1 B1", "quartz A1 D1",
    }  # fmt: skip
    assert {move for move in scene.some("converter") if " B1" in move and move.count(" ") == 1} == {
        "quartz B1", "ore B1", "energy B1",
    }  # fmt: skip
    scene.play("0 converter quartz A1 D1")
    assert (scene.tanks["A1"], scene.tanks["D1"]) == (["quartz", False, False], ["ore", True, False])
    assert (scene.credits[0], scene.reserve["quartz"], scene.reserve["ore"]) == (192, 12, 13)


def test_rule_4_not_onto_another_players_tank() -> None:
    scene = active({"A1": "ore"}).edit(zones={"B1": 1, "C1": 1}, tanks={"A1": "ore", "B1": None, "C1": "energy"})
    assert scene.some("converter") == {"quartz A1", "energy A1"}
    assert scene.some("move-converter") == scene.some("move-tank") == set()
    assert scene.some("supercharger") == {"A1"}


def test_rule_4_supercharger_costs_water_ore_and_2_quartz_one_per_tank() -> None:
    scene = active({"A1": "ore", "B1": "+"})
    assert scene.some("supercharger") == {"A1"}
    scene.play("0 supercharger A1")
    assert (scene.goods[0], scene.credits[0]) == ([11, 12, 11, 13], 200)
    assert (scene.tanks["A1"], scene.reserve["superchargers"]) == (["ore", True, False], 11)
    assert scene.some("supercharger") == set()


@pytest.mark.parametrize("goods", [[1, 13, 13, 13], [13, 0, 13, 13], [13, 13, 0, 13]])
def test_rule_4_supercharger_needs_its_price(goods: list[int]) -> None:
    scene = active({"A1": "ore"}).edit(tanks={"A1": "ore"}, goods={0: goods})
    assert scene.some("supercharger") == set()


def test_rule_4_upgrade_costs_ore_and_energy_up_to_class_4() -> None:
    scene = active().edit(carriers={0: [1, 4, 3, 4]})
    assert scene.some("upgrade") == {"quartz", "water"}
    scene.play("0 upgrade quartz", "0 upgrade quartz", "0 upgrade quartz", "0 upgrade water")
    assert (scene.carriers[0], scene.goods[0]) == ([4, 4, 4, 4], [13, 9, 12, 9])
    assert scene.legal == {"done"}


@pytest.mark.parametrize("goods", [[1, 0, 1, 1], [1, 1, 1, 0]])
def test_rule_4_upgrade_needs_its_price(goods: list[int]) -> None:
    assert active().edit(carriers={0: [1] * 4}, goods={0: goods}).some("upgrade") == set()


def test_rule_4_any_number_in_any_order() -> None:
    scene = active(owned="A1 B1 C1").play("0 tank A1", "0 converter ore A1", "0 import B1", "0 supercharger B1")
    scene.play("0 tank C1", "0 move-converter A1 B1", "0 converter quartz A1", "0 done")
    assert scene.tanks == {"A1": ["quartz", False, False], "B1": ["ore", True, False], "C1": [None, False, False]}
    assert scene.mover == 1


# -- rearranging -----------------------------------------------------------------------------------------------------


def free_of_charge(scene: Scene, *moves: str) -> Scene:
    credits, goods = scene.credits, scene.goods
    scene.play(*moves)
    assert (scene.credits, scene.goods) == (credits, goods)
    return scene


def test_rule_4_move_tank_takes_its_parts_along() -> None:
    scene = active({"A1": "ore+"}, "D5 F7")
    assert scene.some("move-tank") == {"A1 D5", "A1 F7"}
    assert free_of_charge(scene, "0 move-tank A1 F7").tanks == {"F7": ["ore", True, False]}


def test_rule_4_two_tanks_swap_with_their_parts() -> None:
    scene = active({"A1": "ore+", "B1": "quartz", "C1": None})
    assert scene.some("move-tank") == {"A1 B1", "A1 C1", "B1 C1"}  # the lower zone first, and no empty zone
    assert free_of_charge(scene, "0 move-tank A1 C1").tanks == {
        "A1": [None, False, False], "B1": ["quartz", False, False], "C1": ["ore", True, False],
    }  # fmt: skip


def test_rule_4_a_swap_only_of_tanks_that_differ() -> None:
    scene = active({"A1": "ore", "B1": "ore", "C1": "ore+", "D1": None, "E1": None, "F1": "+"})
    assert scene.some("move-tank") == {
        "A1 C1", "A1 D1", "A1 E1", "A1 F1", "B1 C1", "B1 D1", "B1 E1", "B1 F1", "C1 D1", "C1 E1", "C1 F1", "D1 F1",
        "E1 F1",
    }  # fmt: skip


def test_rule_4_move_converter_to_a_bare_tank_in_either_direction() -> None:
    scene = active({"A1": None, "B1": "ore+", "C1": None})
    assert scene.some("move-converter") == {"B1 A1", "B1 C1"}
    assert free_of_charge(scene, "0 move-converter B1 A1").tanks == {
        "A1": ["ore", False, False], "B1": [None, True, False], "C1": [None, False, False],
    }  # fmt: skip


def test_rule_4_converters_of_different_types_swap_lower_zone_first() -> None:
    scene = active({"A1": "ore", "B1": "energy", "C1": "ore"})
    assert scene.some("move-converter") == {"A1 B1", "B1 C1"}
    scene.refuses("move-converter B1 A1", "move-converter A1 C1", "move-converter A1 A1")
    assert free_of_charge(scene, "0 move-converter A1 B1").tanks["A1"] == ["energy", False, False]
    assert scene.tanks["B1"] == ["ore", False, False]


def test_rule_4_drop_converter_to_the_reserve() -> None:
    scene = free_of_charge(active({"A1": "ore+"}), "0 drop-converter A1")
    assert (scene.tanks["A1"], scene.reserve["ore"]) == ([None, True, False], 14)


def test_rule_4_move_supercharger_to_a_tank_without_one() -> None:
    scene = active({"A1": "ore+", "B1": "+", "C1": "energy", "D1": None})
    assert scene.some("move-supercharger") == {"A1 C1", "A1 D1", "B1 C1", "B1 D1"}
    free_of_charge(scene, "0 move-supercharger A1 D1")
    assert (scene.tanks["A1"], scene.tanks["D1"]) == (["ore", False, False], [None, True, False])


def test_rule_4_at_most_40_rearrangements_per_player_and_phase() -> None:
    scene = active({"A1": None, "B1": "ore"}, "C1")
    rearranging = {"move-tank", "move-converter", "drop-converter", "move-supercharger"}
    for _ in range(20):
        scene.play("0 move-tank A1 B1", "0 move-tank A1 B1")
    assert rearranging.isdisjoint(move.split()[0] for move in scene.legal)
    assert scene.some("converter") >= {"quartz B1 A1"}
    scene.play("0 converter quartz B1 A1", "0 tank C1", "0 done", "1 decline", "2 decline", "3 decline")
    scene.to("activation", seat=0, round=2).play("0 activate")
    assert scene.some("move-tank") >= {"A1 B1", "A1 C1", "B1 C1"}


def test_rule_4_buying_with_a_moved_converter_does_not_count() -> None:
    scene = active({"A1": "ore", "B1": None})
    for _ in range(39):
        scene.play("0 move-tank A1 B1")
    scene.edit(tanks={"A1": "ore", "B1": None}).play("0 converter quartz A1 B1")
    assert "move-converter A1 B1" in scene.legal
    scene.play("0 move-converter A1 B1")
    assert scene.some("move-converter") == set()


# -- reserves --------------------------------------------------------------------------------------------------------


def test_rule_4_reserves_at_the_start() -> None:
    assert begin(players=4).reserve == {
        "tanks": 35, "quartz": 14, "ore": 14, "energy": 14, "superchargers": 13, "licenses": 7, "quarters": 6,
    }  # fmt: skip


def owned_by(seats: int, n: int) -> dict[str, int]:
    return {zone: i % seats for i, zone in enumerate(ZONES[:n])}


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_4_no_tank_left_in_the_reserve(edition: str) -> None:
    scene = active(edition=edition)
    scene.edit(zones=owned_by(4, 36), tanks=dict.fromkeys(ZONES[4:36], "energy"))
    assert scene.reserve["tanks"] == 3
    scene.edit(tanks=dict.fromkeys(ZONES[1:36], None))
    assert scene.reserve["tanks"] == 0
    assert scene.some("tank") == scene.some("import") == set()
    scene.edit(tanks=dict.fromkeys(ZONES[2:36], None))
    assert scene.some("tank") == scene.some("import") == {"A1"}


@pytest.mark.parametrize("kind", ["quartz", "ore", "energy"])
def test_rule_4_no_converter_left_in_the_reserve(kind: str) -> None:
    scene = active().edit(zones=owned_by(4, 32))
    others = dict.fromkeys(ZONES[1:32:4], kind) | dict.fromkeys(ZONES[2:32:4][:6], kind)
    scene.edit(tanks={"A1": None, **others})
    assert scene.reserve[kind] == 0
    assert {move for move in scene.some("converter") if move.startswith(kind)} == set()
    others.popitem()
    scene.edit(tanks={"A1": None, **others})
    assert f"{kind} A1" in scene.some("converter")


def test_rule_4_a_dropped_converter_can_be_bought_at_once() -> None:
    scene = active().edit(zones=owned_by(4, 32))
    others = dict.fromkeys(ZONES[1:32:4], "ore") | dict.fromkeys(ZONES[2:32:4][:5], "ore")
    scene.edit(tanks={"A1": "ore", "E1": None, **others})
    assert "converter ore E1" not in scene.legal
    assert "converter ore E1" in scene.play("0 drop-converter A1").legal


def test_rule_4_no_supercharger_left_in_the_reserve() -> None:
    scene = active().edit(zones=owned_by(4, 32))
    others = dict.fromkeys(ZONES[1:32:4], "+") | dict.fromkeys(ZONES[2:32:4][:5], "+")
    scene.edit(tanks={"A1": None, **others})
    assert (scene.reserve["superchargers"], scene.some("supercharger")) == (0, set())
    others.popitem()
    scene.edit(tanks={"A1": None, **others})
    assert scene.some("supercharger") == {"A1"}


def test_rule_4_a_full_cargo_hold_is_no_hurdle_to_spending() -> None:
    scene = active(owned="A1")
    assert scene.goods[0][WATER] == 12
    assert scene.play("0 tank A1").goods[0][WATER] == 11
