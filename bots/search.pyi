from bots.guide import Guide
from engine import Game, Observation, Stream

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
    def report(self) -> list[tuple[int, int, int, float, float, float]]: ...
    def unfold(self, seen: Observation, action: int, rng: Stream) -> list[int]: ...
