"""The report as people use it, in windows of 400 to 2,000 pixels: nothing lost, sorted, linked to, walked through by
keys and by itself, with what an analysis found. One game has no face of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli import main
from tests.arena.browser import IN_BROWSER
from tests.arena.pages import Browser
from tests.games import FOLDERS

pytestmark = IN_BROWSER

WIDTHS = (400, 800, 1200, 2000)
GAMES: dict[str, tuple[Any, ...]] = {
    "nim": ("--game", FOLDERS["nim"], "--games", 40),
    "planet-steam": ("--players", 3, "--games", 6),
    "steamopolis": ("--game", "steamopolis", "--players", 2, "--max-rounds", 4, "--games", 6),
    "solo": ("--game", "steamopolis", "--players", 1, "--max-rounds", 4, "--games", 6),
}
SIMS = {"nim": 16, "planet-steam": 1, "steamopolis": 16, "solo": 128}  # as few as find a mistake


def ran(*words: Any) -> None:
    found = CliRunner().invoke(main, list(map(str, words)))
    assert found.exit_code == 0, found.output


@pytest.fixture(scope="module", params=GAMES)
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page whose first game is analysed."""
    out = tmp_path_factory.mktemp("walks") / "trial"
    ran("tournament", "random", "greedy", "level:1", *GAMES[request.param], "--seed", 4, "--quiet", "--out", out)
    ran("analyse", out, "--number", 1, "--sims", SIMS[request.param], "--quiet")
    ran("report", out, "--quiet")
    return (out / "report.html").as_uri()


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Browser]:
    with Browser(tmp_path, 1200) as browser:
        yield browser
        assert browser.errors == []


def opened(window: Browser, address: str, link: str = "") -> None:
    window.open("about:blank")  # an address that differs by its link only would not be loaded anew
    window.open(address + link)
    if link:
        window.until("shown !== null")


CLIPPED = """[...document.querySelectorAll('%s')].filter((one) => one.scrollWidth > one.clientWidth).map((one) =>
  one.id || one.firstElementChild.id)"""


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_lost_in_any_window(window: Browser, address: str, width: int) -> None:
    window.resize(width)
    opened(window, address)
    assert window.value("document.documentElement.scrollWidth - innerWidth") <= 0
    svgs = "[...document.querySelectorAll('.figure svg')]"
    letters = f"{svgs}.map((one) => 12 * one.getBoundingClientRect().width / one.viewBox.baseVal.width)"
    assert window.value(f"{svgs}.length") >= 4
    assert all(11.5 < size < 12.5 for size in window.value(letters))
    assert window.value(CLIPPED % ".figure:has(svg)") == []
    if width >= 1200:
        assert window.value(CLIPPED % ".scroll") == []
    window.click("#games tr.click td")
    window.until("shown !== null")
    window.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert window.value("shown.at") == 3
    assert window.value("byId('replay').scrollWidth - byId('replay').clientWidth") <= 0
    if width >= 1200:
        assert window.value(CLIPPED % "#side, #board") == []
    window.press("End")
    assert "The end: " in window.value("byId('now').textContent")
    assert {url.split(":")[0] for url in window.requests} <= {"file", "data", "about", "blob"}


def test_figures_follow_the_window(window: Browser, address: str) -> None:
    opened(window, address)
    before = window.value("byId('ratings').querySelector('svg').viewBox.baseVal.width")
    window.resize(400)
    window.until(f"byId('ratings').querySelector('svg').viewBox.baseVal.width < {before}")
    assert window.value("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_head_says_when_by_what_and_where(window: Browser, address: str) -> None:
    opened(window, address)
    made = window.value("byId('made').textContent")
    date, version, cores = window.value("[data.made.made.date, data.made.made.boomtown, data.made.made.cores]")
    assert made.startswith(f"Played {date}, boomtown {version} on ")
    assert f"{cores} core" in made


COLUMN = "[...byId('{}').rows].slice(1).map((row) => row.cells[{}].textContent)"


def test_tables_are_sorted_by_clicks_and_keys(window: Browser, address: str) -> None:
    opened(window, address)
    elo = COLUMN.format("table", 2)
    best_first = window.value(elo)
    head = "#table th:nth-child(3) button"
    window.click(head)
    assert window.value(elo) == best_first
    assert window.value("document.querySelector('#table [aria-sort]').ariaSort") == "descending"
    window.press("Enter")
    assert window.value(elo) == best_first[::-1]
    assert window.value("document.querySelector('#table [aria-sort]').ariaSort") == "ascending"
    window.click("#table th:nth-child(2) button")
    assert window.value(COLUMN.format("table", 1)) == sorted(window.value(COLUMN.format("table", 1)))
    assert window.value("[...document.querySelectorAll('#table [aria-sort]')].length") == 1
    at = window.value("GAME_COLUMNS.findIndex(([name]) => name === 'moves')")
    window.click(f"#games th:nth-child({at + 1}) button")
    shown = [int(words) for words in window.value(COLUMN.format("games", at))]
    every = sorted(window.value("data.games.map((game) => game[6])"), reverse=True)
    assert shown == every[: len(shown)]


def test_a_link_opens_its_move_and_the_way_back_leads_out(window: Browser, address: str) -> None:
    opened(window, address, "#game=1&move=2")
    assert window.value("[shown.game[0], shown.at]") == [1, 2]
    window.press("ArrowRight", "ArrowRight")
    window.until("location.hash === '#game=1&move=4'")
    assert window.value("byId('link').hash") == "#game=1&move=4"
    window.press("Escape")
    window.until("!byId('replay').open")
    assert window.value("location.hash") == ""
    window.click("#games tr.click td")
    window.until("shown !== null && location.hash.startsWith('#game=0')")
    window.back()
    window.until("!byId('replay').open")
    window.back()
    window.until("shown !== null")
    assert window.value("[shown.game[0], shown.at]") == [1, 4]


def test_a_link_to_nowhere_says_so(window: Browser, address: str) -> None:
    window.open(f"{address}#game=999&move=1")
    assert window.value("byId('lost').textContent") == "Game 999 cannot be replayed on this page."
    assert not window.value("byId('replay').open")
    opened(window, address, "#game=0&move=nonsense")
    assert window.value("shown.at") == 0


def test_a_game_plays_by_itself(window: Browser, address: str) -> None:
    opened(window, address, "#game=0&move=0")
    window.press("+", "+", "+", "a")
    assert window.value("byId('speed').value") == "8"
    window.until("shown.at >= 3")
    window.press("a")
    assert not window.value("isPlaying()")
    window.value("showMove(shown.steps.length - 1)")
    window.click("#play")
    window.until("shown.at === shown.steps.length && !isPlaying()")


def test_mistakes_are_marked_and_the_better_line_is_a_key_away(window: Browser, address: str) -> None:
    opened(window, address, "#game=0&move=0")
    numbers = window.value("shown.analysis.marks.map(([number]) => number)")
    assert numbers
    assert window.value("[...document.querySelectorAll('#moves .mark')].length") == len(numbers)
    assert window.value("[...document.querySelectorAll('#graph text.mark')].length") == len(numbers)
    assert window.value("[...document.querySelectorAll('#graph polyline')].length") == window.value(
        "shown.game[2].length"
    )
    later = [number for number in numbers if number]
    for number in later[:3]:
        window.press("n")
        assert window.value("shown.at") == number
    if len(later) >= 2:
        window.press("p")
        assert window.value("shown.at") == later[-2 if len(later) == 2 else 1]
    window.value(f"showMove({numbers[-1]})")
    verdict = window.value("byId('verdict').textContent")
    assert verdict.startswith("?")
    assert " Better: " in verdict
    window.press("b")
    assert window.value("byId('now').textContent").startswith("Better line: ")
    assert window.value("byId('betterLine').children.length") == window.value(f"markAt({numbers[-1]})[4].length")
    window.press("End", "b")
    assert window.value("[shown.at === shown.steps.length, shown.aside]") == [True, None]


def test_a_click_on_the_graph_goes_there(window: Browser, address: str) -> None:
    opened(window, address, "#game=0&move=0")
    window.click("#graph")
    assert abs(window.value("shown.at / shown.steps.length") - 0.5) < 0.15


def test_a_game_without_an_analysis_says_how_to_make_one(window: Browser, address: str) -> None:
    opened(window, address, "#game=2&move=0")
    said = window.value("byId('unanalysed').textContent")
    assert "boomtown analyse " in said
    assert " --number 3, then boomtown report " in said
    assert not window.value("byId('graph').checkVisibility()")


def test_what_a_move_changed_is_highlighted(window: Browser, address: str) -> None:
    """Some part of most positions; and never one that is as it was."""
    opened(window, address, "#game=0&move=0")
    changed = "document.querySelectorAll('#board .changed, #side .changed, #board mark').length"
    n_moves = window.value("shown.steps.length")
    assert window.value(changed) == 0
    counts = window.value(
        f"shown.steps.map(([, , changes], k) => {{ showMove(k + 1); return [changes.length, {changed}]; }})"
    )
    assert sum(n > 0 for _, n in counts) > n_moves / 3
    assert all(n == 0 for n_changes, n in counts if n_changes == 0)


def test_help_lists_every_key(window: Browser, address: str) -> None:
    opened(window, address, "#game=0&move=0")
    window.press("?")
    assert window.value("byId('help').open")
    listed = window.value("[...document.querySelectorAll('#help kbd')].map((one) => one.textContent)")
    names = {"ArrowRight": "→", "ArrowLeft": "←", "PageDown": "PgDn", "PageUp": "PgUp"}
    assert {names.get(key, key) for key in window.value("Object.keys(KEYS)")} | {"Esc", "?"} == set(listed)
    window.press("ArrowRight", "Escape")
    window.until("!byId('help').open")
    assert window.value("[byId('replay').open, shown.at]") == [True, 0]
