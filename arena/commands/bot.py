"""`boomtown bot`: one of our bots as an outside program, on standard input and output."""

from __future__ import annotations

import sys

import click

from arena.speaking import speak


@click.command(
    epilog="""\b
Examples:
  boomtown bot greedy                                      speaks when spoken to
  boomtown compare greedy "exec:/old/.venv/bin/boomtown bot greedy" --players 2
                                                           this version against another one
"""
)
@click.argument("spec")
def bot(spec: str) -> None:
    """Let the bot SPEC play in somebody else's arena: it speaks the protocol of docs/outside-bots.md.

    The other side must be a boomtown whose observations of the game are the same; otherwise the bot says so and does
    not play.
    """
    speak(spec, sys.stdin, lambda line: click.echo(line))
