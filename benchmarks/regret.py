"""What the search loses by what it never looks at: candidates of the guide against all legal moves, phase by phase.

`python -m benchmarks.regret --game G` takes decisions of games that the search played itself. In each, a search says
which actions it looks at (as many as its width lets it), and every other legal move is tried besides. By paired
playouts the best of those looked at and the best of all are chosen; with fresh luck both are played on to the end by
the search in every seat, with the same dice. What the second gains over the first is the regret: chosen and measured
with different luck, it is not flattered by the choice. A store keeps every decision; the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.identity import program
from arena.sharing import share_out
from benchmarks.selfplay import SelfPlay, add_options, opened, play_on
from benchmarks.settings import add_settings, ended, game_of
from bots.foresight import foresee
from bots.mcts import MctsParams
from bots.players import players_of
from bots.search import Tree
from engine import Game, State, Stream
from engine.games import described, remade

PLAYED_ON_BY = "mcts:sims=12,settle=true,memory=1"
N_FIRST = 16  # playouts of every move
N_SECOND = 64  # of the better quarter
BYTES = 4_000_000


@dataclass(frozen=True)
class Found:
    """One decision: how many actions there were and were looked at, and what the best of the rest would have gained."""

    phase: str
    n_legal: int
    n_looked_at: int
    is_outside: bool  # the best by playouts is one that the search does not look at
    promised: float  # what it gains in those playouts
    gains: list[float]  # and when played on, pair by pair


@dataclass(frozen=True)
class Effort:
    sims: int  # of the search that says what it looks at
    pairs: int  # of games played on


def tree_of(game: Game) -> Tree:
    usual = MctsParams()
    players, knobs = players_of(game), players_of(game).knobs(game)
    guide = players.guide(game, knobs.noise, usual.horizon)
    return Tree(guide, BYTES, knobs.exploration, usual.margin, usual.width, usual.widening)


def looked_at(tree: Tree, state: State, sims: int, seed: int) -> list[list[int]]:
    """The moves of each action that a search looks at from here."""
    assert state.mover is not None
    seen = state.observe(state.mover)
    tree.search(seen, Stream(seed, "regret"), sims, None)
    return [tree.unfold(seen, action, Stream(seed, "unfold")) for action, *_ in tree.report()]


def after(state: State, moves: Sequence[int]) -> State:
    found = state.copy()
    for move in moves:
        found.apply(move)
    return found


def best_of(tree: Tree, state: State, plans: Sequence[list[int]], seat: int, seed: int) -> tuple[float, list[int]]:
    """The plan that playouts value most, and how much; all have the same luck, and the better quarter more of it."""
    lucks = np.array([Stream(seed, "luck", k).draw() for k in range(N_SECOND)], dtype=np.uint64)
    first = [_worth(tree, after(state, plan), seat, lucks[:N_FIRST]) for plan in plans]
    good = sorted(range(len(plans)), key=lambda k: -first[k])[: max(4, len(plans) // 4)]
    return max(((_worth(tree, after(state, plans[k]), seat, lucks), plans[k]) for k in good), key=lambda one: one[0])


def _worth(tree: Tree, state: State, seat: int, lucks: NDArray[np.uint64]) -> float:
    """As the search values a position: the winning chance, and a little of the margin."""
    margin, n = MctsParams().margin, state.game.n_seats
    rows = np.empty((len(lucks), 2 * n))
    foresee(tree, state, lucks, 1, rows)
    others = [rows[:, n + k] for k in range(n) if k != seat]
    lead = rows[:, n + seat] - (np.max(others, axis=0) if others else 0.0)
    scaled = 0.5 + 0.5 * lead / (np.abs(lead) + tree.guide.scale)
    return float(np.mean((1 - margin) * rows[:, seat] + margin * scaled))


def measured(state: State, effort: Effort, seed: int) -> Found:
    """The regret of one decision."""
    game, seat, tree = state.game, state.mover, tree_of(state.game)
    assert seat is not None
    legal = state.legal()
    plans = looked_at(tree, state, effort.sims, seed)
    known = {plan[0] for plan in plans}
    others = [[move] for move in legal if move not in known]
    phase, promised, gains = game.phase(state), 0.0, [0.0] * effort.pairs
    is_outside = False
    if others:
        (inside, known_best), (outside, other_best) = (
            best_of(tree, state, some, seat, seed) for some in (plans, others)
        )
        is_outside = outside > inside
        if is_outside:
            promised = outside - inside
            ends = [after(state, one) for one in (other_best, known_best)]
            seeds = [Stream(seed, "played on", k).draw() for k in range(effort.pairs)]
            shares = [[play_on(PLAYED_ON_BY, end, seat, one) for one in seeds] for end in ends]
            gains = [theirs - ours for theirs, ours in zip(*shares, strict=True)]
    return Found(phase, len(legal), len(plans), is_outside, promised, gains)


def decisions(store: SelfPlay, n_games: int, per_phase: int, seed: int) -> list[tuple[int, int]]:
    """Of each phase so many decisions with a choice, spread over the games: (game, move number)."""
    by_phase: dict[str, list[tuple[int, int]]] = {}
    for number, played in enumerate(store.games[:n_games]):
        for at, (state, _) in enumerate(played.states(store.game)):
            if state.mover is not None and state.mover >= 0 and len(state.legal()) > 1:
                by_phase.setdefault(store.game.phase(state), []).append((number, at))
    found = []
    for phase, places in sorted(by_phase.items()):
        Stream(seed, "regret decisions", len(phase)).shuffle(places)
        found += places[:per_phase]
    return sorted(found)


def _work(header: dict[str, Any], todo: list[tuple[list[int], int]], effort: Effort, k: int) -> Found:
    moves, seed = todo[k]
    return measured(after(remade(header).new(), moves), effort, seed)


def collect(store: SelfPlay, places: Sequence[tuple[int, int]], path: Path, effort: Effort, jobs: int) -> list[Found]:
    """What is known of these decisions; what is not yet, is found out and kept."""
    known: dict[str, Found] = {}
    way = {**asdict(effort), "signature": program()["signature"]}
    if path.is_file():
        rows = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]
        known = {row["key"]: Found(**row["found"]) for row in rows if row.get("way") == way}
    keys = [f"{number}/{at}" for number, at in places]
    missing = [(key, place) for key, place in zip(keys, places, strict=True) if key not in known]
    todo = [(store.games[number].moves[:at], 1000 * number + at) for _, (number, at) in missing]
    work = partial(_work, described(store.game), todo, effort)
    with path.open("a") as file:
        results = share_out(work, len(todo), jobs)
        for (key, _), one in zip(missing, tqdm(results, total=len(todo), unit="decision", disable=None), strict=True):
            known[key] = one
            file.write(json.dumps({"key": key, "way": way, "found": asdict(one)}) + "\n")
            file.flush()
    return [known[key] for key in keys]


def report(found: Sequence[Found]) -> None:
    """A line per phase: what is lost per decision in points of the winning chance, with two standard errors."""
    print("| phase | decisions | legal | looked at | best is outside | promised | regret when played on |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for phase in [*sorted({one.phase for one in found}), ""]:
        some = [one for one in found if phase in ("", one.phase)]
        gains = np.array([np.mean(one.gains) for one in some])
        error = 2 * gains.std(ddof=1) / np.sqrt(len(some)) if len(some) > 1 else float("nan")
        means = [np.mean([getattr(one, name) for one in some]) for name in ("n_legal", "n_looked_at", "promised")]
        n_outside = sum(one.is_outside for one in some)
        regret = f"{100 * gains.mean():+.2f} ± {100 * error:.2f}"
        print(
            f"| {phase or 'all'} | {len(some)} | {means[0]:.1f} | {means[1]:.1f} | {n_outside} "
            f"| {100 * means[2]:+.2f} | {regret} |"
        )


def measure(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        "benchmarks.regret", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser, 40)
    parser.add_argument("--decisions", type=int, default=40, help="of each phase (%(default)s)")
    parser.add_argument("--sims", type=int, default=200, help="of the search that looks (%(default)s)")
    parser.add_argument("--pairs", type=int, default=16, help="of games played on from each (%(default)s)")
    settings = add_settings(parser, words)
    options = parser.parse_args(words)
    store = opened(options, game_of(options, settings))
    places = decisions(store, options.games, options.decisions, options.seed)
    effort = Effort(options.sims, options.pairs)
    found = collect(store, places, store.path.with_suffix(".regret.jsonl"), effort, options.jobs)
    print(f"{options.game}, {options.players} players, {options.sims} simulations; in points of the winning chance\n")
    report(found)
    return 0


def main(words: Sequence[str] | None = None) -> int:
    return ended("regret", lambda: measure(sys.argv[1:] if words is None else words))


if __name__ == "__main__":
    sys.exit(main())
