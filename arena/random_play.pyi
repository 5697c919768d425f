from engine.rng import Stream
from engine.state import State

def play_random_seats(state: State, dice: Stream, seats: list[Stream]) -> list[int]: ...
