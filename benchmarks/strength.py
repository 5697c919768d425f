"""How strong the bots are: every match behind the README's tables, and the plot in the docs.

`python -m benchmarks.strength matches` plays the bots against each other, `levels` each level against the one below
(and writes the ratings that `boomtown bots` shows), `thought` the search against itself with a quarter of the
simulations (and draws the plot docs/thought.svg).
Games are kept under --out, so that an interrupted run goes on where it was. With more --jobs than cores a search with a
time budget gets only its share of a core: what it wins then, it wins with less thought than it was allowed.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from bots import levels as levels_of
from bots import parse_spec, players_of

OPTIONAL = "predictable-claims,price-manipulation,sabotage,freelance-carrier"
SET_UPS = {"standard": "", "expert": "--edition ludoart --rules expert", "optional": f"--rules {OPTIONAL}"}
GAME = "planet-steam"
PLAYED = levels_of(GAME)
LEVELS = [f"level:{n}" for n in range(1, len(PLAYED) + 1)]
SIMS = (125, 500, 2000, 8000)
ELO = players_of(GAME).ratings
PLOT = Path("docs/thought.svg")


@dataclass(frozen=True)
class Match:
    name: str
    bots: str  # the first one's victories are counted
    options: str
    games: int

    @property
    def command(self) -> str:
        return f"boomtown tournament {self.bots} {self.options} --games {self.games} --seed 1".replace("  ", " ")


def matches() -> list[Match]:
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


def play(match: Match, out: Path, jobs: int) -> dict[str, Any]:
    """The tournament's own report of a match, played as far as it was not yet."""
    folder = out / match.name
    start = ["--resume"] if (folder / "tournament.sqlite").exists() else shlex.split(match.command)[2:]
    command = [sys.executable, "-m", "arena", "tournament", *start, "--out", str(folder), "--json", "--jobs", str(jobs)]
    done = subprocess.run([*command, "--force", "--grace", "2"], stdout=subprocess.PIPE, text=True)
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


def all_matches(out: Path, jobs: int) -> None:
    print("| set-up and command | games | victories (95% interval) | faults |\n| --- | --- | --- | --- |")
    for match in matches():
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


def levels(out: Path, jobs: int) -> None:
    ladder = Match("levels", " ".join(["random", *LEVELS]), "--players 2 --format ladder", 200 * len(LEVELS))
    found = play(ladder, out, jobs)
    print(f"`{ladder.command}`\n\n| level | against | games | score (95% interval) |\n| --- | --- | --- | --- |")
    for better, worse, points, games in neighbours(ladder, found):
        print(f"| {better} | {worse} | {games} | {share_text(points, games)} |")
    given = {str(parse_spec(bot)): bot for bot in ladder.bots.split()}
    elo = {given[row["bot"]]: round(row["elo"]) for row in found["ratings"]}
    anchor = f"--anchor level:1 --anchor-elo {elo['level:1']}"
    gauntlet = Match("greedy-level", "greedy level:1 level:2", f"--players 2 --format gauntlet {anchor}", 400)
    placed = play(gauntlet, out, jobs)
    elo["greedy"] = next(round(row["elo"]) for row in placed["ratings"] if row["bot"] == "greedy")
    for level, spec in zip(LEVELS, PLAYED, strict=True):
        if "noise" not in spec:  # as a user would call it; settling changes no move
            elo[spec.replace(",settle=true", "")] = elo[level]
    assert ELO is not None
    ELO.write_text(json.dumps(dict(sorted(elo.items(), key=lambda entry: entry[1])), indent=2) + "\n")
    print(f"\nwritten to {ELO}")


def thought(out: Path, jobs: int) -> None:
    bots = " ".join(f"mcts:sims={sims},settle=true" for sims in SIMS)
    ladder = Match("thought", bots, "--players 2 --format ladder", 100 * (len(SIMS) - 1))
    found = play(ladder, out, jobs)
    print(f"`{ladder.command}`\n\n| simulations | against | games | score (95% interval) |\n| --- | --- | --- | --- |")
    steps = neighbours(ladder, found)
    for (_, _, points, games), more, less in zip(steps, SIMS[1:], SIMS[:-1], strict=True):
        print(f"| {more:,} | {less:,} | {games} | {share_text(points, games)} |")
    PLOT.write_text(drawn([(points, games) for _, _, points, games in steps], found["ratings"]))
    print(f"\nwritten to {PLOT}")


def drawn(steps: list[tuple[float, int]], ratings: list[dict[str, Any]]) -> str:
    """Score of each step over the one before with its interval, and the rating they come to."""
    width, height, left = 640, 300, 60
    inner, base = height - 90, height - 60
    column = (width - left - 20) / len(SIMS)
    at = [left + column * (k + 0.5) for k in range(len(SIMS))]
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
    for k, sims in enumerate(SIMS):
        parts.append(f'<text x="{at[k]}" y="{base + 20}" text-anchor="middle">{sims:,} simulations</text>')
        parts.append(f'<text x="{at[k]}" y="{base + 38}" text-anchor="middle" fill="#555">Elo {elo[sims]:+.0f}</text>')
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
    parser.add_argument("what", choices=("matches", "levels", "thought"))
    parser.add_argument("--out", type=Path, default=Path("tournaments/strength"), help="where the games are kept")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    {"matches": all_matches, "levels": levels, "thought": thought}[options.what](options.out, options.jobs)


if __name__ == "__main__":
    main()
