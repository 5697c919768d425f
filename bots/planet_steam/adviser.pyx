"""The policy as an object for Python: advice on one decision, and whole games between sets of weights.

`bots/heuristic.py` asks for advice; `bots/planet_steam/training.py` plays the games.
"""
from bots.planet_steam.policy cimport play_turn, write_turn
from bots.planet_steam.tank_turn cimport Script
from bots.planet_steam.values cimport Weights
from engine.game cimport CHANCE, MAX_SEATS, NOBODY
from engine.planet_steam.accessors cimport wealth
from engine.planet_steam.game cimport PlanetSteam
from engine.planet_steam.rules cimport play_move
from engine.planet_steam.state cimport Position
from engine.rng cimport Rng, Stream, mix64
from engine.state cimport Observation

from bots.planet_steam.weights import load_weights
from bots.players import check_finite
from engine.game import check_same


cdef class Adviser:
    """Knows one good move in every position."""

    def __init__(self, PlanetSteam game not None, weights=None):
        self.game = game
        check_finite(weights or {})
        self.weights = load_weights() if weights is None else dict(weights)

    def advise(self, Observation seen not None, Stream rng not None):
        """The moves of the policy's next decision for the observer, who has to move: a whole tank turn, or one move. The
        policy reads no seat's credits but the mover's, so it does not matter which state is sampled."""
        cdef Position position
        cdef Script script
        cdef int i
        check_same(seen.game, self.game)
        self.game.sample(seen.data, &position, &rng.rng)
        write_turn(&self.game.tables, &position, &self.weights, &script)
        return [script.moves[i] for i in range(script.n)]


def play_games(list advisers not None, object seed, int n_games):
    """Plays whole games, one adviser per seat, game k with the seats turned by k and the dice of game k // n_seats;
    returns each game's wealth by adviser."""
    if not advisers or not all(isinstance(one, Adviser) and (<Adviser>one).game is not None for one in advisers):
        raise ValueError("play_games needs an adviser per seat")
    cdef PlanetSteam game = (<Adviser>advisers[0]).game
    if len(advisers) != game.n_seats:
        raise ValueError(f"{game.n_seats} seats need as many advisers, not {len(advisers)}")
    cdef Weights[MAX_SEATS] weights
    cdef int seat, k, i, n = game.n_seats
    cdef Position position
    cdef Rng rng
    cdef list results = []
    for seat in range(n):
        weights[seat] = (<Adviser>advisers[seat]).weights
    for k in range(n_games):
        rng.state = (<Stream>Stream(seed, "dice", k // n)).rng.state
        with nogil:
            _play(game, &position, weights, k % n, rng)
        results.append([wealth(&game.tables, &position, (i + k) % n) for i in range(n)])
    return results


cdef void _play(PlanetSteam game, Position* position, const Weights* weights, int turned, Rng dice) noexcept nogil:
    """Seat s is played by adviser (s - turned) mod n. Dice are keyed by their event, as in every game."""
    cdef int n = game.n_seats
    cdef Rng rng = dice
    game.start(position)
    while position.mover != NOBODY:
        if position.mover == CHANCE:
            rng.state = dice.state ^ mix64(game.chance_key(position) + <unsigned long long>0x9E3779B97F4A7C15)
            play_move(&game.tables, position, game.roll(position, &rng))
        else:
            play_turn(&game.tables, position, &weights[(position.mover - turned + n) % n], &rng, 0)
