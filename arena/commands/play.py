"""`boomtown play`: a person against bots, in the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.options import FiniteFloat, GameChoice, WholeNumber, game_command
from arena.terminal.game_session import GameSession
from arena.terminal.journal import JournalError, game_in, games_folder, is_free, unfinished
from arena.terminal.lang import pick_language
from arena.terminal.setup import Setup, make_seats, split_specs
from engine.errors import SettingsError

if TYPE_CHECKING:
    from arena.terminal.app import Options

FIRST_SEED, FIRST_LEVEL = 7, 2  # of a guided game


@game_command(
    epilog="""\b
Examples:
  boomtown play                                  you against the strongest bots
  boomtown play --guided                         a first game, explained phase by phase
  boomtown play --players 2 --level 3 --lang de
  boomtown play --setup                          choose everything on a screen first
  boomtown play --adaptive                       bots about as strong as you
  boomtown play --bots heuristic,greedy
  boomtown play --hotseat 2 --players 3          two people, one bot
  boomtown play --resume                         goes on with the game that was left last
  boomtown play --plain < moves.txt              text prompts, for pipes and screen readers

\b
Exit codes: 0 the game is finished; 2 the input is wrong; 3 the game is saved and can be resumed.
"""
)
@click.option("--seat", type=int, metavar="S", help="Your seat, from 1 (default 1).")
@click.option(
    "--bots", "specs", metavar="A,B", help="Bots for the other seats; the last one repeats (default: the strongest)."
)
@click.option("--level", type=WholeNumber(1), metavar="L", help="Bots of that level; 1 is the weakest.")
@click.option("--adaptive", is_flag=True, help="Bots of the level that fits your rating; see boomtown library.")
@click.option(
    "--time", "seconds", type=FiniteFloat(min=0.01), metavar="SEC", help="Thinking time of a bot (default 2)."
)
@click.option("--sims", type=WholeNumber(min=1), metavar="N", help="Simulations instead of a time.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same dice.")
@click.option("--hotseat", type=int, metavar="N", help="N people at this screen (default 1).")
@click.option("--lang", metavar="LANG", help="en, de or fr (default: the system's).")
@click.option("--pace", type=FiniteFloat(min=0), metavar="SEC", help="Pause between bots' moves (default 0.7).")
@click.option("--plain", is_flag=True, help="Text prompts; always without a terminal, or on a dumb one.")
@click.option("--light", is_flag=True, help="Colours for a light terminal.")
@click.option("--guided", is_flag=True, help="A first game: every phase is explained as it comes.")
@click.option("--warn", is_flag=True, help="Ask once more before a blunder is played; W at the table switches it.")
@click.option("--setup", "asks", is_flag=True, help="Choose everything on a screen first.")
@click.option("--resume", is_flag=True, help="Go on with the game left last, or with --file FILE.")
@click.option("--file", type=click.Path(path_type=Path), metavar="FILE", help="The saved game to resume.")
def play(choice: GameChoice, **given: Any) -> int:
    """Play a game against bots.

    Every move is saved as it is made, under $BOOMTOWN_GAMES or the system's place for your data.
    """
    options = chosen_options(given)
    session = None
    if given["resume"] or given["file"] is not None:
        session = _resumed(choice, given, options)
    else:
        options.setup = chosen_setup(choice, given)
    if given["plain"] or not _can_draw():
        return _play_plain(session, options)
    return _play_on_screen(session, options, given["asks"])


def _can_draw() -> bool:
    """Whether this is a terminal with a cursor to move; stderr too, since the application draws there."""
    if os.environ.get("TEXTUAL_DRIVER"):  # `boomtown serve`: the page is the terminal
        return True
    is_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return is_terminal and os.environ.get("TERM") != "dumb"


def chosen_options(given: dict[str, Any]) -> Options:
    """How the table is set, beside the game itself."""
    from arena.terminal.app import Options

    if given["seconds"] is not None and given["sims"] is not None:
        raise click.UsageError("--time and --sims: give one of them")
    folder = games_folder()
    options = Options(language=pick_language(given["lang"]), folder=folder, is_light=given["light"])
    options.sims = given["sims"]
    options.is_guided, options.warns = given["guided"], given["warn"]
    if given["seconds"] is not None:
        options.time = given["seconds"]
    if given["pace"] is not None:
        options.pace = given["pace"]
    return options


def chosen_setup(choice: GameChoice, given: dict[str, Any]) -> Setup:
    """The game and who plays; a wrong choice is said before the screen changes."""
    setup = Setup(choice.type.name, choice.given, level=given["level"], seed=given["seed"], follows=given["adaptive"])
    if given["guided"]:  # the same first round for everybody, against opponents that let one learn
        setup.seed = FIRST_SEED if setup.seed is None else setup.seed
        is_open = setup.level is None and given["specs"] is None and not setup.follows
        setup.level = FIRST_LEVEL if is_open else setup.level
    setup.seat = 1 if given["seat"] is None else given["seat"]
    setup.hotseat = 1 if given["hotseat"] is None else given["hotseat"]
    if given["specs"] is not None:
        setup.bots = split_specs(given["specs"])
        if not setup.bots:
            raise SettingsError(f"--bots {given['specs']!r}: names no bot; see boomtown bots, or leave the option out")
    make_seats(setup, setup.new_game())
    return setup


def _resumed(choice: GameChoice, given: dict[str, Any], options: Options) -> GameSession:
    """The saved game asked for, else the one played last, of the game named if one is."""
    fixed = [*choice.given, *(key for key in ("specs", "level", "seed", "hotseat", "seat") if given[key] is not None)]
    fixed += ["adaptive"] * given["adaptive"]
    if fixed:
        raise SettingsError(f"--resume: the saved game has its own {', '.join(fixed)}; leave the options out")
    session, extra = GameSession.resume(given["file"] or _left_last(choice.name))
    if choice.name not in (None, session.game.name):
        session.close()
        raise SettingsError(f"--game {choice.name}: {given['file']} is a game of {session.game.name}")
    options.setup.game = session.game.name
    if given["seconds"] is None and given["sims"] is None:
        options.time, options.sims = extra.get("time", options.time), extra.get("sims")
    if given["pace"] is None:
        options.pace = extra.get("pace", options.pace)
    return session


def _left_last(name: str | None) -> Path:
    saved = [path for path in unfinished(games_folder()) if name in (None, game_in(path))]
    if not saved:
        of_game = f" of {name}" if name else ""
        raise JournalError(f"no unfinished game{of_game} in {games_folder()}; start one with boomtown play")
    return next(filter(is_free, saved), saved[0])  # what is open in another window is only told of


def _play_plain(session: GameSession | None, options: Options) -> int:
    from arena.terminal.app import start_session
    from arena.terminal.plain import PlainGame

    session = session or start_session(options.setup, options)
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    return PlainGame(session, options, sys.stdin, sys.stdout).run()


def _play_on_screen(session: GameSession | None, options: Options, asks: bool) -> int:
    from arena.terminal.app import TerminalApp, start_session
    from arena.terminal.lang import Catalogue
    from arena.terminal.setup_screen import SetupScreen
    from arena.terminal.table_screen import TableScreen

    if asks and session is None:
        app = TerminalApp(SetupScreen(options), options)
    else:
        is_new = session is None and not options.is_guided  # what a first game says of its first step stays in sight
        is_left_over = is_new and options.folder is not None and bool(unfinished(options.folder))
        table = TableScreen(session or start_session(options.setup, options), options)
        table.message = table.say("error.unfinished") if is_left_over else ""
        app = TerminalApp(table, options)
    code = app.run_to_end(mouse=os.environ.get("BOOMTOWN_MOUSE", "1") != "0")
    if app.last_error is not None:
        click.echo(f"boomtown: {app.last_error}", err=True)
    if code == 3:
        click.echo(Catalogue(options.language)("plain.resume"))
    return code
