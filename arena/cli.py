"""The command `boomtown`: finds the subcommands, and turns every error of the user's into one line and an exit code.

Exit codes: 0 fine; 1 the answer is no (a record differs, a check fails); 2 the input is wrong; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, cast

import click

from engine.errors import BoomtownError, did_you_mean
from engine.records import RecordDifference

# Subcommand -> module and function; loaded when used, so that `boomtown board` does not wait for the search bots.
COMMANDS = {
    "tournament": "arena.commands.tournament:tournament",
    "compare": "arena.commands.compare:compare",
    "report": "arena.commands.report:report",
    "simulate": "arena.commands.simulate:simulate",
    "replay": "arena.commands.replay:replay",
    "board": "arena.commands.board:board",
    "perft": "arena.commands.perft:perft",
    "play": "arena.commands.play:play",
    "bots": "arena.commands.bots:bots",
    "train": "arena.commands.train:train",
    "bench": "arena.commands.bench:bench",
}


class Boomtown(click.Group):
    """A group whose subcommands are loaded on demand and whose errors are one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        return cast(click.Command, getattr(importlib.import_module(module), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(
                f"unknown command {args[0]!r}{did_you_mean(args[0], COMMANDS)}; use {', '.join(COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        try:
            code = super().main(args, prog_name, complete_var, False, **extra)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            _fail(_with_help(error), 2)
        except BoomtownError as error:
            _fail(str(error), 1 if isinstance(error, RecordDifference) else 2)
        except (click.Abort, KeyboardInterrupt):
            _fail("stopped", 130)
        except BrokenPipeError:
            # the reader (`head`, a pager) has gone: nothing more to say, also not at the interpreter's last flush
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)


def _with_help(error: click.ClickException) -> str:
    message = error.format_message().rstrip(".")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message}; see {error.ctx.command_path} --help"
    return message


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"boomtown: {' '.join(message.split())}", err=True)
    sys.exit(code)


@click.group(cls=Boomtown)
@click.version_option(package_name="boomtown")
def main() -> None:
    """Planet Steam: simulate games, replay and check records, look at boards, count move trees."""
