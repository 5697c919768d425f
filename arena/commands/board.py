"""`boomtown board`: draws the start position with the game's data, and says which of it is reconstructed."""

from __future__ import annotations

import click

from arena.colours import painter, say
from arena.face import face_of
from arena.options import GameChoice, game_command


@game_command(
    epilog="""\b
Examples:
  boomtown board
  boomtown board --players 2
  boomtown board --game NAME

\b
To correct the data of your own copy of the game:
  cp "$(boomtown board --path)" mine.toml
  boomtown board --board mine.toml
"""
)
@click.option("--path", is_flag=True, help="Print only where the game's data file is.")
def board(choice: GameChoice, path: bool) -> None:
    """Draw the start position and the data a game is played with, and list which of it is reconstructed."""
    game = choice.new()
    text = face_of(game).text
    if path:
        file = text.data_file(game)
        if file is None:
            raise click.UsageError(f"{game.name} has no data file; leave out --path to see its start position")
        click.echo(file)
        return
    say("\n\n".join(text.board(game, choice.given, painter(text.styles))))
