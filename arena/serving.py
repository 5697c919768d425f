"""The table in a web page: a server on this machine that runs `boomtown play` for each page that is opened.

A layer over textual-serve: pages of its own, the first with links to reports, and a door that lets in only pages of
this server, since any page that a browser shows may otherwise speak to a server on the same machine.
"""

from __future__ import annotations

import html
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from aiohttp import web
from textual_serve.server import Server

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
"""

# The terminal is textual-serve's script. It takes keys only where it has the focus, and calls the page's own host: a
# page that was opened as `localhost` is none of `127.0.0.1`'s. Nothing is fetched from elsewhere.
TABLE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>Boomtown</title>
<link rel="stylesheet" href="/static/css/xterm.css">
<script src="/static/js/textual.js"></script>
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
DEFAULT_SIZE, LEAST_SIZE, MOST_SIZE = 16, 6, 60  # of the letters, in pixels


class TableServer(Server):  # type: ignore[misc,unused-ignore]
    """Serves the table, a front page, and the pages of a folder."""

    def __init__(self, arguments: Sequence[str], host: str, port: int, reports: Path) -> None:
        command = shlex.join([sys.executable, "-m", "arena", "play", *arguments])
        super().__init__(command, host=host, port=port, title="Boomtown")
        self.reports = reports

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._check_origin)
        app.add_routes([web.get("/table", self.handle_table), web.get("/reports/{name}", self.handle_report)])
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
        pages = sorted(self.reports.glob("*.html")) if self.reports.is_dir() else []
        items = "".join(f'<li><a href="/reports/{quote(p.name)}">{html.escape(p.name)}</a></li>' for p in pages)
        none = f"<p>None yet: <code>boomtown tournament</code> writes one; those in {html.escape(str(self.reports))}"
        listed = f"<ul>{items}</ul>" if pages else f"{none} are listed here.</p>"
        return web.Response(text=PAGE.format(reports=listed), content_type="text/html")

    async def handle_table(self, request: web.Request) -> web.Response:
        asked = request.query.get("fontsize", "")
        size = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else DEFAULT_SIZE
        size = min(max(size, LEAST_SIZE), MOST_SIZE)
        return web.Response(text=TABLE.format(size=size, host=html.escape(request.host)), content_type="text/html")

    async def handle_report(self, request: web.Request) -> web.FileResponse:
        name = request.match_info["name"]
        path = self.reports / name
        if Path(name).name != name or path.suffix != ".html" or not path.is_file():
            raise web.HTTPNotFound(text="no such page\n")
        return web.FileResponse(path)
