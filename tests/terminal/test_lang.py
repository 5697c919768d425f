"""The shell's catalogues: complete, with the same placeholders, with the right numbers, and joined with a game's."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from rich.cells import cell_len

from arena.terminal.app import Options
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.lang import LANGUAGES, SHELL, Catalogue, Text, load, pick_language
from arena.terminal.replay_screen import ReplayScreen
from arena.terminal.table_screen import TableScreen
from arena.terminal.trial_screen import TrialScreen
from engine import SettingsError, new_game
from tests.games import FOLDERS

REFERENCE = load(SHELL, "en")


def placeholders(text: Text) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    return {field for form in forms for _, field, _, _ in string.Formatter().parse(form) if field}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_and_none_is_left_over(language: str) -> None:
    assert set(load(SHELL, language)) == set(REFERENCE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_the_same_values_as_the_english_ones(language: str) -> None:
    texts = load(SHELL, language)
    different = {
        name: (placeholders(texts[name]), placeholders(REFERENCE[name]))
        for name in REFERENCE
        if not placeholders(texts[name]) <= placeholders(REFERENCE[name])
    }
    assert different == {}
    assert {name for name in REFERENCE if isinstance(texts[name], str) != isinstance(REFERENCE[name], str)} == set()


def test_a_game_s_texts_replace_the_shell_s_and_its_variants_replace_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "room_with_texts"
    (room / "lang").mkdir(parents=True)
    (room / "__init__.py").write_text("")
    texts = (
        '[score]\nname = "{MONEY}"\n[own]\nword = "mine"\n[variant.old.term]\nMONEY = "Taler"\n'
        '[variant.new.term]\nMONEY = "Euro"\n[variant.new.own]\nword = "ours"\n'
    )
    (room / "lang" / "en.toml").write_text(texts)
    monkeypatch.syspath_prepend(str(tmp_path))
    old, new = (Catalogue("en", "room_with_texts", variant) for variant in ("old", "new"))
    assert [(say("score.name"), say("own.word"), say("ui.you")) for say in (old, new)] == [
        ("Taler", "mine", "You"),
        ("Euro", "ours", "You"),
    ]
    german = Catalogue("de", "room_with_texts", "old")
    assert (german("own.word"), german("ui.you")) == ("mine", "Du")  # what a game has not translated is English
    assert Catalogue("de").find("own.word", "nothing") == "nothing"


@pytest.mark.parametrize(
    ("language", "n", "expected"),
    [
        ("en", 0, "−0 points"),
        ("en", 1, "−1 point"),
        ("de", 0, "−0 Punkte"),
        ("fr", 0, "−0 point"),
        ("fr", 2, "−2 points"),
    ],
)
def test_plurals(language: str, n: int, expected: str) -> None:
    assert Catalogue(language)("end.score_loss", n=n) == expected


@pytest.mark.parametrize(
    ("language", "number", "half", "percent"),
    [("en", "1,234", "0.5", "46%"), ("de", "1.234", "0,5", "46\u00a0%"), ("fr", "1\u202f234", "0,5", "46\u00a0%")],
)
def test_numbers(language: str, number: str, half: str, percent: str) -> None:
    say = Catalogue(language)
    assert (say.number(1234), say.number(1234.0), say.number(0.5)) == (number, number, half)
    assert say.percent(0.456) == percent
    assert [say.signed(n) for n in (-3, 0, 3)] == ["−3", "±0", "+3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_line_fits_80_columns(language: str) -> None:
    assert "nim" in FOLDERS
    session = GameSession(new_game("nim"), 1, [HUMAN, HUMAN])
    screen = TableScreen(session, Options(language=language))
    assert cell_len(" " + screen.key_line()) <= 80
    screen.chooser = object()  # type: ignore[assignment]  # on the player's turn there are more keys
    assert cell_len(" " + screen.key_line()) <= 80
    trial = TrialScreen(session, Options(language=language))
    trial.chooser = screen.chooser
    assert cell_len(" " + trial.key_line()) <= 80
    replay = ReplayScreen(session, Options(language=language))
    assert cell_len(" " + replay.key_line()) <= 80


def test_language_is_the_one_asked_for_else_the_system_s() -> None:
    assert pick_language("fr", {"LANG": "de_DE.UTF-8"}) == "fr"
    assert pick_language(None, {"LANG": "de_AT.UTF-8"}) == "de"
    assert pick_language(None, {"LC_ALL": "fr_CA", "LANG": "de_DE"}) == "fr"
    assert pick_language(None, {"LANG": "C.UTF-8"}) == "en"
    assert pick_language(None, {}) == "en"
    with pytest.raises(SettingsError, match=r"unknown language 'dee'.*use en, de, fr"):
        pick_language("dee")
