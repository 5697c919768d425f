"""A slow second reading of the Steamopolis rules: the referee the compiled engine is checked against.

Nothing here imports the engine. One file per part of the rules; each part is a generator that yields a decision and is
sent the answer. So the code runs in the order in which the rules are written; what stands between two yields is
automatic.
"""

from tests.steamopolis.oracle.oracle import Oracle
from tests.steamopolis.oracle.record import check_record

__all__ = ["Oracle", "check_record"]
