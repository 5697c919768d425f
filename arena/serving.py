"""The table in a web page: a server on this machine that runs `boomtown play` for each page that is opened.

A layer over textual-serve: pages of its own, the first with links to reports, record files and the games played here,
which become pages when they are asked for; and a door that lets in only pages of this server, since any page that a
browser shows may otherwise speak to a server on the same machine.
"""

from __future__ import annotations

import asyncio
import html
import shlex
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from aiohttp import web
from textual_serve.server import Server

from arena.analysis import side_file
from arena.report import write_report
from arena.terminal.journal import games_folder
from arena.terminal.lang import Catalogue
from arena.terminal.library import RECORDS, played
from engine.errors import BoomtownError

PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Boomtown</title>
<style>
body {{ font: 18px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #121212; color: #eee; }} a {{ color: #7fb8ff; }} }}
</style>
<h1>Boomtown</h1>
<p><a id="play" href="/table">Play at the table</a> (a larger or smaller one:
<a href="/table?fontsize=20">20</a>, <a href="/table?fontsize=12">12</a> pixels)</p>
<h2>Reports and analyses</h2>
{reports}
<h2>Games played here</h2>
{games}
"""

# The terminal is textual-serve's script. It takes keys only where it has the focus, and calls the page's own host: a
# page that was opened as `localhost` is none of `127.0.0.1`'s. Nothing is fetched from elsewhere.
#
# It writes each sign on a canvas of its own, with whatever font has it, and copies what it wrote to the sign's cell.
# Few fonts of equal widths have ◆ or ★, and what comes in for them is wider: a ◆ reached from pixel 4 to 15 of a cell
# of 9, over the digit after it. The script's own remedy, `rescaleOverlappingGlyphs`, is off, cannot be reached from a
# page and leaves alone what is less than half too wide, as this was. So a sign wider than a letter is drawn in the
# middle of its cell here, and narrower where it must be. Signs of two cells (in the range: emojis) stay as they are.
TABLE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>Boomtown</title>
<link rel="stylesheet" href="/static/css/xterm.css">
<script src="/static/js/textual.js"></script>
<script>
const pen = CanvasRenderingContext2D.prototype, write = pen.fillText;
pen.fillText = function (sign, x, y, ...rest) {{
  const letter = this.measureText('W').width, cell = Math.floor(letter), found = this.measureText(sign);
  if (found.width < letter + 1 || !/^(?!\\p{{Emoji_Presentation}})[\\u2010-\\u2bff]$/u.test(sign)) {{
    return write.call(this, sign, x, y, ...rest);
  }}
  const middle = found.width / 2;
  const reach = Math.max(found.actualBoundingBoxLeft + middle, found.actualBoundingBoxRight - middle);
  this.save();
  this.translate(x + cell / 2, y);
  this.scale(Math.min(1, cell / 2 / reach), 1);
  write.call(this, sign, -middle, 0);
  this.restore();
}};
</script>
<style>
body {{ background: #121212; margin: 0; }}
#closed {{ display: none; font: 18px/1.5 system-ui, sans-serif; color: #eee; padding: 3rem; position: absolute; }}
#closed a {{ color: #7fb8ff; }}
body.-closed #closed {{ display: block; }}
body.-closed #terminal {{ display: none; }}
</style>
</head>
<body>
<div id="closed">The table is closed; a game that was not over is saved.
<a href="/table?fontsize={size}">Open another table</a> · <a href="/">Front page</a></div>
<div id="terminal" class="textual-terminal" data-session-websocket-url="ws://{host}/ws" data-font-size="{size}"></div>
<script>
new MutationObserver((_, observer) => {{
  const keys = document.querySelector('.xterm-helper-textarea');
  if (keys) {{ keys.focus(); observer.disconnect(); }}
}}).observe(document.body, {{ childList: true, subtree: true }});
</script>
</body>
</html>
"""
REPORT = "report.html"  # a tournament's, in its folder
DEFAULT_SIZE, LEAST_SIZE, MOST_SIZE = 16, 6, 60  # of the letters, in pixels


class TableServer(Server):  # type: ignore[misc,unused-ignore]
    """Serves the table, a front page, and the pages of a folder."""

    def __init__(self, arguments: Sequence[str], host: str, port: int, reports: Path) -> None:
        command = shlex.join([sys.executable, "-m", "arena", "play", *arguments])
        named = f"[{host}]" if ":" in host else host
        super().__init__(command, host=host, port=port, title="Boomtown", public_url=f"http://{named}:{port}")
        self.reports = reports
        self.games = games_folder()
        self._pages: dict[Path, tuple[tuple[float, ...], str]] = {}  # of record files: when they were written, the page

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._check_origin)
        app.add_routes(
            [
                web.get("/table", self.handle_table),
                web.get("/reports/{name}", self.handle_report),
                web.get("/reports/{folder}/{name}", self.handle_report),
                web.get("/records/{name}", lambda request: self.handle_records(request, self.reports)),
                web.get("/games/{name}", lambda request: self.handle_records(request, self.games)),
            ]
        )
        return app

    @web.middleware
    async def _check_origin(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """A browser says which page asks; one of another server is none of ours. So is a name that is not ours: a page
        of the web might have it lead here."""
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="only pages of this server may open a table\n")
        if urlsplit(f"//{request.host}").hostname not in {self.host, "localhost", "127.0.0.1", "::1"}:
            raise web.HTTPForbidden(text=f"this server is called {self.host}\n")
        response: web.StreamResponse = await handler(request)
        return response

    async def on_startup(self, app: web.Application) -> None:
        print(f"Boomtown is at {self.public_url}/ ; Ctrl-C ends it.", flush=True)

    def initialize_logging(self) -> None:
        """Nothing to tell but what `on_startup` does."""

    async def handle_index(self, request: web.Request) -> Any:
        where = html.escape(str(self.reports))
        none = f"<p>None yet: <code>boomtown tournament</code> writes one; those in {where} are listed here.</p>"
        no_games = "<p>None yet: what is played to its end at the table can be replayed here.</p>"
        text = PAGE.format(reports=_listed(self._reports()) or none, games=_listed(self._games()) or no_games)
        return web.Response(text=text, content_type="text/html")

    def _reports(self) -> Iterable[tuple[str, str]]:
        """Links and what they lead to: pages, those of tournaments below, and record files."""
        for path in sorted([*self.reports.glob("*.html"), *self.reports.glob(f"*/{REPORT}")]):
            name = str(path.relative_to(self.reports))
            yield f"/reports/{quote(name)}", name
        for path in sorted(self.reports.glob(f"*{RECORDS}")):
            analysed = ", analysed" if side_file(path).exists() else ""
            yield f"/records/{quote(path.name)}", f"{path.name} (recorded games{analysed})"

    def _games(self) -> Iterable[tuple[str, str]]:
        say = Catalogue("en")
        for one in played(self.games):
            if one.is_over:
                name = f"{one.name}: " if one.name else ""
                analysed = f", {say('library.analysed')}" if one.is_analysed else ""
                against = f" against {one.opponents()}" if one.opponents() else ""
                told = f"{name}{one.date}, {one.title}{against}: {one.outcome(say)}{analysed}"
                yield f"/games/{quote(one.path.name)}#game=0", told

    async def handle_table(self, request: web.Request) -> web.Response:
        asked = request.query.get("fontsize", "")
        size = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else DEFAULT_SIZE
        size = min(max(size, LEAST_SIZE), MOST_SIZE)
        return web.Response(text=TABLE.format(size=size, host=html.escape(request.host)), content_type="text/html")

    async def handle_report(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(_inside(self.reports, request, ".html"))

    async def handle_records(self, request: web.Request, folder: Path) -> web.Response:
        """The page of a record file, made anew when the file or its analysis has changed."""
        path = _inside(folder, request, RECORDS)
        written = tuple(one.stat().st_mtime for one in (path, side_file(path)) if one.exists())
        if path not in self._pages or self._pages[path][0] != written:
            try:
                page = await asyncio.to_thread(_page_of, path)
            except (BoomtownError, OSError) as error:
                raise web.HTTPUnprocessableEntity(text=f"{error}\n") from None
            self._pages[path] = (written, page)
        return web.Response(text=self._pages[path][1], content_type="text/html")


def _listed(links: Iterable[tuple[str, str]]) -> str:
    items = "".join(f'<li><a href="{link}">{html.escape(told)}</a></li>' for link, told in links)
    return f"<ul>{items}</ul>" if items else ""


def _inside(folder: Path, request: web.Request, suffix: str) -> Path:
    """The file that an address names, in the folder or one below."""
    parts = [request.match_info[key] for key in ("folder", "name") if key in request.match_info]
    path = folder.joinpath(*parts)
    is_plain = all(Path(part).name == part and part not in (".", "..") for part in parts)
    if not is_plain or path.suffix != suffix or not path.is_file():
        raise web.HTTPNotFound(text="no such page\n")
    return path


def _page_of(path: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / REPORT
        write_report(path, page)
        return page.read_text("utf-8")
