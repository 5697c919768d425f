"""`boomtown serve`: the table of `boomtown play` in a web page on this machine."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from arena.commands.play import chosen_options, chosen_setup, play
from arena.options import GameChoice, WholeNumber, game_command

LOOPBACK = "127.0.0.1"
ONE_PAGE_ONLY = "all pages would open the same game; F4 at the table goes on with a saved one"
UNSERVED = {  # options of play that a served table cannot keep to, and why
    "plain": "the page shows the screen, not text prompts",
    "resume": ONE_PAGE_ONLY,
    "file": ONE_PAGE_ONLY,
}


@click.command(
    epilog="""\b
Examples:
  boomtown serve
  boomtown serve --port 9000 -- --players 2 --level 3
  boomtown serve --reports results

\b
Who can open the page can play, and see the reports and the games played here: --host lets others in than this machine.
""",
)
@click.option("--host", default=LOOPBACK, show_default=True, metavar="NAME", help="The address to listen at.")
@click.option("--port", default=8000, show_default=True, type=WholeNumber(1, 65535), help="The port to listen at.")
@click.option(
    "--reports",
    default=Path(),
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Where pages and record files to link to are (default: here).",
)
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[-- OPTIONS OF PLAY]")
def serve(host: str, port: int, reports: Path, options: tuple[str, ...]) -> None:
    """Offer the table in a web page on this machine."""
    check_options(options)
    try:
        from arena.serving import TableServer
    except ImportError:
        raise click.UsageError("serve needs an extra: .venv/bin/pip install -e '.[web]' in the checkout") from None
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as fault:
            raise click.UsageError(f"--host {host} --port {port}: {fault.strerror or fault}; choose others") from None
    TableServer(options, host, port, reports).serve()


def check_options(options: Sequence[str]) -> None:
    """Says what is wrong with the options of play, before there is a page: in one, nobody could read it."""
    context = play.make_context("boomtown play", list(options))
    with context:
        _check.invoke(context)


@game_command()
def _check(choice: GameChoice, **given: Any) -> None:
    """What `play` does with its options until it opens a game."""
    for name, reason in UNSERVED.items():
        if given[name]:
            raise click.UsageError(f"--{name}: leave it out: {reason}")
    chosen_options(given)
    chosen_setup(choice, given)
