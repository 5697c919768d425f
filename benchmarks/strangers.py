"""How the house's bots do against strangers: players that know nothing of our policy, guide or search.

`python -m benchmarks.strangers` plays the bot against each of the styles in `tests/planet_steam/strangers.py`, in 2
players and as one of four against three of the same, on shared deals in rotated seats. Games are kept under --out, so
that an interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.strength import Match, play, share_text
from bots import parse_spec
from tests.planet_steam.strangers import STYLES

PLACE = "tests/planet_steam/strangers.py"


def match_of(style: str, bot: str, players: int, games: int, options: str) -> Match:
    stranger = f"{PLACE}:{style}"
    name = f"{players}p-{style}".lower()
    return Match(name, " ".join([bot, *[stranger] * (players - 1)]), f"--players {players} {options}".strip(), games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("styles", nargs="*", metavar="STYLE", help=f"which (all: {', '.join(STYLES)})")
    parser.add_argument("--bot", default="mcts:sims=200", help="who meets them (%(default)s)")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 4], help="at tables of how many (%(default)s)")
    parser.add_argument("--games", type=int, default=60, help="against each, at each table (%(default)s)")
    parser.add_argument("--options", default="", help='settings of the game, as "--edition ludoart --rules expert"')
    parser.add_argument("--out", type=Path, help="where the games are kept (tournaments/strangers/BOT)")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    unknown = [style for style in options.styles if style not in STYLES]
    if unknown:
        sys.exit(f"strangers: no style {unknown[0]}; use {', '.join(STYLES)}")
    bot = str(parse_spec(options.bot))
    out = options.out or Path("tournaments/strangers") / bot.replace(":", "-").replace(",", "-")
    print("| stranger | players | games | victories (95% interval) | faults |\n| --- | --- | --- | --- | --- |")
    for players in options.players:
        total, n = 0.0, 0
        for style in options.styles or STYLES:
            found = play(match_of(style, options.bot, players, options.games, options.options), out, options.jobs)
            row = next(row for row in found["ratings"] if row["bot"] == bot)
            total, n = total + row["wins"], n + row["games"]
            victories = share_text(row["wins"], row["games"])
            print(f"| {style} | {players} | {row['games']} | {victories} | {found['faults']} |", flush=True)
        print(f"| all | {players} | {n} | {share_text(total, n)} | |", flush=True)


if __name__ == "__main__":
    main()
