"""Random play for tests: reaches bankruptcies, full carriers, tanks with all parts sooner than uniform choice would."""

from __future__ import annotations

import random

from tests.oracle.terms import Words

IDLE = {"done", "skip", "decline", "drop-converter", "sell-license", "extract"}


def choose(rng: random.Random, legal: list[Words], reckless: bool = False) -> Words:
    """Picks a verb, then a move with it. Bids are mostly low, so that auctions last and money does; the reckless bid
    anything. Doing nothing is picked less often than doing something."""
    verbs = sorted({words[0] for words in legal})
    busy = [verb for verb in verbs if verb not in IDLE]
    if busy and rng.random() < 0.7:
        verbs = busy
    verb = rng.choice(verbs)
    options = [words for words in legal if words[0] == verb]
    if verb == "bid" and rng.random() < (0.5 if reckless else 0.99):
        return options[rng.randrange(min(3, len(options)))]
    if verb in ("sell", "buy") and not reckless:
        return options[rng.randrange(min(4, len(options)))]
    return rng.choice(options)


def some_rules(rng: random.Random, names: list[str]) -> tuple[str, ...]:
    """A random subset, each size as likely as any other."""
    return tuple(sorted(rng.sample(names, rng.randint(0, len(names)))))
