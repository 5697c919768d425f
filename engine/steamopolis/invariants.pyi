from engine.rng import Stream
from engine.state import State
from engine.steamopolis.game import Steamopolis

LAWS: dict[int, str]

def check(state: State) -> list[str]: ...
def names_of(broken: int) -> list[str]: ...
def play_checked(
    game: Steamopolis, rng: Stream, n_games: int, every_move: bool = False
) -> tuple[int, list[tuple[int, list[str]]]]: ...
