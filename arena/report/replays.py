"""Games as the page replays them: the first position, then for each move its words and what it changed. And the events
that the game's own figures are drawn from. Called by `arena.report.data`.

A page with 2,000 games of 400 moves must stay small: changes are a few numbers each, and games are compressed many at a
time, which brings a game to about 5 KB.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.analysis import Analysis, Decision, coarseness_text, cost_text, rounded
from arena.face import Face
from arena.reasons import tell_reasons
from arena.terminal.lang import catalogue_of
from engine import BoomtownError, Game, State

GAMES_PER_CHUNK = 16
UNITS = 10_000  # of a chance: hundredths of a percent, in whole numbers, so that those of all seats add up exactly


@dataclass
class Replay:
    first: dict[str, Any]
    # [mover, words, [[path, value], ...]], and where the mover said so: the worth of what is to be won, its chance
    steps: list[list[Any]] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)  # as the face's page gathers them
    analysis: dict[str, Any] | None = None  # what `judged` makes of it


def replay(
    face: Face, game: Game, moves: list[int], notes: list[list[Any]], analysis: Analysis | None = None
) -> Replay:
    """Plays the moves again."""
    state = game.new()
    marked = {} if analysis is None else {one.number: one for one in analysis.mistakes()}
    marks = []
    before = face.page.position(state)
    found = Replay(before)
    said = {number: (worth, chance) for number, worth, chance in notes}
    for number, move in enumerate(moves):
        mover, words = state.mover, face.text.tell(state, move)
        event = face.page.event(state, move, said.get(number, (None, None))[0])
        if event is not None:
            found.events.append(event)
        if number in marked:
            marks.append(_marked(face, state, before, marked[number]))
        state.apply(move)
        after = face.page.position(state)
        found.steps.append([mover, words, list(changes(before, after)), *said.get(number, ())])
        before = after
    if analysis is not None and analysis.decisions:
        found.analysis = {"way": _way(analysis), "chances": chances(analysis, state, len(moves)), "marks": marks}
    return found


def chances(analysis: Analysis, end: State, n_moves: int) -> list[list[Any]]:
    """Everybody's chance in every position of a game: [number of the position, chances], where they change. They add up
    to `UNITS`, those of a seat alone to its expected share; at the end they are what each has won."""
    found: list[list[Any]] = []

    def add(number: int, values: Sequence[float]) -> None:
        whole = [round(value * UNITS) for value in values]
        if found and found[-1][0] == number:
            found.pop()
        if not found or found[-1][1] != whole:
            found.append([number, whole])

    for one in analysis.decisions:
        add(one.number if found else 0, one.before)
        add(one.number + 1, one.after)
    if end.is_over:
        add(n_moves, rounded(end.result()))
    return found


def _way(analysis: Analysis) -> str:
    effort = f"{analysis.sims:,} simulations" if analysis.seconds is None else f"{analysis.seconds:g} seconds"
    earlier = "; by an earlier judge, analyse it anew" if analysis.is_outdated else ""
    coarseness = f"; {found}" if (found := coarseness_text(analysis)) is not None else ""
    return f"{effort} for each alternative, seed {analysis.seed}{earlier}{coarseness}"


def _marked(face: Face, state: State, before: dict[str, Any], decision: Decision) -> list[Any]:
    """A mistake: [number, mark, what it cost, what was better, the better line as steps, what speaks for it]."""
    names = [f"seat {seat}" for seat in range(state.game.n_seats)]
    say, reasons = catalogue_of(state.game, "en"), decision.told_reasons
    why = tell_reasons(say, names, decision.seat, reasons) if reasons else ""
    state, steps = state.copy(), []
    for text in decision.line or [decision.best]:
        move = state.game.move(text)
        if move not in state.legal():  # the file may be anybody's, and the engine trusts what it applies
            raise BoomtownError(f"the analysis of move {decision.number}: {text} cannot be played; analyse it anew")
        mover, words = state.mover, face.text.tell(state, move)
        state.apply(move)
        after = face.page.position(state)
        steps.append([mover, words, list(changes(before, after))])
        before = after
    return [decision.number, decision.mark, cost_text(decision), steps[0][1], steps, why]


def changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[list[Any]]:
    """The entries that differ: [key, value], or [key, entry, value] inside lists and objects; null removes an entry."""
    for key, new in after.items():
        old = before.get(key)
        if old == new:
            continue
        if isinstance(new, dict) and isinstance(old, dict):
            yield from ([key, entry, value] for entry, value in new.items() if old.get(entry) != value)
            yield from ([key, entry, None] for entry in old if entry not in new)
        elif isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
            yield from ([key, entry, value] for entry, value in enumerate(new) if old[entry] != value)
        else:
            yield [key, new]


def pack(replays: list[Replay]) -> str:
    """A chunk of games as the page unpacks it: base64 of zlib of JSON."""
    games = [[one.first, one.steps, one.analysis] for one in replays]
    plain = json.dumps(games, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(plain.encode(), 9)).decode()
