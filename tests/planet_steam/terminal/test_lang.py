"""Planet Steam's catalogues: complete, with the same placeholders, and each edition in its own words."""

from __future__ import annotations

import re

import pytest

from arena.terminal.lang import LANGUAGES, SHELL, Catalogue, Text, load
from tests.terminal.test_lang import placeholders

ROOM = "arena.planet_steam"
EDITIONS = ("ffg", "ludoart")
REFERENCE = load(ROOM, "en")
COMMON = {name for name in REFERENCE if not name.startswith("variant.")}


def values(text: Text) -> set[str]:
    """Placeholders that the caller fills; terms are the catalogue's own affair."""
    return {field for field in placeholders(text) if not field.isupper()}


def own(language: str, edition: str) -> dict[str, Text]:
    """What an edition says otherwise: terms, and whole texts."""
    prefix = f"variant.{edition}."
    return {name[len(prefix) :]: text for name, text in load(ROOM, language).items() if name.startswith(prefix)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_and_none_is_left_over(language: str) -> None:
    assert {name for name in load(ROOM, language) if not name.startswith("variant.")} == COMMON


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_the_same_values_as_the_english_ones(language: str) -> None:
    texts = load(ROOM, language)
    assert {name for name in COMMON if not values(texts[name]) <= values(REFERENCE[name])} == set()
    assert {name for name in COMMON if isinstance(texts[name], str) != isinstance(REFERENCE[name], str)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_replaces_a_text_of_the_shell_uses_its_values(language: str) -> None:
    shell = load(SHELL, "en")
    replaced = {name for name in COMMON if name in shell}
    assert {"score.name", "end.title", "coach.score"} <= replaced
    assert {name for name in replaced if not values(load(ROOM, language)[name]) <= values(shell[name])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edition_replaces_only_what_exists_and_has_every_term(language: str) -> None:
    terms = {edition: {name for name in own(language, edition) if name.startswith("term.")} for edition in EDITIONS}
    assert terms["ffg"] == terms["ludoart"]
    used = {field for text in load(ROOM, language).values() for field in placeholders(text) if field.isupper()}
    assert {f"term.{field}" for field in used} <= terms["ffg"]
    for edition in EDITIONS:
        for name, text in own(language, edition).items():
            if not name.startswith("term."):
                assert name in COMMON
                assert values(text) <= values(REFERENCE[name])


@pytest.mark.parametrize(
    ("language", "n", "expected"), [("en", -1, "-1 credit"), ("de", 0, "0 Credits"), ("fr", 0, "0 crédit")]
)
def test_plurals(language: str, n: int, expected: str) -> None:
    assert Catalogue(language, ROOM, "ffg")("count.credits", n=n) == expected


def test_editions_have_their_own_words() -> None:
    words = {
        (language, edition): Catalogue(language, ROOM, edition)(name)
        for language, name in (("en", "card.captain"), ("de", "verb.import"), ("fr", "verb.upgrade"))
        for edition in EDITIONS
    }
    assert words == {
        ("en", "ffg"): "Airship Captain",
        ("en", "ludoart"): "Heater",
        ("de", "ffg"): "Tank importieren",
        ("de", "ludoart"): "Tank von der Erde kaufen",
        ("fr", "ffg"): "Améliorer un transporteur",
        ("fr", "ludoart"): "Améliorer une navette",
    }


# Words of the edition of 2013 that the one of 2008 has others for.
OF_2013 = {
    "en": r"rounds?|tank phase|claim\w*|markers?|zones?|river|extract\w*|import\w*|airship|carriers?|specialists?"
    r"|certificates?|licences?",
    "de": r"Runden?\w*|Tankphase|Marker\w*|Zonen?|Fluss\w*|förder\w*|importier\w*|Luftschiff|Frachter|Spezialist\w*"
    r"|Zertifikat\w*|Besitz",
    "fr": r"ce tour-ci|marqueurs? (?:neutre|personnel)s?|zones?|rivière|import\w*|dirigeable|transporteurs?"
    r"|prise de possession",
}
# A bidding round, the order markers of an optional rule and the freelance carrier are called so in both; the river die
# and the number of neutrals agreed on are rules of 2013 alone.
IN_BOTH = {
    "phase.marker", "phase.river-die", "prompt.marker", "verb.marker", "move.marker", "explain.marker",
    "preview.bid_pass", "word.river_neutrals.die", "help.signs", "end.zones",
}  # fmt: skip
FREELANCE = re.compile(
    r"freelance carrier|carrier for hire|unabh\w*\.? Frachter|Frachter zur Miete"
    r"|transporteur (?:indépendant|à louer)|transp\. indép\.",
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_edition_of_2008_does_not_speak_in_the_words_of_2013(language: str) -> None:
    say = Catalogue(language, ROOM, "ludoart")
    wrong = {}
    for name in sorted(COMMON - IN_BOTH):
        text = say._texts[name]
        for form in [text] if isinstance(text, str) else text.values():
            filled = re.sub(r"\{([A-Z_]+)\}", lambda field: say._terms[field[1]], form)
            filled = re.sub(r"\{\w+\}", "…", FREELANCE.sub("…", filled))
            found = re.findall(rf"\b(?:{OF_2013[language]})\b", filled, flags=re.IGNORECASE)
            if found:
                wrong[name] = found
    assert wrong == {}


# What German and French readers stumbled over, as they would find it on the screen.
MENDED = {
    "de": r"Widerruf|Nimm Besitz|eines von|neue Tanks:|Konverter (?:Quarz|Erz|Energie)|Startzahl|bleibt stehen"
    r"|Durchgang|in Klasse 2 \{|oder \{QUARTER\} für",
    "fr": r"[2-9] eau\b|\bOffrir\b|\bl'un de\b|\bBouts\b|\bAvis\b|pour rien|: manque|à qui qu'il|\bmiser\b"
    r"|classe 2 \{",
}


@pytest.mark.parametrize("language", sorted(MENDED))
def test_words_that_were_mended_stay_so(language: str) -> None:
    for edition in ("ffg", "ludoart"):
        say = Catalogue(language, ROOM, edition)
        wrong = [
            name
            for name, text in say._texts.items()
            for form in ([text] if isinstance(text, str) else text.values())
            if re.search(MENDED[language], form)
        ]
        assert wrong == []
    say = Catalogue(language, ROOM, "ffg")
    told = {
        "de": (say("move.converter", resource="Quarz", zone="C4"), "Quarz-Konverter auf C4"),
        "fr": (say("amount.water", n=4), "4 eaux"),
    }
    assert told[language][0] == told[language][1]
