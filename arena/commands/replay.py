"""`boomtown replay`: walks through recorded games, checking every move, snapshot and result, and shows them."""

from __future__ import annotations

import shlex
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

import click

from arena.analysis import (
    DEFAULT_SEED,
    Analysis,
    Decision,
    coarseness_text,
    cost_text,
    decision_in,
    fitting,
    percents,
    read_analyses,
)
from arena.colours import paint, painter, say
from arena.face import Face, face_of
from arena.faults import Fault
from arena.options import GameChoice, WholeNumber, record_command
from arena.positions import check_move_number
from arena.reasons import tell_reasons
from arena.terminal.lang import catalogue_of, pick_language
from arena.wording import counted
from arena.wording import number as number_text
from bots.judge import Judge
from bots.reasons import Reason
from engine import BoomtownError, IllegalMove, RecordError, State
from engine.records import Record, Step, content_hash, game_of, read_record, read_records
from engine.records import replay as replay_record

MOST_NAMED = 8  # legal moves that an error names, of a move that nothing comes near


@record_command(
    epilog="""\b
Examples:
  boomtown replay games.jsonl              check all games; show the only one, or one line each
  boomtown replay games.jsonl --number 3   show the third game move by move
  boomtown replay games.jsonl --at 57      draw the first game's position before move 57
  boomtown replay games.jsonl --at 6 --why pass    and judge: what is that move worth, what would be better, and why
  boomtown replay games.jsonl --follow     wait for a key after each move
  boomtown replay games.jsonl --tui        step through it on the screen, forwards and back

\b
Exit codes: 0 all is right; 1 the rules contradict a record; 2 the file is no record.
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--number", type=WholeNumber(min=1), metavar="K", help="Only the K-th game of the file.")
@click.option("--at", type=WholeNumber(min=0), metavar="MOVE", help="Draw the position before that move (from 0).")
@click.option("--why", metavar="MOVE", help="With --at: why not that move? Judged as its analysis was, if any.")
@click.option("--follow", is_flag=True, help="Move by move: any key goes on, q ends.")
@click.option("--quiet", is_flag=True, help="Only check.")
@click.option("--tui", is_flag=True, help="Step through one game on the table's screen, with the coach's evaluation.")
@click.option("--lang", metavar="LANG", help="With --tui: en, de or fr (default: the system's).")
def replay(
    file: Path,
    number: int | None,
    at: int | None,
    why: str | None,
    follow: bool,
    quiet: bool,
    tui: bool,
    lang: str | None,
    choice: GameChoice,
) -> int:
    """Replay recorded games, check every move, snapshot and result, and show them.

    What `boomtown analyse` found is shown with it: marks, better moves, winning chances. The options that choose a game
    are checked against the records; a record brings its own data.
    """
    if lang is not None and not tui:
        raise click.UsageError("--lang: goes with --tui; leave it out, a game as text is told in English")
    language = pick_language(lang)
    if why is not None and (at is None or tui):
        raise click.UsageError("--why: say with --at before which move, and leave out --tui")
    if tui:
        from arena.terminal.replay_screen import recorded_game, run_replay  # here: only this needs the screen's library

        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            recorded_game(file, number or 1)  # what is wrong with the file comes first: it is wrong as text, too
            raise click.UsageError("--tui needs a terminal; leave it out to get the game as text")
        return run_replay(file, number or 1, at or 0, language)
    if number is None and (at is not None or follow):
        number = 1
    games = iter([read_record(file, number)]) if number else read_records(file)
    head = list(islice(games, 2))
    shows_moves = len(head) == 1 and not quiet
    analyses = {} if quiet else read_analyses(file)
    n_games = n_moves = 0
    for line, record in chain(head, games):
        where = f"{file}:{line}"
        game = game_of(record, where)
        choice.expect(game, where)
        faults, face = _faults(record, where), face_of(game)
        analysis = (
            fitting(analyses, content_hash(record), len(record["seats"]), len(record["moves"])) if analyses else None
        )
        steps = replay_record(record, where, game)
        if at is not None:
            check_move_number(record["moves"], at, where)
            _show_position(face, steps, at, faults, analysis, why)
        elif shows_moves:
            _show_moves(face, record, steps, follow, faults, analysis)
        else:
            [last] = deque(steps, maxlen=1)
            if not quiet:
                at_fault = f"; faults at move {', '.join(map(str, faults))}" if faults else ""
                say(f"game {n_games + 1}: {_outcome(face, record, last.state)}{at_fault}")
        if analysis is not None and (shows_moves or at is not None):
            for warning in _warnings(analysis, file):
                click.echo(f"{where}: {warning}", err=True)
        n_games += 1
        n_moves += len(record["moves"])
    say(f"{n_games:,} game{'s' * (n_games != 1)}, {n_moves:,} move{'s' * (n_moves != 1)}: all as recorded")
    return 0


def _warnings(analysis: Analysis, file: Path) -> Iterator[str]:
    """What is to be known of an analysis before one trusts it."""
    if analysis.is_outdated:
        command = shlex.join(["boomtown", "analyse", str(file)])
        yield f"marks and chances are of an earlier judge; `{command}` judges anew"
    if (coarseness := coarseness_text(analysis)) is not None:
        yield f"`boomtown analyse`: {coarseness}"


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


def _outcome(face: Face, record: Record, end: State) -> str:
    """How a game ended, in words."""
    n_moves = counted(len(record["moves"]), "move")
    if not end.is_over:
        return f"{n_moves}, not finished"
    found = f"{n_moves}; {face.score_name} {', '.join(map(number_text, end.scores()))}"
    if end.game.n_seats == 1:
        return f"{found}; seat 0 ({_printable(record['seats'][0])}) alone"
    winners = end.winners()
    named = " and ".join(f"seat {seat} ({_printable(record['seats'][seat])})" for seat in winners)
    return f"{found}; {named} {'wins' if len(winners) == 1 else 'share the victory'}"


def _show_position(
    face: Face, steps: Iterator[Step], at: int, faults: dict[int, str], analysis: Analysis | None, why: str | None
) -> None:
    """Draws one position; the rest is checked all the same."""
    for step in steps:
        if step.number == at:
            asked = None if why is None else _asked(step.state, why, at)
            say(face.text.draw(step.state, painter(face.text.styles)))
            if at in faults:
                say(f"\n{faults[at]}")
            if step.move is not None:
                say(f"\nmove {at}: {_sentence(face, step.state, step.move)}")
                if analysis is not None:
                    say(chances_text(analysis.chances(at)))
                    for line in judgement(face, step.state, analysis.at(at)):
                        say(line)
            if asked is not None:
                for line in _answer(face, step.state, asked, at, analysis):
                    say(line)


def _asked(state: State, why: str, number: int) -> int:
    """The move that `--why` names. Of an illegal one the nearest legal moves are told."""
    if state.mover is None or state.mover < 0:
        raise BoomtownError(f"--why {why}: nobody decides before move {number}")
    try:
        state.copy().play(why)
    except BoomtownError as error:
        moves = state.moves()
        told = error if isinstance(error, IllegalMove) else IllegalMove(why, moves[:MOST_NAMED], len(moves))
        raise BoomtownError(f"--why {why!r}: before move {number} {told}") from None
    return state.game.move(why)


def _answer(face: Face, state: State, move: int, number: int, analysis: Analysis | None) -> Iterator[str]:
    """Why not this move? What it is worth beside the best one, and what that one brings: by the effort and the seed of
    the analysis that is shown beside it, so that the same move gets the same verdict."""
    if analysis is None or analysis.is_outdated:
        effort, seed, shown = None, DEFAULT_SEED, None
    else:
        effort, seed, shown = analysis.effort, analysis.seed, analysis.at(number)
    game, asked = state.game, state.game.text(move)
    if shown is not None and shown.mark is not None and shown.move == asked:
        decision, reasons = shown, shown.told_reasons  # seconds would not give the same verdict twice
    else:
        judge = Judge(game, effort)
        verdict = judge.judge_state(state, move, seed, number)
        decision, reasons = decision_in(state, move, verdict, number), []
        if decision.is_mistake:
            reasons = list(judge.why(state, verdict.best.move, move, seed, number))
    if not decision.is_mistake:
        yield f"{asked}: {decision.chance:.0%}; no other move is better beyond the error"
        return
    yield f"{asked}: better: {face.text.tell(state, game.move(decision.best))} ({cost_text(decision)})"
    yield _reasons(state, decision.seat, reasons)


def _reasons(state: State, seat: int, reasons: Sequence[Reason]) -> str:
    names = [f"seat {one}" for one in range(state.game.n_seats)]
    return f"          {tell_reasons(catalogue_of(state.game, 'en'), names, seat, reasons)}"


def _show_moves(
    face: Face,
    record: Record,
    steps: Iterator[Step],
    follow: bool,
    faults: dict[int, str],
    analysis: Analysis | None,
) -> None:
    waits = follow and sys.stdin.isatty()
    shows = True
    for n, line in enumerate(_lines(face, record, steps, faults, analysis)):
        if n and shows and waits and click.getchar() in ("q", "Q"):
            shows = False  # the rest is checked all the same
        if shows:
            say(line)
    if not shows:
        say(line)


def _lines(
    face: Face, record: Record, steps: Iterator[Step], faults: dict[int, str], analysis: Analysis | None
) -> Iterator[str]:
    """A line per move with what it changed, a heading per round, the faults before the moves that were made instead,
    what was better after a mistake, and in the last line how it ended."""
    line, before, shown_round, judged = "", None, None, ""
    for step in steps:
        if before is not None:
            changes = face.text.changes(before, step.state, before.mover)
            yield (f"{line} ({changes})" if changes else line) + judged
        if step.move is not None and face.text.round_of(step.state) != shown_round:
            shown_round = face.text.round_of(step.state)
            chances = f" · {chances_text(analysis.chances(step.number))}" if analysis is not None else ""
            yield paint(face.text.heading(step.state) + chances, "head")
        if step.number in faults:
            yield faults[step.number]
        if step.move is None:
            yield _outcome(face, record, step.state)
            return
        line = f"{step.number:>5}  {_sentence(face, step.state, step.move)}"
        before = step.state.copy()
        decision = analysis.at(step.number) if analysis is not None else None
        judged = "".join(f"\n{told}" for told in judgement(face, before, decision))


def chances_text(chances: Sequence[float]) -> str:
    """Everybody's winning chance in whole percents that add up; of a seat alone, its expected share."""
    what = "expected share" if len(chances) == 1 else "winning chances"
    return f"{what} {', '.join(f'{percent}%' for percent in percents(chances))}"


def judgement(face: Face, state: State, decision: Decision | None) -> Iterator[str]:
    """Of a marked decision what would have been better, and how that might go on."""
    if decision is None or decision.mark is None:
        return
    game = state.game
    best = face.text.tell(state, game.move(decision.best))
    yield paint(f"       {decision.mark} better: {best} ({cost_text(decision)})", "fall")
    if len(decision.line) > 1:
        yield paint(f"          then {'; '.join(decision.line[1:])}", "chance")
    if decision.reasons:
        yield paint(_reasons(state, decision.seat, decision.told_reasons), "chance")


def _sentence(face: Face, state: State, move: int) -> str:
    """Who does what."""
    mover, said = state.mover, face.text.tell(state, move)
    if mover is None or mover < 0:
        return paint(said, "chance")
    return f"{paint(f'seat {mover}', f'seat{mover}')} {said}"
