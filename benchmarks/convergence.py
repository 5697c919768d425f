"""What more thought would still change: `python -m benchmarks.convergence --game G`.

Takes decisions of games that the search played itself. Each is searched with several numbers of simulations, twice with
different luck, and once long. A line for each number says how much of it was made before the choice was settled, how
often the two searches choose the same, how often they choose what the long one does, and what their choices lose by the
long one's own values. Where that hardly falls any more, further simulations change only what the search takes to be
alike: what it still gets wrong then, it gets wrong in playouts and value model, not for want of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.sharing import share_out
from benchmarks.selfplay import SelfPlay, add_options, opened
from benchmarks.settings import add_settings, ended, game_of
from bots import ask, make
from bots.mcts import MctsBot
from engine import State, Stream
from engine.games import described, remade

SIMS = (125, 500, 2000, 8000)
N_LUCKS = 2  # searches of each number: whether they agree

Plan = tuple[int, ...]


@dataclass(frozen=True)
class Searched:
    """A search of one decision: what it chose, its simulations, and what it says of the winning chance of each plan."""

    plan: Plan
    n_sims: int
    chances: dict[Plan, float]


@dataclass(frozen=True)
class Found:
    """One decision: the searches of each number of simulations, and the long one."""

    short: dict[int, list[Searched]]
    long: Searched

    def loss(self, one: Searched) -> float:
        """What its choice costs by what the long search says of it; a plan that this never looked at costs nothing that
        is known."""
        return max(self.long.chances.values()) - self.long.chances.get(one.plan, max(self.long.chances.values()))


def searched(past: Sequence[State], state: State, sims: int, settle: bool, seed: int) -> Searched:
    """By a bot that remembers its seat's past, and has just these simulations."""
    assert state.mover is not None
    bot = make(f"mcts:sims={sims},even=true,keep=false,settle={str(settle).lower()}", state.game, state.mover)
    assert isinstance(bot, MctsBot)
    for earlier in past:
        if earlier.mover == bot.seat:
            bot.past.recall(earlier.observe(bot.seat))
    move = ask(bot, state.observe(bot.seat), state.legal(), Stream(seed, "convergence"))
    assert bot.analysis is not None
    chances = {(row["move"], *row["plan"]): row["chance"] for row in bot.analysis["candidates"]}
    return Searched((move, *bot.plan), bot.n_sims, chances)


def measured(past: Sequence[State], state: State, numbers: Sequence[int], most: int, seed: int) -> Found:
    short = {n: [searched(past, state, n, True, seed + luck) for luck in range(1, N_LUCKS + 1)] for n in numbers}
    return Found(short, searched(past, state, most, False, seed))


def choices(store: SelfPlay, n_games: int, n: int, seed: int) -> list[tuple[int, int]]:
    """Decisions with a choice, any as likely as another: (game, move number)."""
    found = [
        (number, at)
        for number, played in enumerate(store.games[:n_games])
        for at, (state, _) in enumerate(played.states(store.game))
        if state.mover is not None and state.mover >= 0 and len(state.legal()) > 1
    ]
    Stream(seed, "choices").shuffle(found)
    return sorted(found[:n])


def _work(
    header: dict[str, Any], todo: list[tuple[list[int], int]], numbers: Sequence[int], most: int, k: int
) -> Found:
    moves, seed = todo[k]
    past, state = [], remade(header).new()
    for move in moves:
        past.append(state.copy())
        state.apply(move)
    return measured(past, state, numbers, most, seed)


def report(found: Sequence[Found], most: int) -> None:
    """Losses are per decision, in points of the winning chance, with two standard errors."""
    print(f"| simulations | made | two agree | as {most:,} | loss |\n| ---: | ---: | ---: | ---: | ---: |")
    for n in found[0].short:
        searches = [(one, search) for one in found for search in one.short[n]]
        made = np.mean([search.n_sims / n for _, search in searches])
        agree = np.mean([len({search.plan for search in one.short[n]}) == 1 for one in found])
        same = np.mean([search.plan == one.long.plan for one, search in searches])
        losses = np.array([np.mean([one.loss(search) for search in one.short[n]]) for one in found])
        error = 2 * losses.std(ddof=1) / len(losses) ** 0.5
        print(f"| {n:,} | {made:.0%} | {agree:.0%} | {same:.0%} | {100 * losses.mean():.2f} ± {100 * error:.2f} |")


def measure(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        "benchmarks.convergence", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser, 20)
    parser.add_argument("--decisions", type=int, default=200, help="that are searched (%(default)s)")
    parser.add_argument("--sims", type=int, nargs="+", default=SIMS, help="numbers of simulations")
    parser.add_argument("--most", type=int, default=32_000, help="of the long search (%(default)s)")
    settings = add_settings(parser, words)
    options = parser.parse_args(words)
    if options.decisions < 2 or min(*options.sims, options.most) < 1:
        parser.error("--decisions needs 2 at least, --sims and --most 1")
    store = opened(options, game_of(options, settings))
    places = choices(store, options.games, options.decisions, options.seed)
    todo = [(store.games[number].moves[:at], 1000 * number + at) for number, at in places]
    work = partial(_work, described(store.game), todo, options.sims, options.most)
    results = share_out(work, len(todo), options.jobs)
    found = list(tqdm(results, total=len(todo), unit="decision", disable=None))
    print(f"{options.game}, {options.players} players, {len(found)} decisions; loss in points of the winning chance\n")
    report(found, options.most)
    return 0


def main(words: Sequence[str] | None = None) -> int:
    return ended("convergence", lambda: measure(sys.argv[1:] if words is None else words))


if __name__ == "__main__":
    sys.exit(main())
