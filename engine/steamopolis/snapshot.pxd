"""States as plain data; see snapshot.pyx."""
from engine.steamopolis.knowledge cimport Seen
from engine.steamopolis.state cimport Position, Tables

cdef dict describe(const Tables* t, const Position* s)
cdef dict describe_step(const Tables* t, const Position* s)
cdef dict describe_seen(const Tables* t, const Seen* seen)
cdef int edit_state(const Tables* t, Position* s, dict snapshot, dict changes) except -1
