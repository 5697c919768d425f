from engine.game import State
from engine.rng import Stream

def play_random_seats(state: State, dice: Stream, seats: list[Stream]) -> list[int]: ...
