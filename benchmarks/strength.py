"""How strong the bots are against each other: matches behind tables of the README and the docs, and the plots there.

`python -m benchmarks.strength matches` plays the bots against each other, `levels` each level against the one below
(and writes the ratings that `boomtown bots` shows), `thought` the search against itself with a quarter of the
simulations (and draws the plot), both of Planet Steam also one against three at tables of four, `solo` each bot alone
on the same deals, if the game can be played alone; `--game` says of which game.
Games are kept under --out, so that an interrupted run goes on where it was. With more --jobs than cores a search with a
time budget gets only its share of a core: what it wins then, it wins with less thought than it was allowed.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from arena.store import Store
from bots import levels as levels_of
from bots import parse_spec, players_of

OPTIONAL = "predictable-claims,price-manipulation,sabotage,freelance-carrier"
SET_UPS = {"standard": "", "expert": "--edition ludoart --rules expert", "optional": f"--rules {OPTIONAL}"}
DEFAULT_GAME = "planet-steam"


@dataclass(frozen=True)
class Match:
    name: str
    bots: str  # the first one's victories are counted
    options: str
    games: int
    game: str = DEFAULT_GAME

    @property
    def command(self) -> str:
        chosen = "" if self.game == DEFAULT_GAME else f"--game {self.game}"
        words = f"boomtown tournament {chosen} {self.bots} {self.options} --games {self.games} --seed 1"
        return " ".join(words.split())


@dataclass(frozen=True)
class Series:
    """What is played of one game."""

    game: str
    matches: tuple[Match, ...]
    level_games: int  # of each level against the one below
    sims: tuple[int, ...]
    plot: Path
    solo: Match | None = None
    table_games: int = 0  # of four players: one level or search against three of the one below
    far: tuple[int, int] | None = None  # simulations beyond those, and games of them against the last


def planet_steam_matches() -> list[Match]:
    found = [
        Match("greedy", "greedy random", "--players 2", 400),
        Match("heuristic", "heuristic greedy", "--players 2", 400),
    ]
    for seconds, games in (("0.1", 400), ("1", 60)):
        for name, options in SET_UPS.items():
            bot = f"mcts:time={seconds}"
            found.append(Match(f"2p-{seconds}-{name}", f"{bot} heuristic", f"--players 2 {options}", games))
            three = f"{bot} heuristic heuristic heuristic"
            found.append(Match(f"4p-{seconds}-{name}", three, f"--players 4 {options}", games))
    return found


def steamopolis_matches() -> list[Match]:
    game = "steamopolis"
    return [
        Match("greedy", "greedy random", "--players 2", 400, game),
        Match("heuristic", "heuristic greedy", "--players 2", 400, game),
        Match("2p-0.02", "mcts:time=0.02 heuristic", "--players 2", 200, game),
        Match("4p-0.02", "mcts:time=0.02 heuristic heuristic heuristic", "--players 4", 200, game),
    ]


ALONE = "random greedy heuristic mcts:sims=500,settle=true mcts:sims=2000,settle=true"  # on 400 deals each
SERIES = {
    one.game: one
    for one in (
        Series(
            DEFAULT_GAME, tuple(planet_steam_matches()), 200, (125, 500, 2000, 8000), Path("docs/thought.svg"),
            table_games=60, far=(32_000, 40),
        ),
        Series(
            "steamopolis", tuple(steamopolis_matches()), 100, (125, 500, 2000), Path("docs/steamopolis-thought.svg"),
            Match("solo", ALONE, "--players 1", 5 * 400, "steamopolis"),
        ),
    )
}  # fmt: skip


def play(match: Match, out: Path, jobs: int) -> dict[str, Any]:
    """The tournament's own report of a match, played as far as it was not yet."""
    folder = out / match.name
    command = [sys.executable, "-m", "arena", "tournament", *shlex.split(match.command)[2:], "--grace", "2"]
    command += ["--out", str(folder), "--json", "--jobs", str(jobs), "--force"]
    command += ["--resume"] if (folder / "tournament.sqlite").exists() else []
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def wilson(wins: float, games: int) -> tuple[float, float]:
    """95% interval of a share.

    >>> tuple(round(bound, 3) for bound in wilson(36, 36))
    (0.904, 1.0)
    """
    z = 1.959964
    share, extra = wins / games, z * z / games
    half = z * math.sqrt(share * (1 - share) / games + extra / (4 * games))
    return (share + extra / 2 - half) / (1 + extra), (share + extra / 2 + half) / (1 + extra)


def share_text(wins: float, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{wins / games:.1%} ({low:.1%} to {high:.1%})"


def all_matches(series: Series, out: Path, jobs: int) -> None:
    print("| set-up and command | games | victories (95% interval) | faults |\n| --- | --- | --- | --- |")
    for match in series.matches:
        found = play(match, out, jobs)
        name = str(parse_spec(match.bots.split()[0]))
        first = next(row for row in found["ratings"] if row["bot"] == name)
        victories = share_text(first["wins"], first["games"])
        print(f"| `{match.command}` | {first['games']} | {victories} | {found['faults']} |", flush=True)


def neighbours(match: Match, found: dict[str, Any]) -> list[tuple[str, str, float, int]]:
    """Each bot against the one before it: names, points (a shared victory is half a one), games."""
    steps = []
    for worse, better in pairwise(match.bots.split()):
        names = str(parse_spec(worse)), str(parse_spec(better))
        row = next(row for row in found["pairs"] if {row["a"], row["b"]} == set(names))
        ahead = row["a_ahead"] if row["a"] == names[1] else row["b_ahead"]
        steps.append((better, worse, ahead + row["tied"] / 2, row["games"]))
    return steps


def at_tables(name: str, bots: Sequence[str], series: Series, out: Path, jobs: int) -> None:
    """Each bot at tables of four with three of the one before it: the share of victories, a shared one in parts."""
    if not series.table_games:
        return
    print("\n| one of four | against three | games | victories (95% interval; par 25%) |\n| --- | --- | --- | --- |")
    for worse, better in pairwise(bots):
        three = " ".join([better, *[worse] * 3])
        match = Match(f"{name}-{bots.index(better)}", three, "--players 4", series.table_games, series.game)
        found = play(match, out, jobs)
        row = next(row for row in found["ratings"] if row["bot"] == str(parse_spec(better)))
        print(f"| {better} | {worse} | {row['games']} | {share_text(row['wins'], row['games'])} |", flush=True)


def levels(series: Series, out: Path, jobs: int) -> None:
    specs = levels_of(series.game)
    names = [f"level:{n}" for n in range(1, len(specs) + 1)]
    pool = " ".join(["random", *names])
    ladder = Match("levels", pool, "--players 2 --format ladder", series.level_games * len(names), series.game)
    found = play(ladder, out, jobs)
    print(f"`{ladder.command}`\n\n| level | against | games | score (95% interval) |\n| --- | --- | --- | --- |")
    for better, worse, points, games in neighbours(ladder, found):
        print(f"| {better} | {worse} | {games} | {share_text(points, games)} |", flush=True)
    at_tables("levels-table", names, series, out, jobs)
    given = {str(parse_spec(bot)): bot for bot in ladder.bots.split()}
    elo = {given[row["bot"]]: round(row["elo"]) for row in found["ratings"]}
    anchor = f"--anchor level:1 --anchor-elo {elo['level:1']}"
    options = f"--players 2 --format gauntlet {anchor}"
    placed = play(
        Match("greedy-level", "greedy level:1 level:2", options, 2 * series.level_games, series.game), out, jobs
    )
    elo["greedy"] = next(round(row["elo"]) for row in placed["ratings"] if row["bot"] == "greedy")
    for level, spec in zip(names, specs, strict=True):
        if "noise" not in spec:  # as a user would call it; searches that share a budget settle anyway
            elo[spec.replace(",settle=true", "")] = elo[level]
    place = players_of(series.game).ratings
    assert place is not None
    place.write_text(json.dumps(dict(sorted(elo.items(), key=lambda entry: entry[1])), indent=2) + "\n")
    print(f"\nwritten to {place}")


def thought(series: Series, out: Path, jobs: int) -> None:
    sims = series.sims
    bots = [f"mcts:sims={n},settle=true" for n in sims]
    ladder = Match("thought", " ".join(bots), "--players 2 --format ladder", 100 * (len(sims) - 1), series.game)
    found = play(ladder, out, jobs)
    print(f"`{ladder.command}`\n\n| simulations | against | games | score (95% interval) |\n| --- | --- | --- | --- |")
    steps = neighbours(ladder, found)
    for (_, _, points, games), more, less in zip(steps, sims[1:], sims[:-1], strict=True):
        print(f"| {more:,} | {less:,} | {games} | {share_text(points, games)} |", flush=True)
    if series.far is not None:
        most, n_games = series.far
        further = Match("thought-far", f"{bots[-1]} mcts:sims={most},settle=true", "--players 2", n_games, series.game)
        ((_, _, points, games),) = neighbours(further, play(further, out, jobs))
        print(f"| {most:,} | {sims[-1]:,} | {games} | {share_text(points, games)} |", flush=True)
    at_tables("thought-table", bots, series, out, jobs)
    series.plot.write_text(drawn(sims, [(points, games) for _, _, points, games in steps], found["ratings"]))
    print(f"\nwritten to {series.plot}")


def solo(series: Series, out: Path, jobs: int) -> None:
    """Mean points of each bot with their interval, games lost, and games by title: sevenths of the best result."""
    if series.solo is None:
        sys.exit(f"strength: {series.game} cannot be played alone; use matches, levels or thought")
    play(series.solo, out, jobs)
    points, shares = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    with Store(out / series.solo.name) as store:
        for game in store.each():
            points[game.bots[0]].append(game.score[0])
            shares[game.bots[0]].append(game.shares[0])
    print(f"`{series.solo.command}`\n\n| bot | deals | points (95% interval) | lost | by title, 0 to 7 |")
    print("| --- | --- | --- | --- | --- |")
    for bot in map(str, map(parse_spec, series.solo.bots.split())):
        mean, spread = statistics.mean(points[bot]), statistics.stdev(points[bot])
        half = 1.96 * spread / math.sqrt(len(points[bot]))
        counted = Counter(int(share * 7 + 1e-9) for share in shares[bot])
        titles = ", ".join(str(counted[k]) for k in range(8))
        lost = sum(share == 0 for share in shares[bot])
        found = f"{mean:.1f} ({mean - half:.1f} to {mean + half:.1f})"
        print(f"| `{bot}` | {len(points[bot])} | {found} | {lost} | {titles} |")


def drawn(sims: tuple[int, ...], steps: list[tuple[float, int]], ratings: list[dict[str, Any]]) -> str:
    """Score of each step over the one before with its interval, and the rating they come to."""
    width, height, left = 640, 300, 60
    inner, base = height - 90, height - 60
    column = (width - left - 20) / len(sims)
    at = [left + column * (k + 0.5) for k in range(len(sims))]
    elo = {int(row["bot"].split("sims=")[1].split(",")[0]): row["elo"] for row in ratings}

    def y(share: float) -> float:
        return base - inner * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="18" font-weight="bold">Score against a quarter of the simulations, 2 players, 95%</text>',
    ]
    for tenth in range(0, 11, 2):
        dash = "" if tenth in (0, 5) else ' stroke-dasharray="2 4"'
        line = f'x1="{left}" x2="{width - 20}" y1="{y(tenth / 10)}" y2="{y(tenth / 10)}"'
        parts.append(f'<line {line} stroke="#bbb"{dash}/>')
        parts.append(f'<text x="{left - 8}" y="{y(tenth / 10) + 4}" text-anchor="end">{10 * tenth}%</text>')
    parts.append(f'<line x1="{left}" x2="{width - 20}" y1="{y(0.5)}" y2="{y(0.5)}" stroke="#c00"/>')
    for k, n in enumerate(sims):
        parts.append(f'<text x="{at[k]}" y="{base + 20}" text-anchor="middle">{n:,} simulations</text>')
        parts.append(f'<text x="{at[k]}" y="{base + 38}" text-anchor="middle" fill="#555">Elo {elo[n]:+.0f}</text>')
    for (points, games), x in zip(steps, at[1:], strict=True):
        low, high = wilson(points, games)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{y(low)}" y2="{y(high)}" stroke="#1f5fa8" stroke-width="2"/>')
        parts += [
            f'<line x1="{x - 6}" x2="{x + 6}" y1="{y(end)}" y2="{y(end)}" stroke="#1f5fa8" stroke-width="2"/>'
            for end in (low, high)
        ]
        parts.append(f'<circle cx="{x}" cy="{y(points / games)}" r="5" fill="#1f5fa8"/>')
        parts.append(f'<text x="{x + 12}" y="{y(points / games) + 4}">{points / games:.0%} of {games}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds: dict[str, Callable[[Series, Path, int], None]] = {
        "matches": all_matches, "levels": levels, "thought": thought, "solo": solo,
    }  # fmt: skip
    parser.add_argument("what", choices=tuple(kinds))
    parser.add_argument("--game", choices=tuple(SERIES), default=DEFAULT_GAME)
    parser.add_argument("--out", type=Path, help="where the games are kept (default: tournaments/strength/GAME)")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    out = options.out or Path("tournaments/strength") / options.game
    kinds[options.what](SERIES[options.game], out, options.jobs)


if __name__ == "__main__":
    main()
