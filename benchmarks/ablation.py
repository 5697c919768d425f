"""What each part of the search is worth: `python -m benchmarks.ablation`.

Plays the whole search against itself with one part switched off, for every part that can be, on shared deals in rotated
seats with equal time. Games are kept under --out, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.strength import DEFAULT_GAME, Match, play, share_text
from bots import parse_spec
from bots.sprt import elo_of_score

# What a part is called, and how it is switched off.
PARTS = {
    "memory of what was seen": "remember=false",
    "thought where it matters": "even=true",
    "weights fitted through the search": "fitted=false",
    "what earlier decisions found": "keep=false",
    "rarer turns": "wide=false",
    "value model": "horizon=0",
    "guide": "guided=false",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="mcts:time=0.01", help="the whole search (%(default)s)")
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--games", type=int, default=200, help="for each part (%(default)s)")
    parser.add_argument("--options", default="--players 2", help="settings of the game (%(default)s)")
    parser.add_argument("--out", type=Path, default=Path("tournaments/ablation"), help="where the games are kept")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS.values(), default=PARTS.values(), help="only these switches"
    )
    options = parser.parse_args()
    whole = str(parse_spec(options.bot))
    print("| without | games | the whole search wins (95% interval) | Elo |\n| --- | --- | --- | --- |")
    for part, switch in PARTS.items():
        if switch not in options.parts:
            continue
        without = f"{options.bot}{',' if ':' in options.bot else ':'}{switch}"
        bots, name = f"{options.bot} {without}", switch.partition("=")[0]
        match = Match(name, bots, options.options, options.games, options.game)
        found = play(match, options.out, options.jobs)
        row = next(row for row in found["ratings"] if row["bot"] == whole)
        elo = elo_of_score(min(max(row["wins"] / row["games"], 0.5 / row["games"]), 1 - 0.5 / row["games"]))
        print(f"| {part} | {row['games']} | {share_text(row['wins'], row['games'])} | {elo:+.0f} |", flush=True)


if __name__ == "__main__":
    main()
