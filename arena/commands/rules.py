"""`boomtown rules`: a game's rules in plain words, phase by phase, as the table explains them."""

from __future__ import annotations

import textwrap

import click

from arena.colours import say
from arena.face import face_of
from arena.options import GameChoice, game_command
from arena.terminal.guide import sections
from arena.terminal.lang import catalogue_of, pick_language

WIDTH = 80


@game_command(
    epilog="""\b
Examples:
  boomtown rules
  boomtown rules --lang de
  boomtown rules --game steamopolis --lang fr
  boomtown rules --markdown > rules.md
"""
)
@click.option("--lang", metavar="LANG", help="en, de or fr (default: the system's).")
@click.option("--markdown", is_flag=True, help="As a page with headings.")
def rules(choice: GameChoice, lang: str | None, markdown: bool) -> None:
    """Say how a game is played, in the words that the table uses."""
    game = choice.new()
    texts = catalogue_of(game, pick_language(lang))
    found = [(title, text) for _, title, text in sections(texts)]
    if not found:
        raise click.UsageError(f"{game.name} has no rules in words; boomtown board shows its start position")
    if markdown:
        parts = [f"## {title}\n\n{textwrap.fill(text, 120)}" for title, text in found]
        say("\n\n".join([f"# {face_of(game).title}", *parts]))
    else:
        say("\n\n".join(f"{title}\n{textwrap.fill(text, WIDTH)}" for title, text in found))
