"""Games of one bot against itself, kept in a file: what `calibration`, `convergence` and `regret` look at.

Game k follows from the settings, the bot, the seed and k alone, so that a run that was stopped goes on, with any number
of processes. The first line of the file says what is played and by what behaviour of the program, each further one is a
game: its moves and the shares.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm  # type: ignore[import-untyped]

from arena.identity import program
from arena.processes import n_cores
from arena.sharing import share_out
from bots import Budget, ask, make
from bots.mcts import MctsBot
from engine import BoomtownError, Game, State, Stream
from engine.games import described, remade

PLAYED_BY = "mcts:sims=24,settle=true"


@dataclass(frozen=True)
class Played:
    moves: list[int]
    shares: list[float]

    def states(self, game: Game) -> Iterator[tuple[State, int]]:
        """Every position, with the move that was made there; the position is changed afterwards."""
        state = game.new()
        for move in self.moves:
            yield state, move
            state.apply(move)


def play(header: dict[str, Any], spec: str, seed: int, k: int) -> Played:
    """Game number k."""
    game = remade(header)
    state, dice, moves = game.new(), Stream(seed, "self-play dice", k), []
    players = [(make(spec, game, seat), Stream(seed, "self-play", k, seat)) for seat in range(game.n_seats)]
    while (mover := state.mover) is not None:
        if mover < 0:
            move = state.roll(dice)
        else:
            bot, rng = players[mover]
            move = ask(bot, state.observe(mover), state.legal(), rng, Budget())
        moves.append(move)
        state.apply(move)
    return Played(moves, state.result())


def play_on(spec: str, state: State, seat: int, seed: int, past: Sequence[State] = ()) -> float:
    """The seat's share after this bot has played all seats to the end; equal seeds have equal dice. Bots that remember
    are shown what their seats had to decide in the past, and have saved as much thought as in a game they had played so
    far: else the first decisions, those in question, would be made with the least."""
    game = state.game
    players = [make(spec, game, one) for one in range(game.n_seats)]
    for player in players:
        if isinstance(player, MctsBot) and player.counts is not None:
            player.counts.fill()
    for earlier in past:
        watcher = None if earlier.mover is None else players[earlier.mover]
        if isinstance(watcher, MctsBot):
            watcher.past.recall(earlier.observe(watcher.seat))
    dice, choices, state = Stream(seed, "dice"), Stream(seed, "choices"), state.copy()
    while (mover := state.mover) is not None:
        if mover < 0:
            state.apply(state.roll(dice))
        else:
            state.apply(ask(players[mover], state.observe(mover), state.legal(), choices))
    return state.result()[seat]


def add_options(parser: argparse.ArgumentParser, n_games: int) -> None:
    """Which games are looked at, and where they are kept."""
    parser.add_argument("--bot", default=PLAYED_BY, help="who plays the games (%(default)s)")
    parser.add_argument("--games", type=int, default=n_games, help="that are looked at (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=n_cores())
    parser.add_argument("--store", type=Path, help="where the games are kept (tournaments/selfplay/...)")


def opened(options: argparse.Namespace, game: Game) -> SelfPlay:
    """The games asked for, those that are missing played now."""
    usual = Path("tournaments/selfplay") / f"{game.name}-{game.n_seats}p-{options.seed}.jsonl"
    store = SelfPlay(options.store or usual, game, options.bot, options.seed)
    store.extend(options.games, options.jobs)
    return store


class SelfPlay:
    """The games of one file."""

    def __init__(self, path: Path, game: Game, spec: str, seed: int) -> None:
        self.path, self.game, self.spec, self.seed = path, game, spec, seed
        self.games: list[Played] = []
        head = json.dumps({"game": game.header(), "bot": spec, "seed": seed, "signature": program()["signature"]})
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{head}\n")
        first, *lines = path.read_text().splitlines(keepends=True)
        if first.rstrip("\n") != head:
            raise BoomtownError(f"{path}: holds games of another game, bot, seed or behaviour; choose another --store")
        whole = [line for line in lines if line.endswith("\n")]  # the last may have been broken off
        self.games = [Played(**json.loads(line)) for line in whole]
        if len(whole) < len(lines):
            path.write_text("".join([first, *whole]))

    def extend(self, n_games: int, jobs: int) -> None:
        """Plays on until there are so many."""
        done = len(self.games)
        work = partial(_numbered, described(self.game), self.spec, self.seed, done)
        found = share_out(work, max(0, n_games - done), jobs)
        with self.path.open("a") as file:
            for one in tqdm(found, total=n_games, initial=done, unit="game", disable=None):
                file.write(json.dumps({"moves": one.moves, "shares": one.shares}) + "\n")
                file.flush()
                self.games.append(one)


def _numbered(header: dict[str, Any], spec: str, seed: int, first: int, k: int) -> Played:
    return play(header, spec, seed, first + k)
