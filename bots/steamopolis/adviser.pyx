"""The policy as an object for Python: advice on one decision, and whole games between sets of weights.

`bots/heuristic.py` asks for advice; `bots/steamopolis/training.py` plays the games.
"""
from bots.steamopolis.policy cimport MAX_SCORES, best_move, score_moves
from bots.steamopolis.worth cimport Weights
from engine.game cimport CHANCE, MAX_SEATS, NOBODY, move_t
from engine.rng cimport Rng, Stream, mix64
from engine.state cimport Observation
from engine.steamopolis.flow cimport go_on, play_move
from engine.steamopolis.game cimport Steamopolis
from engine.steamopolis.state cimport Position

from bots.players import check_finite
from bots.steamopolis.weights import load_weights
from engine.game import check_same


cdef int check_asked(Observation seen, Steamopolis game) except -1:
    """The policy reads the decision that is to be made: there must be one, and the observer's."""
    check_same(seen.game, game)
    if seen.mover != seen.seat:
        raise ValueError(f"seat {seen.seat} has no decision to make")
    return 0


cdef class Adviser:
    """Knows one good move in every position."""

    def __init__(self, Steamopolis game not None, weights=None):
        self.game = game
        check_finite(weights or {})
        self.weights = load_weights() if weights is None else dict(weights)

    def advise(self, Observation seen not None, Stream rng not None):
        """The policy's move for the observer, who has to move. It reads no name of a face-down tile, so it does not
        matter which state is sampled."""
        cdef Position position
        cdef move_t[MAX_SCORES] moves
        check_asked(seen, self.game)
        self.game.sample(seen.data, &position, &rng.rng)
        return [best_move(&self.game.tables, &position, &self.weights, moves)]

    def scores(self, Observation seen not None, Stream rng not None):
        """Every legal move of the observer, with the policy's score in SP."""
        cdef Position position
        cdef move_t[MAX_SCORES] moves
        cdef double[MAX_SCORES] found
        cdef int i, n
        check_asked(seen, self.game)
        self.game.sample(seen.data, &position, &rng.rng)
        n = score_moves(&self.game.tables, &position, &self.weights, moves, found)
        return {moves[i]: found[i] for i in range(n)}


def play_games(list advisers not None, object seed, int n_games):
    """Plays whole games, one adviser per seat, game k with the seats turned by k and the luck of game k // n_seats;
    returns each game's SP by adviser."""
    if not advisers or not all(isinstance(one, Adviser) and (<Adviser>one).game is not None for one in advisers):
        raise ValueError("play_games needs an adviser per seat")
    cdef Steamopolis game = (<Adviser>advisers[0]).game
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
        results.append([position.points[(i + k) % n] for i in range(n)])
    return results


cdef void _play(Steamopolis game, Position* position, const Weights* weights, int turned, Rng luck) noexcept nogil:
    """Seat s is played by adviser (s - turned) mod n. Luck is keyed by its event, as in every game."""
    cdef move_t[MAX_SCORES] moves
    cdef int n = game.n_seats
    cdef Rng rng = luck
    cdef move_t move
    game.start(position)
    while position.mover != NOBODY:
        if position.mover == CHANCE:
            rng.state = luck.state ^ mix64(game.chance_key(position) + <unsigned long long>0x9E3779B97F4A7C15)
            move = game.roll(position, &rng)
        else:
            move = best_move(&game.tables, position, &weights[(position.mover - turned + n) % n], moves)
        play_move(&game.tables, position, move)
        go_on(&game.tables, position)
