"""The policy as an object for Python: advice on one decision, for `bots/heuristic.py`."""
from bots.adviser cimport Adviser
from bots.planet_steam.policy cimport play_turn, write_turn
from bots.planet_steam.tank_turn cimport Script
from engine.game cimport move_t
from engine.planet_steam.game cimport PlanetSteam
from engine.planet_steam.state cimport Position
from engine.rng cimport Rng, Stream
from engine.state cimport Observation

from bots.fitted import load_weights
from bots.planet_steam.weights import DEFAULT
from engine.game import check_same


cdef class PlanetSteamAdviser(Adviser):
    """Knows one good move in every position."""

    def __init__(self, PlanetSteam game not None, weights=None):
        super().__init__(game, weights)
        self.planet = game
        self.weights = load_weights(DEFAULT) if weights is None else dict(weights)

    cdef void decide(self, void* state, move_t* moves) noexcept nogil:
        cdef Rng rng                 # without noise nothing that is drawn counts
        rng.state = 0
        play_turn(&self.planet.tables, <Position*>state, &self.weights, &rng, 0)

    def advise(self, Observation seen not None, Stream rng not None):
        """The moves of the policy's next decision for the observer, who has to move: a whole tank turn, or one move. The
        policy reads no seat's credits but the mover's, so it does not matter which state is sampled."""
        cdef Position position
        cdef Script script
        cdef int i
        check_same(seen.game, self.game)
        self.game.sample(seen.data, &position, &rng.rng)
        write_turn(&self.planet.tables, &position, &self.weights, &script)
        return [script.moves[i] for i in range(script.n)]
