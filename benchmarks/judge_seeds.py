"""Whether the judge says the same with other luck: `python -m benchmarks.judge_seeds --store FILE`.

Reviews the first seat of games among bots of several levels and the tests' person-like players with two seeds, and
counts how many of the three costliest decisions are the same: on average it should be two or more. Games in which the
first seed lists fewer than three mistakes are passed over. The store keeps every game that was reviewed: a run that is
stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tqdm import tqdm  # type: ignore[import-untyped]

from arena.terminal.game_session import GameSession
from benchmarks.judge_truth import decisions, played_game
from bots.judge import Effort, Judge

N_COSTLIEST = 3
SEEDS = (1, 2)


def costliest(session: GameSession, sims: int, seed: int) -> list[int]:
    """The numbers of the decisions of seat 0 that the judge lists first."""
    judge = Judge(session.game, Effort(sims))
    costs = {}
    for number in decisions(session):
        if session.states[number].mover == 0:
            verdict = judge.judge_state(session.states[number], session.moves[number], seed, number)
            if verdict.mark is not None:
                costs[number] = verdict.cost
    return sorted(costs, key=lambda number: -costs[number])[:N_COSTLIEST]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, default=Path("judge_seeds.jsonl"), help="what was reviewed already")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--sims", type=int, default=Effort().sims)
    parser.add_argument("--seed", type=int, default=3, help="of the games")
    options = parser.parse_args()
    lines = options.store.read_text().splitlines() if options.store.exists() else []
    known = {tuple(entry["game"]): entry["costliest"] for entry in map(json.loads, lines)}
    counts: list[int] = []
    number = 0
    with tqdm(total=options.games, unit="game", disable=None) as bar:
        while len(counts) < options.games:
            key = (options.seed, number, options.sims)
            if key not in known:
                session = played_game(number, options.seed)
                known[key] = [costliest(session, options.sims, seed) for seed in SEEDS]
                with options.store.open("a") as file:
                    file.write(json.dumps({"game": key, "costliest": known[key]}) + "\n")
            one, other = known[key]
            if len(one) == N_COSTLIEST:
                counts.append(len({*one} & {*other}))
                bar.update()
            number += 1
    average = sum(counts) / len(counts)
    print(
        f"{len(counts)} games, {options.sims} simulations: of the three costliest {average:.2f} are the same on average"
    )
    sys.exit(0 if average >= 2 else 1)


if __name__ == "__main__":
    main()
