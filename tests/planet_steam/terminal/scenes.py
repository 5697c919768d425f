"""Typical screens of Planet Steam from recorded games; `python -m tests.planet_steam.terminal.scenes` draws them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen

from arena.terminal.app import Options
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import GameSession
from arena.terminal.setup import Setup
from arena.terminal.setup_screen import SetupScreen
from arena.terminal.table_screen import TableScreen
from tests.terminal import scenes
from tests.terminal.scenes import Picture, Scene, draw_all

DATA = Path(__file__).parent / "data"
PICTURES = Path(__file__).parent / "pictures"
SIZES = ((80, 24), (140, 45))
SEAT = 3  # the person's seat: the winner of the recorded games


def recorded(edition: str, until: Callable[[GameSession], bool] | None = None) -> GameSession:
    """The recorded game of an edition, up to the first position that the condition holds for."""
    return scenes.recorded(DATA / f"{edition}.jsonl", SEAT, until)


def in_phase(phase: str, turn: int) -> Callable[[GameSession], bool]:
    return lambda session: session.phase == phase and session.view["round"] == turn and not session.is_forced


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


ALL = [Picture(scene, size, is_light, PICTURES) for scene in SCENES for size in SIZES for is_light in (False, True)]

if __name__ == "__main__":
    draw_all(ALL)
