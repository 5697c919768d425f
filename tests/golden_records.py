"""Golden records of any game: made by random play, read back, built again. Called by the games' makers and tests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine import State, Stream, new_game
from engine.records import build_record, dump, game_of
from tests.random_play import random_move

Record = dict[str, Any]
Picker = Callable[[State, Stream, "Counter[str]"], int]


def play(seed: int, name: str, settings: Mapping[str, Any], seen: Counter[str], snapshots: str, pick: Picker) -> Record:
    """One random game whose picker is told the verbs seen so far, and counts its own among them."""
    game = new_game(**settings)
    state, rng, moves = game.new(), Stream(seed, "golden", name), []
    dice = Stream(seed, "dice")
    while not state.is_over:
        move = state.roll(dice) if state.mover == -1 else pick(state, rng, seen)
        seen[game.words(move)[0]] += 1
        moves.append(move)
        state.apply(move)
    return build_record(game, moves, seed=seed, seats=["random"] * game.n_seats, snapshots=snapshots)


def make(
    wanted: Mapping[str, Mapping[str, Any]],
    every: Collection[str],
    pick: Picker = random_move,
    held: Mapping[str, Callable[[list[list[Any]]], bool]] = MappingProxyType({}),
) -> dict[str, str]:
    """The records' lines by name. Those named in `every` hold all snapshots; of those in `held` the first game, from
    the name's own seed on, whose moves are as wanted is taken."""
    seen: Counter[str] = Counter()
    lines = {}
    for name, settings in wanted.items():
        for seed in count(sum(name.encode())):
            trial = Counter(seen)
            record = play(seed, name, settings, trial, "every" if name in every else "round", pick)
            if held.get(name, bool)(record["moves"]):
                break
        seen = trial
        lines[name] = dump(record)
    return lines


def write(folder: Path, lines: Mapping[str, str]) -> None:
    for name, line in lines.items():
        (folder / f"{name}.jsonl").write_text(line)
    verbs = Counter(move[1] for line in lines.values() for move in json.loads(line)["moves"])
    size = sum(map(len, lines.values()))
    print(f"{len(lines)} records, {sum(verbs.values())} moves, {len(verbs)} verbs, {size / 1e6:.2f} MB")
    print(", ".join(f"{verb} {n}" for verb, n in verbs.most_common()))


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.jsonl"))


@cache
def read(folder: Path, name: str) -> Record:
    return dict(json.loads((folder / f"{name}.jsonl").read_text()))


def built_again(record: Record) -> str:
    """The line that the engine writes for the same moves: every snapshot, legal list and the result."""
    game = game_of(record)
    moves = [game.move(words) for _, *words in record["moves"]]
    snapshots = "every" if len(record["states"]) == len(moves) + 1 else "round"
    return dump(build_record(game, moves, seed=record["seed"], seats=record["seats"], snapshots=snapshots))
