"""Perft files of any game: positions found by random play, counts of move sequences, the same counts by an oracle.

A file gives a position (what to play, and the moves that lead there in record notation) and the number of move
sequences of length 1, 2, 3 … from it, chance outcomes included. Called by the games' makers and tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from engine import Game, State, Stream, new_game
from engine.playout import perft
from tests.random_play import random_move

MAX_LEAVES = 400_000  # of the deepest count of a file
MAX_DEPTH = 6
N_GAMES = 40  # tried per position; the shortest way there is taken
MAX_GAMES = 4_000  # tried for a rare one that these do not have
MAX_WAY = 5000

Position = dict[str, Any]
Words = list[Any]


class Wanted(NamedTuple):
    """A position to look for."""

    name: str
    settings: Mapping[str, Any]
    condition: Callable[[State], bool]


# -- making ------------------------------------------------------------------------------------------------------------


def way_to(wanted: Wanted, seed: int, shorter_than: int) -> list[int] | None:
    """The moves of a random game up to the wanted position, if it comes up early enough."""
    state, rng, moves = new_game(**wanted.settings).new(), Stream(seed, "perft", wanted.name), []
    while len(moves) < shorter_than and not state.is_over:
        if wanted.condition(state):
            return moves
        moves.append(random_move(state, rng))
        state.apply(moves[-1])
    return None


def counts_of(state: State) -> list[int]:
    """Leaves by depth, as deep as stays affordable: the next depth is guessed from the growth of the last."""
    counts = [perft(state, 1)]
    growth = 2
    while len(counts) < MAX_DEPTH and counts[-1] * growth <= MAX_LEAVES:
        counts.append(perft(state, len(counts) + 1))
        growth = max(2, counts[-1] // counts[-2])
    return counts


def make(wanted: Wanted, left_out: Iterable[str]) -> Position:
    """A file's content; `left_out` are keys of the header that the default settings say."""
    best: list[int] | None = None
    for seed in range(MAX_GAMES):
        if seed >= N_GAMES and best is not None:
            break
        found = way_to(wanted, seed, shorter_than=MAX_WAY if best is None else len(best))
        best = best if found is None else found
    assert best is not None, f"{wanted.name} did not come up"
    state = new_game(**wanted.settings).new()
    words = []
    for move in best:
        words.append([state.mover, *state.game.words(move)])
        state.apply(move)
    header = {key: value for key, value in state.game.header().items() if key not in left_out}
    return {**header, "moves": words, "counts": counts_of(state)}


def write(folder: Path, all_wanted: list[Wanted], left_out: Iterable[str] = ("board",)) -> None:
    for wanted in all_wanted:
        position = make(wanted, left_out)
        lines = [f'"{key}": {json.dumps(value)}' for key, value in position.items()]
        (folder / f"{wanted.name}.json").write_text("{" + ",\n ".join(lines) + "}\n")
        print(f"{wanted.name:26} after {len(position['moves']):3} moves: {position['counts']}")


# -- checking ----------------------------------------------------------------------------------------------------------


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.json"))


@cache
def read(folder: Path, name: str) -> Position:
    return dict(json.loads((folder / f"{name}.json").read_text()))


def check_counts(game: Game, given: Position) -> None:
    """By the engine."""
    state = game.new()
    for seat, *words in given["moves"]:
        assert seat == state.mover
        state.play(words)
    assert [perft(state, depth) for depth in range(1, len(given["counts"]) + 1)] == given["counts"]


class Referee(Protocol):
    """What is asked of an oracle here."""

    def legal(self) -> list[Words]: ...
    def play(self, words: Words) -> None: ...


def affordable_depth(given: Position, most_moves: int) -> int:
    """How deep an oracle can look: it has no undo, so it plays the whole way to every node above the leaves."""
    depth, n_nodes = 1, 1
    for count in given["counts"][:-1]:
        n_nodes += count
        if n_nodes * (len(given["moves"]) + 3) > most_moves:
            break
        depth += 1
    return depth


def count_by(oracle_of: Callable[[], Referee], way: list[Words], depth: int) -> int:
    oracle = oracle_of()
    for words in way:
        oracle.play(words)
    legal = oracle.legal()
    if not legal:
        return 1
    if depth == 1:
        return len(legal)
    return sum(count_by(oracle_of, [*way, words], depth - 1) for words in legal)


def check_by(oracle_of: Callable[[], Referee], given: Position, most_moves: int) -> None:
    """The counts again by an oracle, which has no code in common with the engine."""
    way = [words for _, *words in given["moves"]]
    for depth in range(1, affordable_depth(given, most_moves) + 1):
        assert count_by(oracle_of, way, depth) == given["counts"][depth - 1], f"depth {depth}"
