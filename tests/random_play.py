"""Random moves for tests that need games full of events. Called by the property tests and the makers of test data."""

from __future__ import annotations

from collections import Counter

from engine import State, Stream


def random_move(state: State, rng: Stream, seen: Counter[str] | None = None) -> int:
    """A verb first, then a move with it; bids and purchases are mostly low, so that credits last. With `seen`, a count
    of the verbs played so far, rarer verbs are preferred."""
    by_verb: dict[str, list[int]] = {}
    for move in state.legal():
        by_verb.setdefault(state.game.words(move)[0], []).append(move)
    verbs = list(by_verb)
    verb = rng.choice(verbs)
    if seen is not None and rng.below(2):
        verb = min(verbs, key=lambda name: seen[name])
    if seen is not None and verb in ("sell", "buy-license", "buy-quarters") and rng.below(4):
        verb = "pass"  # goods must be kept for the dearest verbs to come up
    moves = by_verb[verb]
    if verb in ("bid", "buy") and rng.below(16):
        moves = moves[:3]
    return int(rng.choice(moves))
