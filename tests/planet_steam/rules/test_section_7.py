"""Rules 7: the optional rules."""

from __future__ import annotations

import itertools
from typing import Any

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
    bids,
    extraction,
)
from tests.planet_steam.rules.helpers import tank_phase as tank_turn

# -- 7.1 predictable-claims ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_7_1_claim_replaces_roll(edition: str) -> None:
    scene = begin("claiming", players=4, edition=edition, rules=["predictable-claims"]).edit(licenses=[1, 0, 0, 0])
    unclaimed = {zone for zone, kind in scene.zones.items() if kind == "."}
    assert (scene.some("roll"), scene.some("claim")) == (set(), unclaimed)
    assert scene.some("license") > unclaimed
    scene.play("0 claim C4")
    assert (scene.zones["C4"], scene.mover, scene.phase) == (0, 1, "claiming")
    standard = begin("claiming", players=4, edition=edition)
    assert standard.some("claim") == set()


def test_rule_7_1_a_claim_needs_a_marker() -> None:
    scene = begin("claiming", players=4, rules=["predictable-claims"]).bare(s0=ZONES[:14])
    assert scene.legal == {"skip"}


# -- 7.2 price-manipulation ------------------------------------------------------------------------------------------


def manipulation(credits: int = 100, price: tuple[int, ...] = (13, 10, 8, 6), **settings: object) -> Scene:
    """The winner of the first bidding round, seat 0, after taking card 1."""
    scene = begin("manipulate", rules=["price-manipulation"], **{"players": 4, **settings})
    return scene.edit(credits={0: credits}, price=list(price))


def shifts(scene: Scene, level: str) -> set[tuple[int, ...]]:
    found = (text.split() for text in scene.some("manipulate"))
    return {tuple(map(int, words[1:])) for words in found if words[0] == level}


ALL_SHIFTS = set(itertools.product(range(-5, 6), repeat=4))


def test_rule_7_2_weak_moves_at_most_one_price_not_quartz_by_up_to_3() -> None:
    expected = {(0, o, w, e) for o, w, e in itertools.product(range(-3, 4), repeat=3) if (o, w, e).count(0) >= 2}
    assert len(expected) == 19
    assert shifts(manipulation(), "weak") == expected


def test_rule_7_2_moderate_moves_4_in_total_not_quartz() -> None:
    expected = {shift for shift in ALL_SHIFTS if shift[QUARTZ] == 0 and sum(map(abs, shift)) <= 4}
    assert len(expected) == 129
    assert shifts(manipulation(), "moderate") == expected


def test_rule_7_2_strong_moves_5_in_total() -> None:
    expected = {shift for shift in ALL_SHIFTS if sum(map(abs, shift)) <= 5}
    assert len(expected) == 681
    assert shifts(manipulation(), "strong") == expected


@pytest.mark.parametrize(
    ("credits", "levels"),
    [(0, {"weak"}), (3, {"weak"}), (4, {"weak", "moderate"}), (7, {"weak", "moderate"}),
     (8, {"weak", "moderate", "strong"})],
)  # fmt: skip
def test_rule_7_2_a_level_must_be_payable(credits: int, levels: set[str]) -> None:
    scene = manipulation(credits)
    assert {move.split()[0] for move in scene.some("manipulate")} == levels
    for level in levels:
        assert (0, 0, 0, 0) in shifts(scene, level)


@pytest.mark.parametrize(("level", "cost"), [("weak", 0), ("moderate", 4), ("strong", 8)])
def test_rule_7_2_prices_of_the_levels_and_a_dearer_one_may_do_what_a_cheaper_could(level: str, cost: int) -> None:
    scene = manipulation(50).play(f"0 manipulate {level} 0 0 -3 0")
    assert (scene.credits[0], scene.price, scene.phase) == (50 - cost, [13, 10, 5, 6], "bonus")


def test_rule_7_2_all_four_prices_may_move() -> None:
    assert manipulation().play("0 manipulate strong 1 -1 2 -1").price == [14, 9, 10, 5]


def test_rule_7_2_no_price_may_leave_its_track() -> None:
    scene = manipulation(price=(20, 3, 13, 2))
    found = shifts(scene, "strong")
    assert max(shift[QUARTZ] for shift in found) == 0
    assert min(shift[ORE] for shift in found) == 0
    assert max(shift[WATER] for shift in found) == 1
    assert min(shift[ENERGY] for shift in found) == -1
    scene.refuses("manipulate weak 0 -1 0 0", "manipulate weak 0 0 2 0", "manipulate strong 0 0 0 -2")


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_7_2_only_the_first_winner_and_he_must(edition: str) -> None:
    scene = manipulation(edition=edition)
    assert {move.split()[0] for move in scene.legal} == {"manipulate"}
    phases = []
    while scene.rest().phase != "offer-zone":
        phases.append(scene.phase)
    assert "manipulate" not in phases
    scene.to("manipulate", round=2)
    assert scene.specialist.count(None) == 3


def test_rule_7_2_after_the_specialists_benefit() -> None:
    scene = begin("take-card", players=4, rules=["price-manipulation"]).edit(credits={0: 0}).play("0 take 4")
    assert scene.phase == "engineer"
    poor = scene.copy().play("0 engineer license")
    assert {move.split()[0] for move in poor.some("manipulate")} == {"weak"}
    scene.play("0 engineer credits", "0 manipulate strong 5 0 0 0")
    assert scene.credits[0] == 7


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_rule_7_2_at_the_end_he_gets_his_cards_number(card: int) -> None:
    scene = begin("take-card", players=4, rules=["price-manipulation"]).play(f"0 take {card}").to("certificates")
    while scene.mover != scene.specialist.index(4):
        scene.rest()
    credits = scene.credits
    scene.rest()
    assert scene.round == 2
    assert scene.credits == [credits[0] + card, *credits[1:]]


def test_rule_7_2_he_is_paid_in_the_last_round_too() -> None:
    scene = manipulation().to("certificates", seat=3, round=5)
    manipulator = scene.specialist.index(1)
    credits = scene.credits[manipulator]
    scene.play("3 pass")
    assert (scene.mover, scene.credits[manipulator]) == (None, credits + 1)


# -- 7.3 sabotage ----------------------------------------------------------------------------------------------------


def sabotage(tanks: dict[str, int], converters: dict[str, str] | None = None, **settings: object) -> Scene:
    """Round 2 of four players at the last winner's bonus: seat 3. The given zones hold tanks of the given seats."""
    scene = begin("certificates", rules=["sabotage"], **{"players": 4, **settings}).to("bonus", seat=3, round=2)
    owners = {f"s{seat}": [zone for zone, who in tanks.items() if who == seat] for seat in range(4)}
    scene.bare(**owners)
    return scene.edit(tanks={zone: (converters or {}).get(zone) for zone in tanks})


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_7_3_the_last_winner_names_an_opponent_who_owns_a_tank(edition: str) -> None:
    scene = sabotage({"A1": 0, "B1": 2, "C1": 3}, edition=edition).rest()
    assert (scene.phase, scene.mover, scene.legal) == ("sabotage", 3, {"sabotage 0", "sabotage 2"})


def test_rule_7_3_the_victim_tips_one_of_his_tanks() -> None:
    scene = sabotage({"A1": 0, "A2": 0, "B1": 2}).rest().play("3 sabotage 0")
    assert (scene.mover, scene.legal) == (0, {"tip A1", "tip A2"})
    scene.play("0 tip A2")
    assert scene.tanks == {"A1": [None, False, False], "A2": [None, False, True], "B1": [None, False, False]}
    assert scene.phase == "offer-zone"


@pytest.mark.parametrize("tanks", [{}, {"A1": 3}])
def test_rule_7_3_without_a_victim_it_is_skipped(tanks: dict[str, int]) -> None:
    assert sabotage(tanks).rest().phase == "offer-zone"


def test_rule_7_3_not_in_round_1() -> None:
    scene = begin("bonus", seat=3, players=4, rules=["sabotage"]).bare(s0="A1").edit(tanks={"A1": None})
    assert scene.rest().phase == "offer-zone"


def test_rule_7_3_a_tipped_tank_does_not_extract_nor_connect() -> None:
    scene = extraction({"A1": "energy", "B1": "energy!", "C1": "energy", "A4": "!"}, players=4, rules=["sabotage"])
    scene.edit(goods={0: [0] * 4}, tanks={"A1": "energy", "B1": "energy!", "C1": "energy"})
    assert scene.play("0 extract").goods[0] == [0, 0, 0, 2]
    powered = extraction({"A1": "ore", "B1": "ore!"}, players=4, rules=["sabotage"])
    assert powered.some("power") == {"A1"}
    river = extraction({"A4": "!"}, players=4, rules=["sabotage"])
    assert river.play("0 extract").goods[0] == [0, 0, 0, 10]


def test_rule_7_3_a_tipped_tank_does_not_move_or_change_parts() -> None:
    tanks = {"A1": "ore+!", "B1": "energy+", "C1": None}
    scene = tank_turn(owned="D1", tanks=tanks, players=4, rules=["sabotage"]).play("0 activate")
    touched = {move for move in scene.legal if "A1" in move.split()[1:] and move.split()[0] not in ("tank", "import")}
    assert touched == set()
    assert scene.some("move-tank") == {"B1 C1", "B1 D1", "C1 D1"}
    assert scene.some("tank") == {"D1"}  # it still blocks its zone


@pytest.mark.parametrize("pips", range(1, 7))
def test_rule_7_3_at_the_end_it_stands_up_and_its_owner_gets_twice_the_die(pips: int) -> None:
    scene = sabotage({"A1": 0, "B1": 2}).rest().play("3 sabotage 2", "2 tip B1").to("sabotage-die")
    assert (scene.mover, scene.tanks["B1"], scene.round) == (-1, [None, False, False], 2)
    assert [probability for _, probability in scene.state.chance()] == pytest.approx([1 / 6] * 6)
    credits = scene.credits
    scene.play(f"-1 die {pips}")
    assert scene.round == 3
    assert [new - old for new, old in zip(scene.credits, credits, strict=True)] == [0, 0, 2 * pips, 0]


def test_rule_7_3_the_payment_of_7_2_comes_before_the_die() -> None:
    scene = begin("certificates", players=4, rules=["sabotage", "price-manipulation"]).to("bonus", seat=3, round=2)
    scene.bare(s2="B1").edit(tanks={"B1": None}).rest()
    scene.play("3 sabotage 2", "2 tip B1").to("certificates", seat=3)
    credits = scene.credits
    scene.play("3 pass")
    assert scene.phase == "sabotage-die"
    assert [new - old for new, old in zip(scene.credits, credits, strict=True)] == [1, 0, 0, 0]


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_7_3_for_every_number_of_players(players: int) -> None:
    scene = begin("certificates", players=players, rules=["sabotage"]).to("specialist-bid", round=2)
    scene.edit(tanks=dict.fromkeys([zone for zone, who in scene.zones.items() if who == 0], None)).to("sabotage")
    assert (scene.mover, scene.legal) == (players - 1, {"sabotage 0"})


# -- 7.4 freelance-carrier -------------------------------------------------------------------------------------------

FREELANCE = ["freelance-carrier"]


def freelance(credits: list[int] | None = None, **settings: object) -> Scene:
    """Four players at the end of the first expansion phase: seat 0 is Lady Steam, seat 1 the Venturer."""
    scene = begin("mooring", rules=FREELANCE, **{"players": 4, **settings})
    return scene.edit(credits=credits or [50] * 4).rest()


def held(holder: int = 1, bid: int = 12, kept: bool = False, **changes: object) -> Scene:
    """Round 2 at the mooring, with the card in somebody's hand."""
    scene = begin("mooring", players=4, rules=FREELANCE).to("mooring", round=2)
    return scene.edit(freelance={"holder": holder, "bid": bid, "kept": kept}, **changes).rest()


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_7_4_auctioned_at_the_end_of_the_expansion_phase(edition: str) -> None:
    scene = freelance([9, 4, 50, 0], edition=edition)
    assert (scene.phase, scene.mover, scene.legal) == ("freelance-bid", 0, bids(*range(1, 10)))
    assert scene.freelance is None
    scene.play("0 bid 3")
    assert scene.legal == bids(4) | {"pass"}  # the Venturer has no discount
    scene.play("1 bid 4", "2 bid 12", "0 pass", "1 pass")  # seat 3 has no credits: he is never asked
    assert scene.freelance == {"holder": 2, "bid": 12, "kept": False}
    assert (scene.credits, scene.phase) == ([9, 4, 38, 0], "activation")


def test_rule_7_4_lady_steam_opens_or_the_next_that_is_in() -> None:
    assert freelance([0, 0, 5, 5]).mover == 2


@pytest.mark.parametrize(("credits", "opener"), [([5, 5, 5, 5], 2), ([5, 5, 0, 5], 3), ([5, 5, 0, 0], 0)])
def test_rule_7_4_the_opener_is_sought_clockwise_from_lady_steam(credits: list[int], opener: int) -> None:
    assert freelance(credits, first=2).mover == opener


def test_rule_7_4_claim_markers_do_not_matter() -> None:
    scene = begin("mooring", players=4, rules=FREELANCE).bare(s0=ZONES[:14]).rest()
    assert scene.mover == 0


def test_rule_7_4_alone_he_bids_1() -> None:
    scene = freelance([0, 0, 30, 0])
    assert (scene.mover, scene.legal) == (2, {"bid 1"})
    assert scene.play("2 bid 1").credits == [0, 0, 29, 0]


def test_rule_7_4_nobody_able_to_bid_it_waits_for_the_next_round() -> None:
    scene = freelance([0, 0, 0, 0])
    assert (scene.phase, scene.freelance) == ("activation", None)
    scene.edit(credits=[5] * 4).to("freelance-bid")
    assert scene.round == 2


def test_rule_7_4_three_spaces_of_any_kind_beyond_the_carriers() -> None:
    scene = freelance().play("0 bid 1", "1 pass", "2 pass", "3 pass").to("trade")
    scene.edit(carriers={0: [1] * 4}, goods={0: [3, 4, 4, 4]}, supply=[9] * 4, price=[6, 3, 2, 1], credits={0: 200})
    supply = scene.supply
    scene.play("0 buy 9")
    assert scene.goods[0] == [7, 4, 4, 4]  # one in the carrier, three in the cargo, five lost
    assert scene.supply[QUARTZ] == supply[QUARTZ] - 9
    scene.play("1 pass", "2 pass", "3 pass", "0 buy 2")
    assert scene.goods[0] == [7, 4, 4, 4]


def test_rule_7_4_the_cargo_mixes_kinds() -> None:
    scene = freelance().play("0 bid 1", "1 pass", "2 pass", "3 pass").to("trade")
    scene.edit(carriers={0: [1] * 4}, goods={0: [4, 4, 4, 4]}, supply=[9] * 4, price=[6, 3, 2, 1], credits={0: 200})
    scene.play("0 buy 1", "1 pass", "2 pass", "3 pass", "0 buy 1", "1 pass", "2 pass", "3 pass", "0 buy 9")
    assert scene.goods[0] == [5, 5, 5, 4]


def test_rule_7_4_an_upgrade_takes_cargo_into_the_carrier() -> None:
    """Seven water: three of them cargo. A class-2 carrier holds all seven, and the cargo is free again."""
    scene = freelance().play("0 bid 1", "1 pass", "2 pass", "3 pass")
    scene.edit(carriers={0: [1] * 4}, goods={0: [4, 4, 8, 4]}).play("0 activate", "0 upgrade water")
    assert (scene.carriers[0], scene.goods[0]) == ([1, 1, 2, 1], [4, 3, 7, 3])
    scene.play("0 done").to("trade", seat=0).edit(goods={0: [4, 3, 7, 3]}, supply=[9] * 4, credits={0: 200})
    assert scene.play("0 buy 9").goods[0] == [7, 3, 7, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_7_4_only_the_holder_has_the_spaces(edition: str) -> None:
    scene = freelance(edition=edition).play("0 bid 1", "1 pass", "2 pass", "3 pass").to("trade")
    scene.edit(carriers=[[1] * 4] * 4, goods=[[4] * 4] * 4, supply=[9] * 4, price=[6, 3, 2, 1], credits=[99] * 4)
    scene.play("0 buy 1", "1 buy 1")
    assert (scene.goods[0], scene.goods[1]) == ([5, 4, 4, 4], [4, 4, 4, 4])


@pytest.mark.parametrize(("goods", "after"), [([4, 4, 6, 4], [4, 4, 7, 4]), ([5, 4, 6, 4], [5, 4, 6, 4])])
def test_rule_7_4_its_free_spaces_count_for_the_water_of_a_refusal(goods: list[int], after: list[int]) -> None:
    scene = freelance().play("0 bid 1", "1 pass", "2 pass", "3 pass")
    scene.edit(carriers={0: [1] * 4}, goods={0: goods}).play("0 decline")
    assert scene.goods[0] == after


def test_rule_7_4_its_free_spaces_count_for_bonus_and_agent() -> None:
    scene = begin("specialist-bid", players=5, rules=FREELANCE).to("take-card", round=2)
    holder = scene.mover or 0
    full = {"carriers": {holder: [4] * 4}, "freelance": {"holder": holder, "bid": 1, "kept": False}}
    scene.edit(goods={holder: [13, 13, 14, 15]}, **full).play(f"{holder} take 4")
    assert scene.phase == "bonus"  # three in the cargo: nothing fits, and no carrier can be upgraded
    supply = scene.supply[ORE]
    assert scene.copy().play(f"{holder} bonus ore").supply[ORE] == supply + 1
    scene.edit(goods={holder: [13, 13, 14, 14]}).play(f"{holder} bonus ore")
    assert (scene.goods[holder], scene.supply[ORE]) == ([13, 14, 14, 14], supply)
    agent = begin("specialist-bid", players=5, rules=FREELANCE).to("take-card", round=2)
    agent.edit(goods={holder: [13, 13, 14, 14]}, **full).play(f"{holder} take 4")
    assert agent.some("agent") == {"resource quartz", "resource ore", "resource water", "resource energy"}


def test_rule_7_4_the_holder_keeps_it_once_for_the_sum_he_won_it_with() -> None:
    scene = held(credits={1: 12})
    assert (scene.phase, scene.mover, scene.legal) == ("keep-freelance", 1, {"keep", "release"})
    scene.play("1 keep")
    assert (scene.credits[1], scene.freelance) == (0, {"holder": 1, "bid": 12, "kept": True})
    assert scene.phase == "activation"


def test_rule_7_4_who_cannot_pay_must_release() -> None:
    assert held(credits={1: 11}).legal == {"release"}


def test_rule_7_4_after_a_keep_it_is_released_without_a_move() -> None:
    scene = held(kept=True)
    assert (scene.phase, scene.mover, scene.freelance) == ("freelance-bid", 0, None)


def test_rule_7_4_a_released_card_is_auctioned_at_once_and_the_cargo_stays_meanwhile() -> None:
    scene = held(credits=[50] * 4, carriers={1: [1] * 4}, goods={1: [4, 6, 5, 4]}).play("1 release")
    assert (scene.phase, scene.mover, scene.freelance) == ("freelance-bid", 0, None)
    assert scene.goods[1] == [4, 6, 5, 4]
    again = scene.copy().play("0 bid 1", "1 bid 2", "2 pass", "3 pass", "0 pass")
    assert again.goods[1] == [4, 6, 5, 4]
    assert again.freelance == {"holder": 1, "bid": 2, "kept": False}  # held as new
    again.to("mooring", round=3).rest()
    assert (again.phase, again.mover) == ("keep-freelance", 1)
    scene.play("0 bid 1", "1 pass", "2 pass", "3 pass")
    assert scene.goods[1] == [4, 4, 4, 4]
    assert scene.freelance == {"holder": 0, "bid": 1, "kept": False}


def test_rule_7_4_released_and_nobodys_gain_costs_the_cargo_too() -> None:
    scene = held(credits=[0] * 4, carriers={1: [1] * 4}, goods={1: [4, 6, 5, 4]})
    assert scene.legal == {"release"}
    supply = scene.supply
    scene.play("1 release")
    assert (scene.phase, scene.freelance, scene.goods[1], scene.supply) == ("activation", None, [4, 4, 4, 4], supply)


def test_rule_7_4_the_sum_bid_is_no_wealth_but_the_cargo_is() -> None:
    scene = freelance().play("0 bid 40", "1 pass", "2 pass", "3 pass")
    scene.bare().edit(credits={0: 10}, goods={0: [7, 0, 0, 0]}, price=[12, 9, 7, 4])
    assert scene.wealth[0] == 10 + 7 * 12


def overflow(goods: list[int], tanks: dict[str, str | None], price: list[int] | None = None, **settings: Any) -> Scene:
    """Seat 0 holds the carrier and has extracted with every tank powered; class-1 carriers."""
    scene = extraction(tanks, players=4, rules=FREELANCE, **settings)
    scene.edit(carriers={0: [1] * 4}, goods={0: goods}, price=price or scene.price)
    scene.edit(freelance={"holder": 0, "bid": 1, "kept": False})
    while powered := sorted(scene.some("power"), key=ZONES.index):
        scene.play(f"0 power {powered[0]}")
    return scene.play("0 extract")


def test_rule_7_4_the_holder_chooses_what_to_stow() -> None:
    """Two units of three resources each for three spaces: any three of them, in resource order."""
    scene = overflow([4, 4, 4, 4], {"A1": "quartz+", "C1": "ore+", "E1": "+"})
    assert (scene.phase, scene.mover, scene.goods[0]) == ("stow", 0, [4, 4, 4, 1])
    assert outcomes(scene) == {
        (6, 5, 4, 1), (6, 4, 5, 1), (5, 6, 4, 1), (5, 5, 5, 1), (5, 4, 6, 1), (4, 6, 5, 1), (4, 5, 6, 1),
    }  # fmt: skip


def outcomes(scene: Scene) -> set[tuple[int, ...]]:
    """The goods that the choices of a holder lead to, each by one sequence only; then the next player extracts."""
    if scene.phase != "stow":
        assert (scene.phase, scene.mover) == ("extraction", 1)
        return {tuple(scene.goods[0])}
    found: set[tuple[int, ...]] = set()
    for move in scene.legal:
        after = outcomes(scene.copy().play(f"0 {move}"))
        assert found.isdisjoint(after)
        found |= after
    return found


def test_rule_7_4_stowing_goes_in_resource_order_and_fills_the_spaces() -> None:
    scene = overflow([4, 4, 4, 4], {"A1": "quartz+", "C1": "ore+", "E1": "+"})
    assert scene.some("stow") == {"quartz", "ore"}  # two water would not fill three spaces
    scene.play("0 stow ore")
    assert scene.some("stow") == {"ore", "water"}
    scene.refuses("stow quartz")
    scene.play("0 stow water")
    assert scene.some("stow") == {"water"}  # one option, and a move all the same
    scene.play("0 stow water")
    assert (scene.goods[0], scene.phase, scene.mover) == ([4, 5, 6, 1], "extraction", 1)


def test_rule_7_4_what_was_held_before_stays() -> None:
    scene = overflow([4, 4, 6, 2], {"A1": "quartz+", "C1": "ore+"})
    assert outcomes(scene) == {(5, 4, 6, 0), (4, 5, 6, 0)}


def test_rule_7_4_nothing_is_asked_without_a_choice() -> None:
    """All of it fits; it is of one resource; no space is free."""
    assert outcomes(overflow([4, 4, 4, 4], {"A1": "quartz", "C1": "ore+"})) == {(5, 6, 4, 2)}
    assert outcomes(overflow([4, 4, 4, 4], {"A1": "quartz+", "B1": "quartz+"})) == {(7, 4, 4, 2)}
    assert outcomes(overflow([7, 4, 4, 4], {"A1": "quartz+", "C1": "ore+"})) == {(7, 4, 4, 2)}


def test_rule_7_4_the_space_that_the_payment_frees_counts() -> None:
    """Six energy: two of them cargo. Paying three frees both spaces."""
    tanks = {"A1": "quartz", "C1": "ore", "E1": None}
    assert outcomes(overflow([4, 4, 4, 6], tanks)) == {(5, 5, 5, 3)}
    assert outcomes(overflow([5, 4, 4, 6], tanks)) == {(6, 5, 4, 3), (6, 4, 5, 3), (5, 5, 5, 3)}


def test_rule_7_4_the_last_player_stows_before_trade() -> None:
    scene = extraction({"A1": "quartz+", "C1": "ore+"}, seat=3, players=4, rules=FREELANCE)
    scene.edit(carriers={3: [1] * 4}, goods={3: [4, 4, 0, 2]}, freelance={"holder": 3, "bid": 1, "kept": False})
    scene.play("3 power A1", "3 power C1", "3 extract", "3 stow quartz", "3 stow ore")
    assert (scene.phase, scene.mover, scene.some("stow")) == ("stow", 3, {"ore"})
    scene.play("3 stow ore")
    assert (scene.phase, scene.mover, scene.goods[3]) == ("trade", 0, [5, 6, 0, 0])


def test_rule_7_4_by_the_ruling_of_version_1_the_dearest_new_units_are_kept() -> None:
    """Ties in resource order; what was held stays."""

    def kept(goods: list[int], price: list[int], tanks: dict[str, str | None]) -> set[tuple[int, ...]]:
        return outcomes(overflow(goods, tanks, price, version=1))

    tanks = {"A1": "quartz+", "C1": "ore+", "E1": "+"}  # two units each
    assert kept([4, 4, 4, 4], [6, 9, 7, 4], tanks) == {(4, 6, 5, 1)}
    assert kept([4, 4, 4, 4], [6, 9, 14, 4], tanks) == {(4, 5, 6, 1)}
    assert kept([4, 4, 4, 4], [9, 9, 9, 4], tanks) == {(6, 5, 4, 1)}
    assert kept([4, 4, 6, 2], [12, 9, 2, 1], {"A1": "quartz+", "C1": "ore+"}) == {(5, 4, 6, 0)}
