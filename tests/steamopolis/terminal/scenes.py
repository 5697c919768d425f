"""Typical screens of Steamopolis from recorded games; `python -m tests.steamopolis.terminal.scenes` draws them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen

from arena.terminal.app import Options
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import GameSession
from arena.terminal.table_screen import TableScreen
from tests.terminal.scenes import Picture, Scene, draw_all, recorded

DATA = Path(__file__).parent / "data"
PICTURES = Path(__file__).parent / "pictures"
SMALL, BIG = (80, 24), (160, 50)
SEATS = {"four": 0, "solo": 0}  # the person's seat in each recorded game


def at(game: str, phase: str, turn: int, verb: str = "") -> Callable[[Options], Screen[Any]]:
    """The first decision of that kind in a round or later, in which such a move is possible."""

    def is_there(session: GameSession) -> bool:
        verbs = {session.game.words(move)[0] for move in session.legal}
        return session.phase == phase and session.view["round"] >= turn and len(verbs) > 1 and verb in verbs | {""}

    return lambda options: TableScreen(recorded(DATA / f"{game}.jsonl", SEATS[game], is_there), options)


def end_of(game: str) -> Callable[[Options], Screen[Any]]:
    record = Path("games") / "2026-11-16-200000.jsonl"
    return lambda options: EndScreen(recorded(DATA / f"{game}.jsonl", SEATS[game]), options, record)


DARK = [
    Scene("action", at("four", "action", 8), ["d"]),
    Scene("destination", at("four", "lead", 12), ["p", "up"]),
    Scene("purchase", at("four", "flight", 9, "buy"), ["m"]),
    Scene("explanation", at("solo", "action", 12), ["?"], "fr"),
    Scene("end", end_of("four")),
]
LIGHT = [
    Scene("raise", at("four", "raise", 10), ["r"], "de"),
    Scene("solo-end", end_of("solo"), [], "de"),
]
ALL = [Picture(scene, size, False, PICTURES) for scene in DARK for size in (SMALL, BIG)]
ALL += [Picture(scene, size, True, PICTURES) for scene in LIGHT for size in (SMALL, BIG)]

if __name__ == "__main__":
    draw_all(ALL)
