"""Puts the page together: template, style, script and data in one file that needs nothing else. Called by
`boomtown report`."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.face import face_of
from arena.files import write_whole
from arena.report.data import collect
from arena.report.recorded import Recorded
from arena.store import Store, StoreError
from arena.tournament import Settings
from engine import Game
from engine.games import remade

ASSETS = Path(__file__).parent
# Then the game's own script, then the start.
SCRIPTS = ("base.js", "figures.js", "sorting.js", "tables.js", "replay.js", "analysis.js", "walking.js", "face.js")
START = "start.js"


Tick = Callable[[int, int], None]


def write_report(
    source: Path,
    path: Path,
    *,
    max_replays: int = 2000,
    anchor: str | None = None,
    tick: Tick = lambda done, total: None,
) -> int:
    """Writes the page about a tournament's folder or a record file; the number of games that can be replayed in it."""
    if not source.is_dir():
        recorded = Recorded(source)
        data = collect(recorded, recorded.as_settings, recorded.game, max_replays, anchor, tick)
        return _write(data, f"Games of {source.name}", recorded.game, path)
    with Store(source) as store:
        stored = store.settings
        if stored is None:
            raise StoreError(f"{source}: holds no settings; its run was stopped before it began")
        settings = Settings.from_dict(stored)
        game = remade(settings.conditions.game)
        data = collect(store, settings, game, max_replays, anchor, tick)
    return _write(data, f"Tournament {source.name}", game, path)


def _write(data: dict[str, Any], title: str, game: Game, path: Path) -> int:
    write_whole(path, [render(data, title, face_of(game).page.script)])
    return len(data["replays"])


def render(data: dict[str, object], title: str, own: Path | None = None) -> str:
    """The page, with a game's own script. Inside a script `</` ends it early and `<!--` may keep it from ending, so the
    data has no `<`."""
    template, style, *scripts, start = (
        (ASSETS / name).read_text("utf-8") for name in ("page.html", "page.css", *SCRIPTS, START)
    )
    if own is not None:
        scripts.append(f"{{\n{own.read_text('utf-8')}}}")  # a block: its names are its own
    plain = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")
    for mark, text in (
        ("{{title}}", html.escape(title)),
        ("/*style*/", style),
        ("/*script*/", "\n".join([*scripts, start])),
        ("/*data*/null", plain),
    ):
        template = template.replace(mark, text)
    return template
