"""States as plain data: a record's snapshot, a seat's view, and back from a snapshot for setting up positions."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine.game cimport CHANCE, NOBODY
from engine.steamopolis.knowledge cimport Seen
from engine.steamopolis.market cimport show
from engine.steamopolis.room cimport refresh_room
from engine.steamopolis.state cimport *

from engine.errors import SettingsError, did_you_mean
from engine.steamopolis.notation import CHARACTERS, COLOURS, DISTRICTS, EFFECTS, KINDS, MARKETS, PHASES, STARTS, TILES

# What `edit` may change; everything else of a snapshot follows, or belongs to a running turn.
EDITABLE = (
    "round", "active", "first", "final", "ending", "points", "gauge", "base", "goods", "room", "banners", "tiles",
    "sponsors", "gala", "character", "start", "parasites", "beside", "stones", "shadow", "open", "down", "bonus",
    "statues", "passengers", "tile", "stack",
)


# -- describing --------------------------------------------------------------------------------------------------------

cdef str describe_gauge(const Position* s, int seat):
    cdef int field
    cdef list marks = []
    for field in range(N_FIELDS):
        if s.stones[seat] & bit(field):
            marks.append("a" if s.arrows[seat] & bit(field) else "o")
        elif s.markers[seat] & bit(field):
            marks.append("p" if s.pink[seat] & bit(field) else "m")
        else:
            marks.append(".")
    return "".join(marks)


cdef list describe_sponsors(const Position* s, int seat):
    """Sorted pairs of side and whether it was used this turn."""
    cdef int side, used, k
    return [
        [KINDS[side], bool(used)]
        for side in range(2) for used in range(2) for k in range(s.sponsors[seat][side][used])
    ]


cdef list describe_parasites(const Tables* t, const Position* s, int seat):
    cdef int place, k
    placed = [
        [place // 14, place // 2 % 7 + 1, EFFECTS[place & 1]]
        for place in range(14 * t.n_seats) for k in range(parasites_of(s, seat, place))
    ]
    return [s.in_supply[seat], placed]


cdef list districts_in(uint32_t mask):
    cdef int district
    return [DISTRICTS[district] for district in range(N_DISTRICTS) if mask & bit(district)]


cdef dict describe_stones(const Tables* t, const Position* s):
    cdef int district, seat
    found = {}
    for district in range(N_DISTRICTS):
        pairs = [
            [seat, bool(s.board_arrows[seat] & bit(district))]
            for seat in range(t.n_seats) if s.board[seat] & bit(district)
        ]
        if pairs:
            found[DISTRICTS[district]] = pairs
    return found


cdef dict describe_open(const Tables* t, const Position* s):
    """The markets in the order in which they are dealt."""
    cdef int market
    return {MARKETS[market]: TILES[s.open[market]] for market in range(s.dealt)}


cdef dict describe_down(const Tables* t, const Position* s):
    cdef int level, rank, index, seat
    found = {}
    for level in range(2, 9):
        row = []
        for rank in range(1, 4):
            index = 3 * (level - 2) + rank - 1
            if s.down & bit(index):
                seen = [seat for seat in range(t.n_seats) if s.seen[seat] & bit(index)]
                row.append([rank, COLOURS[s.down_colour[index] - 1], TILES[s.down_name[index]], seen])
        found[str(level)] = row
    return found


cdef dict describe(const Tables* t, const Position* s):
    """The snapshot of steamopolis-records.md: these keys and no others."""
    cdef int seat, slot, i, level
    seats = range(t.n_seats)
    return {
        "round": s.round,
        "to_move": None if s.mover == NOBODY else s.mover,
        "active": None if s.active < 0 else s.active,
        "first": None if s.first < 0 else s.first,
        "final": bool(s.is_final),
        "ending": bool(s.is_ending),
        "points": [s.points[seat] for seat in seats],
        "gauge": [describe_gauge(s, seat) for seat in seats],
        "base": [s.base[seat] for seat in seats],
        "reserve": [s.reserve[seat] for seat in seats],
        "goods": [[s.goods[seat][CRYSTAL], s.goods[seat][GEAR]] for seat in seats],
        "room": [[TILES[s.room[seat][slot]] for slot in range(N_SLOTS)] for seat in seats],
        "banners": [
            [TILES[s.banners[i] & 63] for i in range(s.n_attached) if s.banners[i] >> 6 == seat] for seat in seats
        ],
        "tiles": [s.tiles[seat] for seat in seats],
        "sponsors": [describe_sponsors(s, seat) for seat in seats],
        "gala": [KINDS[s.gala[seat] - 1] if s.gala[seat] else None for seat in seats],
        "character": [CHARACTERS[s.character[seat] - 1] if s.character[seat] else None for seat in seats],
        "start": [STARTS[s.start[seat] - 1] if s.start[seat] else None for seat in seats],
        "parasites": [describe_parasites(t, s, seat) for seat in seats],
        "beside": s.beside,
        "stones": describe_stones(t, s),
        "shadow": districts_in(s.shadow),
        "open": describe_open(t, s),
        "down": describe_down(t, s),
        "bonus": [s.bonus[CRYSTAL], s.bonus[GEAR]],
        "statues": [level for level in range(1, 9) if s.statues >> (level - 1) & 1],
        "passengers": [s.passenger[BANKER], s.passenger[STOKER]],
        "aboard": [s.aboard[i] or None for i in range(2)],
        "hand": [s.turn.hand, bool(s.turn.hand_arrow)] if s.turn.hand else None,
        "tile": [s.tile[BANKER], s.tile[STOKER]] if s.tile[BANKER] else None,
        "stack": s.stack,
        "supply": {
            "crystals": s.supply[CRYSTAL],
            "gears": s.supply[GEAR],
            "capacity": s.capacity,
            "sponsors": s.sponsors_left,
            "galas": [s.galas_left[CRYSTAL], s.galas_left[GEAR]],
        },
    }


# Rules 2: parts of an effect that ask only whether they are wanted.
ASKED = {OP_BASE: "base", OP_TO8: "to8", OP_SHAKE_ALL: "shake_all"}


cdef dict describe_step(const Tables* t, const Position* s):
    """What a snapshot leaves out because the moves tell it: the pending decision, and what the turn has done."""
    cdef Frame frame
    cdef int i, kind = -1
    memset(&frame, 0, sizeof(frame))
    if s.n_frames:
        frame = s.frames[s.n_frames - 1]
        kind = frame.kind
    flown = [s.frames[i].b for i in range(s.n_frames) if s.frames[i].kind == FLIGHT_STEPS]
    return {
        "phase": PHASES[kind] if s.n_frames else "over",
        "steps": frame.a if kind == RAISE else None,
        "cost": [frame.a, frame.b] if kind == PAY else None,
        "tile": TILES[frame.a] if kind == SLOT else None,
        "marker": frame.a if kind == PUT_MARKER else None,
        "part": ASKED[frame.a] if kind == DO_IT else None,
        "inviter": frame.a if kind == INVITED else None,
        "district": DISTRICTS[flown[0]] if flown else None,
        "taken": s.turn.taken or None,
        "flown": s.turn.n_flown,
        "used": districts_in(s.turn.used),
        "moved": [bool(s.turn.moved & bit(i)) for i in range(2)],
        "later": [DISTRICTS[s.turn.ends[i]] for i in range(s.turn.n_ends)],
    }


cdef dict describe_seen(const Tables* t, const Seen* seen):
    """A snapshot and the step, without the names that the seat has not seen."""
    return describe(t, &seen.state) | {"seat": seen.seat, "step": describe_step(t, &seen.state)}


# -- editing -----------------------------------------------------------------------------------------------------------

cdef int tile_number(object name) except -1:
    if name not in TILES:
        raise SettingsError(f"unknown tile {name!r}; use M01 to M44, cap, S0 to S5 or null")
    return TILES.index(name)


cdef int edit_gauge(Position* s, int seat, str marks) except -1:
    cdef int field
    if len(marks) != N_FIELDS or set(marks) - set(".oamp"):
        raise SettingsError(f"gauge {marks!r}: write ten of '.', 'o', 'a', 'm' and 'p', f1 on the left")
    s.stones[seat] = s.arrows[seat] = s.markers[seat] = s.pink[seat] = 0
    for field, mark in enumerate(marks):
        if mark in "oa":
            s.stones[seat] |= <uint16_t>bit(field)
        if mark == "a":
            s.arrows[seat] |= <uint16_t>bit(field)
        if mark in "mp":
            s.markers[seat] |= <uint16_t>bit(field)
        if mark == "p":
            s.pink[seat] |= <uint16_t>bit(field)
    return 0


cdef int edit_seat(const Tables* t, Position* s, int seat, dict wanted) except -1:
    """What one player has, but for stones on the board and parasites."""
    cdef int slot, side, kind
    edit_gauge(s, seat, wanted["gauge"][seat])
    s.points[seat] = wanted["points"][seat]
    s.base[seat] = wanted["base"][seat]
    s.tiles[seat] = wanted["tiles"][seat]
    for kind in range(2):
        s.goods[seat][kind] = wanted["goods"][seat][kind]
    for slot in range(N_SLOTS):
        s.room[seat][slot] = tile_number(wanted["room"][seat][slot])
    for side in range(2):
        s.sponsors[seat][side][0] = s.sponsors[seat][side][1] = 0
    for name, _ in wanted["sponsors"][seat]:
        s.sponsors[seat][KINDS.index(name)][0] += 1
    gala, character, start = wanted["gala"][seat], wanted["character"][seat], wanted["start"][seat]
    s.gala[seat] = 0 if gala is None else 1 + KINDS.index(gala)
    s.character[seat] = 0 if character is None else 1 + CHARACTERS.index(character)
    s.start[seat] = 0 if start is None else 1 + STARTS.index(start)
    refresh_room(t, s, seat)
    return 0


cdef int edit_parasites(const Tables* t, Position* s, dict wanted) except -1:
    cdef int seat, place
    memset(s.parasites, 0, sizeof(s.parasites))
    s.beside = wanted["beside"]
    for seat in range(t.n_seats):
        placed = wanted["parasites"][seat][1]
        if len(placed) + s.beside > N_PARASITES:
            raise SettingsError(f"seat {seat} has {N_PARASITES} parasites, not {len(placed) + s.beside}")
        s.in_supply[seat] = N_PARASITES - len(placed) - s.beside
        for victim, slot, effect in placed:
            place = 14 * victim + 2 * (slot - 1) + EFFECTS.index(effect)
            (&s.parasites[0][0][0])[place] += <uint8_t>(1 << 2 * seat)
    return 0


cdef int edit_banners(const Tables* t, Position* s, dict wanted) except -1:
    cdef int seat, tile
    s.n_attached = 0
    memset(s.banners, 0, sizeof(s.banners))
    for seat in range(t.n_seats):
        s.n_banners[seat] = s.n_purple[seat] = 0
        for name in wanted["banners"][seat]:
            tile = tile_number(name)
            s.banners[s.n_attached] = <uint8_t>(tile | seat << 6)
            s.n_attached += 1
            s.n_banners[seat] += 1
            s.n_purple[seat] += t.colour[tile] == PURPLE
    return 0


cdef int edit_board(const Tables* t, Position* s, dict wanted) except -1:
    """Stones on the board, and with them the reserves."""
    cdef int seat
    for seat in range(t.n_seats):
        s.board[seat] = s.board_arrows[seat] = 0
    for name, pairs in wanted["stones"].items():
        for seat, has_arrow in pairs:
            s.board[seat] |= bit(DISTRICTS.index(name))
            if has_arrow:
                s.board_arrows[seat] |= bit(DISTRICTS.index(name))
    for seat in range(t.n_seats):
        if n_stones(s, seat) > N_STONES:
            raise SettingsError(f"seat {seat} has {N_STONES} stones, not {n_stones(s, seat)}")
        s.reserve[seat] = N_STONES - n_stones(s, seat)
    s.shadow = 0
    for name in wanted["shadow"]:
        s.shadow |= bit(DISTRICTS.index(name))
    return 0


cdef int edit_markets(const Tables* t, Position* s, dict wanted) except -1:
    cdef int market, index, seat, slot
    for name, tile in wanted["open"].items():
        market = MARKETS.index(name)
        s.open[market] = NO_TILE
        if tile is not None:
            show(s, market, tile_number(tile))
    s.dealt = t.n_markets
    s.down = 0
    for seat in range(MAX_PLAYERS):
        s.seen[seat] = 0
    for index in range(N_DOWN):
        s.down_colour[index] = s.down_name[index] = 0
    for level, row in wanted["down"].items():
        for rank, colour, name, seen in row:
            index = 3 * (int(level) - 2) + rank - 1
            s.down |= bit(index)
            s.down_colour[index] = 1 + COLOURS.index(colour)
            s.down_name[index] = tile_number(name)
            for seat in seen:
                s.seen[seat] |= bit(index)
    for seat in range(t.n_seats):
        for slot in range(N_SLOTS):
            if NO_TILE < s.room[seat][slot] <= N_MACHINES:
                s.shown |= <uint64_t>1 << (s.room[seat][slot] - 1)
    for index in range(s.n_attached):
        s.shown |= <uint64_t>1 << ((s.banners[index] & 63) - 1)
    return 0


cdef int edit_passengers(const Tables* t, Position* s, dict wanted) except -1:
    cdef int i, tile
    cdef uint32_t shown = s.passengers_shown
    for i in range(2):
        s.passenger[i] = wanted["passengers"][i]
        s.aboard[i] = 0
        s.tile[i] = 0 if wanted["tile"] is None else wanted["tile"][i]
    s.no_tile = wanted["tile"] is None
    if s.tile[BANKER]:
        shown |= bit(4 * (s.tile[BANKER] - 5) + s.tile[STOKER] - 1)
    for tile in range(N_PASSENGERS):      # the stack says how many are left: the first ones count as shown
        if t.passenger_tiles & bit(tile) and count(t.passenger_tiles & ~shown) > <int>wanted["stack"]:
            shown |= bit(tile)
    s.passengers_shown = <uint16_t>shown
    s.stack = <uint8_t>count(t.passenger_tiles & ~shown)
    return 0


cdef int edit_supply(const Tables* t, Position* s) except -1:
    """What nobody holds is in the supply."""
    cdef int seat, slot, kind, side
    cdef int[2] held, galas
    cdef int capacity = N_CAPACITY, sponsors = N_SPONSORS
    held[0] = held[1] = galas[0] = galas[1] = 0
    for seat in range(t.n_seats):
        for kind in range(2):
            held[kind] += s.goods[seat][kind]
            galas[kind] += s.gala[seat] == kind + 1
        for slot in range(N_SLOTS):
            capacity -= s.room[seat][slot] == CAPACITY
        for side in range(2):
            sponsors -= s.sponsors[seat][side][0]
    if max(held[0], held[1]) > N_RESOURCES or max(galas[0], galas[1]) > N_GALAS or min(capacity, sponsors) < 0:
        raise SettingsError("the players hold more resources, galas, sponsors or capacity tiles than there are")
    for kind in range(2):
        s.supply[kind] = N_RESOURCES - held[kind]
        s.galas_left[kind] = N_GALAS - galas[kind]
    s.capacity = capacity
    s.sponsors_left = sponsors
    return 0


cdef int edit_state(const Tables* t, Position* s, dict snapshot, dict changes) except -1:
    """Sets what the changes name, and what follows from it. Nothing is pending afterwards."""
    cdef int seat, level
    for key in changes:
        if key not in EDITABLE:
            raise SettingsError(f"cannot edit {key!r}{did_you_mean(key, EDITABLE)}; use {', '.join(EDITABLE)}")
    wanted = snapshot | changes
    while s.n_frames:
        pop(s)
    s.first = 0 if wanted["first"] is None else wanted["first"]
    s.active = s.first if wanted["active"] is None else wanted["active"]
    s.round = max(1, wanted["round"])
    s.is_final = wanted["final"]
    s.is_ending = wanted["ending"]
    s.is_lost = False
    for seat in range(t.n_seats):
        edit_seat(t, s, seat, wanted)
    edit_parasites(t, s, wanted)
    edit_banners(t, s, wanted)
    edit_board(t, s, wanted)
    edit_markets(t, s, wanted)
    edit_passengers(t, s, wanted)
    edit_supply(t, s)
    s.bonus[CRYSTAL], s.bonus[GEAR] = wanted["bonus"]
    s.statues = 0
    for level in wanted["statues"]:
        s.statues |= <uint8_t>(1 << (level - 1))
    return 0
