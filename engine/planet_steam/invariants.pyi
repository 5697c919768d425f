from engine.planet_steam.game import PlanetSteam
from engine.rng import Stream
from engine.state import State

LAWS: dict[int, str]

def check(state: State) -> list[str]: ...
def names_of(broken: int) -> list[str]: ...
def play_checked(
    game: PlanetSteam, rng: Stream, n_games: int, every_move: bool = False
) -> tuple[int, list[tuple[int, list[str]]]]: ...
