"""`boomtown bot`: one of our bots as an outside program, on standard input and output."""

from __future__ import annotations

import sys

import click

from arena.speaking import speak


@click.command(
    epilog="""\b
Examples:
  boomtown bot greedy                            speaks when spoken to
  boomtown compare greedy "exec:../old/.venv/bin/boomtown bot greedy"
                                                 this version against another
"""
)
@click.argument("spec")
def bot(spec: str) -> None:
    """Let the bot SPEC play in somebody else's arena: it speaks the protocol of docs/outside-bots.md.

    It follows the game in a state of its own. The other side may be any version whose rules are the same; where they
    differ, the bot says so and does not play.
    """
    speak(spec, sys.stdin, lambda line: click.echo(line))
