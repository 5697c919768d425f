"""`boomtown train`: fits to self-play what the game's bots room offers. Each offer is a subcommand with its options."""

from __future__ import annotations

import dataclasses
import os
import typing
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.options import WholeNumber
from arena.sharing import share_out
from bots.players import Run, ShareOut, Step, Trainer, players_of
from engine import BoomtownError
from engine.errors import did_you_mean
from engine.games import DEFAULT, game_type


def _offers(ctx: click.Context) -> Sequence[Trainer]:
    return players_of(game_type(ctx.params.get("game") or DEFAULT).name).trainers()


class TrainGroup(click.Group):
    """What the game named by `--game` offers."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            names = " or ".join(one.name for one in _offers(ctx))
            raise click.UsageError(f"{error.option_name}: say first what to train: {names}", ctx) from None
        if not _offers(ctx):
            name = game_type(ctx.params["game"] or DEFAULT).name
            raise BoomtownError(f"{name} has nothing to train: its bots know only the rules")
        return rest

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [one.name for one in _offers(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return next((_command(one) for one in _offers(ctx) if one.name == cmd_name), None)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args[0] not in names:
            near = did_you_mean(args[0], names)
            raise click.UsageError(f"{args[0]!r}{near}: say what to train: {' or '.join(names)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=TrainGroup,
    subcommand_metavar="WHAT [OPTIONS]",
    epilog="""\b
Examples:
  boomtown train policy --generations 50 --seed 1 --checkpoint run.json --output weights.json
  boomtown train policy --generations 50 --checkpoint run.json --resume --output weights.json
  boomtown train guide --players 2 --jobs 4 --checkpoint run.json --output guide_weights.json
  boomtown train value --games 20000 --checkpoint rows.npz --output value.json

`boomtown train WHAT --help` has its options.
""",
)
@click.option(
    "--game",
    metavar="NAME",
    is_eager=True,
    help=f"Which game, by name or folder; `boomtown games` lists them (default: {DEFAULT}).",
)
def train(game: str | None) -> None:
    """Fit to self-play what a game's bots can learn."""


def _command(trainer: Trainer) -> click.Command:
    """The subcommand that runs a trainer."""
    hints = typing.get_type_hints(trainer.Options)
    own = [_option(one, hints[one.name]) for one in dataclasses.fields(trainer.Options)]
    path = click.Path(path_type=Path)
    shared = [
        click.Option(["--seed"], type=int, help="The same seed gives the same result (1 unless told)."),
        click.Option(["--checkpoint"], type=path, required=True, help="Where the run stands; for --resume."),
        click.Option(["--resume"], is_flag=True, help="Go on from the checkpoint, with its seed."),
        click.Option(["--output"], type=path, required=True, help="Where the result goes."),
    ]

    if trainer.is_shared:
        text = "Play on a Dask cluster; see docs/tournaments.md."
        shared.append(click.Option(["--cluster"], metavar="ADDRESS", help=text))

    def run(
        seed: int | None, checkpoint: Path, resume: bool, output: Path, cluster: str | None = None, **given: Any
    ) -> None:
        _check(checkpoint, output, resume)
        with _sharing(cluster) as sharing:
            _train(trainer, trainer.Options(**given), Run(checkpoint, output, seed, resume, sharing))

    return click.Command(
        trainer.name,
        callback=run,
        params=[*own, *shared],
        help=f"Fit {trainer.help}.",
        short_help=f"{trainer.help[0].upper()}{trainer.help[1:]}.",
        epilog=f"\b\nTo play with the result, put it in the place of the one in use:\n  cp FILE {_seen(trainer.place)}",
    )


def _sharing(cluster: str | None) -> AbstractContextManager[ShareOut]:
    if cluster is None:
        return nullcontext(share_out)
    from arena.cluster import sharing_on

    return sharing_on(cluster)


def _option(one: dataclasses.Field[Any], hint: Any) -> click.Option:
    is_whole = int in (hint, *typing.get_args(hint))
    low, high = one.metadata.get("low"), one.metadata.get("high")
    kind = WholeNumber(low, high) if is_whole else click.FloatRange(low, high)
    return click.Option(
        [f"--{one.name.replace('_', '-')}"],
        type=kind,
        default=one.default,
        show_default=one.default is not None,
        help=f"{one.metadata['help'][0].upper()}{one.metadata['help'][1:]}.",
    )


def _seen(path: Path) -> str:
    """A file as seen from here, if it is below."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _train(trainer: Trainer, options: Any, run: Run) -> None:
    tqdm.monitor_interval = 0  # no watching thread: workers can be forked
    step: Step | None = None
    with tqdm(unit=trainer.unit, disable=None) as bar:
        for step in trainer.run(options, run):
            bar.total = step.total
            bar.update(step.done - bar.n)
            bar.set_postfix(step.notes)
    if step is not None:
        click.echo(step.summary)


def _check(checkpoint: Path, output: Path, resume: bool) -> None:
    """Before the work, not after."""
    _check_writable(checkpoint)
    _check_writable(output)
    if checkpoint.resolve() == output.resolve():
        raise BoomtownError(f"--checkpoint and --output are both {output}: give two names")
    if resume and not checkpoint.exists():
        raise BoomtownError(f"{checkpoint}: is not there; leave --resume out to begin a run")
    if checkpoint.exists() and not resume:
        raise BoomtownError(f"{checkpoint} exists: give --resume to go on from it, or another name")


def _check_writable(path: Path) -> None:
    if path.is_dir():
        raise BoomtownError(f"{path}: cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise BoomtownError(f"{path}: cannot be written: there is no folder {path.parent}")
    is_device = path.exists() and not path.is_file()
    if not os.access(path if is_device else path.resolve().parent, os.W_OK):
        raise BoomtownError(f"{path}: cannot be written: Permission denied")
