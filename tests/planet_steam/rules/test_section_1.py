"""Rules 1: terms. What the words mean, as far as a game shows it."""

from __future__ import annotations

import doctest

import pytest

from tests.planet_steam.rules import helpers
from tests.planet_steam.rules.helpers import (
    EDITIONS,
    ENERGY,
    PLAYERS,
    RESOURCES,
    ROUNDS,
    WATER,
    ZONES,
    begin,
    extraction,
    names,
)
from tests.planet_steam.rules.helpers import tank_phase as tank_turn


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_1_rounds(edition: str, players: int) -> None:
    scene = begin("setup-upgrade", players=players, edition=edition)
    seen = set()
    while scene.mover is not None:
        seen.add(scene.round)
        scene.rest()
    assert seen == set(range(1, ROUNDS[players] + 1))


def test_rule_1_resources_come_in_one_order() -> None:
    assert tuple(begin().order) == RESOURCES == ("quartz", "ore", "water", "energy")


def test_rule_1_zone_names_and_indices() -> None:
    """Zone index = (line-1)*6 + (position-1): moves are listed by it."""
    scene = begin("offer-zone", players=4).bare()
    assert [move.split()[1] for move in scene.state.moves()] == list(ZONES)
    assert ZONES.index("C4") == (4 - 1) * 6 + (3 - 1)
    assert len(ZONES) == 42


@pytest.mark.parametrize(("zone", "neighbours"), [("A1", "B1 A2"), ("C4", "B4 D4 C3 C5"), ("F7", "E7 F6")])
def test_rule_1_neighbours_differ_by_one_in_line_or_position(zone: str, neighbours: str) -> None:
    """Two energy tanks yield 3 when they touch and 2 when they do not."""
    for other in set(ZONES) - {zone}:
        scene = extraction({zone: "energy", other: "energy"}, players=4).edit(goods={0: [0, 0, 0, 0]})
        assert scene.play("0 extract").goods[0][ENERGY] == (3 if other in neighbours.split() else 2), other


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "closed"), [(2, "AB"), (3, "A"), (4, ""), (5, "")])
def test_rule_1_closed_zones_are_never_a_target(edition: str, players: int, closed: str) -> None:
    scene = begin("offer-zone", players=players, edition=edition)
    shut = names(closed, range(1, 8))
    assert {zone for zone, kind in scene.zones.items() if kind == "x"} == shut
    scene.bare()
    assert scene.some("offer") == set(ZONES) - shut
    scene.to("claiming").bare().edit(licenses=[1] * players)
    assert scene.some("roll") == scene.some("license") == set(ZONES) - shut


def test_rule_1_one_tank_per_owned_zone() -> None:
    scene = tank_turn(owned="A1 A2", tanks={"A1": None}, players=4).play("0 activate")
    assert scene.some("tank") == scene.some("import") == {"A2"}


@pytest.mark.parametrize(("converter", "resource"), [("quartz", 0), ("ore", 1), (None, 2), ("energy", 3)])
def test_rule_1_a_tank_makes_what_its_converter_says(converter: str | None, resource: int) -> None:
    scene = extraction({"A1": converter}, players=4)
    if converter != "energy":
        scene.play("0 power A1")
    scene.play("0 extract")
    made = [0, 0, 0, 10 if converter == "energy" else 9]
    made[resource] += 1
    assert scene.goods[0] == made


def test_rule_1_spending_a_resource_never_changes_the_supply() -> None:
    scene = tank_turn(owned="A1 A2 A3", tanks={"A1": None}, players=4)
    supply = scene.supply
    scene.play("0 activate", "0 tank A2", "0 import A3", "0 supercharger A1", "0 converter ore A1").edit(
        carriers={0: [3, 4, 4, 4]}
    ).play("0 upgrade quartz", "0 done")
    assert scene.supply == supply


@pytest.mark.parametrize(("carrier", "fits"), [(1, 4), (2, 7), (3, 10), (4, 13)])
def test_rule_1_what_does_not_fit_is_lost_without_effect_on_the_supply(carrier: int, fits: int) -> None:
    scene = begin("activation", players=4).edit(carriers={0: [1, 1, carrier, 1]}, goods={0: [0, 0, fits, 0]})
    supply = scene.supply
    scene.play("0 decline")
    assert (scene.goods[0][WATER], scene.supply) == (fits, supply)


def test_the_helpers_do_what_they_say() -> None:
    assert doctest.testmod(helpers) == (0, 3)
