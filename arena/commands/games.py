"""`boomtown games`: the games there are, and what each can be set up with."""

from __future__ import annotations

import textwrap

import click

from engine.games import GameType, game_names, game_type
from engine.settings import Setting

WIDTH = 80


@click.command(
    epilog="""\b
Examples:
  boomtown games                 one line each
  boomtown games planet-steam    its settings, with all their values
  boomtown games path/to/folder  a game of your own
"""
)
@click.argument("name", required=False, metavar="[NAME]")
def games(name: str | None) -> None:
    """List the games or, of one, the settings that every command's --game NAME takes.

    A game of your own is found by the path of its folder, or by its name when it is installed with an entry point of
    the group boomtown.games.
    """
    if name is None:
        for kind in map(game_type, game_names()):
            click.echo("\n".join(_wrapped(f"{kind.name:<14} ", f"{kind.title}: {kind.summary}.")))
        return
    click.echo("\n".join(_described(game_type(name))))


def _described(kind: GameType) -> list[str]:
    lines = [f"{kind.title} ({kind.name})", f"{kind.summary}.", ""]
    for one in kind.settings.declared().values():
        lines += _wrapped(f"  --{one.option:<15} ", one.full_help if one.is_many or one.is_file else _valued(one))
        for word, meaning in one.words.items():
            lines += _wrapped(f"{'':20}{word}: ", meaning)
        for word, several in one.short.items():
            meaning = "all of them" if len(several) == len(one.words) else ", ".join(several)
            lines += _wrapped(f"{'':20}{word}: ", meaning)
    return lines if kind.settings.declared() else [*lines[:2], "It has no settings."]


def _valued(one: Setting) -> str:
    return f"{one.help}: {one.allowed} (default: {one.default_text})."


def _wrapped(lead: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=" " * 22, break_on_hyphens=False)
