"""The styles: each does what its temper says, more than the usual one does, and is told in every language."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bots
from arena.face import face_of
from arena.terminal.lang import LANGUAGES, Catalogue
from benchmarks.styles import measure
from bots.fitted import load_style, load_weights
from bots.planet_steam import PLAYERS
from bots.planet_steam.weights import DEFAULT, STYLES
from engine import BoomtownError, Stream, new_game
from engine.games import described

N_GAMES = 40
USUAL = "all-round"


@cache
def _done(style: str, players: int = 2) -> Counter[str]:
    """What a style does in a game on average."""
    _, found = measure(described(new_game("planet-steam", players=players)), style, 1, N_GAMES)
    return found | Counter({"goods": sum(found[name] for name in found if name.startswith(("sold", "bought")))})


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("style", "name", "factor"),
    [
        ("builder", "tanks", 1.05),
        ("trader", "goods", 1.1),
        ("bully", "bids", 1.5),
        ("bully", "zones", 1.1),
        ("inventor", "superchargers", 2.0),
    ],
)
def test_a_style_does_more_of_what_it_is_named_for(style: str, name: str, factor: float, players: int) -> None:
    assert _done(style, players)[name] > factor * _done(USUAL, players)[name]


@pytest.mark.parametrize("players", [2, 4])
def test_a_miser_hardly_bids(players: int) -> None:
    assert _done("miser", players)["bids"] < 0.3 * _done(USUAL, players)["bids"]


@pytest.mark.parametrize("style", [style for style in PLAYERS.styles if style != USUAL])
def test_no_style_is_silly(style: str) -> None:
    """Five wins in forty games, with one of two seats; each had 40% and more of 400."""
    won, _ = measure(described(new_game("planet-steam", players=2)), style, 2, N_GAMES)
    assert won >= 5


def test_the_usual_style_plays_as_heuristic_does() -> None:
    game = new_game("planet-steam", players=3)
    state, dice = game.new(), Stream(1, "dice")
    specs = ("heuristic", f"heuristic:style={USUAL}")
    seats = [[bots.make(spec, game, seat) for spec in specs] for seat in range(3)]
    while (mover := state.mover) is not None:
        if mover < 0:
            state.apply(state.roll(dice))
            continue
        first, second = (bots.ask(one, state.observe(mover), state.legal(), Stream(2)) for one in seats[mover])
        assert first == second
        state.apply(first)


def test_every_style_has_factors_and_a_text_in_every_language() -> None:
    assert list(json.loads(STYLES.read_text())) == list(PLAYERS.styles)
    for edition in ("ffg", "ludoart"):
        game = new_game("planet-steam", edition=edition)
        for language in LANGUAGES:
            say = Catalogue(language, face_of(game).lang, face_of(game).variant(game.settings))
            assert say.names("style.") == list(PLAYERS.styles)
            assert all(len(say(f"style.{style}")) <= 46 for style in PLAYERS.styles)  # columns there are at 80


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "'odd'"),
        ({"odd": 3}, "no file of styles"),
        ({"odd": {"luck": 2}}, "style odd has factors of weights that the policy lacks: luck"),
        ({"odd": {"cash": float("inf")}}, "weights must be finite numbers: cash"),
    ],
)
def test_what_is_no_file_of_styles_is_told(tmp_path: Path, content: Any, message: str) -> None:
    path = tmp_path / "styles.json"
    path.write_text(json.dumps(content))
    with pytest.raises(BoomtownError, match=message):
        load_style(path, "odd", DEFAULT)


def test_factors_multiply_the_policys_weights(tmp_path: Path) -> None:
    path = tmp_path / "styles.json"
    path.write_text(json.dumps({"odd": {"cash": 2}}))
    assert load_style(path, "odd", DEFAULT) == load_weights(DEFAULT) | {"cash": 2 * load_weights(DEFAULT)["cash"]}
