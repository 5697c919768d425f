"""`boomtown check-bot`: a program of the user's walked through the outside protocol."""

from __future__ import annotations

import click

from arena.checking import Limits, check, settings_of
from arena.options import Clock, FiniteFloat
from arena.running import canonical
from arena.wording import counted
from bots import TimeControl
from engine import BoomtownError
from engine.games import game_names, game_type

PREFIX = "exec:"
EXIT_WRONG = 1


@click.command(
    epilog="""\b
Examples:
  boomtown check-bot exec:./mybot
  boomtown check-bot "exec:./mybot --depth 3" --game steamopolis --time 0.5
  boomtown check-bot "exec:boomtown bot greedy" --tc 5+0.05

\b
Exit codes: 0 all is right; 1 something is wrong; 2 wrong settings.
"""
)
@click.argument("spec")
@click.option("--game", "name", metavar="NAME", help="Only this game, by name or folder (default: every game).")
@click.option(
    "--time",
    "seconds",
    type=FiniteFloat(0, min_open=True),
    default=1.0,
    show_default=True,
    help="Seconds for a move in the timed game.",
)
@click.option("--tc", type=Clock(), default="10+0.1", show_default=True, help="The clock of the game on a clock.")
@click.option(
    "--patience",
    type=FiniteFloat(0, min_open=True),
    default=10.0,
    show_default=True,
    help="Seconds for an answer where nothing else is said.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything that is random.")
@click.pass_context  # fmt: skip
def check_bot(
    ctx: click.Context, spec: str, name: str | None, seconds: float, tc: str, patience: float, seed: int
) -> None:
    """Walk the program SPEC (exec:PROGRAM) through the protocol of docs/outside-bots.md and say line by line what is
    right and wrong: hello, whole games of every setting, time limits and clocks, strange and misplaced messages, quit.

    A bot for one game alone is checked with --game.
    """
    if not spec.startswith(PREFIX):
        raise BoomtownError(f"{spec}: check-bot checks programs; write exec:./mybot")
    canonical(spec)
    names = game_names() if name is None else [game_type(name).name]
    games = [found for one in names for found in settings_of(one)]
    limits = Limits(seconds, TimeControl.parse(tc), patience)
    n_right = n_wrong = 0
    for finding in check(spec.removeprefix(PREFIX), games, limits, seed):
        n_wrong += finding.fault is not None
        n_right += finding.fault is None
        click.echo(f"PASS  {finding.step}" if finding.fault is None else f"FAIL  {finding.step}\n      {finding.fault}")
    click.echo(f"{counted(n_right, 'step')} right, {n_wrong} wrong")
    ctx.exit(EXIT_WRONG if n_wrong else 0)
