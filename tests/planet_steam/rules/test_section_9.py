"""Rules 9: what is hidden. Ranges worked out by hand; the laws of sampling are in test_knowledge.py."""

from __future__ import annotations

import pytest

from engine import new_game
from tests.planet_steam.rules.helpers import EDITIONS, Scene, begin


def known(scene: Scene, observer: int, seat: int) -> tuple[int, int]:
    view = scene.state.observe(observer).view()
    return view["credits_low"][seat], view["credits_high"][seat]


def round_1(**settings: object) -> Scene:
    """Seat 0 pays 20 for Lady Steam; 1, 2 and 3 pay 1 each for cards 2, 3, 4; seat 3 takes 15 credits as Engineer;
    seat 0 pays 1 for a zone. Nobody does anything else. So round 2 starts with 99, 119, 119, 134."""
    scene = begin("specialist-bid", **{"players": 4, **settings})
    scene.play("0 bid 20", "1 pass", "2 pass", "3 pass").to("specialist-bid", round=2)
    assert scene.credits == [99, 119, 119, 134]
    return scene


@pytest.mark.parametrize(("edition", "setting"), [("ffg", "hidden"), ("ludoart", "open")])
def test_rule_9_the_setting_defaults_to_the_editions(edition: str, setting: str) -> None:
    settings = new_game(players=4, edition=edition).header()["settings"]
    assert (settings["credits"], settings["recall"]) == (setting, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_9_open_credits_are_known(edition: str) -> None:
    scene = round_1(edition=edition, credits="open", recall=0)
    for observer in range(4):
        assert scene.state.observe(observer).view()["credits"] == [99, 119, 119, 134]


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_9_recall_all_makes_every_total_known(edition: str) -> None:
    scene = round_1(edition=edition, credits="hidden", recall="all").to("specialist-bid", round=5)
    for observer in range(4):
        assert scene.state.observe(observer).view()["credits"] == scene.credits


def test_rule_9_one_always_knows_ones_own() -> None:
    scene = round_1(recall=0)
    for seat in range(4):
        assert known(scene, seat, seat) == (scene.credits[seat],) * 2


def test_rule_9_the_game_starts_with_known_totals() -> None:
    scene = begin("specialist-bid", players=4, recall=0).play("0 bid 20", "1 pass", "2 pass", "3 pass")
    assert known(scene, 1, 0) == (100, 100)


@pytest.mark.parametrize("recall", [0, 1, 2, 3])
def test_rule_9_totals_are_known_while_the_window_reaches_back_to_the_start(recall: int) -> None:
    scene = begin("specialist-bid", players=2, recall=recall)
    for round_ in range(1, 8):
        scene.to("specialist-bid", round=round_)
        low, high = known(scene, 0, 1)
        assert (low == high) == (round_ <= recall + 1)


def test_rule_9_before_the_window_anything_from_0_to_all_received() -> None:
    """120 to start with, 15 for the Engineer. That nobody got aid shows at least 1."""
    scene = round_1(recall=0)
    assert [known(scene, 1, seat) for seat in range(4)] == [(1, 120), (119, 119), (1, 120), (1, 135)]


def test_rule_9_receipts_payments_and_bids_inside_the_window() -> None:
    scene = round_1(recall=0)
    scene.play("0 bid 30")
    assert known(scene, 1, 0) == (30, 120)  # a standing bid shows that much
    scene.play("1 bid 31", "2 pass", "3 pass", "0 bid 40", "1 pass")
    assert known(scene, 1, 0) == (0, 80)  # 40 to 120, less the 40 paid
    assert known(scene, 0, 1) == (31, 120)
    scene.play("0 take 4", "0 engineer credits")
    assert known(scene, 1, 0) == (15, 95)


def test_rule_9_a_venturers_bid_shows_half_of_it() -> None:
    scene = round_1(recall=0).to("offer-zone")
    scene.rest().play("0 bid 10", "1 bid 21", "2 pass", "3 pass", "0 pass")
    assert known(scene, 0, 1) == (0, 120 - 1 - 11)  # paid 1 for the card and 11 for the zone
    assert known(scene, 1, 0) == (10, 120 - 1)


def test_rule_9_aid_shows_exactly_0_before_it() -> None:
    """Seat 0 has earned 120 and spent it all; without the aid anything from 0 to 120 would be possible."""
    scene = begin("specialist-bid", players=4, recall=0)
    scene.play("0 bid 120", "1 pass", "2 pass", "3 pass").to("specialist-bid", round=2)
    assert scene.credits[0] == 2
    assert [known(scene, 3, seat) for seat in range(3)] == [(2, 2), (1, 120), (1, 120)]


def test_rule_9_not_being_asked_to_bid_shows_0() -> None:
    """A zone auction asks all who have a marker and a credit; who is left out has nothing, who is in has 1."""
    scene = begin("specialist-bid", players=4, recall=0).to("specialist-bid", round=2)
    own = scene.credits[0]
    scene.play(f"0 bid {own}", "1 pass", "2 pass", "3 pass").to("offer-zone")
    assert known(scene, 3, 0) == (0, 120 - own)
    scene.rest()
    assert known(scene, 3, 0) == (0, 0)
    assert known(scene, 3, 2) == (1, 119)


def test_rule_9_the_window_moves_on_with_the_rounds() -> None:
    """With recall 1, round 3 no longer knows round 1: at the start of round 2 seat 0 had 0 to 120."""
    scene = round_1(recall=1)
    assert known(scene, 1, 0) == (99, 99)
    scene.play("0 bid 40", "1 pass", "2 pass", "3 pass").to("specialist-bid", round=3)
    paid_in_round_2 = 99 - scene.credits[0]
    assert paid_in_round_2 == 41  # 40 for the card, 1 for the zone
    assert known(scene, 1, 0) == (1, 120 - 41)
    assert scene.credits[0] == 58
    scene.play("0 bid 50", "1 pass", "2 pass", "3 pass")
    assert known(scene, 1, 0) == (0, 29)
    scene.to("specialist-bid", round=4)
    low, high = known(scene, 1, 0)
    assert (low, high) == (1, 120 - 51)  # the window starts with round 3: 50 for the card, 1 for the zone


def test_rule_9_everything_else_is_public() -> None:
    scene = round_1(recall=0).to("extraction")
    view = scene.state.observe(2).view()
    for key, value in scene.state.snapshot().items():
        if key == "credits":
            assert view[key] == [None, None, value[2], None]
        else:
            assert view[key] == value, key
    assert set(view) >= set(scene.state.snapshot()) | {"credits_low", "credits_high", "seat"}
