"""`boomtown serve`: its front page, a round played in a real browser by keys and clicks, and who is let in."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.terminal.chooser import Chooser
from arena.terminal.game_session import GameSession
from arena.terminal.steps import END
from tests.arena.browser import BROWSER
from tests.games import FOLDERS
from tests.terminal.driving import table_of
from tests.terminal.real import BOOMTOWN, NAMES, PATIENCE, Follower, environment

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

from arena.serving import TableServer  # noqa: E402 - needs both

NIM = str(FOLDERS["nim"])
FAST = ["--players", "2", "--seed", "4", "--bots", "random", "--sims", "5", "--pace", "0", "--lang", "en"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "spring.html").write_text("<p>A report</p>")
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "report.html").write_text("<p>A tournament</p>")
    (tmp_path / "games").mkdir()
    for game, path in (("planet-steam", "trial"), ("planet-steam", "games/mine"), (NIM, "games/strange")):
        words = ["simulate", "--game", game, "--bot", "greedy", "--record", str(tmp_path / f"{path}.jsonl")]
        assert CliRunner().invoke(main, words).exit_code == 0
    (tmp_path / "broken.jsonl").write_text("{}\n")
    port = free_port()
    command = [*BOOMTOWN, "serve", "--port", str(port), "--reports", str(tmp_path), "--", *FAST]
    running = subprocess.Popen(command, env=environment(tmp_path / "games"), stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    assert running.stdout.readline().startswith(f"Boomtown is at http://127.0.0.1:{port}/")
    for _ in range(600):  # it says where it is just before it listens
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}"
    running.terminate()
    running.stdout.close()
    running.wait(PATIENCE)


@pytest.mark.slow
def test_the_front_page_links_and_strangers_stay_outside(server: str) -> None:
    async def look() -> None:
        async with aiohttp.ClientSession() as web:
            front = await (await web.get(server)).text()
            assert '<a href="/reports/spring.html">spring.html</a>' in front
            assert "A report" in await (await web.get(f"{server}/reports/spring.html")).text()
            assert "A tournament" in await (await web.get(f"{server}/reports/cup/report.html")).text()
            assert '<a href="/records/trial.jsonl">trial.jsonl (recorded games)</a>' in front
            assert '<a href="/games/mine.jsonl#game=0">' in front
            assert ", nim against " in front  # a game of a folder, whose rules the server does not know
            for path in ("/records/trial.jsonl", "/games/mine.jsonl"):
                page = await (await web.get(f"{server}{path}")).text()
                assert f"Games of {path.rpartition('/')[2]}" in page
                assert '"replays":{"0":0}' in page
            broken = await web.get(f"{server}/records/broken.jsonl")
            assert (broken.status, (await broken.text()).count("\n")) == (422, 1)
            for path in (
                "/reports/..%2Fgames",
                "/reports/nothing.html",
                "/reports/../report.html",
                "/games/spring.html",
            ):
                assert (await web.get(f"{server}{path}")).status == 404
            assert (await web.get(f"{server}/ws", headers={"Origin": "http://elsewhere"})).status == 403
            assert (await web.get(server, headers={"Host": "elsewhere:80"})).status == 403

    asyncio.run(look())


def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        told = CliRunner().invoke(main, ["serve", "--port", str(taken.getsockname()[1])])
    assert told.exit_code == 2
    assert "Address already in use; choose others" in told.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--players 99", "players 99: use 2 to 5"),
        ("--level 99", "bot level:level=99: planet-steam has levels 1 to 8, not 99"),
        ("--bots nosuch", "bot nosuch: no bot is named 'nosuch'"),
        ("--rules nosuch", "rules 'nosuch': use freelance-carrier, "),
        ("--game nosuch", "unknown game 'nosuch'; use planet-steam, "),
        ("--game steamopolis --players 5", "players 5: use 1 to 4"),
        ("--seat 9", "seat 9: there are seats 1 to 4"),
        ("--lang xx", "unknown language 'xx'"),
        ("--time 1 --sims 5", "--time and --sims: give one of them; see boomtown play --help"),
        ("--nosuch", "No such option '--nosuch'"),
    ],
)
def test_wrong_options_of_play_are_refused_before_there_is_a_page(
    options: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableServer, "serve", _not_served)
    monkeypatch.setenv("BOOMTOWN_GAMES", str(tmp_path / "games"))
    told = CliRunner().invoke(main, ["serve", "--port", str(free_port()), "--", *options.split()])
    assert (told.exit_code, told.output.count("\n")) == (2, 1)
    assert told.output.startswith(f"boomtown: {message}")
    of_play = CliRunner().invoke(main, ["play", *options.split()], prog_name="boomtown")
    assert (of_play.exit_code, of_play.output) == (2, told.output)
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("options", ["--plain", "--resume", "--file saved.journal"])
def test_options_that_a_served_table_cannot_keep_to_are_refused(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableServer, "serve", _not_served)
    told = CliRunner().invoke(main, ["serve", "--port", str(free_port()), "--", *options.split()])
    assert (told.exit_code, told.output.count("\n")) == (2, 1)
    assert told.output.startswith(f"boomtown: {options.split()[0]}: leave it out: ")


@pytest.mark.parametrize(
    "options", ["", " ".join(FAST), "--guided --light --warn", "--setup --adaptive", f"--game {NIM} --hotseat 2"]
)
def test_right_options_of_play_reach_the_table_and_start_no_game(
    options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    monkeypatch.setattr(TableServer, "serve", lambda self: served.append(self.command))
    monkeypatch.setenv("BOOMTOWN_GAMES", str(tmp_path / "games"))
    told = CliRunner().invoke(main, ["serve", "--port", str(free_port()), "--", *options.split()])
    assert (told.exit_code, told.output) == (0, "")
    assert [command.partition(" play")[2].split() for command in served] == [options.split()]
    assert not (tmp_path / "games").exists()


def _not_served(server: TableServer) -> None:
    raise AssertionError(f"there is a page of {server.command}")


@pytest.mark.slow
def test_the_table_comes_through_the_page_s_door(server: str) -> None:
    async def look() -> None:
        async with aiohttp.ClientSession() as web, web.ws_connect(f"{server}/ws?width=100&height=30") as door:
            shown = b""
            while b"Quartz" not in shown:
                told = await door.receive(timeout=PATIENCE)
                assert told.type is not aiohttp.WSMsgType.CLOSE
                shown += told.data if isinstance(told.data, bytes) else b""
            assert b"Planet Steam" in shown

    asyncio.run(look())


# -- in a browser ------------------------------------------------------------------------------------------------------


class Shown:
    """What the page's terminal shows. It draws on a canvas, so that no text can be read from the page: what comes to it
    is written here as well."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self._row = self._column = 0

    def take(self, frame: str | bytes) -> None:
        for place, text in re.findall(r"\x1b(?:\[(\d+;\d+)H|\[[?\d;$]*[a-zA-Z]|\][^\a]*\a)|([^\x1b]+)", _text(frame)):
            if place:
                self._row, self._column = (int(number) - 1 for number in place.split(";"))
            for character in text:
                self._put(character)

    def _put(self, character: str) -> None:
        if character == "\n":
            self._row, self._column = self._row + 1, 0
            return
        self.rows += [[] for _ in range(self._row + 1 - len(self.rows))]
        row = self.rows[self._row]
        row += " " * (self._column + 1 - len(row))
        row[self._column] = character
        self._column += 1

    @property
    def lines(self) -> list[str]:
        return ["".join(row) for row in self.rows]


def _text(frame: str | bytes) -> str:
    return frame.decode() if isinstance(frame, bytes) else ""  # what is no bytes is not for the terminal


class Visitor:
    """A person in front of the page: looks, presses keys, clicks on what he sees."""

    def __init__(self, page: Any, url: str, follower: Follower) -> None:
        self.page, self.follower, self.shown = page, follower, Shown()
        self.n_keys = self.n_clicks = 0
        page.on("websocket", lambda door: door.on("framereceived", self.shown.take))
        page.goto(url)

    def wait(self) -> GameSession:
        """Until the screen shows a decision of the person's, or the first round is over."""
        end = time.monotonic() + PATIENCE
        while True:
            session = self.follower.update()
            if session is not None and session.view["round"] == 2:
                return session
            is_asked = session is not None and session.is_humans_turn and not session.is_forced
            if session is not None and is_asked and self._is_shown(session):
                return session
            assert time.monotonic() < end, "\n".join(self.shown.lines)
            self.page.wait_for_timeout(20)

    def _is_shown(self, session: GameSession) -> bool:
        title, *_, keys = self.shown.lines or ["", ""]
        return title.endswith(f"#{len(session.moves)} ") and " OK " in keys

    def press(self, key: str) -> None:
        self.page.keyboard.press(NAMES.get(key, key))
        self.n_keys += 1

    def click(self, text: str) -> None:
        """Clicks on what stands there, at the lowest place."""
        lines = self.shown.lines
        row = max(k for k, line in enumerate(lines) if text in line)
        column = lines[row].index(text) + len(text) // 2
        box = self.page.locator(".xterm-screen").bounding_box()
        width, height = box["width"] / len(self.shown.lines[0]), box["height"] / len(self.shown.lines)
        before, end = self.shown.lines, time.monotonic() + PATIENCE
        self.page.mouse.click(box["x"] + (column + 0.5) * width, box["y"] + (row + 0.5) * height)
        self.n_clicks += 1
        while self.shown.lines == before:  # a click goes a longer way than a key: people see what it did first
            assert time.monotonic() < end, "\n".join(before)
            self.page.wait_for_timeout(20)

    def decide(self, session: GameSession) -> None:
        """Plays the last legal move: an action or an option by a click where it stands in the list, else by keys."""
        n, chooser = len(session.moves), Chooser(table_of(session))
        keys, step = chooser.keys_for(session.legal[-1]), chooser.step
        if step.is_list and step.keys and keys[0] in step.keys:
            word = step.words[step.keys.index(keys[0])]
            label = "" if word is END else table_of(session).option(step, word)
            if label and len(keys) > 1:
                self.click(f"{keys[0]} {label}")
                keys = keys[1:]
        for key in keys:
            self.press(key)
        end = time.monotonic() + PATIENCE
        while (now := self.follower.update()) is not None and len(now.moves) == n:
            assert time.monotonic() < end, "\n".join(self.shown.lines)
            self.page.wait_for_timeout(20)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs chromium")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_round_is_played_in_a_browser_by_keys_and_clicks(server: str, host: str, tmp_path: Path) -> None:
    driver = pytest.importorskip("playwright.sync_api")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 800})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        url = f"{server.replace('127.0.0.1', host)}/table?fontsize=12"
        visitor = Visitor(page, url, Follower(tmp_path / "games"))
        while (session := visitor.wait()).view["round"] == 1:
            visitor.decide(session)
        assert visitor.n_clicks >= 3
        assert visitor.n_keys >= 10
        assert all(url.startswith(server.replace("127.0.0.1", host)) for url in asked)  # nothing comes from elsewhere
        visitor.press("Q")
        page.locator("#closed").wait_for(state="visible")
        page.locator("#closed a").last.click()
        page.locator("#play").wait_for()
        browser.close()


SIGNS = "◆★⚑●□►→↑§…⟺"  # the last is wide in most fonts


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs chromium")
@pytest.mark.parametrize("size", [12, 16, 20])
def test_no_sign_runs_into_the_cell_after_it(server: str, size: int) -> None:
    """A digit after a sign looks as it does after a space, and the sign is there."""
    driver = pytest.importorskip("playwright.sync_api")
    lines = ["  ", " 0", *(f"{sign}0" for sign in SIGNS)]
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 800})
        sizes: list[str] = []

        def play_the_table(door: Any) -> None:
            sizes.append(door.url.partition("?")[2])
            door.send(("\x1b[?25l" + "\r\n".join(lines)).encode())

        page.route_web_socket("**/ws*", play_the_table)
        page.goto(f"{server}/table?fontsize={size}")
        page.locator("body.-first-byte").wait_for()
        page.wait_for_timeout(500)  # what has come is drawn at the next frame
        n_columns, n_rows = (int(number) for number in re.findall(r"\d+", sizes[0]))
        box = page.locator(".xterm-screen").bounding_box()
        width, height = box["width"] / n_columns, box["height"] / n_rows

        def cell(row: int, column: int) -> bytes:
            """Without its first column: letters are up to a pixel wider than cells, which are whole pixels."""
            left, top = box["x"] + column * width + 1, box["y"] + row * height
            return bytes(page.screenshot(clip={"x": left, "y": top, "width": width - 1, "height": height}))

        assert cell(1, 1) != cell(0, 1)
        assert [sign for row, sign in enumerate(SIGNS, 2) if cell(row, 1) != cell(1, 1)] == []
        assert [sign for row, sign in enumerate(SIGNS, 2) if cell(row, 0) == cell(0, 0)] == []
        browser.close()
