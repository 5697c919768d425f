"""The policy as an object for Python: advice on one decision, and whole games between sets of weights.

`bots/heuristic.py` asks for advice; training plays the games.
"""
from bots.planet_steam.guide cimport PlanetSteamGuide
from bots.planet_steam.values cimport Weights
from engine.game cimport CHANCE, MAX_SEATS, NOBODY, Observation, move_t
from engine.planet_steam.flow cimport play_move
from engine.planet_steam.game cimport PlanetSteam
from engine.planet_steam.round_end cimport wealth
from engine.planet_steam.state cimport Position
from engine.rng cimport Rng, Stream, mix64


cdef class Adviser:
    """Knows one good decision in every position."""

    def __init__(self, PlanetSteam game not None, weights=None):
        self.game = game
        self.guide = PlanetSteamGuide(game, None if weights is None else dict(weights), 0.0)

    def advise(self, Observation seen not None, Stream rng not None):
        """The moves of the policy's decision for the observer, who has to move: one, or a whole turn. The policy reads no
        seat's credits but the mover's, so it does not matter which state is sampled."""
        return self.guide.follow(seen, rng)


def play_games(list advisers, object seed, int n_games):
    """Plays whole games, one adviser per seat, game k with the seats turned by k and the dice of game k // n_seats;
    returns each game's wealth by adviser."""
    cdef PlanetSteam game = (<Adviser>advisers[0]).game
    cdef PlanetSteamGuide guide = (<Adviser>advisers[0]).guide
    cdef Weights[MAX_SEATS] weights
    cdef int seat, k, i, n = game.n_seats
    cdef Position position
    cdef Rng rng
    cdef list results = []
    for seat in range(n):
        weights[seat] = (<Adviser>advisers[seat]).guide.weights
    for k in range(n_games):
        rng.state = (<Stream>Stream(seed, "dice", k // n)).rng.state
        with nogil:
            play_one(game, guide, &position, weights, k % n, rng)
        results.append([wealth(&game.tables, &position, (i + k) % n) for i in range(n)])
    return results


cdef void play_one(
    PlanetSteam game, PlanetSteamGuide guide, Position* position, const Weights* weights, int turned, Rng dice
) noexcept nogil:
    """Seat s is played by adviser (s - turned) mod n. Dice are keyed by their event, as in every game."""
    cdef int n = game.n_seats
    cdef Rng rng
    game.start(position)
    while position.mover != NOBODY:
        if position.mover == CHANCE:
            rng.state = dice.state ^ mix64(game.chance_key(position) + <unsigned long long>0x9E3779B97F4A7C15)
            play_move(&game.tables, position, game.roll(position, &rng))
        else:
            guide.decide(position, &weights[(position.mover - turned + n) % n])
