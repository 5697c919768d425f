from engine import Game, State, Stream

class Guide:
    game: Game
    max_candidates: int
    max_plans: int
    scale: float
    def __init__(self, game: Game) -> None: ...
    def play_out(self, state: State, rng: Stream) -> State: ...
    def judgement(self, state: State) -> tuple[list[float], list[float]]: ...
