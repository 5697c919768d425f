"""The signature: one number over what the rules and the search do with fixed seeds, in parts for each game.

It changes when their behaviour changes (a legal move more, another dice roll, another word in a record, another choice
of the search) and not when only the speed or the layout of memory does: everything is folded in as text that a user
could see.
`benchmarks/signature.json` keeps the last agreed one; `boomtown bench --compare` tells which part moved.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import bots
from engine import Game, Observation, State, Stream
from engine.games import GameType, game_type

SNAPSHOT_STRIDE = 16  # a snapshot costs as much as a hundred moves
SEARCH_STRIDE = 23  # a prime, so that all phases come up
SEARCH_SIMS = 200


def signature(games: Iterable[str]) -> tuple[int, dict[str, int]]:
    """The whole and its parts, `GAME.rules` and so on: 53-bit numbers, which every reader of JSON takes exactly."""
    parts = {f"{name}.{part}": value for name in games for part, value in _of_game(game_type(name)).items()}
    return whole(parts), parts


def whole(parts: dict[str, int]) -> int:
    """The one number over all parts."""
    return _number(blake2b(json.dumps(parts).encode()))


def _of_game(kind: GameType) -> dict[str, int]:
    rules, notation, sampling = _fold_games(kind)
    return {"rules": rules, "notation": notation, "sampling": sampling, "search": _fold_search(kind)}


def _number(fold: blake2b) -> int:
    return int.from_bytes(fold.digest()[:8], "little") & ((1 << 53) - 1)


def _add(fold: blake2b, *data: Any) -> None:
    fold.update(json.dumps(data).encode())


def _random_game(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """Every position of a random game with the move played there; the state is live."""
    state, dice, picks = game.new(), Stream(seed, "dice"), Stream(seed, "picks")
    while not state.is_over:
        move = state.roll(dice) if state.mover == -1 else picks.choice(state.legal())
        yield state, move
        state.apply(move)
    yield state, -1


def _fold_games(kind: GameType) -> tuple[int, int, int]:
    """Rules: movers, legal moves, snapshots, results. Notation: all moves met. Sampling: views and drawn states."""
    rules, notation, sampling = blake2b(), blake2b(), blake2b()
    met: dict[int, str] = {}
    for seed, settings in enumerate(kind.signed):
        game, draws = kind.game(**settings), Stream(seed, "sampling")
        _add(rules, game.header())
        for number, (state, _) in enumerate(_random_game(game, seed)):
            legal = state.moves()
            rules.update(f"{state.mover}:{','.join(legal)}\n".encode())
            met.update(zip(state.legal(), legal, strict=True))
            if number % SNAPSHOT_STRIDE == 0 or state.is_over:
                _add(rules, state.snapshot(), state.scores(), state.result(), state.chance())
                seen = state.observe(number // SNAPSHOT_STRIDE % game.n_seats)
                _add(sampling, seen.view(), seen.sample(draws).snapshot())
    for move, text in sorted(met.items(), key=lambda pair: pair[1]):
        _add(notation, text, game.words(move), game.text(game.move(text)))
    return _number(rules), _number(notation), _number(sampling)


def _fold_search(kind: GameType) -> int:
    """What the search, with one thread and a number of simulations, its own or the caller's in turns, thinks of
    positions of random games; it has seen what its seat could."""
    fold = blake2b()
    for seed, settings in enumerate(kind.searched):
        game = kind.game(**settings)
        past: list[list[Observation]] = [[] for _ in range(game.n_seats)]
        for number, (state, _) in enumerate(_random_game(game, seed)):
            if state.mover in (None, -1):
                continue
            seen = state.observe(state.mover)
            past[seen.seat].append(seen)
            if number % SEARCH_STRIDE:
                continue
            is_own = number // SEARCH_STRIDE % 2 == 0
            bot = bots.make(f"mcts:sims={SEARCH_SIMS},threads=1" if is_own else "mcts:threads=1", game, seen.seat)
            for earlier in past[seen.seat][:-1]:
                bot.watch(earlier)
            budget = bots.Budget() if is_own else bots.Budget(sims=SEARCH_SIMS)
            move = bot.choose(seen, state.legal(), budget, Stream(seed, "bot", number))
            visits = [
                (game.text(one["move"]), one["visits"]) for one in (bot.analysis or {"candidates": []})["candidates"]
            ]
            _add(fold, game.text(move), visits)
    return _number(fold)
