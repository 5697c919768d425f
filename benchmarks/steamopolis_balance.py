"""Is it a good game with this data? Plays Steamopolis between equal bots and counts how games end and what is used.

    python -m benchmarks.steamopolis_balance --players 2 --games 100 --bot mcts:sims=125,settle=true [--board FILE]

Prints Markdown: one table about the games, one about what was used (districts, tiles as machine and as banner, markers,
characters), each with the victory share of those who used it; par is 1 by the number of players.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import bots
from bots import Budget
from engine import Game, State, Stream, new_game

RARE = 10  # uses below which a victory share says nothing


@dataclass
class Tally:
    """What was seen over all games. `users` and `winners` count, per thing, seats that used it and their shares."""

    ends: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    best: list[float] = field(default_factory=list)
    by_order: Counter[int] = field(default_factory=Counter)
    titles: Counter[int] = field(default_factory=Counter)  # alone
    uses: Counter[str] = field(default_factory=Counter)
    users: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)

    def add(self, state: State, used: list[Counter[str]]) -> None:
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


def how_it_ended(found: dict[str, Any], max_rounds: int) -> str:
    """What triggered the end; a final round after the last one allowed is the limit's, whatever else fell in it."""
    if len(found["points"]) == 1 and found["points"][0] <= 0:
        return "lost"
    if found["round"] > max_rounds:
        return "round limit"
    return "statues" if len(found["statues"]) >= 3 else "passengers"


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
    if verb in ("steam", "run", "board", "infest", "sap"):
        return str(verb)
    return None


def play(game: Game, spec: str, seed: int) -> tuple[State, list[Counter[str]]]:
    """One game, and what each seat used."""
    seated = [bots.make(spec, game, seat) for seat in range(game.n_seats)]
    streams = [Stream(seed, "bot", seat) for seat in range(game.n_seats)]
    used: list[Counter[str]] = [Counter() for _ in seated]
    state, dice = game.new(), Stream(seed, "dice")
    while (seat := state.mover) is not None:
        if seat < 0:
            state.apply(state.roll(dice))
            continue
        move = bots.ask(seated[seat], state.observe(seat), state.legal(), streams[seat], Budget())
        if thing := thing_of(game, state, game.words(move)):
            used[seat][thing] += 1
        state.apply(move)
    return state, used


def interval(values: list[float]) -> tuple[float, float]:
    """The 95% interval of a mean."""
    mean, error = statistics.mean(values), statistics.pstdev(values) / len(values) ** 0.5
    return mean - 1.96 * error, mean + 1.96 * error


def show(tally: Tally, players: int) -> None:
    n = len(tally.rounds)
    ends = ", ".join(f"{kind} {count}" for kind, count in tally.ends.most_common())
    order = "-".join(f"{tally.by_order[place] / n:.0%}" for place in range(players))
    print("| players | games | ends | rounds mean (most) | SP mean, median | best SP mean | wins by turn order |")
    print("|---|---|---|---|---|---|---|")
    middle = f"{statistics.mean(tally.points):.1f}, {statistics.median(tally.points):.0f}"
    rounds = f"{statistics.mean(tally.rounds):.1f} ({max(tally.rounds)})"
    print(f"| {players} | {n} | {ends} | {rounds} | {middle} | {statistics.mean(tally.best):.1f} | {order} |\n")
    if tally.titles:
        low, high = interval(tally.points)
        print(f"Mean SP {low:.1f} to {high:.1f} (95%); games by title: {dict(sorted(tally.titles.items()))}\n")
    print("| what | uses per game | seats that used it | their victory share |")
    print("|---|---|---|---|")
    for thing, count in sorted(tally.uses.items(), key=lambda pair: (-pair[1], pair[0])):
        users = tally.users[thing]
        share = f"{tally.winners[thing] / users:.0%}" if users >= RARE else "-"
        print(f"| {thing} | {count / n:.2f} | {users / (n * players):.0%} | {share} |")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.steamopolis_balance", description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="heuristic", help="a spec; all seats play it")
    parser.add_argument("--board", help="data file (default: the project's)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    chosen = parser.parse_args()
    settings = {"board": chosen.board} if chosen.board else {}
    game = new_game("steamopolis", players=chosen.players, **settings)
    tally = Tally()
    for k in range(chosen.games):
        tally.add(*play(game, chosen.bot, chosen.seed + k))
    show(tally, chosen.players)


if __name__ == "__main__":
    main()
