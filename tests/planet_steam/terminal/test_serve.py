"""`boomtown serve`: the table in a real browser, a round of it played by keys and clicks; and who is let in."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.terminal.chooser import Chooser
from tests.terminal.driving import table_of
from tests.terminal.real import BOOMTOWN, PATIENCE, Follower, environment

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
FAST = ["--players", "2", "--seed", "4", "--bots", "random", "--sims", "5", "--pace", "0", "--lang", "en"]
NAMES = {"enter": ("Enter", 13), "tab": ("Tab", 9)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "spring.html").write_text("<p>A report</p>")
    port = free_port()
    command = [*BOOMTOWN, "serve", "--port", str(port), "--reports", str(tmp_path), "--", *FAST]
    running = subprocess.Popen(command, env=environment(tmp_path / "games"), stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    assert running.stdout.readline().startswith(f"Boomtown is at http://127.0.0.1:{port}/")
    yield f"http://127.0.0.1:{port}"
    running.terminate()
    running.wait(PATIENCE)


@pytest.mark.slow
def test_the_front_page_links_and_strangers_stay_outside(server: str) -> None:
    async def look() -> None:
        async with aiohttp.ClientSession() as web:
            front = await (await web.get(server)).text()
            assert '<a href="/reports/spring.html">spring.html</a>' in front
            assert "A report" in await (await web.get(f"{server}/reports/spring.html")).text()
            for path in ("/reports/..%2Fgames", "/reports/nothing.html"):
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


class Page:
    """A browser's page, driven by its debugging protocol."""

    def __init__(self, link: Any) -> None:
        self._link = link
        self._n = 0

    async def call(self, method: str, **params: Any) -> Any:
        self._n += 1
        await self._link.send_json({"id": self._n, "method": method, "params": params})
        while True:
            told = json.loads((await self._link.receive(timeout=PATIENCE)).data)
            if told.get("id") == self._n:
                return told.get("result", {})

    async def text(self) -> str:
        """What the terminal in the page shows, as its accessible rows say."""
        script = "[...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent).join('\\n')"
        found = await self.call("Runtime.evaluate", expression=script)
        return str(found["result"].get("value", "")).replace("\u00a0", " ")

    async def press(self, key: str) -> None:
        name, code = NAMES.get(key, (key, ord(key.upper()) if len(key) == 1 else 0))
        text = "\r" if key == "enter" else key if len(key) == 1 else ""
        down = {"type": "keyDown", "key": name, "windowsVirtualKeyCode": code, "text": text}
        await self.call("Input.dispatchKeyEvent", **down)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    async def click_on(self, text: str) -> None:
        """Clicks on the first place where the terminal shows this."""
        rows = (await self.text()).split("\n")
        row = next(k for k, line in enumerate(rows) if text in line)
        script = "JSON.stringify(document.querySelector('.xterm-screen').getBoundingClientRect())"
        box = json.loads((await self.call("Runtime.evaluate", expression=script))["result"]["value"])
        width = max(len(line) for line in rows)
        x = box["x"] + (rows[row].index(text) + 0.5) * box["width"] / width
        y = box["y"] + (row + 0.5) * box["height"] / len(rows)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


@asynccontextmanager
async def opened(url: str, folder: Path) -> AsyncIterator[Page]:
    port = free_port()
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}", "--window-size=1300,800"]
    browser = subprocess.Popen(
        [str(BROWSER), *options, f"--remote-debugging-port={port}", url],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        async with aiohttp.ClientSession() as web:
            link = await _link(web, port)
            async with web.ws_connect(link, max_msg_size=0) as spoken:
                yield Page(spoken)
    finally:
        browser.terminate()
        browser.wait(PATIENCE)


async def _link(web: Any, port: int) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            pages = await (await web.get(f"http://127.0.0.1:{port}/json")).json()
            return str(next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page"))
        except (aiohttp.ClientError, StopIteration):
            await asyncio.sleep(0.1)
    raise AssertionError("no browser")


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None or sys.platform == "win32", reason="needs chromium")
def test_a_round_is_played_in_a_browser_by_keys_and_clicks(server: str, tmp_path: Path) -> None:
    async def play() -> None:
        follower, n_clicks, n_keys = Follower(tmp_path / "games"), 0, 0
        async with opened(f"{server}/table?fontsize=12", tmp_path / "profile") as page:
            end = time.monotonic() + 4 * PATIENCE
            while time.monotonic() < end:
                shown = await page.text()
                session = follower.update()
                n = -1 if session is None else len(session.moves)
                if session is not None and session.view["round"] == 2:
                    assert n_clicks >= 2
                    assert n_keys >= 10
                    assert re.search(r"Round 2/\d", shown) or n
                    return
                if session is None or not session.is_humans_turn or session.is_forced or f"#{n} " not in f"{shown} ":
                    await asyncio.sleep(0.05)
                    continue
                chooser = Chooser(table_of(session))
                if session.phase in ("bonus", "setup-upgrade", "take-card"):
                    label = table_of(session).option(chooser.step, chooser.step.words[0])
                    key = chooser.step.keys[0]
                    await page.click_on(f"{key} {label}")
                    n_clicks += 1
                    if not chooser.step.kind.is_direct:
                        await page.press("enter")
                else:
                    for key in chooser.keys_for(session.legal[-1]):
                        await page.press(key)
                        n_keys += 1
                waits = time.monotonic() + PATIENCE
                while (now := follower.update()) is not None and len(now.moves) == n:
                    assert time.monotonic() < waits, await page.text()
                    await asyncio.sleep(0.05)
            raise AssertionError(await page.text())

    asyncio.run(play())
