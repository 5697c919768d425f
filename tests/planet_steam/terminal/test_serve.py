"""`boomtown serve`: its front page, the table that comes through its door, and who is let in."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from tests.terminal.real import BOOMTOWN, PATIENCE, environment

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

FAST = ["--players", "2", "--seed", "4", "--bots", "random", "--sims", "5", "--pace", "0", "--lang", "en"]


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
