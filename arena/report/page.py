"""Puts the page together: template, style, script and data in one file that needs nothing else. Called by
`boomtown report`."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path

from arena.face import face_of
from arena.files import write_whole
from arena.report.data import collect
from arena.store import Store, StoreError
from arena.tournament import Settings
from engine.games import remade

ASSETS = Path(__file__).parent
# Then the game's own script, then the start.
SCRIPTS = ("base.js", "figures.js", "sorting.js", "tables.js", "replay.js", "analysis.js", "walking.js", "face.js")
START = "start.js"


def write_report(
    folder: Path,
    path: Path,
    *,
    max_replays: int = 2000,
    anchor: str | None = None,
    tick: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Writes the page; the number of games that can be replayed in it."""
    with Store(folder) as store:
        stored = store.settings
        if stored is None:
            raise StoreError(f"{folder}: holds no settings; its run was stopped before it began")
        settings = Settings.from_dict(stored)
        game = remade(settings.conditions.game)
        data = collect(store, settings, game, max_replays, anchor, tick)
    text = render(data, f"Tournament {folder.name}", face_of(game).page.script)
    write_whole(path, [text])
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
