"""Typical screens of the application as pictures, for every game: made from recorded games, stored, compared.

A game lists its scenes in `tests/GAME/terminal/scenes.py`; its pictures lie beside that file and are drawn anew by
`python -m tests.GAME.terminal.scenes`. Look at them before they are committed.
"""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual.screen import Screen

from arena.terminal.app import Options, TerminalApp
from arena.terminal.game_session import HUMAN, GameSession
from engine.games import game_of
from engine.records import read_record

OPTIONS: dict[str, Any] = {"sims": 20, "pace": 0.0}
Size = tuple[int, int]
Piece = tuple[float, float, str, str]


@dataclass(frozen=True)
class Scene:
    """A screen and the keys that lead to it."""

    name: str
    make: Callable[[Options], Screen[Any]]
    keys: list[str] = field(default_factory=list)
    language: str = "en"


@dataclass(frozen=True)
class Picture:
    """A scene in a window of some size and brightness."""

    scene: Scene
    size: Size
    is_light: bool
    folder: Path

    @property
    def path(self) -> Path:
        width, height = self.size
        return self.folder / f"{self.scene.name}-{width}x{height}-{'light' if self.is_light else 'dark'}.svg"


def recorded(path: Path, person: int, until: Callable[[GameSession], bool] | None = None) -> GameSession:
    """A recorded game up to the first position that the condition holds for, one seat a person's."""
    _, record = read_record(path)
    game = game_of(record)
    seats = [HUMAN if seat == person else "random" for seat in range(game.n_seats)]
    session = GameSession(game, record["seed"], seats)
    if until is None:
        return GameSession(game, record["seed"], seats, moves=[game.move(words[1:]) for words in record["moves"]])
    for words in record["moves"]:
        if session.mover == person and until(session):
            return session
        if words[0] >= 0:
            session.play(game.move(words[1:]))
    raise AssertionError("no such position in the record")


async def shoot(picture: Picture) -> str:
    """The scene as an SVG picture, once everything has come to rest."""
    options = Options(language=picture.scene.language, is_light=picture.is_light, **OPTIONS)
    screen = picture.scene.make(options)
    app = TerminalApp(screen, options)
    async with app.run_test(size=picture.size) as pilot:
        await settle(pilot, screen)
        for key in picture.scene.keys:
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
    for _ in range(20_000):
        review = getattr(screen, "review", None)
        if review is None or review.next_number is None:
            break
        await asyncio.sleep(0.02)
    await pilot.pause()
    await pilot.pause()


def draw_all(pictures: Iterable[Picture]) -> None:
    for picture in pictures:
        picture.folder.mkdir(exist_ok=True)
        picture.path.write_text(asyncio.run(shoot(picture)), "utf-8")


# -- comparing ---------------------------------------------------------------------------------------------------------


def pieces(svg: str) -> list[Piece]:
    """What a person sees, not the SVG's ids: every run of text and every coloured ground by row, column and style."""
    styles = dict(re.findall(r"\.terminal-\d+-(r\d+) \{ ?(.*?) ?\}", svg))
    found: list[Piece] = []
    for name, x, y, text in re.findall(
        r'<text class="terminal-\d+-(r\d+)" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', svg, flags=re.DOTALL
    ):
        found.append((float(y), float(x), styles[name].strip().rstrip(";"), html.unescape(text)))
    for fill, x, y, width in re.findall(r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', svg):
        found.append((float(y), float(x), fill, width))
    return sorted(found)


def differences(picture: Picture) -> Sequence[object]:
    """Where the screen looks different from its stored picture; nothing: it looks the same."""
    actual, stored = pieces(asyncio.run(shoot(picture))), pieces(picture.path.read_text("utf-8"))
    assert len(stored) > 40
    different = [pair for pair in zip(actual, stored, strict=False) if pair[0] != pair[1]]
    return [*different[:3], *([(len(actual), len(stored))] if len(actual) != len(stored) else [])]
