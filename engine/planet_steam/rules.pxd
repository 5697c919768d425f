"""The rules for callers with tables and a position instead of a game: bots that play through many moves."""
from engine.game cimport move_t
from engine.planet_steam.state cimport Position, Tables

# As `Game.legal` and `Game.apply` of the contract, and as trusting.
cdef int list_legal(const Tables* t, const Position* s, move_t* moves) noexcept nogil
cdef void play_move(const Tables* t, Position* s, move_t move) noexcept nogil
