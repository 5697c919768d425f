"""How a game's styles differ: each against `heuristic` as usual, in turned seats on shared deals; what share it wins,
and what it does differently, of all that the game's room counts.

`python -m benchmarks.styles --games 400` prints both as a table, a column for each style.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from arena.sharing import share_out
from benchmarks.settings import add_settings, ended, game_of
from benchmarks.strength import share_text
from bots import ask, make
from bots.players import players_of
from engine import BoomtownError, Stream
from engine.games import described, remade

Counts = Counter[str]


def play(header: dict[str, Any], style: str, seed: int, k: int) -> tuple[float, Counts]:
    """Game k: the style's share of the victory, and what its seat did."""
    game = remade(header)
    room, (deal, seat) = players_of(game), divmod(k, game.n_seats)
    specs = [f"heuristic:style={style}" if one == seat else "heuristic" for one in range(game.n_seats)]
    bots = [make(spec, game, one) for one, spec in enumerate(specs)]
    dice, choices, state, found = Stream(seed, "dice", deal), Stream(seed, "choices", k), game.new(), Counts()
    while (mover := state.mover) is not None:
        move = state.roll(dice) if mover < 0 else ask(bots[mover], state.observe(mover), state.legal(), choices)
        before = state.copy()
        state.apply(move)
        for name, whose, n in room.counts(before, move, state):
            if whose == seat:
                found[name] += n
    found["score"] += state.scores()[seat]
    return state.result()[seat], found


def measure(header: dict[str, Any], style: str, seed: int, n: int, jobs: int = 1) -> tuple[float, Counts]:
    """Victories in n games, and what was done in a game on average."""
    won, total = 0.0, Counts()
    for share, found in share_out(partial(play, header, style, seed), n, jobs):
        won += share
        total.update(found)
    return won, Counts({name: value / n for name, value in total.items()})


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    settings = add_settings(parser, words)
    parser.add_argument("--games", type=int, default=400, help="of each style (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(words)

    def work() -> int:
        game = game_of(options, settings)
        styles = list(players_of(game).styles)
        if not styles:
            raise BoomtownError(f"{game.name} has no styles")
        found = [measure(described(game), style, options.seed, options.games, options.jobs) for style in styles]
        print(f"| | {' | '.join(styles)} |\n| --- |{' --- |' * len(styles)}")
        print(f"| victories | {' | '.join(share_text(won, options.games) for won, _ in found)} |")
        for name in sorted({name for _, counts in found for name in counts}):
            print(f"| {name} | {' | '.join(f'{counts[name]:.1f}' for _, counts in found)} |")
        return 0

    return ended("styles", work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
