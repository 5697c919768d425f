"""Each edition's own words in what `print(table)` and the narration say, and the river where the board has it."""

from __future__ import annotations

import re

import pytest

from engine import new_game, new_table
from engine.planet_steam.editions import BY_NAME, FFG, LUDOART
from engine.planet_steam.narration import PHRASES, narrate
from engine.planet_steam.notation import VERBS
from tests.planet_steam.rules.helpers import EDITIONS, begin

# Terms of one edition that the other does not know.
FOREIGN = {
    "ffg": "year|wells?|platform|coupler|column|compressor|shuttle|extension|permit|deed|Speculator|Heater|Earth",
    "ludoart": "round|zones?|river|airship|row|supercharger|carrier|converter|licence|quarters|Venturer|Captain",
}
ARGUMENTS = {
    "agent": ["upgrade", "ore"], "engineer": ["license"], "manipulate": ["weak", 0, 1, 0, 0], "marker": [1, "ore"],
    "converter": ["ore", "C3", "C4"], "emergency": ["C3", "C4"], "moor": [3], "upgrade": ["ore"], "bonus": ["ore"],
}  # fmt: skip
ONLY_2013 = {"keep", "release", "stow"}  # the freelance carrier is a card of that edition


def test_both_editions_name_the_same_things() -> None:
    assert FFG.words.keys() == LUDOART.words.keys()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("verb", VERBS)
def test_a_move_is_told_in_the_editions_words(edition: str, verb: str) -> None:
    told = narrate([verb, *ARGUMENTS.get(verb, ["C3", "C4"])], "ore", edition)
    assert "{" not in told
    if verb not in ONLY_2013:
        assert not re.search(rf"\b({FOREIGN[edition]})s?\b", told), told


def test_every_phrase_is_of_a_verb() -> None:
    assert set(PHRASES) <= set(VERBS)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("phase", ["specialist-bid", "offer-zone", "zone-bid", "mooring", "extraction", "trade"])
def test_a_position_is_drawn_in_the_editions_words(edition: str, phase: str) -> None:
    drawn = begin(phase, players=5, edition=edition).edit(airship=2).state.draw()
    assert not re.search(rf"\b({FOREIGN[edition]})s?\b", drawn), drawn
    assert max(map(len, drawn.splitlines())) <= 80
    words = BY_NAME[edition].words
    for key in ("round", "market", "superchargers", "converters", "airship", "river"):
        assert words[key] in drawn


def test_a_table_of_2008_counts_years() -> None:
    text = str(new_table(players=3, edition="ludoart", seed=5))
    assert "year 1 of 6" in text
    assert "(4: main supply wells)" in text
    assert "compressor ball" in text


def test_another_river_is_drawn_where_it_is() -> None:
    board = {**new_game(players=4).header()["board"], "river": ["A2", "C2", "E3"]}
    drawn = new_game(players=4, board=board).new().draw().splitlines()
    assert "river: A2 C2 E3" in drawn
    assert drawn[5].startswith("  2  ~    1    ~")
    assert not any("river" in line for line in drawn[4:11])
