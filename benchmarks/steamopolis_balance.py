"""Is it a good game with this data? Plays Steamopolis between equal bots, or reads the games of a tournament, and
counts how games end, what is used and what it adds to the winning chance.

    python -m benchmarks.steamopolis_balance --players 2 --games 4000 --bot heuristic [--board FILE]
    python -m benchmarks.steamopolis_balance --store tournaments/strength/thought

Prints Markdown: one table about the games, one about what was used: districts, tiles bought as machine and as banner,
machines run, markers, characters, other verbs. `adds` is what one more use adds to the chance of winning, the others'
being equal: a linear regression within games, with the 95% interval of a sandwich estimate by game.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import bots
from arena.store import Store
from bots import Budget
from engine import Game, State, Stream, new_game
from engine.games import remade

RARE = 10  # seats below which a victory share says nothing
SLOPE_SEATS = 100  # and a regression neither
RIDGE = 1.0  # keeps things that only come together (start tiles, start machines) apart
VERBS = ("steam", "fly", "board", "infest", "sap")  # counted as they are

Used = list[Counter[str]]  # by seat


@dataclass
class Tally:
    """What was seen over all games. `users` and `winners` count, per thing, seats that used it and their shares."""

    ends: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    best: list[float] = field(default_factory=list)
    by_order: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    titles: Counter[int] = field(default_factory=Counter)  # alone
    uses: Counter[str] = field(default_factory=Counter)
    users: Counter[str] = field(default_factory=Counter)
    winners: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    games: list[tuple[Used, list[float]]] = field(default_factory=list)  # and the shares

    def add(self, state: State, used: Used) -> None:
        found, shares, scores = state.snapshot(), state.result(), state.scores()
        self.ends[how_it_ended(found, state.game.settings.max_rounds)] += 1
        self.rounds.append(found["round"])
        self.points += scores
        self.best.append(max(scores))
        if len(scores) == 1:
            self.titles[state.game.result_record(state)["title"]] += 1
        for seat, things in enumerate(used):
            self.by_order[(seat - found["first"]) % len(used)] += shares[seat]
            things[f"character {found['character'][seat]}"] += 1
            self.uses.update(things)
            for thing in things:
                self.users[thing] += 1
                self.winners[thing] += shares[seat]
        self.games.append((used, shares))


def how_it_ended(found: dict[str, Any], max_rounds: int) -> str:
    """What triggered the end; a final round after the last one allowed is the limit's, whatever else fell in it."""
    if len(found["points"]) == 1 and found["points"][0] <= 0:
        return "lost"
    if found["round"] > max_rounds:
        return "round limit"
    return "statues" if len(found["statues"]) >= 3 else "passengers"


def next_machine(game: Game, state: State) -> str:
    """The tile that `run` triggers: the next one on the left with an activation effect (rules 1.5)."""
    found, board = state.snapshot(), game.settings.board
    active = {name for name, data in board["machines"].items() if data[4]}
    active |= {name for name, data in board["start"].items() if data[1]}
    names = {"cap": "capacity"}
    left = found["room"][found["active"]][: found["hand"][0] - 1]
    return next(str(tile) for tile in reversed(left) if tile and names.get(tile, tile) in active)


def thing_of(game: Game, state: State, words: list[Any]) -> str | None:
    """What a move uses, if it is something to count."""
    verb = words[0]
    if verb == "buy":
        return f"{state.snapshot()['open'][str(words[1])]} {words[2]}"
    if verb == "marker":
        return f"marker {words[1]}"
    if verb == "visit":
        return f"district {words[1]}"
    if verb == "use" and game.phase(state) == "flight":
        return f"district {state.game.step(state)['district']}"  # type: ignore[attr-defined]
    if verb == "run":
        return f"run {next_machine(game, state)}"
    return str(verb) if verb in VERBS else None


def followed(game: Game, moves: Iterator[int] | list[int]) -> tuple[State, Used]:
    """A game's last state, and what each seat used."""
    state, used = game.new(), [Counter[str]() for _ in range(game.n_seats)]
    for move in moves:
        seat = state.mover
        if seat is not None and seat >= 0 and (thing := thing_of(game, state, game.words(move))):
            used[seat][thing] += 1
        state.apply(move)
    return state, used


def played(game: Game, spec: str, seed: int) -> list[int]:
    """The moves of one game, chance included."""
    seated = [bots.make(spec, game, seat) for seat in range(game.n_seats)]
    streams = [Stream(seed, "bot", seat) for seat in range(game.n_seats)]
    state, dice, moves = game.new(), Stream(seed, "dice"), []
    while (seat := state.mover) is not None:
        if seat < 0:
            moves.append(state.roll(dice))
        else:
            moves.append(bots.ask(seated[seat], state.observe(seat), state.legal(), streams[seat], Budget()))
        state.apply(moves[-1])
    return moves


def slopes(games: list[tuple[Used, list[float]]], things: list[str]) -> dict[str, tuple[float, float]]:
    """What one more use of each thing adds to the winning chance, and the half width of its 95% interval."""
    place = {thing: k for k, thing in enumerate(things)}
    squares = RIDGE * np.eye(len(things))
    products = np.zeros(len(things))
    rows = []
    for used, shares in games:
        x = np.zeros((len(used), len(things)))
        for seat, counts in enumerate(used):
            for thing, count in counts.items():
                if thing in place:
                    x[seat, place[thing]] = count
        x -= x.mean(axis=0)
        y = np.array(shares) - 1 / len(used)
        squares += x.T @ x
        products += x.T @ y
        rows.append((x, y))
    inverse = np.linalg.inv(squares)
    slope = inverse @ products
    middle = np.zeros_like(squares)
    for x, y in rows:
        pull = x.T @ (y - x @ slope)
        middle += np.outer(pull, pull)
    half = 1.96 * np.sqrt(np.diag(inverse @ middle @ inverse))
    return {thing: (float(slope[k]), float(half[k])) for thing, k in place.items()}


def added(tally: Tally) -> dict[str, tuple[float, float]]:
    """`slopes` of all that is common enough. A machine is bought in order to run, so the one is left out when the other
    is looked at; how often somebody flew or made steam measures a game's length, and is left out of both."""
    common = [thing for thing, users in tally.users.items() if users >= SLOPE_SEATS and thing not in VERBS]
    runs = [thing for thing in common if not thing.startswith("M")]
    bought = [thing for thing in common if not thing.startswith("run")]
    return slopes(tally.games, runs) | slopes(tally.games, bought)


def interval(values: list[float]) -> tuple[float, float]:
    """The 95% interval of a mean."""
    mean, error = statistics.mean(values), statistics.pstdev(values) / len(values) ** 0.5
    return mean - 1.96 * error, mean + 1.96 * error


def show_games(tally: Tally, players: int) -> None:
    n = len(tally.rounds)
    ends = ", ".join(f"{kind} {count}" for kind, count in tally.ends.most_common())
    order = "-".join(f"{tally.by_order[place] / n:.1%}" for place in range(players))
    print("| players | games | ends | rounds mean (most) | SP mean, median | best SP mean | wins by turn order |")
    print("|---|---|---|---|---|---|---|")
    middle = f"{statistics.mean(tally.points):.1f}, {statistics.median(tally.points):.0f}"
    rounds = f"{statistics.mean(tally.rounds):.1f} ({max(tally.rounds)})"
    print(f"| {players} | {n} | {ends} | {rounds} | {middle} | {statistics.mean(tally.best):.1f} | {order} |\n")
    if tally.titles:
        low, high = interval(tally.points)
        print(f"Mean SP {low:.1f} to {high:.1f} (95%); games by title: {dict(sorted(tally.titles.items()))}\n")


def show_uses(tally: Tally, players: int) -> None:
    n = len(tally.rounds)
    adds = added(tally) if players > 1 else {}
    print("| what | uses per game | seats that used it | their victory share | adds |")
    print("|---|---|---|---|---|")
    for thing, count in sorted(tally.uses.items(), key=lambda pair: (pair[0].split()[0], -pair[1], pair[0])):
        users = tally.users[thing]
        share = f"{tally.winners[thing] / users:.0%}" if users >= RARE and players > 1 else "-"
        slope = "{:+.1%} ± {:.1%}".format(*adds[thing]) if thing in adds else "-"
        print(f"| {thing} | {count / n:.2f} | {users / (n * players):.0%} | {share} | {slope} |")


def stored_games(folder: Path) -> Iterator[tuple[State, Used]]:
    """The games of a tournament that ended without a fault."""
    with Store(folder) as store:
        settings = store.settings
        assert settings is not None
        game = remade(settings["conditions"]["game"])
        for one in store.games():
            if not one.faults:
                yield followed(game, store.moves(game, one.number))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.steamopolis_balance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="heuristic", help="a spec; all seats play it")
    parser.add_argument("--board", help="data file (default: the project's)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--store", type=Path, action="append", help="a tournament's folder, instead of playing")
    chosen = parser.parse_args()
    tally = Tally()
    if chosen.store:
        for folder in chosen.store:
            for state, used in stored_games(folder):
                tally.add(state, used)
    else:
        settings = {"board": chosen.board} if chosen.board else {}
        game = new_game("steamopolis", players=chosen.players, **settings)
        for k in range(chosen.games):
            tally.add(*followed(game, played(game, chosen.bot, chosen.seed + k)))
    players = len(tally.points) // max(1, len(tally.rounds))
    show_games(tally, players)
    show_uses(tally, players)


if __name__ == "__main__":
    main()
