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
from functools import partial
from pathlib import Path

from tqdm import tqdm  # type: ignore[import-untyped]

from arena.sharing import share_out
from arena.terminal.game_session import GameSession
from benchmarks.judge_truth import decisions, played_game
from bots.judge import Effort, Judge

N_COSTLIEST = 3
SEEDS = (1, 2)
MOST_PASSED = 5  # for each game that counts: then something is wrong

Key = tuple[int, int, int]  # seed of the games, number of one, simulations


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


def reviewed(known: dict[Key, list[list[int]]], seed: int, sims: int, number: int) -> list[list[int]]:
    """What each seed lists of a game."""
    key = (seed, number, sims)
    if key in known:
        return known[key]
    session = played_game(number, seed)
    return [costliest(session, sims, one) for one in SEEDS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, default=Path("judge_seeds.jsonl"), help="what was reviewed already")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--sims", type=int, default=Effort().sims)
    parser.add_argument("--seed", type=int, default=3, help="of the games")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    lines = options.store.read_text().splitlines() if options.store.exists() else []
    known = {tuple(entry["game"]): entry["costliest"] for entry in map(json.loads, lines)}
    counts: list[int] = []
    tqdm.monitor_interval = 0  # no watching thread: workers can be forked
    work = partial(reviewed, known, options.seed, options.sims)
    results = share_out(work, MOST_PASSED * options.games, options.jobs)
    with tqdm(total=options.games, unit="game", disable=None) as bar:
        for number, (one, other) in enumerate(results):
            key = (options.seed, number, options.sims)
            if key not in known:
                with options.store.open("a") as file:
                    file.write(json.dumps({"game": key, "costliest": [one, other]}) + "\n")
            if len(one) == N_COSTLIEST:
                counts.append(len({*one} & {*other}))
                bar.update()
            if len(counts) == options.games:
                break
    average = sum(counts) / len(counts)
    print(
        f"{len(counts)} games, {options.sims} simulations: of the three costliest {average:.2f} are the same on average"
    )
    sys.exit(0 if average >= 2 else 1)


if __name__ == "__main__":
    main()
