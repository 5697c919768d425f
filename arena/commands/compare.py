"""`boomtown compare`: is B better than A? A sequential test, a verdict in words and in the exit code."""

from __future__ import annotations

import shlex
from typing import Any

import click

from arena.commands.tournament import build_settings, make_run, run_options
from arena.options import GameChoice, WholeNumber, game_command
from arena.running import (
    Ended,
    as_json,
    canonical,
    count_jobs,
    default_out,
    fault_lines,
    load_settings,
)
from arena.running import run_tournament as run_it
from arena.store import StoreError
from arena.wording import counted
from bots.sprt import Plan


@game_command(
    epilog="""\b
Examples:
  boomtown compare heuristic mcts:time=0.1 --players 2
  boomtown compare heuristic heuristic:noise=0.1 --sprt=-10,10 --games 5000

\b
Exit codes: 10 no (H0); 11 yes (H1); 12 undecided when the games ran out;
2 wrong settings; 3 interrupted, go on with --resume; 4 too many faults.
"""
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--sprt",
    metavar="ELO0,ELO1[,ALPHA,BETA]",
    default="0,30",
    show_default=True,
    help="H0: B is at most ELO0 better; H1: at least ELO1.",
)
@click.option("--games", type=WholeNumber(min=1), default=10000, show_default=True, help="At most.")
@run_options  # fmt: skip
def compare(choice: GameChoice, a: str, b: str, **options: Any) -> None:
    """Find out whether B is better than A with as few games as it takes.

    Both fill the seats as evenly as they can; every deal is played in every rotation.
    """
    if options["resume"] and options["out"] is None:
        raise click.UsageError("--resume needs --out DIR: which comparison?")
    first = canonical(a, None, options["sandbox"])
    if first == canonical(b, None, options["sandbox"]):
        raise click.UsageError(f"A and B are both {first}: name two different bots")
    options["bots"] = (b, a)
    options["sprt"] = Plan.parse(options["sprt"])
    stored = load_settings(options["out"]) if options["resume"] else None
    if stored is not None and stored.sprt is None:
        again = shlex.join(["boomtown", "tournament", "--resume", "--out", str(options["out"])])
        raise StoreError(f"{options['out']}: holds a tournament, not a comparison; go on with it by: {again}")
    settings = build_settings(stored, choice, options)
    jobs = count_jobs(options["jobs"], options["force"], options["cluster"])
    out = options["out"] or default_out()
    ended = run_it(settings, make_run(out, jobs, options), first)
    if options["as_json_"]:
        click.echo(as_json(ended))
    else:
        click.echo(verdict(ended, shlex.join(["boomtown", "compare", a, b, "--resume", "--out", str(out)])))
        if ended.summary is not None and ended.summary.n_faults:
            click.echo("\n".join(fault_lines(out)))
    click.get_current_context().exit(ended.exit_code)


def verdict(ended: Ended, again: str) -> str:
    """The answer in words."""
    b, a = dict.fromkeys(ended.settings.bots)
    plan = ended.sprt.plan
    answers = {
        "H1": f"Yes: {b} is better than {a}.\n(Of bots at most {plan.elo0:g} Elo better, {plan.alpha:.0%} get a yes.)",
        "H0": f"No: {b} is not {plan.elo1:g} Elo better than {a}.\n(Of bots that are, {plan.beta:.0%} get a no.)",
        "undecided": f"Undecided: the games ran out before the test could tell {a} and {b} apart.",
        "complete": f"Undecided: another rule ended the games before the test could tell {a} and {b} apart.",
        "faults": f"Stopped: too many faults. Go on with:\n{again}",
        "interrupted": f"Interrupted. Go on with:\n{again}",
    }
    lines = [answers[ended.ending]]
    rows = [] if ended.summary is None else ended.summary.rows
    row = next((row for row in rows if row.bot == b), None)
    if row is not None and row.elo is not None:
        assert row.low is not None
        assert row.high is not None
        played = counted(ended.done, "game")
        lines.append(f"Measured: {row.elo:+.0f} Elo ({row.low:+.0f} to {row.high:+.0f}) in {played}.")
    if ended.summary is not None and ended.summary.n_faults:
        lines.append(f"Faults: {ended.summary.n_faults}.")
    return "\n".join(lines)
