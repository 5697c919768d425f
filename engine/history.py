"""A game with its past: every state and move so far, chance rolled from a seed. `Table` and the terminal sit on it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from engine.rng import Stream
from engine.state import State


class History:
    """States and moves from the start of a game on; `states` has one more than `moves`, and none of them changes."""

    def __init__(self, game: Game, seed: int = 0, moves: Iterable[int] = (), *, rolls: bool = True) -> None:
        """Plays the given moves, which are trusted, and rolls what follows unless told not to."""
        self.game = game
        self.seed = seed
        self.states: list[State] = [game.new()]
        self.moves: list[int] = []
        self._dice = Stream(seed, "dice")
        for move in moves:
            self.push(move)
        if rolls:
            self.roll()

    @property
    def state(self) -> State:
        return self.states[-1]

    def push(self, move: int) -> None:
        """Plays a legal move."""
        self.states.append(self.states[-1].copy().apply(move))
        self.moves.append(move)

    def roll(self) -> None:
        """Plays chance's moves until a seat moves or the game is over. Dice taken back come out the same again."""
        while self.state.mover == -1:
            self.push(self.state.roll(self._dice))

    def cut(self, n_moves: int) -> None:
        """Takes back all but the first moves."""
        del self.states[n_moves + 1 :], self.moves[n_moves:]

    def reseed(self, seed: int) -> None:
        """From here on chance is another seed's."""
        self.seed, self._dice = seed, Stream(seed, "dice")

    def before(self, number: int) -> History:
        """The past up to that move; goes on by itself."""
        past = History.__new__(History)
        past.__dict__.update(self.__dict__)
        past.states, past.moves = self.states[: number + 1], self.moves[:number]
        return past
