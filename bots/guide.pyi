from engine import Game

class Guide:
    game: Game
    max_candidates: int
    max_plans: int
    scale: float
    def __init__(self, game: Game) -> None: ...
