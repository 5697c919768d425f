"""A game lives in its rooms and nowhere else: its words do not stand in anybody else's code.

`tests/GAME/words.txt` lists a game's own words. Names of files and folders count as words too; what the rooms are
called by (the package's name and the game's name in records) does not: a default must be named somewhere.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("engine", "bots", "arena")
SUFFIXES = {".py", ".pyx", ".pxd", ".pyi", ".js", ".css", ".tcss", ".html", ".toml", ".json"}
ROOMS = sorted(path.parent.name for path in (ROOT / "tests").glob("*/words.txt"))


def words_of(room: str) -> list[str]:
    return (ROOT / "tests" / room / "words.txt").read_text(encoding="utf-8").split()


def is_in_a_room(path: Path) -> bool:
    return path.relative_to(ROOT).parts[1] in ROOMS


def sources() -> list[Path]:
    found = [path for floor in FLOORS for path in (ROOT / floor).rglob("*") if path.suffix in SUFFIXES]
    return sorted(path for path in found if not is_in_a_room(path))


def spoken(room: str, text: str) -> list[str]:
    """A game's words in a text, also as parts of names (`n_zones`, `ZoneView`), in singular and plural."""
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("_", " ")
    return re.findall(rf"\b(?:{'|'.join(words_of(room))})s?\b", split, re.IGNORECASE)


@pytest.mark.parametrize("room", ROOMS)
def test_no_word_of_a_game_stands_outside_its_rooms(room: str) -> None:
    found = {}
    for path in sources():
        name = str(path.relative_to(ROOT))
        for number, line in enumerate([name, *path.read_text(encoding="utf-8").splitlines()]):
            if spoken(room, line):
                found[f"{name}:{number}"] = line.strip()
    assert found == {}


@pytest.mark.parametrize("room", ROOMS)
def test_the_rooms_speak_of_their_game(room: str) -> None:
    """The list is of words that are used: one that nobody uses would guard nothing."""
    texts = [
        path.read_text(encoding="utf-8") for path in (ROOT / "engine" / room).rglob("*") if path.suffix in SUFFIXES
    ]
    assert {word for word in words_of(room) if not any(re.search(word, text, re.IGNORECASE) for text in texts)} == set()


def test_words_are_noticed_in_names_and_plurals() -> None:
    assert spoken("planet_steam", "def draw_zones(tankCount): # Wealth") == ["zones", "tank", "Wealth"]
    assert spoken("planet_steam", "before, store, rezone") == []


def test_there_are_rooms_and_sources() -> None:
    assert "planet_steam" in ROOMS
    assert ROOT / "engine" / "game.pxd" in sources()
