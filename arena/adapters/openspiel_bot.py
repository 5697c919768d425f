"""`openspiel`: OpenSpiel's bots as bots of the arena, `openspiel:ismcts,sims=50`. Registered as any package's bots are,
by an entry point of the group `boomtown.bots`; without OpenSpiel it plays no game, and says why.

The bot gets one state that looks to its seat like the observation, wrapped as OpenSpiel's state. `ismcts` draws each
simulation's world anew by `resample_from_infostate`, so nothing of that one state but what the seat knows has a say.
"""

from __future__ import annotations

import importlib.util
import time
from dataclasses import dataclass
from typing import Any, ClassVar

from bots.bot import Bot, Budget, param
from bots.effort import Pace
from engine import Game, Observation, Stream

KINDS = ("ismcts", "random")
DEFAULT_TIME = 1.0  # seconds, when neither the parameters nor the caller say how long
NO_END = 10**9  # simulations, where time ends the search
FEWEST_SIMS = 2  # the first one only opens the root
SEED_BITS = 31


@dataclass(frozen=True)
class OpenSpielParams:
    bot: str = param("ismcts", "which of OpenSpiel's: ismcts, its search of information sets; random")
    sims: int | None = param(
        None, "simulations per decision of ismcts; with neither sims nor time, the caller's budget, else 1 s",
        low=FEWEST_SIMS, high=NO_END,
    )  # fmt: skip
    time: float | None = param(None, "seconds per decision of ismcts", low=0.001)
    exploration: float = param(2.0, "weight of ismcts's exploration term", low=0, high=1_000_000)
    rollouts: int = param(1, "random games that judge a new position of ismcts", low=1, high=10_000)

    def __post_init__(self) -> None:
        if self.bot not in KINDS:
            raise ValueError(f"bot is {' or '.join(KINDS)}, not {self.bot!r}")


class _TimeIsUp(Exception):
    """Ends a search of OpenSpiel's, which itself only counts simulations."""


class OpenSpielBot(Bot):
    """A bot of OpenSpiel's, playing through our adapter."""

    name: ClassVar[str] = "openspiel"
    Params: ClassVar[type] = OpenSpielParams

    def __init__(self, game: Game, seat: int, params: Any = None) -> None:
        super().__init__(game, seat, params)
        from arena.adapters.openspiel import wrap

        self._wrap = wrap(game)
        self._pace = Pace(game, seat)

    @classmethod
    def refusal(cls, game: Game, params: Any = None) -> str | None:
        if importlib.util.find_spec("pyspiel") is None:
            return "it needs OpenSpiel: .venv/bin/pip install -e '.[openspiel]' in the checkout"
        return super().refusal(game, params)

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        if len(legal) == 1:
            return legal[0]
        if self.params.bot == "random":
            import pyspiel

            player = pyspiel.make_uniform_random_bot(self.seat, _seed(rng))
            return self.game.action_move(player.step(self._wrap(observation.sample(rng))))
        return self.game.action_move(self._search(observation, budget, rng))

    def _search(self, observation: Observation, budget: Budget, rng: Stream) -> int:
        """The action that ISMCTS visits most."""
        import numpy as np
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        seconds, sims = self._limits(observation, budget, rng)
        draws = np.random.RandomState(_seed(rng))
        searcher = ISMCTSBot(
            None, RandomRolloutEvaluator(self.params.rollouts, draws), self.params.exploration, sims,
            random_state=draws, use_observation_string=True, allow_inconsistent_action_sets=False,
        )  # fmt: skip
        end = time.perf_counter() + seconds
        n_drawn = 0

        def resample(state: Any, player: int) -> Any:
            nonlocal n_drawn
            n_drawn += 1
            if n_drawn > FEWEST_SIMS and time.perf_counter() > end:
                raise _TimeIsUp
            return state.resample_from_infostate(player, draws.uniform)

        searcher.set_resampler(resample)
        state = self._wrap(observation.sample(rng))
        try:
            policy = searcher.run_search(state)
        except _TimeIsUp:
            policy = searcher.get_final_policy(state, searcher.lookup_node(state))
        actions, chances = zip(*policy, strict=True)
        return int(draws.choice(actions, p=chances))

    def _limits(self, observation: Observation, budget: Budget, rng: Stream) -> tuple[float, int]:
        """Seconds and simulations, whichever ends first."""
        seconds, sims = self.params.time, self.params.sims
        if seconds is None and sims is None:
            seconds, sims = budget.time, budget.sims
        if seconds is None and sims is None and budget.clock is not None:
            seconds = self._pace.allow(budget.clock, observation, 1.0, rng.fork("pace")).usual
        if seconds is None and sims is None:
            seconds = DEFAULT_TIME
        return float("inf") if seconds is None else seconds, NO_END if sims is None else max(FEWEST_SIMS, sims)


def _seed(rng: Stream) -> int:
    return rng.below(1 << SEED_BITS)
