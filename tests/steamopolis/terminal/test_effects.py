"""The teller of effects: every tile and district of the data in words and signs."""

from __future__ import annotations

import pytest

from arena.steamopolis.effects import EffectTeller
from arena.steamopolis.tiles import Snapshot, banner_points, marker, price, purchase, target
from arena.terminal.lang import LANGUAGES, Catalogue
from engine import Stream
from engine.steamopolis.board import load_board
from engine.steamopolis.notation import DISTRICTS
from tests.steamopolis.terminal.games import new_session

BOARD = load_board(None)


def teller(language: str) -> EffectTeller:
    return EffectTeller(Catalogue(language, "arena.steamopolis"), BOARD)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "pay 1 crystal and 1 gear: gain 3 points"),
        ("de", "1 Kristall und 1 Zahnrad bezahlen: 3 Stimmpunkte"),
        ("fr", "payer 1 cristal et 1 engrenage\u00a0: 3 points"),
    ],
)
def test_a_cost_stands_before_what_it_buys(language: str, expected: str) -> None:
    assert teller(language).full("pay:c1g1>sp:3") == expected
    assert teller(language).short("pay:c1g1>sp:3") == "◆¤>★3"


def test_bar_end_and_trigger() -> None:
    say = teller("en")
    assert say.full("to8 | other_district") == "move the stone just taken back to 8 or use another district"
    assert say.short("end peek; press:2") == "E:? ↑2"
    assert say.passive("take6,7: sp:1") == "taking back a stone from level 6, 7: gain 1 point"
    assert say.passive("take6,7: sp:1", "short") == "6,7:★1"
    assert say.tile("M26") == "when run: raise the pressure by 1; taking back a stone from level 7: gain 1 point; " + (
        "1 boiler; 1 storage space"
    )
    assert say.short_tile("cap") == "↑1 □Ω"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_and_district_has_different_words(language: str) -> None:
    say = teller(language)
    assert len({say.district(name) for name in DISTRICTS}) == len(DISTRICTS)
    for name in [*BOARD["machines"], "cap", "S0", "S1", "S2", "S3", "S4", "S5"]:
        assert say.tile(name)
        assert 0 < len(say.short_tile(name)) <= 16


def test_rules_1_6_the_prices_of_the_examples() -> None:
    """Vectors 11 to 14: on crystal levels a tile of each rank costs what the booklet's examples pay."""
    names = {0: "M01", 1: "M11", 2: "M22", 3: "M34"}
    assert {rank: price(BOARD, "4", name) for rank, name in names.items()} == {
        0: (0, 2),
        1: (2, 0),
        2: (3, 0),
        3: (4, 1),
    }


def test_rules_1_6_what_a_banner_scores() -> None:
    view: Snapshot = {"room": [["S0", "cap", None, "M01", None, None, None]], "tiles": [2], "banners": [["M01", "M05"]]}
    assert [banner_points(BOARD, view, 0, colour) for colour in ("purple", "orange", "blue")] == [5, 3, 2]


def test_rules_1_7_the_front_marker_of_each_row() -> None:
    found = marker(BOARD, {"bonus": [1, 4]}, "crystal")
    assert found is not None
    assert (found[0], found[1].goods, found[1].extras, found[1].points) == (2, (3, 0), ("invite",), 5)
    assert marker(BOARD, {"bonus": [0, 4]}, "crystal") is None


def test_the_price_shown_is_the_price_paid() -> None:
    """A purchase without discounts takes exactly what the table says, and scores it."""
    session = new_session(2, 3)
    state = session.state
    while state.snapshot()["round"] == 0:
        session.play(session.legal[0])
        state = session.state
    market = "5"
    edited = session.game.edit(
        state, active=0, goods=[[5, 5], [0, 0]], gauge=["......oooo", "ooo......."], stones={f"{market}L": [[0, False]]}
    )
    said = purchase(BOARD, edited.snapshot(), 0, market, "machine")
    edited.play(f"fly {market}L")
    edited.play(f"buy {market} machine")
    edited.apply(edited.roll(Stream(1, "dice")))  # the next tile is turned up before points are scored
    goods = edited.snapshot()["goods"][0]
    assert [5 - goods[0], 5 - goods[1]] == list(said.goods)
    assert edited.snapshot()["points"][0] == said.points


def test_a_passenger_who_stands_on_his_target_wants_to_go_to_the_other() -> None:
    view: Snapshot = {"tile": [6, 3], "passengers": [6, 4], "aboard": [None, None]}
    assert [target(BOARD, view, who) for who in range(2)] == [8, 3]
    assert target(BOARD, {**view, "tile": None}, 0) == BOARD["passengers"]["printed"]["banker"]
