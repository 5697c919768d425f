"""`greedy`: takes what pays at once. Knows only the contract, so it plays every game."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from bots.bot import Bot, Budget, param
from bots.ply import expected_scores
from engine import Observation, Stream

CLOSE = 1e-9  # scores that differ by less are equal
MORE_SAMPLES = 2  # times as many where moves differ only later: what comes in between blurs the scores


@dataclass(frozen=True)
class GreedyParams:
    samples: int = param(
        16, "sampled states (hidden information, luck, others at random) per decision", low=1, high=1_000_000
    )
    ahead: int = param(
        12,
        "own decisions at random that it looks beyond where no move changes its score at once; 1: none",
        low=1,
        high=500,
    )


class GreedyBot(Bot):
    """The best change in its own score by the time it is asked again.

    Where no move changes it at once, as in a turn of many small steps, the best after some more decisions of everybody
    at random.
    """

    name = "greedy"
    Params = GreedyParams

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        if len(legal) == 1:
            self.analysis = None
            return legal[0]
        scores = expected_scores(observation, legal, self.params.samples, rng.fork("sampling", rng.draw()))
        best = max(scores)
        if self.params.ahead > 1 and best - min(scores) < CLOSE:
            n, ahead = self.params.samples * MORE_SAMPLES, self.params.ahead
            scores = expected_scores(observation, legal, n, rng.fork("ahead", rng.draw()), ahead)
            best = max(scores)
        ranked = sorted(zip(legal, scores, strict=True), key=itemgetter(1), reverse=True)
        self.analysis = {"candidates": [{"move": move, "score": score} for move, score in ranked]}
        # Ties are common (most moves change no score at once): any of the best, not always the first listed.
        return rng.choice([move for move, score in zip(legal, scores, strict=True) if score >= best - CLOSE])
