"""Random play for tests, in styles that reach what uniform choice rarely does.

`frugal` bids little, so that money and auctions last; `reckless` bids anything and goes bankrupt; `hoarding` buys
tanks, lets them all work and sells nothing, until its carriers overflow.
"""

from __future__ import annotations

import random

from tests.planet_steam.oracle.terms import Words

STYLES = ["frugal", "frugal", "reckless", "hoarding"]
IDLE = {"done", "skip", "decline", "drop-converter", "sell-license", "extract"}
NOT_HOARDING = IDLE | {"sell", "upgrade", "import", "supercharger", "buy-license", "buy-quarters", "move-tank",
                       "move-converter", "move-supercharger"}  # fmt: skip


def choose(rng: random.Random, legal: list[Words], style: str) -> Words:
    """Picks a verb, seldom one the style avoids, then a move with it."""
    avoided, caution = (NOT_HOARDING, 0.97) if style == "hoarding" else (IDLE, 0.7)
    liked = [words for words in legal if words[0] not in avoided]
    if style == "hoarding":  # one converter per tank is enough
        liked = [words for words in liked if words[0] != "converter" or ["drop-converter", words[2]] not in legal]
    if not liked or rng.random() > caution:
        liked = legal
    verb = rng.choice(sorted({words[0] for words in liked}))
    options = [words for words in liked if words[0] == verb]
    if verb == "bid" and rng.random() < (0.5 if style == "reckless" else 0.99):
        return options[rng.randrange(min(3, len(options)))]
    if verb in ("sell", "buy") and style != "reckless":
        return options[rng.randrange(min(4, len(options)))]
    return rng.choice(options)


def some_rules(rng: random.Random, names: list[str]) -> tuple[str, ...]:
    """A random subset, each size as likely as any other."""
    return tuple(sorted(rng.sample(names, rng.randint(0, len(names)))))
