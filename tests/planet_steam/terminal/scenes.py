"""Typical screens of the application, made from recorded games: the snapshot tests compare them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual.screen import Screen

from arena.terminal.app import Options, TerminalApp
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.setup import Setup
from arena.terminal.setup_screen import SetupScreen
from arena.terminal.table_screen import TableScreen
from engine.games import game_of
from engine.records import read_record

DATA = Path(__file__).parent / "data"
PICTURES = Path(__file__).parent / "pictures"
SIZES = ((80, 24), (140, 45))
SEAT = 3  # the person's seat: the winner of the recorded games
OPTIONS: dict[str, Any] = {"sims": 20, "pace": 0.0}


def recorded(edition: str, until: Callable[[GameSession], bool] | None = None) -> GameSession:
    """A recorded game up to the first position that the condition holds for, one seat a person's."""
    _, record = read_record(DATA / f"{edition}.jsonl")
    game = game_of(record)
    seats = [HUMAN if seat == SEAT else "random" for seat in range(game.n_seats)]
    session = GameSession(game, record["seed"], seats)
    if until is None:
        return GameSession(game, record["seed"], seats, moves=[game.move(words[1:]) for words in record["moves"]])
    for words in record["moves"]:
        if session.mover == SEAT and until(session):
            return session
        if words[0] >= 0:
            session.play(game.move(words[1:]))
    raise AssertionError("no such position in the record")


def in_phase(phase: str, turn: int) -> Callable[[GameSession], bool]:
    return lambda session: session.phase == phase and session.view["round"] == turn and not session.is_forced


@dataclass(frozen=True)
class Scene:
    """A screen and the keys that lead to it."""

    name: str
    make: Callable[[Options], Screen[Any]]
    keys: list[str] = field(default_factory=list)
    language: str = "en"


def _table(edition: str, phase: str, turn: int) -> Callable[[Options], Screen[Any]]:
    return lambda options: TableScreen(recorded(edition, in_phase(phase, turn)), options)


def _setup(options: Options) -> Screen[Any]:
    options.setup = Setup(settings={"rules": ("sabotage",)})
    return SetupScreen(options)


def _end(options: Options) -> Screen[Any]:
    return EndScreen(recorded("ffg"), options, Path("games") / "2026-11-16-200000.jsonl")


SCENES = [
    Scene("setup", _setup, ["up", "up"]),
    Scene("auction", _table("ffg", "specialist-bid", 2), ["b", "3", "0"]),
    Scene("claiming", _table("ffg", "claiming", 2), ["r"]),
    Scene("tank-phase", _table("ffg", "tank-phase", 3), ["c", "1"]),
    Scene("extraction", _table("ludoart", "extraction", 4), ["w"], "de"),
    Scene("trade", _table("ffg", "trade", 3), ["b", "2"]),
    Scene("explanation", _table("ludoart", "certificates", 4), ["?"], "fr"),
    Scene("end", _end),
]


async def shoot(scene: Scene, size: tuple[int, int], is_light: bool) -> str:
    """The scene as an SVG picture, once everything has come to rest."""
    options = Options(language=scene.language, is_light=is_light, **OPTIONS)
    screen = scene.make(options)
    app = TerminalApp(screen, options)
    async with app.run_test(size=size) as pilot:
        await settle(pilot, screen)
        for key in scene.keys:
            await pilot.press(key)
        await settle(pilot, screen)
        return without_fonts(app.export_screenshot(title="boomtown play"))


def without_fonts(svg: str) -> str:
    """A picture that fetches nothing: any monospaced font will do, every run of text has its length."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "DejaVu Sans Mono, Menlo, Consolas, monospace")


async def settle(pilot: Any, screen: Screen[Any]) -> None:
    """Waits until nothing is being thought about."""
    await pilot.pause()
    for _ in range(2000):
        review = getattr(screen, "review", None)
        if review is None or review.next_number is None:
            break
        await asyncio.sleep(0.02)
    await pilot.pause()
    await pilot.pause()


def picture_path(scene: Scene, size: tuple[int, int], is_light: bool) -> Path:
    return PICTURES / f"{scene.name}-{size[0]}x{size[1]}-{'light' if is_light else 'dark'}.svg"


if __name__ == "__main__":  # python -m tests.planet_steam.terminal.scenes: draws all pictures anew
    PICTURES.mkdir(exist_ok=True)
    for scene in SCENES:
        for size in SIZES:
            for is_light in (False, True):
                picture_path(scene, size, is_light).write_text(asyncio.run(shoot(scene, size, is_light)), "utf-8")
