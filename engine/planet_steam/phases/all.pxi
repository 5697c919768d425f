"""The rules, phase by phase: included whole by each unit that plays them, and private to it."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libc.string cimport memset

from engine.game cimport CHANCE, MAX_SEATS, NOBODY, move_t
from engine.planet_steam.accessors cimport (
    AGENT_RESOURCE, ENGINEER_TAKES_LICENSE, IMPORT_CREDITS, IMPORT_QUARTZ, LICENSE_CREDITS, MODERATE, SHIFT_ZERO, STRONG,
    SUPERCHARGER_QUARTZ, WEAK, ZONE_BITS, barred, converter_price, extracts_for_free, free_resources, highest_shift,
    level_price, lowest_shift, nearest_unclaimed, needs_emergency_aid, set_converter, wealth, yield_of, zones_for_neutrals,
)
from engine.planet_steam.knowledge cimport open_window
from engine.planet_steam.state cimport *

include "setup.pxi"
include "auction.pxi"
include "specialists.pxi"
include "variable_claims.pxi"
include "zone_auction.pxi"
include "claiming.pxi"
include "freelance.pxi"
include "tank_phase.pxi"
include "extraction.pxi"
include "trade.pxi"
include "round_end.pxi"
include "flow.pxi"
