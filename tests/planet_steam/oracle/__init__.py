"""A slow second reading of the Planet Steam rules: the referee the compiled engine is checked against.

Nothing here imports the engine. One file per phase; each phase is a generator that yields a decision and is sent the
answer. So the code runs in the order in which the rules are written; what stands between two yields is automatic.
"""

from tests.planet_steam.oracle.oracle import Oracle
from tests.planet_steam.oracle.record import check_record

__all__ = ["Oracle", "check_record"]
