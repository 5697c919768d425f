import numpy as np
from numpy.typing import NDArray

from bots.guide import Guide
from engine import Game, Observation, State, Stream

BUSY: str

class Tree:
    game: Game
    guide: Guide
    n_sims: int
    n_threads: int
    def __new__(
        cls,
        guide: Guide,
        n_bytes: int,
        exploration: float,
        margin: float,
        width: float,
        widening: float,
        threads: int = 1,
        wide: bool = True,
    ) -> Tree: ...
    @property
    def size(self) -> tuple[int, int, int, int]: ...
    def search(
        self,
        seen: Observation,
        rng: Stream,
        sims: int | None,
        deadline: float | None,
        settle: bool = False,
        more: bool = False,
        keep: bool = False,
    ) -> int: ...
    def ponder(self, seen: Observation, rng: Stream, sims: int) -> bool: ...
    def foresee(
        self,
        state: State,
        lucks: NDArray[np.uint64],
        sims: int,
        rows: NDArray[np.float64],
        n_ahead: int = 0,
        sims_ahead: int = 1,
    ) -> None: ...
    def report(self) -> list[tuple[int, int, int, float, float, float]]: ...
    def unfold(self, seen: Observation, action: int, rng: Stream) -> list[int]: ...
    def appraise(self, seen: Observation, rng: Stream, n: int) -> int | None: ...
