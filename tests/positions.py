"""What every game's suite of positions shares: asking bots for a move, and the table of what they find."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Protocol

import bots
from bots import Budget
from engine import BoomtownError, State, Stream

DEFAULT = ["greedy", "heuristic", "mcts:sims=2000"]


class Problem(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int: ...
    def state(self) -> State: ...
    def accepts(self, text: str) -> bool: ...


def matches(text: str, best: Iterable[str]) -> bool:
    """Whether a move is one of these, or begins with the words of one that ends in an asterisk."""
    return any(text == move or (move.endswith("*") and text.startswith(move[:-1])) for move in best)


def decide(spec: str, position: Problem, seed: int = 1) -> str:
    state = position.state()
    bot = bots.make(spec, state.game, position.seat)
    move = bot.choose(state.observe(position.seat), state.legal(), Budget(), Stream(seed, "bot", position.seat))
    return state.game.text(move)


def solved(spec: str, positions: Iterable[Problem]) -> dict[str, bool]:
    return {position.name: position.accepts(decide(spec, position)) for position in positions}


def parse(prog: str, description: str | None, arguments: list[str] | None = None) -> list[str]:
    """The bots named on a command line."""
    parser = argparse.ArgumentParser(prog=prog, description=description)
    parser.add_argument("specs", nargs="*", metavar="SPEC", default=DEFAULT, help=f"default: {' '.join(DEFAULT)}")
    specs: list[str] = parser.parse_args(arguments).specs
    try:
        return [str(bots.parse_spec(spec)) for spec in specs]
    except BoomtownError as error:
        parser.error(str(error))


def show(suite: Sequence[Problem], specs: list[str]) -> None:
    """Prints which positions which bots solve."""
    print(f"{'position':<30}" + "".join(f"{spec:>20}" for spec in specs))
    scores = dict.fromkeys(specs, 0)
    for position in suite:
        row = []
        for spec in specs:
            move = decide(spec, position)
            is_right = position.accepts(move)
            scores[spec] += is_right
            row.append(f"{'' if is_right else '! '}{move}")
        print(f"{position.name:<30}" + "".join(f"{cell:>20}" for cell in row))
    print(f"{len(suite)} positions".ljust(30) + "".join(f"{scores[spec]:>20}" for spec in specs))
