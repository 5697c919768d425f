"""The table in a web page: a server on this machine that runs `boomtown play` for each page that is opened.

A layer over textual-serve: its own front page with links to reports, and a door that lets in only pages of this server,
since any page that a browser shows may otherwise speak to a server on the same machine.
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


class TableServer(Server):  # type: ignore[misc,unused-ignore]
    """Serves the table, a front page, and the pages of a folder."""

    def __init__(self, arguments: Sequence[str], host: str, port: int, reports: Path) -> None:
        command = shlex.join([sys.executable, "-m", "arena", "play", *arguments])
        super().__init__(command, host=host, port=port, title="Boomtown")
        self.reports = reports

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._check_origin)
        app.add_routes([web.get("/table", super().handle_index), web.get("/reports/{name}", self.handle_report)])
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

    async def handle_report(self, request: web.Request) -> web.FileResponse:
        name = request.match_info["name"]
        path = self.reports / name
        if Path(name).name != name or path.suffix != ".html" or not path.is_file():
            raise web.HTTPNotFound(text="no such page\n")
        return web.FileResponse(path)
