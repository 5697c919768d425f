"""Steamopolis's catalogues: complete, with the same placeholders, and a text for every verb, step and effect."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from arena.steamopolis.decision import ARGUMENTS, LETTERS
from arena.terminal.lang import LANGUAGES, SHELL, Catalogue, load
from engine.steamopolis.effects import COSTS, COUNTED, PLAIN
from engine.steamopolis.game import TITLES
from engine.steamopolis.notation import PHASES, VERBS
from tests.steamopolis.terminal.games import at_action, steam_table
from tests.terminal.test_lang import placeholders

ROOM = "arena.steamopolis"
REFERENCE = load(ROOM, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_and_none_is_left_over(language: str) -> None:
    assert set(load(ROOM, language)) == set(REFERENCE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_the_same_values_as_the_english_ones(language: str) -> None:
    texts = load(ROOM, language)
    assert {name for name in REFERENCE if placeholders(texts[name]) != placeholders(REFERENCE[name])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_replaces_a_text_of_the_shell_uses_its_values(language: str) -> None:
    shell = load(SHELL, "en")
    replaced = {name for name in REFERENCE if name in shell}
    assert {"score.name", "end.title", "coach.score", "help.choose"} <= replaced
    assert {
        name for name in replaced if not placeholders(load(ROOM, language)[name]) <= placeholders(shell[name])
    } == set()


def test_every_step_of_a_person_has_a_name_a_prompt_and_an_explanation() -> None:
    asked = [name for name in PHASES if not name.startswith("draw-")]
    wanted = {f"phase.{name}" for name in PHASES} | {f"{key}.{name}" for name in asked for key in ("prompt", "explain")}
    assert wanted - set(REFERENCE) == set()


def test_every_verb_kind_and_effect_has_words() -> None:
    chance = {"tile", "back", "face", "passenger", "character", "start"}
    kinds = {kind.name for kinds in ARGUMENTS.values() for kind in kinds}
    wanted = {f"move.{verb}" for verb in VERBS.keys() - chance - {"buy", "pay"}} | {f"verb.{verb}" for verb in LETTERS}
    wanted |= {f"{style}.{token}" for style in ("effect", "short") for token in (*COUNTED, *PLAIN)}
    wanted |= {f"{style}.for_{cost}" for style in ("effect", "short") for cost in COSTS}
    wanted |= {f"ask.{kind}" for kind in kinds} | {f"title.{k}" for k in range(len(TITLES))}
    assert wanted - set(REFERENCE) == set()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Points", "Make steam", "Deus Ex Machina"]),
        ("de", ["Stimmpunkte", "Dampf machen", "Deus Ex Machina"]),
        ("fr", ["Points", "Faire de la vapeur", "Deus ex machina"]),
    ],
)
def test_words(language: str, words: list[str]) -> None:
    say = Catalogue(language, ROOM)
    assert [say("score.name"), say("verb.steam"), say("title.7")] == words


@pytest.mark.parametrize(
    ("language", "told"), [("en", "fly to 3L"), ("de", "nach 3L fliegen"), ("fr", "voler vers 3L")]
)
def test_the_log_speaks_to_you_not_of_you(language: str, told: str) -> None:
    assert Catalogue(language, ROOM)("move.fly", place="3L") == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_machine_is_named_as_the_market_shows_it_and_a_victim_who_reads_by_no_name(language: str) -> None:
    session, you = at_action(2), Catalogue(language)("ui.you")
    session.seats[1] = "random"
    teller = steam_table(session, language).teller
    name = teller.view["open"]["5"]
    told = teller.move(["buy", "5", "machine"], session.state)
    assert told.endswith(f"{name} {teller.effects.short_tile(name)}")
    assert "–" not in teller.shown("S1")
    slot = next(k for k, tile in enumerate(teller.view["room"][0], 1) if tile)
    for verb in ("infest", "lift", "sap"):
        assert you not in teller.move([verb, 0, slot, "a"], session.state)
        assert teller.names[1] in teller.move([verb, 1, slot, "a"], session.state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_its_box_and_the_verdict_its_line(language: str) -> None:
    """A box has 66 columns in the smallest window, the title of the end 80."""
    say = Catalogue(language, ROOM)
    lines = [line for name in ("help.signs", "help.choose") for line in say(name).splitlines()]
    assert max(map(cell_len, lines)) <= 66
    verdicts = [say("end.lost"), *(say("end.title_won", n=49, title=say(f"title.{k}")) for k in range(len(TITLES)))]
    assert max(cell_len(f" Steamopolis · {say('end.title')} · {verdict}") for verdict in verdicts) <= 80
