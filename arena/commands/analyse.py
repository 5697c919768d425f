"""`boomtown analyse`: judges every decision of recorded games, and keeps what it found beside the record."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.analysis import (
    DEFAULT_SEED,
    MAX_SIMS,
    Analysis,
    Decision,
    Piece,
    Summary,
    coarseness_text,
    cost_text,
    decision_from,
    decision_numbers,
    fitting,
    judged,
    lines_of,
    read_analyses,
    side_file,
    summaries,
)
from arena.colours import paint, say
from arena.face import Face, face_of
from arena.files import write_whole
from arena.identity import program_version
from arena.options import FiniteFloat, GameChoice, WholeNumber, record_command
from arena.running import load_settings
from arena.sharing import share_out
from arena.store import Store
from arena.wording import counted
from bots.judge import DEFAULT_SIMS, Effort
from engine import BoomtownError
from engine.games import described, remade
from engine.records import Record, content_hash, dump, game_of, read_records, replay

CHUNK = 4  # decisions that a process is given at a time
SHOWN = 5  # of the costliest decisions of a seat


@dataclass(frozen=True)
class Task:
    """A game of the file, and which of its moves are decisions."""

    record: Record
    line: str
    folder: str | None
    hash: str
    numbers: list[int]


@record_command(
    epilog="""\b
Examples:
  boomtown analyse games.jsonl                       judge every decision; the summary is printed
  boomtown analyse games.jsonl --number 3 --jobs 4   only the third game
  boomtown analyse games.jsonl --sims 25600          four times as carefully
  boomtown analyse trial --number 1                  one of a tournament, for its report
  boomtown replay games.jsonl --tui                  then shows marks, chances and better lines
\b
Marks: ?! costs 5 points of winning chance or more, ? 10, ?? 20; a difference within its error gets none:
from 5 points on it is in doubt, and more --sims, which make errors smaller, may tell.
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--number", type=WholeNumber(min=1), metavar="K", help="Only the K-th game of the file.")
@click.option(
    "--sims",
    type=WholeNumber(min=1, max=MAX_SIMS),
    metavar="N",
    help=f"Simulations per alternative (default {DEFAULT_SIMS}); the same give the same analysis.",
)
@click.option(
    "--time",
    "seconds",
    type=FiniteFloat(min=0.001),
    metavar="SECONDS",
    help="Seconds per alternative instead.",
)
@click.option("--seed", type=int, default=DEFAULT_SEED, show_default=True, help="Of the luck that alternatives share.")
@click.option("--jobs", type=WholeNumber(min=1), default=1, help="Processes (default 1); the analysis is the same.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON per game instead of the summary.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def analyse(
    file: Path,
    number: int | None,
    sims: int | None,
    seconds: float | None,
    seed: int,
    jobs: int,
    as_json: bool,
    quiet: bool,
    choice: GameChoice,
) -> None:
    """Judge every decision of recorded games: what it cost in winning chance and score.

    What was found is kept in FILE.analysis, which `replay` shows. FILE may be a tournament's folder: its report shows
    what was found. A run that was stopped goes on where it
    was; games that were judged the same way before are not judged again.
    """
    if sims is not None and seconds is not None:
        raise click.UsageError("--sims and --time: give one of them")
    effort = Effort(DEFAULT_SIMS if sims is None else sims, seconds)
    games = list(_tasks(file, number, choice))
    if number is not None and number > len(games):
        raise BoomtownError(f"{file}: has no game {number}; use 1 to {len(games)}")
    tasks = games if number is None else [games[number - 1]]
    known = _known(file, games)
    way = Analysis("", seed, effort.sims, effort.seconds, []).way
    kept = {key: one for key, one in known.items() if one.way == way}
    todo = [task for task in tasks if task.hash not in kept]
    with Unfinished(file, {**way, "version": program_version()}) as unfinished:
        for task, decisions in _analysed(todo, unfinished, effort, seed, jobs, quiet):
            known[task.hash] = kept[task.hash] = Analysis(task.hash, seed, effort.sims, effort.seconds, decisions)
            hashes = dict.fromkeys(game.hash for game in games)  # the same game twice is kept once
            write_whole(side_file(file), lines_of([known[key] for key in hashes if key in known]))
            unfinished.finished.add(task.hash)
    for task in tasks:
        found = kept[task.hash]
        if as_json:
            click.echo(json.dumps(found.data(), ensure_ascii=False, separators=(",", ":")))
        else:
            for text in told(face_of(game_of(task.record)), task.record, found):
                say(text)
    if not as_json:
        click.echo(f"kept in {side_file(file)}")


def _known(file: Path, games: Sequence[Task]) -> dict[str, Analysis]:
    """What was found of these games before."""
    analyses, found = read_analyses(file), {}
    for game in games:
        one = fitting(analyses, game.hash, len(game.record["seats"]), len(game.record["moves"]))
        if one is not None:
            found[game.hash] = one
    return found


def _records(path: Path) -> Iterator[tuple[str, Record]]:
    """The games of a record file, or of a tournament's folder, and where each is."""
    if path.is_dir():
        game = remade(load_settings(path).conditions.game)
        with Store(path) as store:
            for stored in store.each():
                yield f"{path}: game {stored.number}", store.record(game, stored)
    else:
        for line, record in read_records(path):
            yield f"{path}:{line}", record


def _tasks(file: Path, number: int | None, choice: GameChoice) -> Iterator[Task]:
    """The games of a file, each checked against the rules; of those not asked for nothing but the line."""
    for k, (where, record) in enumerate(_records(file), 1):
        game = game_of(record, where)
        choice.expect(game, where)
        numbers = decision_numbers(record, where) if number in (None, k) else []
        yield Task(record, dump(record), described(game).get("folder"), content_hash(record), numbers)


def _analysed(
    tasks: Sequence[Task], unfinished: Unfinished, effort: Effort, seed: int, jobs: int, quiet: bool
) -> Iterator[tuple[Task, list[Decision]]]:
    """Each game with its decisions, once all of them are judged."""
    pieces: list[tuple[Task, list[int]]] = []
    for task in tasks:
        missing = [number for number in task.numbers if (task.hash, number) not in unfinished.known]
        pieces += [(task, missing[k : k + CHUNK]) for k in range(0, len(missing), CHUNK)]
    tqdm.monitor_interval = 0  # no watching thread: workers can be forked
    n_all = sum(len(task.numbers) for task in tasks)
    n_left = sum(len(numbers) for _, numbers in pieces)
    with tqdm(total=n_all, initial=n_all - n_left, unit="decision", disable=quiet or None) as bar:
        work = partial(_piece, [Piece(task.line, task.folder, numbers) for task, numbers in pieces], effort, seed)
        results = share_out(work, len(pieces), jobs)
        at = 0
        for task in tasks:
            while at < len(pieces) and pieces[at][0] is task:
                decisions = next(results)
                unfinished.add(task.hash, decisions)
                bar.update(len(decisions))
                at += 1
            yield task, [unfinished.known[task.hash, number] for number in task.numbers]


def _piece(pieces: Sequence[Piece], effort: Effort, seed: int, k: int) -> list[Decision]:
    return judged(pieces[k], effort, seed)


class Unfinished:
    """Decisions judged so far, in FILE.analysis.decisions: what a run that is stopped leaves to the next. Those of
    finished games are taken out at the end, all others stay: of other games, and of other ways to judge."""

    def __init__(self, file: Path, way: dict[str, Any]) -> None:
        side = side_file(file)
        self._path = side.with_name(f"{side.name}.decisions")
        self._way = way
        self.known: dict[tuple[str, int], Decision] = {}
        self.finished: set[str] = set()  # content hashes

    def __enter__(self) -> Unfinished:
        try:
            self._file = self._path.open("a+", encoding="utf-8")
        except OSError as error:
            raise BoomtownError(f"{self._path}: cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            lines = self._lines()
            if lines and not lines[-1].endswith("\n"):  # cut off
                self._file.write("\n")
        except BlockingIOError:
            self._file.close()
            raise BoomtownError(f"{self._path}: another run judges these games; wait for it, or stop it") from None
        except (OSError, ValueError):
            self._file.close()
            raise BoomtownError(f"{self._path}: cannot be read; take it away") from None
        for line in lines:
            with suppress(ValueError, KeyError, TypeError):  # cut off, or written by somebody else
                entry = json.loads(line)
                if entry["way"] == self._way:
                    found = {(entry["record"], one.number): one for one in map(decision_from, entry["decisions"])}
                    self.known.update(found)
        return self

    def __exit__(self, *reason: object) -> None:
        with self._file:
            left = [line for line in self._lines() if not self._is_over(line)]
            if left:
                write_whole(self._path, left)
            else:
                self._path.unlink(missing_ok=True)

    def add(self, key: str, decisions: Sequence[Decision]) -> None:
        self.known.update({(key, one.number): one for one in decisions})
        entry = {"way": self._way, "record": key, "decisions": [asdict(one) for one in decisions]}
        self._file.write(json.dumps(entry) + "\n")
        self._file.flush()

    def _lines(self) -> list[str]:
        self._file.seek(0)
        return self._file.readlines()

    def _is_over(self, line: str) -> bool:
        """Whether nobody needs it any more."""
        with suppress(ValueError, KeyError, TypeError):
            entry = json.loads(line)
            return bool(entry["way"] == self._way and entry["record"] in self.finished)
        return True


# -- words -------------------------------------------------------------------------------------------------------------


def told(face: Face, record: Record, analysis: Analysis) -> Iterator[str]:
    """The summary of a game, line by line."""
    sentences = _sentences(face, record, analysis)
    yield paint(f"{counted(len(analysis.decisions), 'decision')} of {counted(len(record['moves']), 'move')}", "head")
    for one in summaries(analysis):
        name = paint(f"seat {one.seat}", f"seat{one.seat}")
        bot = "".join(letter if letter.isprintable() else "?" for letter in record["seats"][one.seat])
        marks = ", ".join(f"{n} {mark}" for mark, n in one.marks.items()) or "no marks"
        n_doubtful = len(analysis.doubtful(one.seat))
        in_doubt = f", {n_doubtful} in doubt" if n_doubtful else ""
        loss = f"average loss by proven mistakes {100 * one.average_loss:.1f} points"
        best = f"{one.share_best:.0%} of {counted(one.n_decisions, 'decision')} not worse than another beyond the error"
        yield f"{name} ({bot}): {loss}, {best}; {marks}{in_doubt}"
        yield from _costliest(one, analysis, sentences)
    if (coarseness := coarseness_text(analysis)) is not None:
        yield coarseness


def _costliest(one: Summary, analysis: Analysis, sentences: dict[int, tuple[str, str]]) -> Iterator[str]:
    if one.phases:
        listed = ", ".join(f"{name} {100 * lost:.0f}" for name, lost in list(one.phases.items())[:4])
        yield f"  points lost by phase: {listed}"
    for number in one.costliest[:SHOWN]:
        decision = analysis.at(number)
        assert decision is not None
        played, best = sentences[number]
        yield f"  {number:>5} {decision.mark:<2} {played}; better: {best} ({cost_text(decision)})"


def _sentences(face: Face, record: Record, analysis: Analysis) -> dict[int, tuple[str, str]]:
    """Of every marked decision what was played and what was better, in words."""
    wanted = {one.number: one for one in analysis.mistakes()}
    found = {}
    for step in replay(record):
        if step.number in wanted and step.move is not None:
            best = step.state.game.move(wanted[step.number].best)
            found[step.number] = (face.text.tell(step.state, step.move), face.text.tell(step.state, best))
    return found
