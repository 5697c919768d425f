"""`boomtown replay`: walks through recorded games, checking every move, snapshot and result, and shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from arena.colours import paint, say
from arena.faults import Fault
from arena.options import GameChoice, game_options
from arena.positions import check_move_number
from arena.terminal.lang import pick_language
from engine import RecordError, State
from engine.planet_steam.drawing import draw
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.narration import narrate
from engine.planet_steam.notation import RESOURCES
from engine.records import Record, Step, game_of, read_record, read_records
from engine.records import replay as replay_record


@click.command(
    epilog="""\b
Examples:
  boomtown replay games.jsonl              check all games; show the only one, or one line each
  boomtown replay games.jsonl --game 3     show the third game move by move
  boomtown replay games.jsonl --at 57      draw the first game's position before move 57
  boomtown replay games.jsonl --follow     wait for a key after each move
  boomtown replay games.jsonl --tui        step through it on the screen, forwards and back

\b
Exit codes: 0 all is right; 1 the rules contradict a record; 2 the file is no record.
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "number", type=click.IntRange(min=1), metavar="K", help="Only the K-th game of the file.")
@click.option("--at", type=click.IntRange(min=0), metavar="MOVE", help="Draw the position before that move (from 0).")
@click.option("--follow", is_flag=True, help="Move by move: any key goes on, q ends.")
@click.option("--quiet", is_flag=True, help="Only check.")
@click.option("--tui", is_flag=True, help="Step through one game on the table's screen, with the coach's evaluation.")
@click.option("--lang", metavar="LANG", help="Of --tui: en, de or fr (default: the system's).")
@game_options
def replay(
    file: Path,
    number: int | None,
    at: int | None,
    follow: bool,
    quiet: bool,
    tui: bool,
    lang: str | None,
    choice: GameChoice,
) -> None:
    """Replay recorded games, check every move, snapshot and result, and show them.

    The options that choose a game are checked against the records; a record brings its own board.
    """
    language = pick_language(lang)
    if tui:
        from arena.terminal.replay_screen import run_replay  # here: only this needs the screen's library

        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise click.UsageError("--tui needs a terminal; leave it out to get the game as text")
        run_replay(file, number or 1, at or 0, language)
        return
    if number is None and (at is not None or follow):
        number = 1
    games = iter([read_record(file, number)]) if number else read_records(file)
    head = list(islice(games, 2))
    shows_moves = len(head) == 1 and not quiet
    n_games = n_moves = 0
    for line, record in chain(head, games):
        where = f"{file}:{line}"
        game = game_of(record, where)
        choice.expect(game, where)
        faults = _faults(record, where)
        steps = replay_record(record, where, game)
        if at is not None:
            check_move_number(record["moves"], at, where)
            _show_position(steps, at, faults)
        elif shows_moves:
            _show_moves(record, steps, follow, faults)
        else:
            for _ in steps:
                pass
            if not quiet:
                at_fault = f"; faults at move {', '.join(map(str, faults))}" if faults else ""
                say(f"game {n_games + 1}: {_outcome(record)}{at_fault}")
        n_games += 1
        n_moves += len(record["moves"])
    say(f"{n_games:,} game{'s' * (n_games != 1)}, {n_moves:,} moves: all as recorded")


def _faults(record: Record, where: str) -> dict[int, str]:
    """By move: which bots should have made it and did not, in words. Tournaments write them into their records."""
    found: dict[int, str] = {}
    try:
        for fault in (Fault(**entry) for entry in record.get("faults", ())):
            lines = [f"seat {fault.seat} ({fault.bot}) is at fault: {fault.kind}"]
            lines += [f"  {line}" for line in fault.detail.strip().splitlines()[-3:]]
            lines += [f"  stderr: {line}" for line in fault.stderr.strip().splitlines()[-6:]]
            told = "\n".join(paint(f"       {_printable(line)}", "fall") for line in lines)
            found[fault.move] = f"{found[fault.move]}\n{told}" if fault.move in found else told
    except (TypeError, AttributeError):
        raise RecordError(f"{where}: faults: expected a list of seat, bot, kind, move, detail and stderr") from None
    return found


def _printable(line: str) -> str:
    """What a bot wrote must not steer the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def _outcome(record: Record) -> str:
    """How a game ended, in words."""
    result = record["result"]
    if result is None:
        return f"{len(record['moves'])} moves, not finished"
    winners = " and ".join(f"seat {seat} ({_printable(record['seats'][seat])})" for seat in result["winners"])
    verb = "wins" if len(result["winners"]) == 1 else "share the victory"
    return f"{len(record['moves'])} moves; wealth {', '.join(map(str, result['wealth']))}; {winners} {verb}"


def _show_position(steps: Iterator[Step], at: int, faults: dict[int, str]) -> None:
    """Draws one position; the rest is checked all the same."""
    for step in steps:
        if step.number == at:
            say(_drawn(step.state))
            if at in faults:
                say(f"\n{faults[at]}")
            if step.move is not None:
                say(f"\nmove {at}: {_sentence(step.state, step.move)}")


def _drawn(state: State) -> str:
    game = state.game
    if isinstance(game, PlanetSteam):
        return draw(game, state.snapshot(), game.step(state), paint)
    return state.draw()


def _show_moves(record: Record, steps: Iterator[Step], follow: bool, faults: dict[int, str]) -> None:
    waits = follow and sys.stdin.isatty()
    shows = True
    for line in _lines(steps, faults):
        if shows:
            say(line)
        if shows and waits and click.getchar() in ("q", "Q"):
            shows = False  # the rest is checked all the same
    say(_outcome(record))


def _lines(steps: Iterator[Step], faults: dict[int, str]) -> Iterator[str]:
    """A line per move with what it changed for its mover, a heading per round, and the faults before the moves that
    were made instead."""
    text, mover, before = "", -1, {"round": 0}
    for step in steps:
        now = step.state.snapshot()
        if text:
            yield text + _changes(mover, before, now)
        if step.move is not None and now["round"] != before["round"]:
            yield _round_heading(now)
        if step.number in faults:
            yield faults[step.number]
        if step.move is None:
            return
        text = f"{step.number:>5}  {_sentence(step.state, step.move)}"
        mover, before = now["to_move"], now


def _round_heading(now: dict[str, Any]) -> str:
    terminal = zip(RESOURCES, now["price"], now["supply"], strict=True)
    market = ", ".join(f"{name} {price} ({supply})" for name, price, supply in terminal)
    return paint(f"Round {now['round']}; price (supply): {market}; credits {now['credits']}", "head")


def _sentence(state: State, move: int) -> str:
    """Who does what."""
    mover, said = state.mover, _said(state, move)
    if mover is None or mover < 0:
        return paint(said, "chance")
    return f"{paint(f'seat {mover}', f'seat{mover}')} {said}"


def _said(state: State, move: int) -> str:
    game = state.game
    if isinstance(game, PlanetSteam):
        return narrate(game.words(move), game.step(state)["resource"], game.edition)
    return game.text(move)


def _changes(mover: int, before: dict[str, Any], now: dict[str, Any]) -> str:
    """What somebody has more or less of than before: ` (credits -14, water +2; seat 3 credits -9)`."""
    names = ("credits", *RESOURCES)
    found = []
    for seat in sorted(range(len(now["credits"])), key=lambda seat: seat != mover):
        old, new = ((at["credits"][seat], *at["goods"][seat]) for at in (before, now))
        shifts = [f"{name} {b - a:+d}" for name, a, b in zip(names, old, new, strict=True) if a != b]
        if shifts:
            found.append(("" if seat == mover else f"seat {seat} ") + ", ".join(shifts))
    return f" ({'; '.join(found)})" if found else ""
