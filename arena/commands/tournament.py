"""`boomtown tournament`: which bot is better, by how much, and how sure we are."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.files import read_text
from arena.options import Clock, FiniteFloat, GameChoice, SettingOption, WholeNumber, game_command
from arena.running import (
    EXIT_HELP,
    Ended,
    Run,
    as_json,
    canonical,
    check_bots,
    count_jobs,
    default_out,
    fault_lines,
    load_settings,
    run_tournament,
)
from arena.sandbox import KINDS
from arena.schedule import FORMATS
from arena.summary import table_text
from arena.tasks import ON_FAULT, Conditions
from arena.tournament import Settings
from arena.wording import counted
from bots.sprt import Plan
from engine import BoomtownError
from engine.errors import did_you_mean
from engine.games import described, remade

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

Command = TypeVar("Command", bound=Callable[..., Any])


def read_config(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    """Makes a TOML file's values the defaults of the options of the same names."""
    if path is None:
        return None
    try:
        values = tomllib.loads(read_text(path))
    except BoomtownError:
        raise
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, UnicodeDecodeError
        raise BoomtownError(f"{path}: no TOML: {error}") from None
    known = {  # as written on the command line, without the dashes
        written.lstrip("-"): one
        for one in ctx.command.get_params(ctx)
        for written in one.opts
        if one.name is not None and one.name not in ("config", "resume", "accept_changed", "more", "help")
    }
    unknown = sorted(key for key in values if key.replace("_", "-") not in known)
    if unknown:
        named = ", ".join(f"{key}{did_you_mean(key, known)}" for key in unknown)
        raise BoomtownError(f"{path}: unknown {named}; known: {', '.join(sorted(known))}")
    found = {}
    for key, value in values.items():
        one = known[key.replace("_", "-")]
        try:
            found[one.name] = as_written(one, value)
            if isinstance(found[one.name], str):
                one.type.convert(found[one.name], one, ctx)  # here, where the file can be named
        except (click.BadParameter, ValueError) as error:
            text = error.message if isinstance(error, click.BadParameter) else str(error)
            raise BoomtownError(f"{path}: {key}: {text}") from None
    ctx.default_map = {**(ctx.default_map or {}), **found}
    return path


def as_written(param: click.Parameter, value: Any) -> Any:
    """A TOML value as the command line has it: whether a flag is there, a list of bots, or words for click to parse."""
    if isinstance(param, click.Option) and param.is_flag:
        if not isinstance(value, bool):
            raise ValueError(f"{_shown(value)} is neither true nor false")
        return value
    if param.nargs == -1:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise ValueError(f'{_shown(value)} is no list of names such as ["greedy", "random"]')
        return value
    is_many = param.name == "sprt" or (isinstance(param, SettingOption) and param.setting.is_many)
    words = value if isinstance(value, list) and is_many else [value]
    if not all(isinstance(word, (str, int, float)) and not isinstance(word, bool) for word in words):
        raise ValueError(f"{_shown(value)} is neither a text nor a number")
    return ",".join(map(str, words))


def _shown(value: Any) -> str:
    """A TOML value, or its beginning."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def run_options(command: Command) -> Command:
    """The options that `tournament` and `compare` share."""
    decorated: Any = command
    for option in reversed(
        [
            click.option("--seed", type=int, help="The same seed gives the same games (default: random, printed)."),
            click.option("--jobs", type=WholeNumber(min=1), help="Processes (default: all cores)."),
            click.option("--force", is_flag=True, help="Allow more jobs than cores."),
            click.option("--sandbox", type=click.Choice(KINDS), default="auto", show_default=True,
                         help="What bots from files, packages and programs are kept from."),
            click.option("--ponder", is_flag=True, help="Let such bots think while others do."),
            click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster; see docs/tournaments.md."),
            click.option("--time", "seconds", type=FiniteFloat(0, min_open=True), help="Seconds per move."),
            click.option("--tc", type=Clock(), help="A clock for the game: seconds, and more per decision (60+0.5)."),
            click.option("--sims", type=WholeNumber(min=1), help="Simulations per move."),
            click.option("--grace", type=FiniteFloat(0), default=0.25, show_default=True,
                         help="Seconds over its time before a bot is at fault."),
            click.option("--patience", type=FiniteFloat(0, min_open=True), default=60.0, show_default=True,
                         help="Limit in seconds for bots without a time."),
            click.option("--on-fault", type=click.Choice(ON_FAULT), default="forfeit", show_default=True,
                         help="Place a faulty bot last, void its game, or stop."),
            click.option("--max-faults", type=WholeNumber(min=0), metavar="N", help="Stop after more than N."),
            click.option("--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
                         help="Where everything goes (default: tournaments/DATE-TIME)."),
            click.option("--resume", is_flag=True, help="Play what is missing in --out."),
            click.option("--accept-changed-bots", "accept_changed", is_flag=True,
                         help="Resume although bots are not what they were; their games are told apart by new ids."),
            click.option("--record", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
                         help="Also write the games that ended as records, to a new file."),
            click.option("--quiet", is_flag=True, help="No progress."),
            click.option("--json", "as_json_", is_flag=True, help="One JSON object instead of the table."),
            click.option("--config", type=click.Path(path_type=Path), is_eager=True, expose_value=False,
                         callback=read_config, metavar="FILE", help="Options from a TOML file, by their names."),
        ]
    ):  # fmt: skip
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source in (click.core.ParameterSource.COMMANDLINE, click.core.ParameterSource.DEFAULT_MAP)


def build_settings(base: Settings | None, choice: GameChoice, options: dict[str, Any]) -> Settings:
    """The settings asked for. When resuming, what is not given is as it was stored."""
    if base is None or not choice.is_empty:
        game = choice.new(None if base is None else base.conditions.game)
        header, players = described(game), game.n_seats
    else:
        header, players = base.conditions.game, base.players
    conditions = Conditions(header) if base is None else replace(base.conditions, game=header)
    names = {"seconds": "time", "tc": "tc", "sims": "sims", "grace": "grace", "patience": "patience",
             "on_fault": "on_fault"}  # fmt: skip
    changes = {field: options[name] for name, field in names.items() if base is None or is_given(name)}
    conditions = replace(conditions, **changes)
    if conditions.time is not None and conditions.tc is not None:
        both = f"--time {conditions.time:g} and --tc {conditions.tc}"
        raise BoomtownError(f"{both}: a time for each move, or a clock for the game, not both")
    specs = tuple(canonical(spec, remade(header), options["sandbox"]) for spec in options["bots"])
    settings = Settings(specs, players, conditions) if base is None else replace(base, players=players)
    settings = replace(settings, conditions=conditions, bots=specs or settings.bots)
    fields = ("seed", "format", "games", "sprt", "until_error", "max_faults", "anchor", "anchor_elo")
    changes = {name: options[name] for name in fields if name in options and (base is None or is_given(name))}
    if changes.get("seed", 0) is None:
        changes["seed"] = secrets.randbits(128)  # nobody can try them all
    return replace(settings, **changes).identified()


@game_command(
    epilog=f"""\b
Examples:
  boomtown tournament random greedy heuristic --players 3 --games 600
  boomtown tournament mcts:time=0.1 heuristic heuristic heuristic --games 400
  boomtown tournament exec:./mybot greedy --players 2 --time 1 --out trial
  boomtown tournament mcts exec:./mybot --players 2 --tc 60+0.5
  boomtown tournament --resume --out trial

{EXIT_HELP}
"""
)
@click.argument("bots", nargs=-1, metavar="BOT BOT ...")
@click.option("--bot", "more", multiple=True, metavar="SPEC", help="One more bot; the same as an argument.")
@click.option(
    "--format",
    type=click.Choice(FORMATS),
    default="round-robin",
    show_default=True,
    help="All meet all; the first meets the others; neighbours only.",
)
@click.option(
    "--games",
    type=WholeNumber(min=1),
    default=200,
    show_default=True,
    help="How many; with --sprt or --until-error, at most.",
)
@click.option("--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help="Stop when the first bot is shown better, or not.")
@click.option(
    "--until-error",
    type=FiniteFloat(0, min_open=True),
    metavar="ELO",
    help="Stop when every interval is narrower than plus or minus this.",
)
@click.option("--anchor", metavar="BOT", help="Whose rating is fixed (default: the first bot).")
@click.option("--anchor-elo", type=FiniteFloat(), default=0.0, show_default=True, help="The anchor's rating.")
@click.option("--report", is_flag=True, help="Also write the page of `boomtown report`.")
@run_options  # fmt: skip
def tournament(choice: GameChoice, **options: Any) -> None:
    """Play bots against each other, each deal with every rotation of the seats, and rate them.

    BOT is a name with parameters (see `boomtown bots`), path/to/file.py:Class, or exec:PROGRAM. A bot named several
    times takes several seats.
    """
    if options["resume"] and options["out"] is None:
        raise click.UsageError("--resume needs --out DIR: which tournament?")
    options["bots"] = (*options["bots"], *options["more"])
    options["sprt"] = None if options["sprt"] is None else Plan.parse(options["sprt"])
    options["anchor"] = None if options["anchor"] is None else canonical(options["anchor"], None, options["sandbox"])
    stored = load_settings(options["out"]) if options["resume"] else None
    settings = build_settings(stored, choice, options)
    if stored is not None:
        check_bots(stored, options["out"], options["sandbox"])
    distinct = list(dict.fromkeys(settings.bots))
    if len(distinct) < 2:
        given = list(dict.fromkeys(options["bots"]))
        same = f": {' and '.join(given)} are the same bot" if len(given) > 1 else ""
        raise click.UsageError(f"a tournament needs at least two different bots{same} (boomtown bots lists them)")
    if settings.sprt is not None and len(distinct) != 2:
        raise click.UsageError(f"--sprt compares two bots, not {len(distinct)}")
    if settings.anchor is not None and settings.anchor not in distinct:
        raise click.UsageError(f"the anchor {settings.anchor} does not play; use {', '.join(distinct)}")
    jobs = count_jobs(options["jobs"], options["force"], options["cluster"])
    out = options["out"] or default_out()
    ended = run_tournament(settings, make_run(out, jobs, options))
    say_ending(ended, out, options["as_json_"])
    if options["report"] and ended.summary is not None:
        from arena.report import write_report

        write_report(out, out / "report.html")
        click.echo(f"report: {out / 'report.html'}", err=options["as_json_"])
    click.get_current_context().exit(ended.exit_code)


def make_run(out: Path, jobs: int, options: dict[str, Any]) -> Run:
    names = ("resume", "cluster", "quiet", "record", "accept_changed", "sandbox", "ponder")
    is_drawn = options["seed"] is None and not options["resume"]
    return Run(out=out, jobs=jobs, is_seed_drawn=is_drawn, **{name: options[name] for name in names})


def say_ending(ended: Ended, out: Path, json_only: bool) -> None:
    if json_only:
        click.echo(as_json(ended))
        return
    if ended.summary is None:
        click.echo("no game was finished")
    else:
        click.echo(table_text(ended.summary))
        if ended.summary.n_faults:
            click.echo("\n".join(fault_lines(out)))
    if ended.sprt is not None:
        test = ended.sprt
        low, high = test.plan.bounds
        click.echo(f"SPRT({test.plan.elo0:g}, {test.plan.elo1:g}): {test.verdict or 'undecided'}; LLR {test.llr:+.2f} "
                   f"[{low:.2f}, {high:.2f}] after {test.n} blocks")  # fmt: skip
    quoted, played = shlex.quote(str(out)), counted(ended.done, "game")
    endings = {
        "interrupted": f"interrupted after {played}; go on with: boomtown tournament --resume --out {quoted}",
        "faults": f"stopped: too many faults; go on with: boomtown tournament --resume --out {quoted}",
    }
    click.echo(endings.get(ended.ending, f"{played} in {out}; look closer with: boomtown report {quoted}"))
