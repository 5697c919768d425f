"""The command `boomtown`: finds the subcommands, and turns every error of the user's into one line and an exit code.

Exit codes: 0 fine; 1 the answer is no (a record differs, a check fails); 2 the input is wrong, or the output cannot be
written; 130 stopped by Ctrl-C; 141 the reader of the output (`head`, a pager) has gone, as the shell reports SIGPIPE.
"""

from __future__ import annotations

import sys

try:  # Ctrl-C may come before anything is loaded: that takes a tenth of a second
    import importlib
    import os
    from collections.abc import Iterator, Sequence
    from contextlib import contextmanager, suppress
    from typing import Any, NoReturn, cast

    import click

    from engine.errors import BoomtownError, did_you_mean
    from engine.records import RecordDifference
except KeyboardInterrupt:
    print("boomtown: stopped", file=sys.stderr)
    sys.exit(130)

# Subcommand -> module and function, and what it does. They are loaded when used, so that neither `boomtown board` nor
# `boomtown --help` waits for the search bots.
COMMANDS = {
    "play": ("arena.commands.play:play", "Play against bots in the terminal."),
    "library": ("arena.commands.library:library", "List the games you played, reopen and replay them."),
    "rules": ("arena.commands.rules:rules", "Say how a game is played."),
    "serve": ("arena.commands.serve:serve", "Offer the table in a web page on this machine."),
    "tournament": ("arena.commands.tournament:tournament", "Rate bots against each other."),
    "compare": ("arena.commands.compare:compare", "Test whether one bot is better than another."),
    "report": ("arena.commands.report:report", "Write a page about a tournament, with its games."),
    "simulate": ("arena.commands.simulate:simulate", "Play games between bots and record them."),
    "replay": ("arena.commands.replay:replay", "Check recorded games and show them."),
    "analyse": ("arena.commands.analyse:analyse", "Judge every decision of recorded games."),
    "board": ("arena.commands.board:board", "Draw the board, and list what is reconstructed."),
    "perft": ("arena.commands.perft:perft", "Count the move tree."),
    "games": ("arena.commands.games:games", "List the games and their settings."),
    "bots": ("arena.commands.bots:bots", "List the bots, their parameters and ratings."),
    "bot": ("arena.commands.bot:bot", "Let a bot speak the outside protocol."),
    "check-bot": ("arena.commands.check_bot:check_bot", "Walk a program of yours through the outside protocol."),
    "train": ("arena.commands.train:train", "Fit the policy, the guide or the value model to self-play."),
    "bench": ("arena.commands.bench:bench", "Measure speed, and whether behaviour is as before."),
}


class ReaderGone(Exception):
    """Nobody reads the output any more."""


@contextmanager
def _own_endings() -> Iterator[None]:
    """Keeps from click what it ends in its own way: Ctrl-C with an empty line, a broken pipe with exit code 1."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None
    except BrokenPipeError:
        raise ReaderGone from None


class Boomtown(click.Group):
    """A group whose subcommands are loaded on demand and whose errors are one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        return cast(click.Command, getattr(importlib.import_module(module), name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(
                f"unknown command {args[0]!r}{did_you_mean(args[0], COMMANDS)}; use {', '.join(COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _own_endings():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _own_endings():
            return super().invoke(ctx)

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
        _replace_closed_streams()
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
            if sys.stderr.isatty():
                click.echo(err=True)  # after the terminal's ^C
            _fail("stopped", 130)
        except (ReaderGone, BrokenPipeError):
            _drop_output()
            sys.exit(141)
        except OSError as error:
            _drop_output()
            where = f"{error.filename}: " if error.filename else "standard output cannot be written: "
            _fail(f"{where}{error.strerror}", 2)
        sys.exit(code if isinstance(code, int) else 0)


def _replace_closed_streams() -> None:
    """Closed standard input is as good as empty, closed standard error as unread. Left closed, their numbers would go
    to the next files opened, and the workers' messages into those."""
    if sys.stdout is None:
        _fail("standard output is closed; give it a file, or /dev/null", 2)
    for number, name, mode in ((0, "stdin", "r"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number free
            os.set_inheritable(number, True)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))


def _drop_output() -> None:
    """What could not be written would fail again at the interpreter's last flush."""
    with suppress(OSError):  # a caller's own stream is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _with_help(error: click.ClickException) -> str:
    message = error.format_message().rstrip(".")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message}; see {error.ctx.command_path} --help"
    return message


def _fail(message: str, code: int) -> NoReturn:
    with suppress(OSError):  # the code still tells
        click.echo(f"boomtown: {' '.join(message.split())}", err=True)
    sys.exit(code)


@click.group(
    cls=Boomtown,
    epilog="""\b
Examples:
  boomtown play --level 3
  boomtown games
  boomtown tournament heuristic mcts:sims=50 greedy --players 3 --games 60
  boomtown simulate --games 10 --bot greedy --record games.jsonl
  boomtown replay games.jsonl --number 3

`boomtown COMMAND --help` has examples of each command.
""",
)
@click.version_option(package_name="boomtown")
def main() -> None:
    """Economic board games: play them against bots; rate, compare and train bots; simulate, record and check games;
    look at boards; measure."""
