"""Rules 6: the advanced rules, each on its own and together."""

from __future__ import annotations

import pytest

from engine import new_game
from tests.planet_steam.rules.helpers import EDITIONS, PLAYERS, RESOURCES, RULES, ZONES, Scene, begin, names, tank_phase

EXPERT = ("reduced-start", "river-limits", "variable-claims", "variable-trading-order")
RIVER = names("ABCDEF", [4])


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_6_expert_is_a_short_name(edition: str) -> None:
    assert new_game(players=4, edition=edition, rules=["expert"]).rules == EXPERT


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rule", RULES)
def test_rule_6_both_editions_accept_every_rule_alone(edition: str, rule: str) -> None:
    scene = begin("setup-upgrade", players=3, edition=edition, rules=[rule])
    while scene.mover is not None:
        scene.rest()
    assert (scene.game.rules, scene.round) == ((rule,), 6)


# -- 6.1 immobile-tanks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_6_1_no_move_tank_but_parts_still_move(edition: str) -> None:
    tanks = {"A1": "ore+", "B1": None, "C1": "energy"}
    scene = tank_phase(owned="D1", tanks=tanks, players=4, edition=edition, rules=["immobile-tanks"]).play("0 activate")
    assert scene.some("move-tank") == set()
    scene.refuses("move-tank A1 D1", "move-tank A1 B1")
    assert scene.some("move-converter") == {"A1 B1", "A1 C1", "C1 B1"}
    assert scene.some("move-supercharger") == {"A1 B1", "A1 C1"}
    assert scene.some("drop-converter") == {"A1", "C1"}


# -- 6.2 river-limits ------------------------------------------------------------------------------------------------


def river(tanks: dict[str, str | None], owned: str = "", **settings: object) -> Scene:
    return tank_phase(owned=owned, tanks=tanks, players=4, rules=["river-limits"], **settings).play("0 activate")


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_6_2_no_ore_or_quartz_converter_is_bought_for_the_river(edition: str) -> None:
    scene = river({"C4": None, "C5": None}, edition=edition)
    assert scene.some("converter") == {"energy C4", "quartz C5", "ore C5", "energy C5"}
    standard = tank_phase(tanks={"C4": None}, players=4, edition=edition).play("0 activate")
    assert standard.some("converter") == {"quartz C4", "ore C4", "energy C4"}


def test_rule_6_2_nor_does_an_old_converter_move_there() -> None:
    scene = river({"C3": "ore", "C4": None, "C5": None})
    moved = {move for move in scene.some("converter") if move.count(" ") == 2}
    assert moved == {"quartz C3 C5", "energy C3 C5"}
    scene = river({"C3": "energy", "C4": None, "C5": None})
    moved = {move for move in scene.some("converter") if move.count(" ") == 2}
    assert moved == {"quartz C3 C4", "quartz C3 C5", "ore C3 C4", "ore C3 C5"}


@pytest.mark.parametrize("heavy", ["ore", "quartz"])
def test_rule_6_2_no_tank_moves_there_with_one(heavy: str) -> None:
    scene = river({"C3": heavy, "D3": "energy", "E3": None}, "B4 B5")
    assert scene.some("move-tank") == {
        "C3 B5", "D3 B4", "D3 B5", "E3 B4", "E3 B5", "C3 D3", "C3 E3", "D3 E3",
    }  # fmt: skip


@pytest.mark.parametrize("heavy", ["ore", "quartz"])
def test_rule_6_2_no_swap_of_tanks_brings_one_there(heavy: str) -> None:
    below = river({"C3": heavy, "C4": "energy"})
    assert below.some("move-tank") == set()
    above = river({"C4": "energy", "C5": heavy})
    assert above.some("move-tank") == set()
    free = river({"C3": None, "C4": "energy"})
    assert free.some("move-tank") == {"C3 C4"}


@pytest.mark.parametrize("heavy", ["ore", "quartz"])
def test_rule_6_2_no_move_or_swap_of_converters_brings_one_there(heavy: str) -> None:
    scene = river({"C3": heavy, "C4": None, "D4": "energy", "C5": None, "D5": "energy"})
    assert scene.some("move-converter") == {
        "C3 C5", "C3 D5", "D4 C4", "D4 C5", "D5 C4", "D5 C5",
    }  # fmt: skip
    other = river({"C4": "energy", "C5": heavy})
    assert other.some("move-converter") == set()


# -- 6.3 variable-trading-order --------------------------------------------------------------------------------------


def order_game(players: int, **settings: object) -> Scene:
    return begin("marker", players=players, rules=["variable-trading-order"], **settings)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "placed"), [(2, [2, 2]), (3, [1, 1, 1]), (4, [1] * 4), (5, [1, 1, 1, 1, 0])])
def test_rule_6_3_how_many_markers_each_winner_places(edition: str, players: int, placed: list[int]) -> None:
    scene = order_game(players, edition=edition)
    found = [0] * players
    while scene.phase != "offer-zone":
        found[scene.mover or 0] += scene.phase == "marker"
        scene.rest()
    assert found == placed
    assert sorted(scene.order) == sorted(RESOURCES)


def test_rule_6_3_a_free_marker_on_a_free_resource() -> None:
    scene = order_game(4)
    assert scene.order == [None] * 4
    assert scene.some("marker") == {f"{k} {r}" for k in (1, 2, 3, 4) for r in RESOURCES}
    scene.play("0 marker 4 water")
    assert scene.order == [None, None, None, "water"]
    scene.to("marker")
    assert scene.some("marker") == {f"{k} {r}" for k in (1, 2, 3) for r in ("quartz", "ore", "energy")}


def test_rule_6_3_with_3_players_the_fourth_goes_down_by_itself() -> None:
    scene = order_game(3).play("0 marker 4 water").to("marker").play("1 marker 1 energy").to("marker")
    assert scene.play("2 marker 2 ore").order == ["energy", "ore", "quartz", "water"]
    assert scene.phase == "offer-zone"


def test_rule_6_3_with_5_players_the_last_winner_places_none() -> None:
    scene = order_game(5)
    while None in scene.order:
        scene.rest()
    assert scene.specialist[4] is None
    phases = set()
    while scene.phase != "offer-zone":
        phases.add(scene.phase)
        scene.rest()
    assert "marker" not in phases


def test_rule_6_3_trade_follows_the_markers() -> None:
    scene = order_game(4).play("0 marker 4 water").to("marker").play("1 marker 1 energy").to("marker")
    scene.play("2 marker 2 ore").to("marker")
    assert scene.legal == {"marker 3 quartz"}
    scene.to("trade").edit(goods=[[1, 2, 3, 4]] * 4, credits=[0] * 4)
    held = []
    while scene.phase == "trade":
        held.append(len(scene.some("sell")))
        scene.play(f"{scene.mover} pass")
    assert held == [4] * 4 + [2] * 4 + [1] * 4 + [3] * 4


def test_rule_6_3_markers_leave_at_the_end_of_the_round() -> None:
    scene = order_game(2)
    while scene.round == 1:
        order = scene.order
        scene.rest()
    assert (order, scene.order) == (["quartz", "ore", "water", "energy"], [None] * 4)


# -- 6.4 variable-claims ---------------------------------------------------------------------------------------------


def claims_game(players: int, pips: int = 6, **settings: object) -> Scene:
    """At the river die (ffg) or already past it (ludoart)."""
    scene = begin("setup-upgrade", players=players, rules=["variable-claims"], **settings)
    scene.through("setup-upgrade")
    return scene.play(f"-1 die {pips}") if scene.phase == "river-die" else scene


def placing(scene: Scene) -> list[tuple[str, int]]:
    """Who places what, from here to the zone auction."""
    found = []
    while scene.phase != "offer-zone":
        if scene.phase in ("river-neutral", "place-own", "place-neutral"):
            found.append((scene.phase, scene.mover or 0))
        scene.rest()
    return found


def test_rule_6_4_the_ffg_die_comes_before_the_bonus_resources() -> None:
    scene = begin("setup-upgrade", players=4, rules=["variable-claims"]).through("setup-upgrade")
    assert (scene.phase, scene.mover, scene.bonus, scene.supply) == ("river-die", -1, [0] * 4, [6, 9, 8, 14])
    assert [probability for _, probability in scene.state.chance()] == pytest.approx([1 / 6] * 6)
    scene.play("-1 die 2")
    assert (scene.phase, scene.bonus) == ("specialist-bid", [1] * 4)


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_6_4_ludoart_has_no_die(players: int) -> None:
    assert claims_game(players, edition="ludoart").phase == "specialist-bid"


@pytest.mark.parametrize(("players", "most"), [(2, 3), (3, 4), (4, 5), (5, 5)])
@pytest.mark.parametrize("pips", range(1, 7))
def test_rule_6_4_ffg_river_neutrals_by_die(players: int, most: int, pips: int) -> None:
    scene = claims_game(players, pips).to("specialist-bid")
    scene.through("specialist-bid", "take-card", "bonus", "engineer", "agent")
    n = pips if pips <= most else 0
    for left in range(n, 0, -1):
        assert (scene.phase, scene.mover) == ("river-neutral", 0)
        river = {zone for zone in RIVER if scene.zones[zone] == "."}
        assert len(river) == {2: 4, 3: 5, 4: 6, 5: 6}[players] - n + left
        assert scene.some("neutral") == river
        scene.rest()
    assert scene.phase == "place-own"
    assert sum(scene.zones[zone] == "n" for zone in RIVER) == n


def test_rule_6_4_the_holder_of_lady_steam_places_them() -> None:
    scene = claims_game(4, 2)
    scene.play("0 bid 1", "1 pass", "2 bid 2", "3 pass", "0 pass", "2 take 1").to("river-neutral")
    assert scene.mover == 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_rule_6_4_forward_then_in_reverse_the_first_places_two_neutrals(edition: str, players: int) -> None:
    scene = claims_game(players, edition=edition)
    forward = [(seat, 2 if seat == 0 and players < 5 else 1) for seat in range(players)]
    expected = []
    for seat, neutrals in [*forward, *reversed(forward)]:
        expected += [("place-own", seat)] + [("place-neutral", seat)] * neutrals
    assert placing(scene) == expected
    kinds = list(scene.zones.values())
    assert [kinds.count(seat) for seat in range(players)] == [2] * players
    assert kinds.count("n") == {2: 6, 3: 8, 4: 10, 5: 10}[players]


def test_rule_6_4_the_passes_go_by_turn_order_not_by_seat() -> None:
    scene = claims_game(2, edition="ludoart").play("0 bid 1", "1 pass", "0 take 2")
    assert [seat for step, seat in placing(scene) if step == "place-own"] == [1, 0, 0, 1]


def test_rule_6_4_ffg_neutrals_stay_off_the_river_own_markers_may_go_there() -> None:
    scene = claims_game(4).to("place-own")
    assert scene.some("own") >= RIVER
    assert len(scene.some("own")) == 42
    scene.play("0 own C4")
    assert scene.zones["C4"] == 0
    assert scene.some("neutral").isdisjoint(RIVER)
    assert len(scene.some("neutral")) == 36


@pytest.mark.parametrize("cap", [0, 1, 3, 6])
def test_rule_6_4_ludoart_at_most_so_many_neutrals_on_the_river(cap: int) -> None:
    scene = begin("place-neutral", players=4, edition="ludoart", rules=["variable-claims"], river_neutrals=cap)
    while scene.phase != "offer-zone":
        if scene.phase == "place-neutral" and (on_river := sorted(scene.some("neutral") & RIVER)):
            scene.play(f"{scene.mover} neutral {on_river[0]}")
        elif scene.phase == "place-own":
            dry = sorted(scene.some("own") - RIVER)
            scene.play(f"{scene.mover} own {dry[0]}")
        else:
            scene.rest()
    assert sum(scene.zones[zone] == "n" for zone in RIVER) == cap


def test_rule_6_4_ludoart_default_cap_is_3() -> None:
    game = new_game(players=4, edition="ludoart", rules=["variable-claims"])
    assert game.header()["settings"]["river-neutrals"] == 3


def test_rule_6_4_ffg_rolls_the_die_by_default() -> None:
    assert new_game(players=4).header()["settings"]["river-neutrals"] == "die"


@pytest.mark.parametrize("n", range(7))
def test_rule_6_4_ffg_an_agreed_number_needs_no_die(n: int) -> None:
    scene = claims_game(4, river_neutrals=n)
    assert (scene.phase, scene.bonus) == ("specialist-bid", [1] * 4)
    steps = placing(scene)
    assert steps[:n] == [("river-neutral", 0)] * n
    assert len(steps) == n + 8 + 10
    assert sum(scene.zones[zone] == "n" for zone in RIVER) == n


def test_rule_6_4_ffg_in_the_passes_neutrals_stay_off_the_river_whatever_was_agreed() -> None:
    games = [begin("place-neutral", players=4, rules=["variable-claims"], river_neutrals=n) for n in (0, 3)]
    assert games[0].legal == games[1].legal
    assert games[0].some("neutral").isdisjoint(RIVER)


def small_board(players: int, n_open: int, river: list[str]) -> dict[str, object]:
    """A board on which only the first so many zones are open."""
    board = new_game(players=players).header()["board"]
    return {**board, "closed": list(ZONES[n_open:]), "claims": [[]] * players, "neutral": [], "river": river}


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_6_4_a_marker_without_a_zone_is_left_out(edition: str) -> None:
    """Seven zones for two players' four and six markers: the second of the reverse pass finds nothing."""
    scene = claims_game(2, edition=edition, board=small_board(2, 7, []))
    assert placing(scene) == [
        ("place-own", 0), ("place-neutral", 0), ("place-neutral", 0), ("place-own", 1), ("place-neutral", 1),
        ("place-own", 1), ("place-neutral", 1),
    ]  # fmt: skip
    assert scene.mover == 1  # the Venturer offers a neutral zone


def test_rule_6_4_neutrals_without_a_zone_off_the_river_are_left_out() -> None:
    """All but one zone are river: own markers go there, neutrals of the passes may not."""
    scene = claims_game(2, edition="ludoart", river_neutrals=0, board=small_board(2, 8, list(ZONES[1:])))
    assert [step for step, _ in placing(scene.to("place-own").play("0 own A1"))] == ["place-own"] * 3


def test_rule_6_4_no_more_river_neutrals_than_river_zones() -> None:
    board = {**new_game(players=4).header()["board"], "river": ["A1", "B2"]}
    scene = claims_game(4, 5, board=board)
    assert [step for step, _ in placing(scene)].count("river-neutral") == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_6_4_only_in_round_1(edition: str) -> None:
    scene = claims_game(5, edition=edition).to("specialist-bid", round=2)
    assert placing(scene) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_6_4_closed_zones_take_no_marker(edition: str) -> None:
    scene = claims_game(2, edition=edition).to("place-own")
    assert scene.some("own") == names("CDEF", range(1, 8))


# -- 6.5 reduced-start -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("players", "credits", "goods"),
    [(2, 80, [0, 0, 2, 3]), (3, 90, [0, 1, 3, 2]), (4, 100, [0, 1, 3, 3]), (5, 110, [0, 1, 3, 3])],
)
def test_rule_6_5_reduced_start(edition: str, players: int, credits: int, goods: list[int]) -> None:
    scene = begin(players=players, edition=edition, rules=["reduced-start"])
    assert (scene.credits, scene.goods) == ([credits] * players, [goods] * players)
    standard = begin(players=players, edition=edition)
    assert (scene.supply, scene.market, scene.zones) == (standard.supply, standard.market, standard.zones)
