"""`boomtown train`: fits the policy's weights to self-play."""

from __future__ import annotations

from pathlib import Path

import click
from tqdm import tqdm  # type: ignore[import-untyped]

from bots.planet_steam.training import Checkpoint, Training, describe, write_weights
from engine import BoomtownError


@click.command(
    epilog="""\b
Examples:
  boomtown train --generations 50 --seed 1 --checkpoint run.json --output weights.json
  boomtown train --generations 50 --checkpoint run.json --resume --output weights.json

\b
To play with the result, put it in the place of the weights in use:
  cp weights.json bots/planet_steam/weights.json
"""
)
@click.option("--generations", type=click.IntRange(min=1), default=20, show_default=True, help="How many to run now.")
@click.option("--games", type=click.IntRange(min=5), default=120, show_default=True, help="Per candidate and set-up.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same weights.")
@click.option(
    "--checkpoint", type=click.Path(path_type=Path), required=True, help="Where the run stands; for --resume."
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint, with its seed.")
@click.option("--output", type=click.Path(path_type=Path), required=True, help="The weights, written as they improve.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Threads; the result is the same."
)
def train(generations: int, games: int, seed: int, checkpoint: Path, resume: bool, output: Path, jobs: int) -> None:
    """Fit the policy's weights to self-play, by the cross-entropy method."""
    if checkpoint.exists() and not resume:
        raise BoomtownError(f"{checkpoint} exists: give --resume to go on from it, or another name")
    training = Training(seed, Checkpoint.load(checkpoint) if resume else None, games, jobs)
    with tqdm(total=generations, unit="generation", disable=None) as bar:
        for state in training.generations(generations):
            state.save(checkpoint)
            write_weights(state.mean, output)
            bar.update()
            bar.set_postfix(describe(state))
    found = training.checkpoint
    click.echo(f"{found.n_games:,} games in {found.generation} generations; weights written to {output}")
