from engine import Game

class Guide:
    game: Game
    max_candidates: int
    scale: float
    def __init__(self, game: Game) -> None: ...
