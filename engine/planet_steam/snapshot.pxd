"""States as plain data; see snapshot.pyx."""
from engine.planet_steam.knowledge cimport Seen
from engine.planet_steam.state cimport Position, Tables

cdef dict describe(const Tables* t, const Position* s)
cdef dict describe_step(const Tables* t, const Position* s)
cdef dict describe_seen(const Tables* t, const Seen* seen)
cdef int edit_state(const Tables* t, Position* s, dict snapshot) except -1
