"""Recorded games judged, decision by decision: made by `boomtown analyse`, kept beside the record, read by whatever
shows a record.

`FILE.analysis`, of a tournament `DIR/tournament.sqlite.analysis`, has a line of JSON per game. A line is good for the
game whose content hash it names and for no other, so a record that was changed is shown without. A decision depends on
its position, its number, the seed and the effort alone, so the same analysis comes out in any number of processes, and
after a run that was stopped.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from arena.store import FILE as STORE
from arena.wording import counted
from bots.judge import DEFAULT_SIMS, VERSION, Effort, Judge, Verdict, mark_of
from bots.judge import MARKS as MARK_COSTS
from bots.reasons import Reason
from engine import BoomtownError, State
from engine.games import game_names, open_game
from engine.records import Record, content_hash, game_of, replay

MARKS = ("?!", "?", "??")
DIGITS = 4  # of a chance: a hundredth of a percent is finer than any error
MAX_LINE = 64 << 20  # bytes of one game's analysis; 500 decisions have 200 KB
MAX_SIMS = 10**7  # for each alternative
DEFAULT_SEED = 1  # of the judge's luck, which review, replay and `analyse` share
LINE_LENGTH = 6  # moves that show how a better move goes on


@dataclass(frozen=True)
class Decision:
    """A decision judged, in plain data. Moves are written as the game writes them, chances are 0 to 1."""

    number: int  # as the record counts moves
    seat: int
    move: str
    best: str
    chance: float  # of the mover, after the move played
    best_chance: float
    cost: float
    error: float
    mark: str | None
    score_cost: float
    phase: str
    before: list[float]  # everybody's chance, the best move to come
    after: list[float]  # and after the one played
    line: list[str]  # how the best move might go on; of a mistake only
    reasons: list[dict[str, Any]] = field(default_factory=list)  # and what speaks for it, as `Reason` has it

    @property
    def is_mistake(self) -> bool:
        return self.cost > self.error

    @property
    def is_doubtful(self) -> bool:
        """Whether it seems to cost as much as a mark takes, but within its error."""
        return self.cost >= MARK_COSTS[-1][0] and not self.is_mistake

    @property
    def told_reasons(self) -> list[Reason]:
        return [Reason(**one) for one in self.reasons]

    @property
    def loss(self) -> float:
        """What it cost for certain: nothing, if the difference is within its error."""
        return self.cost if self.is_mistake else 0.0


@dataclass(frozen=True)
class Analysis:
    """A game's decisions, and how they were judged."""

    record: str  # content hash
    seed: int
    sims: int
    seconds: float | None
    decisions: list[Decision]
    judge: int = VERSION

    @property
    def is_outdated(self) -> bool:
        """Whether an earlier judge said it: today's may say otherwise."""
        return self.judge != VERSION

    @property
    def way(self) -> dict[str, Any]:
        return {"judge": self.judge, "seed": self.seed, "sims": self.sims, "seconds": self.seconds}

    @property
    def effort(self) -> Effort:
        return Effort(self.sims, self.seconds)

    def doubtful(self, seat: int | None = None) -> list[Decision]:
        """Decisions in doubt, in order: mistakes or not, the analysis cannot tell."""
        return [one for one in self.decisions if one.is_doubtful and seat in (None, one.seat)]

    @property
    def error_in_doubt(self) -> float:
        """The median error of the decisions in doubt, at which the judge looked longest. Others are let go,
        or clear, after a look or two with errors of about 27 points, however much effort there is."""
        return median([one.error for one in self.doubtful()] or [0.0])

    @property
    def is_coarse(self) -> bool:
        """Whether half the decisions in doubt would be so even if they cost as much as a blunder."""
        return self.error_in_doubt > MARK_COSTS[0][0]

    def at(self, number: int) -> Decision | None:
        return next((one for one in self.decisions if one.number == number), None)

    def chances(self, number: int) -> list[float]:
        """Everybody's chance in the position before that move: between decisions, as after the last one."""
        found: list[float] = []
        for one in self.decisions:
            if one.number > number:
                return found or one.before
            found = one.before if one.number == number else one.after
        return found

    def mistakes(self, seat: int | None = None) -> list[Decision]:
        """Marked decisions, in order."""
        return [one for one in self.decisions if one.mark and seat in (None, one.seat)]

    def data(self) -> dict[str, Any]:
        return {
            "record": self.record,
            **self.way,
            "decisions": [asdict(one) for one in self.decisions],
            "seats": [asdict(one) for one in summaries(self)],
        }


# -- summaries ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Summary:
    """How a seat decided."""

    seat: int
    n_decisions: int
    average_loss: float
    share_best: float  # of decisions that no alternative beats beyond the error
    marks: dict[str, int]
    phases: dict[str, float]  # what was lost in each, the most first
    costliest: list[int]  # numbers of marked decisions, the costliest first


def summaries(analysis: Analysis) -> list[Summary]:
    found = []
    n_seats = len(analysis.decisions[0].before) if analysis.decisions else 0
    for seat in range(n_seats):
        own = [one for one in analysis.decisions if one.seat == seat]
        losses: dict[str, float] = {}
        for one in own:
            if one.loss:
                losses[one.phase] = losses.get(one.phase, 0.0) + one.loss
        marked = sorted(analysis.mistakes(seat), key=lambda one: (-one.cost, one.number))
        found.append(
            Summary(
                seat,
                len(own),
                round(sum(one.loss for one in own) / max(len(own), 1), DIGITS),
                round(sum(not one.is_mistake for one in own) / max(len(own), 1), DIGITS),
                {mark: n for mark in MARKS if (n := sum(one.mark == mark for one in own))},
                {name: round(losses[name], DIGITS) for name in sorted(losses, key=lambda name: (-losses[name], name))},
                [one.number for one in marked],
            )
        )
    return found


def percents(chances: Sequence[float]) -> list[int]:
    """Whole percents that add up to what the chances do: the largest remainders are rounded up.

    >>> percents([1 / 3, 1 / 3, 1 / 3]), percents([0.505, 0.495]), percents([0.496])
    ([34, 33, 33], [51, 49], [50])
    """
    return _in_units(chances, 100)


def _in_units(chances: Sequence[float], scale: int) -> list[int]:
    whole = [int(scale * chance) for chance in chances]
    missing = round(scale * sum(chances)) - sum(whole)
    order = sorted(range(len(chances)), key=lambda seat: (whole[seat] - scale * chances[seat], seat))
    for seat in order[:missing]:
        whole[seat] += 1
    return whole


def cost_text(decision: Decision) -> str:
    """What a decision cost: `−31 ±4 points: 40% instead of 71%`; with a decimal where both would look the same, and
    rounded down, so that it fits its mark."""
    cost, error = int(100 * decision.cost + 1e-9), round(max(100 * decision.error, 1))
    amounts = f"−{cost} ±{error}" if cost > error else f"−{100 * decision.cost:.1f} ±{100 * decision.error:.1f}"
    return f"{amounts} points: {decision.chance:.0%} instead of {decision.best_chance:.0%}"


def coarseness_text(analysis: Analysis) -> str | None:
    """That errors are too large for most mistakes to be found, and what helps; None: they are not."""
    if not analysis.is_coarse:
        return None
    if analysis.seconds is not None:
        advice = f"give more --time than {analysis.seconds:g}"
    else:
        usual = f" (default {DEFAULT_SIMS:,})" if analysis.sims < DEFAULT_SIMS else ""
        advice = f"give more --sims than {analysis.sims:,}{usual}"
    return (
        f"errors are too large to find most mistakes: a median of ±{100 * analysis.error_in_doubt:.0f} points where "
        f"{100 * MARK_COSTS[-1][0]:.0f} or more seem lost ({counted(len(analysis.doubtful()), 'decision')}); {advice}"
    )


# -- judging -----------------------------------------------------------------------------------------------------------


def decision_numbers(record: Record, where: str) -> list[int]:
    """The moves of a record at which a seat could do more than one thing; the record is checked on the way."""
    return [
        step.number
        for step in replay(record, where)
        if step.move is not None and _decides(step.state) and len(step.state.legal()) > 1
    ]


def _decides(state: State) -> bool:
    return state.mover is not None and state.mover >= 0


@dataclass(frozen=True)
class Piece:
    """Work for a process: some decisions of a record, which is given as its line."""

    line: str
    folder: str | None  # of a game that was opened by its path: a new process does not know it
    numbers: list[int]


@lru_cache(maxsize=2)  # a worker is given some decisions of a game at a time
def _opened(line: str, folder: str | None, effort: Effort) -> tuple[Judge, list[State], list[int]]:
    record = json.loads(line)
    if folder is not None and record["game"] not in game_names():
        open_game(folder)
    game = game_of(record)
    states, moves = [], []
    for step in replay(record, "record", game):
        states.append(step.state.copy())
        if step.move is not None:
            moves.append(step.move)
    return Judge(game, effort), states, moves


def judged(piece: Piece, effort: Effort, seed: int) -> list[Decision]:
    """Some decisions of a record."""
    judge, states, moves = _opened(piece.line, piece.folder, effort)
    return [decision_of(judge, states[number], moves[number], seed, number) for number in piece.numbers]


def decision_of(judge: Judge, state: State, played: int, seed: int, number: int) -> Decision:
    """Judges a move of which everything is known."""
    verdict = judge.judge_state(state, played, seed, number)
    found = decision_in(state, played, verdict, number)
    if found.mark is None:
        return found
    line = judge.continuation(state, verdict.best.move, seed, number, LINE_LENGTH)
    return decision_in(state, played, verdict, number, line, judge.why(state, verdict.best.move, played, seed, number))


def decision_in(
    state: State,
    played: int,
    verdict: Verdict,
    number: int,
    line: Sequence[int] = (),
    reasons: Sequence[Reason] = (),
) -> Decision:
    """A verdict on a move in plain data. Its mark is that of the cost and error as they are written."""
    text, seat = state.game.text, verdict.seat
    before, after = rounded(verdict.best.chances), rounded(verdict.played.chances)
    cost, error = round(before[seat] - after[seat], DIGITS), round(verdict.error, DIGITS)
    return Decision(
        number,
        seat,
        text(played),
        text(verdict.best.move),
        after[seat],
        before[seat],
        cost,
        error,
        mark_of(cost, error),
        round(verdict.score_cost, 1),
        state.game.phase(state),
        before,
        after,
        [text(move) for move in line],
        [_reason_data(one) for one in reasons],
    )


def _reason_data(reason: Reason) -> dict[str, Any]:
    return {name: round(value, 1) if isinstance(value, float) else value for name, value in asdict(reason).items()}


def rounded(chances: Sequence[float]) -> list[float]:
    """Chances with few digits whose sum is as exact as before.

    >>> rounded([0.33336, 0.33336, 0.33327, 0.00001])
    [0.3334, 0.3333, 0.3333, 0.0]
    """
    scale = 10**DIGITS
    return [units / scale for units in _in_units(chances, scale)]


# -- the file beside the record ----------------------------------------------------------------------------------------


def side_file(path: Path) -> Path:
    """Of a record file, or of a tournament's folder."""
    if path.is_dir():
        path = path / STORE
    return path.with_name(f"{path.name}.analysis")


def read_analyses(path: Path) -> dict[str, Analysis]:
    """The analyses beside a record file, by content hash; none if there is no such file."""
    side = side_file(path)
    try:
        with side.open("rb") as file:
            lines = list(iter(lambda: file.readline(MAX_LINE + 1), b""))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BoomtownError(f"{side}: cannot be read: {error.strerror}") from None
    found = {}
    for number, line in enumerate(lines, 1):
        one = _parsed(line, f"{side}:{number}")
        found[one.record] = one
    return found


def analysis_of(path: Path, record: Record) -> Analysis | None:
    """What is known of a record of this file; None: nothing that fits its content."""
    return fitting(read_analyses(path), content_hash(record), len(record["seats"]), len(record["moves"]))


def fitting(analyses: dict[str, Analysis], key: str, n_seats: int, n_moves: int) -> Analysis | None:
    """The analysis of the game with this content hash. One that does not fit it, as no `analyse` wrote it, is none."""
    found = analyses.get(key)
    if found is None or all(len(one.before) == n_seats and one.number < n_moves for one in found.decisions):
        return found
    return None


def _parsed(line: bytes, where: str) -> Analysis:
    try:
        found = json.loads(line)
        decisions = [decision_from(entry) for entry in found["decisions"]]
        record, seed, sims, seconds = (found[name] for name in ("record", "seed", "sims", "seconds"))
        if not (isinstance(record, str) and type(seed) is int and type(sims) is int and 1 <= sims <= MAX_SIMS):
            raise ValueError
        if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds < math.inf):
            raise ValueError
        return Analysis(record, seed, sims, seconds, decisions, found.get("judge", 1))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BoomtownError(f"{where}: no analysis; `boomtown analyse` writes it anew once the file is gone") from None


_KINDS = {"int": int, "str": str, "float": (int, float), "str | None": (str, type(None))}


def decision_from(entry: dict[str, Any]) -> Decision:
    """A decision out of a file; `ValueError` or `KeyError` if it is none."""
    for one in fields(Decision):
        if one.name == "reasons":
            continue
        value = entry[one.name]
        if str(one.type).startswith("list"):
            kind = _KINDS[str(one.type)[5:-1]]
            is_right = isinstance(value, list) and all(isinstance(item, kind) for item in value)  # type: ignore[arg-type]
        else:
            is_right = isinstance(value, _KINDS[str(one.type)])  # type: ignore[arg-type]
        numbers = [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, (int, float))]
        if not is_right or not all(map(math.isfinite, numbers)):
            raise ValueError(one.name)
    known = {one.name: entry[one.name] for one in fields(Decision) if one.name in entry}
    decision = Decision(**{**known, "reasons": [_reason_from(one) for one in entry.get("reasons", [])]})
    n_seats = len(decision.before)
    seats = [decision.seat, *(one["seat"] for one in decision.reasons)]
    if not (n_seats == len(decision.after) and all(0 <= seat < n_seats for seat in seats)):
        raise ValueError("seat")
    if decision.number < 0 or decision.mark not in (None, *MARKS):
        raise ValueError("number or mark")
    return decision


def _reason_from(entry: dict[str, Any]) -> dict[str, Any]:
    kinds = {one.name: _KINDS[str(one.type)] for one in fields(Reason)}
    needed = {one.name for one in fields(Reason) if one.default is MISSING}
    is_whole = needed <= set(entry) <= set(kinds)
    if not is_whole or not all(isinstance(value, kinds[name]) for name, value in entry.items()):  # type: ignore[arg-type]
        raise ValueError("reasons")
    if not all(math.isfinite(value) for value in entry.values() if isinstance(value, (int, float))):
        raise ValueError("reasons")
    return entry


def lines_of(found: Sequence[Analysis]) -> Iterator[str]:
    """The side file, line by line."""
    for one in found:
        yield json.dumps(one.data(), separators=(",", ":"), ensure_ascii=False) + "\n"
