"""The catalogues: complete, with the same placeholders, and with the right numbers."""

from __future__ import annotations

import string

import pytest
from rich.cells import cell_len

from arena.terminal.app import Options
from arena.terminal.lang import EDITIONS, LANGUAGES, Catalogue, Text, load, pick_language
from arena.terminal.replay_screen import ReplayScreen
from arena.terminal.table_screen import TableScreen
from engine import SettingsError
from tests.planet_steam.terminal.scenes import in_phase, recorded

REFERENCE = load("en")
COMMON = {name for name in REFERENCE if name.split(".")[0] not in EDITIONS}
TERMS = {name for name in REFERENCE if ".term." in name}


def placeholders(text: Text) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    return {field for form in forms for _, field, _, _ in string.Formatter().parse(form) if field}


def values(text: Text) -> set[str]:
    """Placeholders that the caller fills; terms are the catalogue's own affair."""
    return {field for field in placeholders(text) if not field.isupper()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_and_none_is_left_over(language: str) -> None:
    texts = load(language)
    assert {name for name in texts if name.split(".")[0] not in EDITIONS} == COMMON
    assert {name for name in texts if ".term." in name} == TERMS


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_the_same_values_as_the_english_ones(language: str) -> None:
    texts = load(language)
    different = {
        name: (values(texts[name]), values(REFERENCE[name]))
        for name in COMMON
        if not values(texts[name]) <= values(REFERENCE[name])
    }
    assert different == {}
    assert {name for name in COMMON if isinstance(texts[name], str) != isinstance(REFERENCE[name], str)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edition_replaces_only_what_exists(language: str) -> None:
    texts = load(language)
    own = [name for name in texts if name.split(".")[0] in EDITIONS and ".term." not in name]
    for name in own:
        common = name.partition(".")[2]
        assert common in COMMON
        assert values(texts[name]) <= values(REFERENCE[common])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_term_used_exists(language: str, edition: str) -> None:
    texts = load(language)
    used = {field for name, text in texts.items() for field in placeholders(text) if field.isupper()}
    assert {f"{edition}.term.{field}" for field in used} <= set(texts)


@pytest.mark.parametrize(
    ("language", "n", "expected"),
    [
        ("en", 0, "0 credits"),
        ("en", 1, "1 credit"),
        ("en", -1, "-1 credit"),
        ("en", 2, "2 credits"),
        ("de", 0, "0 Credits"),
        ("de", 1, "1 Credit"),
        ("fr", 0, "0 crédit"),
        ("fr", 1, "1 crédit"),
        ("fr", 2, "2 crédits"),
    ],
)
def test_plurals(language: str, n: int, expected: str) -> None:
    assert Catalogue(language, "ffg")("count.credits", n=n) == expected


@pytest.mark.parametrize(
    ("language", "number", "percent"),
    [("en", "1,234", "46%"), ("de", "1.234", "46\u00a0%"), ("fr", "1\u202f234", "46\u00a0%")],
)
def test_numbers(language: str, number: str, percent: str) -> None:
    say = Catalogue(language, "ffg")
    assert say.number(1234) == number
    assert say.percent(0.456) == percent
    assert [say.signed(n) for n in (-3, 0, 3)] == ["−3", "±0", "+3"]


def test_editions_have_their_own_words() -> None:
    words = {
        (language, edition): Catalogue(language, edition)(name)
        for language, name in (("en", "card.captain"), ("de", "ask.zone"), ("fr", "verb.upgrade"))
        for edition in EDITIONS
    }
    assert words == {
        ("en", "ffg"): "Airship Captain",
        ("en", "ludoart"): "Heater",
        ("de", "ffg"): "Zone?",
        ("de", "ludoart"): "Schacht?",
        ("fr", "ffg"): "Améliorer un transporteur",
        ("fr", "ludoart"): "Améliorer une navette",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_line_fits_80_columns(language: str) -> None:
    screen = TableScreen(recorded("ffg", in_phase("trade", 3)), Options(language=language))
    assert cell_len(" " + screen.key_line()) <= 80
    screen.chooser = object()  # type: ignore[assignment]  # on the player's turn there are more keys
    assert cell_len(" " + screen.key_line()) <= 80
    replay = ReplayScreen(recorded("ffg", in_phase("trade", 3)), Options(language=language))
    assert cell_len(" " + replay.key_line()) <= 80


def test_language_is_the_one_asked_for_else_the_system_s() -> None:
    assert pick_language("fr", {"LANG": "de_DE.UTF-8"}) == "fr"
    assert pick_language(None, {"LANG": "de_AT.UTF-8"}) == "de"
    assert pick_language(None, {"LC_ALL": "fr_CA", "LANG": "de_DE"}) == "fr"
    assert pick_language(None, {"LANG": "C.UTF-8"}) == "en"
    assert pick_language(None, {}) == "en"
    with pytest.raises(SettingsError, match=r"unknown language 'dee'.*use en, de, fr"):
        pick_language("dee")
