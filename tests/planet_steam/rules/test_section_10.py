"""Rules 10: what is easy to miss."""

from __future__ import annotations

import pytest

from engine import BoardError, Stream, new_game
from tests.planet_steam.rules.helpers import EDITIONS, ENERGY, ORE, PLAYERS, RULES, WATER, Scene, begin, tank_phase


def test_rule_10_bidding_goes_on_clockwise_from_the_last_one_asked() -> None:
    scene = begin("specialist-bid", first=2, players=5)
    scene.play("2 bid 1", "3 pass", "4 bid 2", "0 bid 3", "1 pass", "2 bid 4", "4 pass", "0 bid 5", "2 pass")
    assert (scene.phase, scene.mover) == ("take-card", 0)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_10_every_opener_of_the_specialist_auction_owns_a_credit(edition: str, players: int) -> None:
    """Players who bid all they have every time, and spend the rest."""
    scene = begin("specialist-bid", players=players, edition=edition, rules=["price-manipulation"])
    n_openers = 0
    while scene.mover is not None:
        if scene.phase == "specialist-bid" and "pass" not in scene.legal:
            n_openers += 1
            assert scene.credits[scene.mover] >= 1
            assert scene.some("bid")
        spend = [move for move in scene.state.moves() if move.split()[0] in ("bid", "buy")]
        if spend and scene.phase in ("specialist-bid", "zone-bid", "trade"):
            scene.state.play(spend[-1])
        else:
            scene.rest()
    assert n_openers == players * scene.round


def test_rule_10_the_engineers_15_credits_may_pay_for_manipulate() -> None:
    scene = begin("take-card", players=4, rules=["price-manipulation"]).edit(credits={0: 0})
    scene.play("0 take 4", "0 engineer credits", "0 manipulate strong 0 0 0 5")
    assert scene.credits[0] == 7


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_10_a_venturer_alone_in_the_zone_auction_bids_1_and_pays_1(edition: str) -> None:
    scene = begin("offer-zone", players=4, edition=edition).edit(credits=[0, 1, 0, 0]).play("1 offer A2")
    assert scene.legal == {"bid 1"}
    assert scene.play("1 bid 1").credits == [0, 0, 0, 0]


def test_rule_10_buying_is_legal_even_if_nothing_fits() -> None:
    scene = begin("trade", players=4).edit(goods={0: [7, 0, 0, 0]}, supply=[6, 6, 6, 6], price=[12, 9, 7, 4])
    scene.edit(carriers={0: [2, 1, 1, 1]}, credits={0: 100})
    assert len(scene.some("buy")) == 6
    scene.play("0 buy 6")
    assert (scene.goods[0][0], scene.supply[0], scene.price[0], scene.credits[0]) == (7, 0, 14, 28)


def tipped(tanks: dict[str, str | None], owned: str = "", **settings: object) -> Scene:
    return tank_phase(owned=owned, tanks=tanks, players=4, rules=["sabotage"], **settings)


def test_rule_10_a_tipped_tank_is_no_end_of_anything() -> None:
    """Neither a nor b of a rearrangement, nor what is bought for, nor z2; it blocks its zone."""
    scene = tipped({"A1": "!", "B1": "ore+", "C1": "energy", "D1": None}, "E1").play("0 activate")
    assert not [move for move in scene.legal if "A1" in move.split()]
    assert "converter quartz B1 D1" in scene.legal
    assert scene.some("move-supercharger") == {"B1 C1", "B1 D1"}
    assert scene.some("move-converter") == {"B1 C1", "B1 D1", "C1 D1"}
    assert scene.some("move-tank") == {"B1 C1", "B1 D1", "B1 E1", "C1 D1", "C1 E1", "D1 E1"}
    assert scene.some("supercharger") == {"C1", "D1"}
    assert scene.some("tank") == {"E1"}


def test_rule_10_a_tipped_tank_still_scores() -> None:
    upright, down = (tipped({"A1": tank}).wealth[0] for tank in ("ore+", "ore+!"))
    assert upright == down


def test_rule_10_ludoart_dry_with_only_a_tipped_tank_has_plain_emergency() -> None:
    scene = tipped({"A1": "ore!"}, edition="ludoart").edit(tanks={"A1": "ore!"}, goods={0: [0] * 4})
    assert scene.legal == {"emergency"}
    scene.play("0 emergency")
    assert (scene.goods[0][WATER], scene.tanks["A1"]) == (1, ["ore", False, True])


def test_rule_10_river_limits_bind_both_ends_of_a_swap_and_z2() -> None:
    scene = tank_phase(tanks={"B4": "energy", "C5": "ore", "D4": None}, players=4, rules=["river-limits"])
    scene.play("0 activate")
    assert scene.some("move-tank") == {"B4 D4"}
    assert scene.some("move-converter") == {"B4 D4"}
    scene.refuses("move-tank B4 C5", "move-converter C5 D4", "converter quartz C5 D4", "move-converter B4 C5")
    assert scene.some("converter") == {"quartz C5", "energy C5", "energy D4"}


def test_rule_10_tank_production_ignores_the_reserve() -> None:
    zones = list(begin(players=4).zones)
    scene = begin("certificates", players=4).edit(round=5).play("0 pass", "1 pass", "2 pass")
    scene.edit(zones={zone: i % 4 for i, zone in enumerate(zones[:36])}, tanks=dict.fromkeys(zones[:35], None))
    assert scene.reserve["tanks"] == 0
    scene.edit(supply=[6, 9, 6, 9], market=3).play("3 pass")
    assert (scene.market, scene.supply[ORE], scene.supply[ENERGY]) == (12, 0, 0)


def test_rule_10_the_licence_reserve_never_rises() -> None:
    """Random play over every rule: licences are used, sold and bought; the reserve only falls."""
    for seed in range(6):
        game = new_game(players=2 + seed % 4, edition=EDITIONS[seed % 2], rules=RULES)
        state, rng = game.new(), Stream(seed, "licences")
        left = n_licenses = state.snapshot()["reserve"]["licenses"]
        while not state.is_over:
            state.apply(rng.choice(state.legal()))
            now = state.snapshot()
            assert now["reserve"]["licenses"] <= left
            left = now["reserve"]["licenses"]
            assert sum(now["licenses"]) + left <= n_licenses


@pytest.mark.parametrize("role", ["lady", "venturer", "captain"])
def test_rule_10_a_set_without_a_needed_specialist_is_refused(role: str) -> None:
    board = new_game(players=4).header()["board"]
    without = [[other for other in card if other != role] or ["engineer"] for card in board["specialists"]]
    with pytest.raises(BoardError, match=f"specialists.*{role}"):
        new_game(players=4, board={**board, "specialists": without})


def test_rule_10_a_card_with_both_resolves_the_engineer_first() -> None:
    board = new_game(players=4).header()["board"]
    cards = [["lady"], ["venturer"], ["captain"], ["agent", "engineer"]]
    scene = begin("take-card", players=4, board={**board, "specialists": cards}).play("0 take 4")
    assert scene.phase == "engineer"
    assert scene.play("0 engineer license").phase == "agent"
    assert scene.play("0 agent upgrade ore").phase == "bonus"


def test_rule_10_tops_of_market_and_supply_are_the_lengths_of_their_lists() -> None:
    board = new_game(players=4).header()["board"]
    changed = {
        **board, "tank_prices": [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "supply_change": [1] * 8 + [-1] * 12,
        "supply": [6, 9, 8, 14], "market": 12,
    }  # fmt: skip
    scene = begin("trade", players=4, board=changed).edit(goods={0: [4, 0, 0, 0]}, supply=[18, 9, 9, 9])
    scene.play("0 sell 4")
    assert scene.supply[0] == 19
    scene.to("certificates", seat=3).edit(round=5, supply=[6, 9, 6, 9], market=8).play("3 pass")
    assert scene.market == 12


def test_rule_10_lady_steam_need_not_be_card_1() -> None:
    """On a board with Lady Steam as card 3 her holder opens the auctions and is the next round's first player."""
    board = new_game(players=4).header()["board"]
    cards = [["captain"], ["venturer"], ["lady"], ["engineer"]]
    scene = begin("offer-zone", players=4, rules=["freelance-carrier"], board={**board, "specialists": cards})
    assert (scene.mover, scene.specialist) == (1, [1, 2, 3, 4])
    assert scene.rest().mover == 2
    assert scene.to("mooring").mover == 0
    assert scene.rest().mover == 2
    scene.to("specialist-bid", round=2)
    assert (scene.first, scene.mover) == (2, 2)
