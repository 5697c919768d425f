"""Rules 2: the set-up."""

from __future__ import annotations

import pytest

from tests.planet_steam.rules.helpers import EDITIONS, PLAYERS, RESOURCES, begin


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_2_1_everything_lies_as_section_8_says(edition: str, players: int) -> None:
    scene = begin(players=players, edition=edition)
    of = dict(zip(PLAYERS, range(4), strict=True))[players]
    assert scene.credits == [(100, 110, 120, 130)[of]] * players
    assert scene.goods == [[(0, 0, 1, 1)[of], (1, 2, 2, 2)[of], (3, 4, 3, 3)[of], (3, 2, 3, 4)[of]]] * players
    assert scene.supply == [(4, 5, 6, 7)[of], (7, 8, 9, 10)[of], (6, 7, 8, 10)[of], (10, 12, 14, 16)[of]]
    assert (scene.reserve["licenses"], scene.reserve["quarters"]) == ((6, 6, 7, 7)[of], (4, 5, 6, 7)[of])
    assert scene.market == (9, 10, 12, 14)[of]
    assert scene.carriers == [[1, 1, 1, 1]] * players
    assert (scene.licenses, scene.quarters) == ([0] * players, [0] * players)
    assert (scene.round, scene.first, scene.specialist, scene.airship) == (1, None, [None] * players, None)


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_2_1_start_claims_are_laid_unless_variable(players: int) -> None:
    kinds = list(begin(players=players).zones.values())
    assert [kinds.count(seat) for seat in range(players)] == [2] * players
    assert kinds.count("n") == {2: 6, 3: 8, 4: 10, 5: 10}[players]
    variable = begin(players=players, rules=["variable-claims"]).zones.values()
    assert set(variable) <= {".", "x"}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_2_2_chance_picks_the_first_player_uniformly(edition: str, players: int) -> None:
    scene = begin(players=players, edition=edition)
    assert scene.mover == -1
    chance = [(scene.game.text(move), probability) for move, probability in scene.state.chance()]
    assert chance == [(f"first {seat}", pytest.approx(1 / players)) for seat in range(players)]
    assert scene.play(f"-1 first {players - 1}").first == players - 1


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_2_3_clockwise_each_upgrades_one_carrier(edition: str, players: int) -> None:
    first = players - 1
    scene = begin("setup-upgrade", first=first, players=players, edition=edition)
    for step in range(players):
        seat = (first + step) % players
        resource = step % 4
        assert scene.legal == {f"upgrade {name}" for name in RESOURCES}
        scene.play(f"{seat} upgrade {RESOURCES[resource]}")
        assert scene.carriers[seat] == [2 if r == resource else 1 for r in range(4)]
    assert (scene.phase, scene.mover) == ("specialist-bid", first)
    assert sum(map(sum, scene.carriers)) == 5 * players
    assert scene.goods == begin(players=players).goods


def test_rule_2_3_the_upgrade_is_free() -> None:
    scene = begin("specialist-bid", players=4)
    assert (scene.credits, scene.goods) == ([120] * 4, [[1, 2, 3, 3]] * 4)
