"""Random play for tests, in styles that reach what uniform choice rarely does.

`uniform` takes any move, `verbs` a verb first; `busy` declines little, runs machines and buys; `porter` sets and flies
so that passengers travel, both in one turn if it can; `saver` makes steam and sets until its gauge is nearly empty,
then flies, so that many stones come back at once; `idle` declines much, so that boards fill up slowly.
"""

from __future__ import annotations

import random

from tests.steamopolis.oracle.oracle import Oracle
from tests.steamopolis.oracle.passengers import target_of
from tests.steamopolis.oracle.table import Table
from tests.steamopolis.oracle.terms import BANKER, CHANCE, STOKER, Words, level_of

STYLES = ["uniform", "verbs", "busy", "busy", "porter", "porter", "saver", "idle"]
WEIGHTS: dict[str, dict[str, float]] = {
    "verbs": {},
    "busy": {
        "skip": 0.05,
        "box": 0.1,
        "steam": 0.5,
        "buy": 4,
        "use": 2,
        "marker": 2,
        "run": 3,
        "infest": 2,
        "fly": 0.6,
    },
    "porter": {"skip": 0.1, "board": 20, "steam": 0.4},
    "saver": {"skip": 0.1, "steam": 1, "aim": 4, "fly": 0.1, "buy": 0.5, "use": 3, "run": 0.5, "put": 3},
    "idle": {"skip": 4, "run": 0.3},
}


def choose(rng: random.Random, oracle: Oracle, style: str) -> Words:
    legal = oracle.legal()
    if oracle.mover == CHANCE:
        return rng.choices(legal, [float(p) for p in oracle.chance()])[0]
    if style == "uniform" or rng.random() < 0.05:
        return rng.choice(legal)
    weights = WEIGHTS[style]
    verbs = sorted({words[0] for words in legal})
    verb = rng.choices(verbs, [weights.get(name, 1) for name in verbs])[0]
    options = [words for words in legal if words[0] == verb]
    if style == "porter" and verb in ("aim", "set", "fly"):
        options = errands(oracle.table, legal) or options
    return rng.choice(options)


def errands(table: Table, legal: list[Words]) -> list[Words]:
    """Sets where a passenger waits or wants to go, until all these levels are covered; then flies, beginning where one
    waits. [] where that is not the question."""
    waiting = {table.passengers[p] for p in (BANKER, STOKER) if table.aboard[p] is None and not table.turn.moved[p]}
    wanted = {target_of(table, p) for p in (BANKER, STOKER)}
    own = {level_of(d) for d in table.districts_of(table.active or 0)}
    missing = (waiting | wanted) - own
    aims = [words for words in legal if words[0] == "aim"]
    if missing and aims and not table.turn.flew:
        return aims[-1:]
    sets = [words for words in legal if words[0] == "set"]
    if sets:
        return [words for words in sets if level_of(words[1]) in missing]
    flights = [words for words in legal if words[0] == "fly"]
    first = [words for words in flights if level_of(words[1]) in waiting]
    return first or [words for words in flights if level_of(words[1]) not in wanted]
