"""The pages are true: what they name is there, the map is complete, and the page of settings says what is declared.

`python -m tests.test_docs` writes `docs/settings.md` anew. Their examples at the Python prompt run as doctests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bots
from engine import Stream, new_table
from engine.games import GameType, game_type
from engine.settings import Setting

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
MAP = DOCS / "architecture.md"
SETTINGS = DOCS / "settings.md"
FLOORS = ("engine", "bots", "arena")
SOURCES = {".py", ".pyx", ".pxd", ".pxi", ".js", ".css", ".tcss", ".html"}
ANY_GAME = "GAME"  # in a path: whichever game, one at least
EXAMPLE = "hop"  # the game that docs/adding-a-game.md makes; its files are nowhere else

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`([^`\s]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def paths_named(text: str) -> list[str]:
    """Files and folders of the tree that a page's text names in backticks, from the root; `*` stands for any."""
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}
    quoted = QUOTED.findall(FENCE.sub("", text))
    named = [one for one in quoted if "/" in one and one.partition("/")[0] in folders]
    return [one for one in named if EXAMPLE not in one.split("/")]


def found(path: str) -> Iterator[Path]:
    return ROOT.glob(path.replace(ANY_GAME, "*").rstrip("/"))


def anchors(text: str) -> set[str]:
    """The headings of a page, as links write them."""
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def missing_links(page: Path) -> list[str]:
    missing = []
    for link in LINK.findall(FENCE.sub("", read(page))):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(read(target))):
            missing.append(link)
    return missing


def shared_sources() -> set[Path]:
    """The sources that belong to no game: outside of rooms."""
    rooms = {path.parent.name for path in (ROOT / "engine").glob("*/__init__.py")}
    everything = [path for floor in FLOORS for path in (ROOT / floor).rglob("*") if path.suffix in SOURCES]
    return {path for path in everything if path.relative_to(ROOT).parts[1] not in rooms and path.name != "__init__.py"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_exists(page: Path) -> None:
    assert [path for path in paths_named(read(page)) if not any(found(path))] == []
    assert missing_links(page) == []


def test_the_checks_of_the_table_are_tests_of_the_files_named_with_them() -> None:
    cells = re.findall(r"(`test_[^|;]+?) in `(tests/[^`]+\.py)`", read(ROOT / "docs" / "table-checks.md"))
    assert len(cells) > 20
    for names, path in cells:
        source = read(ROOT / path)
        assert [name for name in re.findall(r"`(test_\w+)`", names) if f"def {name}(" not in source] == [], path


def test_the_map_names_every_file_that_belongs_to_no_game() -> None:
    named = {path for name in paths_named(read(MAP)) for path in found(name) if path.is_file()}
    assert sorted(str(path.relative_to(ROOT)) for path in shared_sources() - named) == []


def test_wrong_names_are_noticed() -> None:
    text = (
        "`engine/game.pxd`, `bots/GAME/nothing.py`, `arena/*.rs`\n```\n`engine/no.py`\n```\n`engine/hop/no.py` `no/no`"
    )
    assert paths_named(text) == ["engine/game.pxd", "bots/GAME/nothing.py", "arena/*.rs"]
    assert [bool(list(found(path))) for path in paths_named(text)] == [True, False, False]
    assert anchors("# One\n## What is in `this`, now?\n") == {"one", "what-is-in-this-now"}
    assert ROOT / "engine" / "game.pxd" in shared_sources()
    assert ROOT / "engine" / "planet_steam" / "state.pxd" not in shared_sources()


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    text = re.findall(r"`mybots.py`:\n\n```python\n(.*?)```", read(DOCS / "bots.md"), re.DOTALL)
    (tmp_path / "mybots.py").write_text(text[0], encoding="utf-8")
    table = new_table(players=2, seed=1)
    for stray, moves in ((0.0, table.moves()[:1]), (1.0, table.moves())):
        bot = bots.make(f"{tmp_path}/mybots.py:First:stray={stray}", table.game, table.mover)
        seen, legal = table.state.observe(table.mover), table.state.legal()
        answers = {table.game.text(bots.ask(bot, seen, legal, Stream(n, "bot"))) for n in range(50)}
        assert answers == set(moves)


# -- the page of settings ----------------------------------------------------------------------------------------------


def settings_page() -> str:
    """`docs/settings.md`, from the declarations of the games that come with the program."""
    names = sorted(path.parent.name.replace("_", "-") for path in (ROOT / "engine").glob("*/__init__.py"))
    head = """# Settings

Made from each game's `engine/GAME/settings.py` by `python -m tests.test_docs`; `boomtown games NAME` prints the same.
A setting is an option of every command that chooses a game, a key of `--config` files, a line of the set-up screen, an
argument of `new_game` and `new_table` (there with `_` for `-`), and an entry of the record's header."""
    return "\n\n".join([head, *(_game_section(game_type(name)) for name in names)]) + "\n"


def _game_section(game: GameType) -> str:
    declared = game.settings.declared().values()
    rows = ["| option | values | default | in a record | |", "| --- | --- | --- | --- | --- |", *map(_row, declared)]
    return "\n\n".join(
        [f"## {game.title}: `--game {game.name}`", "\n".join(rows), *(_words(one) for one in declared if one.words)]
    )


def _row(one: Setting) -> str:
    values = "a file" if one.is_file else "any of those below" if one.is_many else one.allowed
    return f"| `--{one.option}` | {values} | {one.default_text} | `{one.key}` | {one.help} |"


def _words(one: Setting) -> str:
    short = {word: ", ".join(f"`{name}`" for name in names) for word, names in one.short.items()}
    rows = [f"- `{word}`: {meaning}" for word, meaning in {**one.words, **short}.items()]
    return "\n".join([f"`--{one.option}`:", "", *rows])


def test_the_page_of_settings_is_as_declared() -> None:
    assert read(SETTINGS) == settings_page(), "python -m tests.test_docs writes it anew"


if __name__ == "__main__":
    SETTINGS.write_text(settings_page(), encoding="utf-8")
