from collections.abc import Mapping

from engine import Game

class Adviser:
    game: Game
    def __init__(self, game: Game, weights: Mapping[str, float] | None = None) -> None: ...

def play_games(advisers: list[Adviser], seed: int, n_games: int) -> list[list[float]]: ...
