"""Whether the judge says the same with other luck: `python -m benchmarks.judge_seeds --store FILE`.

Reviews the first seat of games among bots of several levels and the tests' person-like players with two seeds, and
counts how many of the three costliest decisions of the first are among those of the second: on average it should be two
thirds or more. Where fewer than three mistakes are listed, those count; games without any are passed over. The store
keeps every game that was reviewed: a run that is stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tqdm import tqdm  # type: ignore[import-untyped]

from arena.sharing import share_out
from arena.terminal.game_session import GameSession
from benchmarks.judge_truth import decisions, played_game
from bots.judge import Effort, Judge

N_COSTLIEST = 3
SEEDS = (1, 2)
LEAST_SHARE = 2 / 3  # of them that should be the same
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


def report(shares: Sequence[tuple[float, int]], sims: int) -> bool:
    """Prints the figures; whether they are as wanted."""
    whole = [N_COSTLIEST * share for share, n in shares if n == N_COSTLIEST]
    average = sum(share for share, _ in shares) / len(shares)
    print(f"{len(shares)} games, {sims} simulations: {average:.0%} of the costliest decisions are the same on average")
    if whole:
        print(f"in {len(whole)} of them three or more are listed: of three {sum(whole) / len(whole):.2f} are the same")
    return average >= LEAST_SHARE


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
    shares: list[tuple[float, int]] = []  # of the costliest that are the same, and how many there are
    tqdm.monitor_interval = 0  # no watching thread: workers can be forked
    work = partial(reviewed, known, options.seed, options.sims)
    results = share_out(work, MOST_PASSED * options.games, options.jobs)
    with tqdm(total=options.games, unit="game", disable=None) as bar:
        for number, (one, other) in enumerate(results):
            key = (options.seed, number, options.sims)
            if key not in known:
                with options.store.open("a") as file:
                    file.write(json.dumps({"game": key, "costliest": [one, other]}) + "\n")
            if one:
                shares.append((len({*one} & {*other}) / len(one), len(one)))
                bar.update()
            if len(shares) == options.games:
                break
    if not shares:
        sys.exit(f"judge_seeds: no mistake is listed in any of these games; try more than --sims {options.sims}")
    sys.exit(0 if report(shares, options.sims) else 1)


if __name__ == "__main__":
    main()
