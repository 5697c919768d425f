"""Steamopolis behind the contract: `Steamopolis` compiles settings and data into tables, and calls the rules."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.game cimport CHANCE, Game, move_t
from engine.rng cimport Rng, below
from engine.state cimport Observation, State
from engine.steamopolis.flow cimport go_on, list_legal, play_move
from engine.steamopolis.knowledge cimport Seen, imagine, look
from engine.steamopolis.moves cimport *
from engine.steamopolis.outcome cimport final_score
from engine.steamopolis.pressure cimport shared_pressure
from engine.steamopolis.setup cimport backs_left, down_rank, set_up
from engine.steamopolis.snapshot cimport describe, describe_seen, describe_step, edit_state
from engine.steamopolis.state cimport *
from engine.steamopolis.turn cimport AT_ACTION, start_turn

from engine.game import check_same
from engine.steamopolis import drawing, floats, notation
from engine.steamopolis.effects import parse_effect, parse_passive
from engine.steamopolis.settings import Settings

TITLES = (0, 7, 14, 21, 28, 35, 42, 49)     # rules 1.11: SP for each title of the solo game

cdef enum:
    MAX_DEALT = 128       # draws and decisions of the set-up
    # of one turn; random games have about ten, and a chain of effects ends with its MAX_FRAMES
    MAX_IN_TURN = 1024

OPS = {
    "sp": OP_SP, "crystal": OP_CRYSTAL, "gear": OP_GEAR, "res": OP_RES, "res_any": OP_RES_ANY, "stone": OP_STONE,
    "sponsor": OP_SPONSOR, "gala": OP_GALA, "capacity": OP_CAPACITY, "press": OP_PRESS, "press_one": OP_PRESS_ONE,
    "base": OP_BASE, "arrow": OP_ARROW, "to8": OP_TO8, "flip_sponsor": OP_FLIP, "peek": OP_PEEK, "buy_any": OP_BUY_ANY,
    "other_district": OP_OTHER, "par_place": OP_PLACE, "par_all": OP_PLACE, "par_use": OP_USE, "par_use_all": OP_USE,
    "par_place_use": OP_PLACE_USE, "run_machines": OP_RUN_MACHINES, "shake": OP_SHAKE, "shake_all": OP_SHAKE_ALL,
    "pink": OP_PINK,
}
ALL = {"par_all", "par_use_all"}             # as often as there are parasites, rules R20
COSTS = {
    "": COST_NONE, "pay": COST_PAY, "pay_per_stone": COST_PER_STONE, "lose_stone": COST_STONE,
    "lose_machine": COST_MACHINE, "invite": COST_INVITE,
}
EXTRAS = {"lose_machine": LOSE_MACHINE, "lose_stone": LOSE_STONE, "invite": INVITE}
TRIGGERS = {"passenger": ON_PASSENGER, "buy": ON_BUY, "end": ON_END}


def extras_of(text):
    """What a purchase costs besides resources, as a set of bits."""
    return sum(EXTRAS[name] for name in text.split("+") if name)


cdef class Steamopolis(Game):
    """One game's settings and data. All arguments have the rules' defaults.

    >>> game = Steamopolis(players=1, start_sp=3)
    >>> game.n_seats, game.start_sp, game.board["meta"]["builtin_boilers"]
    (1, 3, 2)
    """

    def __init__(self, **given):
        chosen = Settings.make(given)
        self.name = "steamopolis"
        self.settings = chosen
        self.n_seats = chosen.players
        self.board = chosen.board
        self.max_rounds = chosen.max_rounds
        self.start_sp = chosen.start_sp
        self.state_size = sizeof(Position)
        self.observation_size = sizeof(Seen)
        self.max_moves = MAX_LISTING
        self.min_score, self.max_score = 0, 32767       # points are kept in 16 bits; the last one lost ends a solo game
        self.max_length = MAX_DEALT + MAX_IN_TURN * self.n_seats * (self.max_rounds + 2)
        self.n_effects = 1
        self.n_parts = 0
        self._fill_airship()
        self._fill_city()
        self._fill_market()
        self._fill_tiles()
        self._fill_people()

    # -- tables --------------------------------------------------------------------------------------------------------

    cdef _fill_airship(self):
        cdef Tables* t = &self.tables
        cdef int field
        meta = self.board["meta"]
        t.pressure = shared_pressure()
        t.n_seats = self.n_seats
        t.is_solo = self.n_seats == 1
        t.start_sp = self.start_sp
        t.max_rounds = self.max_rounds
        t.max_on_machine = 2 if self.n_seats == 2 else 1
        for field in range(N_FIELDS):
            t.value[field] = meta["gauge"][field]
            t.fields_of[t.value[field]] |= <uint16_t>bit(field)
            for level in range(t.value[field] + 1):
                t.reach[level] |= bit(field)
        t.base_max = meta["base_max_field"]
        t.boilers = meta["builtin_boilers"]
        t.storage = meta["builtin_storage"]

    cdef _fill_city(self):
        cdef Tables* t = &self.tables
        cdef int district, level
        for district, name in enumerate(notation.DISTRICTS):
            text, is_static = self.board["districts"][name]
            effect = parse_effect(text)
            level = int(name[0])
            t.level_of[district] = level
            t.district_effect[district] = self._add_effect(effect)
            if is_static:
                t.statics |= bit(district)
            if effect.is_end:
                t.end_districts |= bit(district)
            if name[1] != "M" or self.n_seats == 4:
                t.districts |= bit(district)
                t.at_level[level] |= bit(district)
        t.n_district_parts = self.n_parts
        for level in range(1, 10):
            t.up_to[level] = t.up_to[level - 1] | t.at_level[level]

    cdef _fill_market(self):
        cdef Tables* t = &self.tables
        cdef int market, level, rank, kind
        rows, bonus = self.board["market"], self.board["bonus"]
        t.n_markets = N_MARKETS if self.n_seats == 4 else N_MAIN
        for market, name in enumerate(notation.MARKETS):
            t.market_level[market] = int(name[0])
        for rank in range(4):
            t.machine_sp[rank] = rows["machine_sp"][rank]
            t.machine_extra[rank] = extras_of(rows["machine_extra"][rank])
            t.banner_extra[rank] = extras_of(rows["banner_extra"][rank])
            for level in range(2, 9):
                kind = "cg".index(rows["row3_kind"][str(level)])
                t.row_cost[level][rank][kind] = rows["row3_count"][rank]
        for rank in range(N_MARKER_ROW):
            t.marker_number[rank] = bonus["number"][rank]
            t.marker_cost[rank] = bonus["cost"][rank]
            t.marker_sp[rank] = bonus["sp"][rank]
            t.marker_invites[rank] = bonus["invite"][rank]

    cdef _fill_tiles(self):
        cdef Tables* t = &self.tables
        cdef int tile, level
        starts = self.board["start"]
        others = {"cap": starts["capacity"], "S0": starts["back"], **{name: starts[name] for name in notation.STARTS}}
        for tile in range(1, N_TILES):
            name = notation.TILES[tile]
            if tile <= N_MACHINES:
                rank, banner, cost, *rest = self.board["machines"][name]
                t.rank[tile] = rank
                t.colour[tile] = notation.COLOURS.index(banner)
                t.cost[tile][CRYSTAL] = cost.count("c")
                t.cost[tile][GEAR] = cost.count("g")
                t.names[t.rank[tile]][t.colour[tile]] |= <uint64_t>1 << (tile - 1)
            else:
                rest = others[name]
            boilers, active, passive, storage = rest
            t.tile_boilers[tile] = boilers
            t.tile_storage[tile] = storage
            if active:
                t.tile_effect[tile][ACTIVE] = self._add_effect(parse_effect(active))
            if passive:
                trigger, levels, effect = parse_passive(passive)
                t.tile_effect[tile][PASSIVE] = self._add_effect(effect)
                t.triggers[tile] = TRIGGERS.get(trigger, 0)
                for level in levels:
                    t.triggers[tile] |= <uint16_t>bit(level)

    cdef _fill_people(self):
        cdef Tables* t = &self.tables
        cdef int level
        people = self.board["passengers"]
        for place, number in enumerate(notation.CHARACTERS):
            t.character_effect[place] = self._add_effect(parse_effect(self.board["characters"][str(number)]))
        for banker in people["banker"]:
            for stoker in people["stoker"]:
                t.passenger_tiles |= <uint16_t>bit(4 * (banker - 5) + stoker - 1)
        for level in range(1, 9):
            t.alternative[level] = people["alternative"][str(level)]
        t.printed[BANKER] = people["printed"]["banker"]
        t.printed[STOKER] = people["printed"]["stoker"]

    cdef int _add_effect(self, object effect) except -1:
        """Compiles an effect and returns its number."""
        cdef Tables* t = &self.tables
        cdef Effect* entry = &t.effects[self.n_effects]
        cdef Part* part
        cdef int side
        entry.has_bar = len(effect.sides) == 2
        entry.is_end = effect.is_end
        for side, parts in enumerate(effect.sides):
            entry.first[side] = self.n_parts
            for parsed in parts:
                part = &t.parts[self.n_parts]
                part.op = OPS[parsed.op]
                part.n = N_PARASITES if parsed.op in ALL else parsed.n
                part.cost = COSTS[parsed.cost]
                part.crystals = parsed.crystals
                part.gears = parsed.gears
                self.n_parts += 1
            entry.end[side] = self.n_parts
        self.n_effects += 1
        return self.n_effects - 1

    # -- the C contract ------------------------------------------------------------------------------------------------

    cdef void start(self, void* state) noexcept nogil:
        set_up(&self.tables, <Position*>state)
        go_on(&self.tables, <Position*>state)

    cdef int mover(self, const void* state) noexcept nogil:
        return (<const Position*>state).mover

    cdef int legal(self, const void* state, move_t* moves) noexcept nogil:
        return list_legal(&self.tables, <const Position*>state, moves)

    cdef void apply(self, void* state, move_t move) noexcept nogil:
        play_move(&self.tables, <Position*>state, move)
        go_on(&self.tables, <Position*>state)

    cdef int chance(self, const void* state, move_t* moves, double* probabilities) noexcept nogil:
        """All outcomes are equally likely but those of `back`: as many as there are such tiles left."""
        cdef const Position* s = <const Position*>state
        cdef const Frame* frame
        cdef int i, n, total = 0
        if s.mover != CHANCE:
            return 0
        n = list_legal(&self.tables, s, moves)
        frame = &s.frames[s.n_frames - 1]
        for i in range(n):
            probabilities[i] = 1.0
            if frame.kind == DRAW_BACK:
                probabilities[i] = backs_left(&self.tables, s, down_rank(frame.a), (moves[i] - M_BACK) % 3)
            total += <int>probabilities[i]
        for i in range(n):
            probabilities[i] /= total
        return n

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        cdef const Position* s = <const Position*>state
        cdef move_t[MAX_LISTING] moves
        cdef int n
        if s.frames[s.n_frames - 1].kind == DRAW_BACK:
            return Game.roll(self, state, rng)
        n = list_legal(&self.tables, s, moves)
        return moves[below(rng, n)]

    cdef uint64_t chance_key(self, const void* state) noexcept nogil:
        """Rules 6: kind of draw, and which of its kind."""
        cdef const Position* s = <const Position*>state
        cdef const Frame* frame
        if s.mover != CHANCE:
            return 0
        frame = &s.frames[s.n_frames - 1]
        if frame.kind == DRAW_TILE:
            return 100 + frame.a
        elif frame.kind == DRAW_BACK or frame.kind == DRAW_FACE:
            return (200 if frame.kind == DRAW_BACK else 300) + 4 * (2 + frame.a // 3) + down_rank(frame.a)
        elif frame.kind == DRAW_PASSENGER:
            return 400 + count(s.passengers_shown)
        return (500 if frame.kind == DRAW_CHARACTER else 600) + frame.a

    cdef void result(self, const void* state, double* shares) noexcept nogil:
        final_score(&self.tables, <const Position*>state, shares)

    cdef void score(self, const void* state, double* scores) noexcept nogil:
        cdef int seat
        for seat in range(self.n_seats):
            scores[seat] = (<const Position*>state).points[seat]

    cdef void observe(self, const void* state, int seat, void* observation) noexcept nogil:
        look(<const Position*>state, seat, <Seen*>observation)

    cdef void sample(self, const void* observation, void* state, Rng* rng) noexcept nogil:
        imagine(&self.tables, <const Seen*>observation, <Position*>state, rng)

    # -- Python face ---------------------------------------------------------------------------------------------------

    def all_moves(self):
        """steamopolis-records.md numbers chance's draws first, then the players' moves, without gaps."""
        return range(M_SKIP, N_MOVES)

    def all_outcomes(self):
        return range(M_SKIP)

    def layout(self):
        return floats.layout()

    def words(self, move):
        return notation.words(move)

    def parse(self, list words not None):
        return notation.parse(words)

    def snapshot(self, State state not None):
        check_same(state.game, self)
        return describe(&self.tables, <const Position*>state.data)

    def view(self, Observation observation not None):
        check_same(observation.game, self)
        return describe_seen(&self.tables, <const Seen*>observation.data)

    def draw(self, State state not None):
        return drawing.draw(self, self.snapshot(state), self.step(state))

    def result_record(self, State state not None):
        check_same(state.game, self)
        cdef const Position* s = <const Position*>state.data
        points = [int(score) for score in state.scores()]
        found = {"points": points, "winners": state.winners()}
        if self.n_seats == 1:
            found["lost"] = bool(s.is_lost)
            found["title"] = sum(points[0] >= least for least in TITLES) - 1
        return found

    def phase(self, State state not None):
        """What is to be decided, by its name in `engine.steamopolis.notation.PHASES`."""
        return self.step(state)["phase"]

    def step(self, State state not None):
        """What a snapshot leaves out because the moves tell it: the decision, and what the running turn has done."""
        check_same(state.game, self)
        return describe_step(&self.tables, <const Position*>state.data)

    def earned(self, State state not None, move_t move):
        """What a legal move brings each seat, by source (`notation.SOURCES`), with all that follows by itself."""
        check_same(state.game, self)
        if move not in state.legal():
            raise ValueError(f"{move} is no legal move here")
        cdef State after = state.copy()
        cdef Tables tables = self.tables
        cdef int32_t[MAX_PLAYERS * N_SOURCES] tally
        cdef int seat
        memset(tally, 0, sizeof(tally))
        tables.tally = tally
        play_move(&tables, <Position*>after.data, move)
        go_on(&tables, <Position*>after.data)
        return [
            {source: tally[N_SOURCES * seat + i] for i, source in enumerate(notation.SOURCES)}
            for seat in range(self.n_seats)
        ]

    def edit(self, State state not None, *, from_start=False, **changes):
        """A position to try things in: a copy of a state with keys of its snapshot changed, at the action decision of
        the seat `active` (after the set-up: of the first player), as if his turn had just begun and his arrow moves
        were done; with `from_start` before them. Everything that waited is dropped.

        What the changes do not name follows: stones in reserve from gauge and board, parasites in supply from those
        placed, the supply of resources, capacity tiles, sponsors and galas from what the players hold. A tile in a
        room, a banner or a market counts as shown; face-down tiles keep their order and take their places from `down`.
        Forced moves are played, so a position with one legal action goes on by itself.
        """
        check_same(state.game, self)
        cdef State other = state.copy()
        cdef Position* s = <Position*>other.data
        edit_state(&self.tables, s, self.snapshot(state), changes)
        start_turn(&self.tables, s, s.active)
        if not from_start:
            top(s).a = AT_ACTION
        go_on(&self.tables, s)
        return other
