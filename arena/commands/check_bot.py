"""`boomtown check-bot`: a program of the user's walked through the outside protocol."""

from __future__ import annotations

import click

from arena.checking import check
from engine import BoomtownError
from engine.games import DEFAULT, game_type, new_game

PREFIX = "exec:"


@click.command(
    epilog="""\b
Examples:
  boomtown check-bot exec:./mybot
  boomtown check-bot "exec:./mybot --depth 3" --game steamopolis --time 0.5
"""
)
@click.argument("spec")
@click.option("--game", "name", default=DEFAULT, show_default=True, help="Which game it is asked to play.")
@click.option("--time", "seconds", default=1.0, show_default=True, help="Seconds for a move in the timed game.")
@click.option("--seed", default=1, show_default=True, help="Of everything that is random.")
@click.pass_context
def check_bot(ctx: click.Context, spec: str, name: str, seconds: float, seed: int) -> None:
    """Walk the program SPEC (exec:PROGRAM) through the protocol of docs/outside-bots.md, line by line: hello, whole
    games with every number of players in every seat, time limits, unknown messages, quit.

    The exit code is 0 if all is right and 1 if something is wrong.
    """
    if not spec.startswith(PREFIX):
        raise BoomtownError(f"{spec}: check-bot checks programs; write exec:./mybot")
    declared = game_type(name).settings.declared().get("players")
    numbers = [] if declared is None else declared.values
    games = [new_game(name, players=n) for n in numbers] or [new_game(name)]
    n_wrong = 0
    for finding in check(spec.removeprefix(PREFIX), games, seconds, seed):
        n_wrong += finding.fault is not None
        click.echo(f"right  {finding.step}" if finding.fault is None else f"WRONG  {finding.step}: {finding.fault}")
    ctx.exit(1 if n_wrong else 0)
