"""`boomtown library`: the games played here, to go on with, replay, analyse and name; and the standing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.colours import paint, say
from arena.options import WholeNumber
from arena.terminal.journal import games_folder
from arena.terminal.lang import Catalogue, pick_language
from arena.terminal.library import Played, call, played, title_of
from engine.errors import BoomtownError

if TYPE_CHECKING:
    from arena.terminal.standing import Standing


@click.command(
    epilog="""\b
Examples:
  boomtown library                      every game, the one played last first, and your rating
  boomtown library 3                    game 3: goes on, or is replayed if it is over
  boomtown library 3 --analyse          judges every decision of it
  boomtown library 3 --name "The flood"
  boomtown library --screen             the same with keys; at the table, F4
"""
)
@click.argument("number", type=WholeNumber(min=1), required=False)
@click.option("--analyse", "judges", is_flag=True, help="Judge every decision of the game, as boomtown analyse does.")
@click.option("--name", metavar="NAME", help="Give the game a name; an empty one takes it away.")
@click.option("--screen", is_flag=True, help="Show the list on a screen with keys.")
@click.option("--lang", metavar="LANG", help="en, de or fr (default: the system's).")
def library(number: int | None, judges: bool, name: str | None, screen: bool, lang: str | None) -> int:
    """List the games you played, and how strong that makes you.

    The rating counts finished games of one person against bots with a measured Elo (boomtown bots), with an interval of
    95%. Games are kept under $BOOMTOWN_GAMES or the system's place for your data.
    """
    folder, language = games_folder(), pick_language(lang)
    if number is None:
        if judges or name is not None:
            raise click.UsageError("--analyse and --name need the number of a game; boomtown library lists them")
        return _on_screen(folder, language) if screen else _list(played(folder), folder, Catalogue(language))
    one = _numbered(played(folder), number, folder)
    if name is not None:
        call(one, name)
    if judges:
        _analyse(one)
    return 0 if judges or name is not None else _open(one, language)


def _numbered(games: list[Played], number: int, folder: Path) -> Played:
    if number > len(games):
        known = f"use 1 to {len(games)}" if games else "start one with boomtown play"
        raise BoomtownError(f"{folder}: has no game {number}; {known}")
    return games[number - 1]


def _list(games: list[Played], folder: Path, texts: Catalogue) -> int:
    if not games:
        say(f"{texts('library.none')} ({folder})")
    for k, one in enumerate(games, 1):
        name = f" {one.name}," if one.name else ""
        mark = f", {texts('library.analysed')}" if one.is_analysed else ""
        say(f"{k:>3}  {one.date}  {one.title},{name} {one.opponents(texts)}: {one.outcome(texts)}{mark}")
    if games:
        from arena.terminal.standing import standing_in  # here: it loads the bots

        for game in dict.fromkeys(one.game for one in games):
            for line in _told(game, standing_in(game, games), texts):
                say(line)
    return 0


def _told(game: str, standing: Standing, texts: Catalogue) -> list[str]:
    from arena.terminal.library_screen import tell_standing

    lines = [paint(texts.lead(title_of(game)) + tell_standing(texts, standing), "head")]
    for bots, (n, won) in standing.against.items():
        lines.append("  " + texts.lead(bots) + texts("library.standing", n=n, won=won))
    return lines


def _open(one: Played, language: str) -> int:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        other = f"boomtown replay {one.path}" if one.is_over else f"boomtown play --plain --resume --file {one.path}"
        raise click.UsageError(f"a game is opened in a terminal; without one: {other}")
    if one.is_over:
        from arena.terminal.replay_screen import run_replay

        return run_replay(one.path, 1, 0, language)
    from arena.cli import main

    return main(["play", "--resume", "--file", str(one.path), "--lang", language], standalone_mode=False) or 0


def _on_screen(folder: Path, language: str) -> int:
    from arena.terminal.app import Options, TerminalApp
    from arena.terminal.library_screen import LibraryScreen

    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise click.UsageError("--screen needs a terminal; leave it out to get the list as text")
    options = Options(language=language, folder=folder)
    return TerminalApp(LibraryScreen(options), options).run_to_end()


def _analyse(one: Played) -> None:
    from arena.cli import main

    if not one.is_over:
        raise BoomtownError(f"{one.path}: the game is not over; boomtown play --resume --file FILE goes on with it")
    main(["analyse", str(one.path)], standalone_mode=False)
