from engine import Game

class Guide:
    game: Game
    max_candidates: int
    is_exact: bool
    scale: float
    def __init__(self, game: Game) -> None: ...
