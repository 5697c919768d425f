"""`boomtown train`: fits the policy's weights, or the value model, to self-play."""

from __future__ import annotations

import os
from pathlib import Path

import click
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.wording import counted
from bots.planet_steam.training import Checkpoint, Training, describe, write_weights
from bots.planet_steam.value_training import ValueTraining, write_model
from engine import BoomtownError


@click.command(
    epilog="""\b
Examples:
  boomtown train --generations 50 --seed 1 --checkpoint run.json --output weights.json
  boomtown train --generations 50 --checkpoint run.json --resume --output weights.json
  boomtown train --value --games 20000 --checkpoint rows.npz --output value.json

\b
To play with the result, put it in the place of the one in use:
  cp weights.json bots/planet_steam/weights.json
  cp value.json bots/planet_steam/value.json
"""
)
@click.option("--generations", type=click.IntRange(min=1), default=20, show_default=True, help="How many to run now.")
@click.option(
    "--games",
    type=click.IntRange(min=5),
    help="Per candidate and set-up (120 unless told); with --value in all (20,000 unless told). "
    "A run that is resumed keeps its number; with --value it may be raised.",
)
@click.option(
    "--value",
    is_flag=True,
    help="Fit instead the value model that judges playouts stopped early, and write it to --output when all games are "
    "played. Ignores --generations and --jobs.",
)
@click.option("--seed", type=int, help="The same seed gives the same weights (1 unless told).")
@click.option(
    "--checkpoint", type=click.Path(path_type=Path), required=True, help="Where the run stands; for --resume."
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint, with its seed.")
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, help="The weights, written after each generation."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Threads; the result is the same."
)
def train(
    generations: int,
    games: int | None,
    value: bool,
    seed: int | None,
    checkpoint: Path,
    resume: bool,
    output: Path,
    jobs: int,
) -> None:
    """Fit the policy's weights to self-play by the cross-entropy method, or the value model by least squares."""
    _check_writable(checkpoint)
    _check_writable(output)
    if checkpoint.resolve() == output.resolve():
        raise BoomtownError(f"--checkpoint and --output are both {output}: give two names")
    if resume and not checkpoint.exists():
        raise BoomtownError(f"{checkpoint}: is not there; leave --resume out to begin a run")
    if checkpoint.exists() and not resume:
        raise BoomtownError(f"{checkpoint} exists: give --resume to go on from it, or another name")
    if value:
        _train_value(games, seed, checkpoint, resume, output)
        return
    training = Training(1 if seed is None else seed, Checkpoint.load(checkpoint) if resume else None, games, jobs)
    _check_seed(seed, training.checkpoint.seed, checkpoint)
    with tqdm(total=generations, unit="generation", disable=None) as bar:
        for state in training.generations(generations):
            state.save(checkpoint)
            write_weights(state.mean, output)
            bar.update()
            bar.set_postfix(describe(state))
    found = training.checkpoint
    click.echo(f"{found.n_games:,} games in {counted(found.generation, 'generation')}; weights written to {output}")


def _check_writable(path: Path) -> None:
    """Before the work, not after."""
    if path.is_dir():
        raise BoomtownError(f"{path}: cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise BoomtownError(f"{path}: cannot be written: there is no folder {path.parent}")
    is_device = path.exists() and not path.is_file()
    if not os.access(path if is_device else path.resolve().parent, os.W_OK):
        raise BoomtownError(f"{path}: cannot be written: Permission denied")


def _check_seed(asked: int | None, used: int, checkpoint: Path) -> None:
    if asked not in (None, used):
        raise BoomtownError(f"{checkpoint} has the seed {used}: leave --seed {asked} out, or give another checkpoint")


def _train_value(asked: int | None, seed: int | None, checkpoint: Path, resume: bool, output: Path) -> None:
    training = ValueTraining.load(checkpoint) if resume else ValueTraining(1 if seed is None else seed)
    _check_seed(seed, training.seed, checkpoint)
    n_games = asked or training.target
    if n_games < training.n_games:
        raise BoomtownError(f"{checkpoint} has {training.n_games:,} games already: --games {n_games} is too few")
    with tqdm(total=n_games, initial=training.n_games, unit="game", disable=None) as bar:
        for n in training.chunks(n_games):
            bar.update(n - bar.n)
            if n % 3_000 == 0:
                training.save(checkpoint)
    training.save(checkpoint)
    model = training.model()
    write_model(model, output)
    strays = ", ".join(map(str, model["deviation"]))
    click.echo(f"{training.n_games:,} games; final wealth within {strays} credits with 1, 2, ... rounds left")
