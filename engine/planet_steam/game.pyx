"""Planet Steam behind the contract: `PlanetSteam` makes tables of settings and board data, and calls the phases.

The files of `phases` are parts of this compiled unit and private to it.
"""
from libc.stdint cimport uint64_t

from engine.game cimport CHANCE, Game, move_t
from engine.planet_steam.accessors cimport (
    QUARTERS_WEALTH, SUPERCHARGER_WEALTH, TANK_WEALTH, ZONE_WEALTH, wealth,
)
from engine.planet_steam.knowledge cimport Seen, imagine, look, recollect
from engine.planet_steam.snapshot cimport describe, describe_seen, describe_step, edit_state
from engine.planet_steam.state cimport *
from engine.rng cimport Rng, below
from engine.state cimport Observation, State

from engine.game import check_same
from engine.planet_steam import actions, drawing, editions, floats, notation
from engine.planet_steam.board import largest_credits
from engine.planet_steam.settings import Settings

include "phases/all.pxi"

VERSION = 2          # of the record format that these rules belong to


cdef class PlanetSteam(Game):
    """One game's rules and board. All arguments have the rulebook's defaults.

    >>> game = PlanetSteam(players=3, edition="ludoart", rules=["expert"])
    >>> game.rules
    ('reduced-start', 'river-limits', 'variable-claims', 'variable-trading-order')
    """

    def __init__(self, *, version=VERSION, **given):
        """`version` is that of the record format whose rulings hold: games of older records are replayed with it."""
        chosen = Settings.make(given)
        self.name = "planet-steam"
        self.settings = chosen
        self.n_seats = chosen.players
        self.edition = chosen.edition
        self.rules = chosen.rules
        self.board = chosen.board
        self.credits = chosen.credits
        self.recall = chosen.recall
        self.river_neutrals = chosen.river_neutrals
        self.version = version
        self.state_size = sizeof(Position)
        self.observation_size = sizeof(Seen)
        # The longest listing is a Venturer's bids, up to twice his credits. A tank phase on a board of 42 zones, all one
        # seat's, stays below 8,192: 3 * 42 * 42 converters with a second zone, 861 pairs for each of three kinds of move.
        self.max_moves = max(8192, 2 * largest_credits(self.board, self.n_seats) + 2)
        self.min_score = 0
        self.max_score = self._highest_wealth()
        self.max_length = self._longest()
        self._fill_rules()
        self._fill_map()
        self._fill_board()

    def _highest_wealth(self):
        """All credits, full carriers at the highest prices, every zone with tank and supercharger, all quarters."""
        board = self.board
        goods = sum((max(hold) + board["freelance"]) * price for hold, price in zip(board["capacity"], board["price_max"]))
        zones = N_ZONES * (ZONE_WEALTH + TANK_WEALTH + SUPERCHARGER_WEALTH)
        return largest_credits(board, self.n_seats) + goods + zones + QUARTERS_WEALTH * board["quarters"]

    def _longest(self):
        """A bound, far from any real game: every auction by single credits up to the highest bid. A round has an auction
        for each card, one of a zone for each seat and one of the carrier; a seat's tank phase has MAX_REARRANGED free
        moves and pays for each other one, with at least a credit or a good; all else is a few moves each."""
        highest = actions.highest_bid(self.board, self.n_seats)
        return self.board["rounds"] * (2 * self.n_seats + 1) * (highest + 4 * N_ZONES + MAX_REARRANGED + 64)

    cdef _fill_rules(self):
        cdef Tables* t = &self.tables
        t.n_seats = self.n_seats
        t.immobile_tanks = "immobile-tanks" in self.rules
        t.river_limits = "river-limits" in self.rules
        t.variable_trading_order = "variable-trading-order" in self.rules
        t.variable_claims = "variable-claims" in self.rules
        t.predictable_claims = "predictable-claims" in self.rules
        t.price_manipulation = "price-manipulation" in self.rules
        t.sabotage = "sabotage" in self.rules
        t.freelance_carrier = "freelance-carrier" in self.rules
        edition = editions.BY_NAME[self.edition]
        t.water_for_declining = edition.water_for_declining
        t.has_emergency_aid = edition.has_emergency_aid
        t.has_river_die = self.river_neutrals == editions.DIE
        t.max_river_die = min(self.n_seats + 1, 5)          # rules 6.4: 3, 4, 5, 5 with 2 to 5 players
        if not t.has_river_die:
            number = min(self.river_neutrals, N_ZONES)
            t.n_river_neutrals = number if edition.lays_river_neutrals else 0
            t.max_river_neutrals = 0 if edition.lays_river_neutrals else number
        t.stows_dearest = t.drops_in_emergency = self.version == 1
        t.n_rounds = self.board["rounds"]
        if self.credits == "open" or self.recall == "all" or self.recall >= t.n_rounds:
            t.n_windows = 0
        else:
            t.n_windows = self.recall + 1

    cdef _fill_map(self):
        cdef Tables* t = &self.tables
        cdef int zone, other, line, position
        for zone in range(N_ZONES):
            line, position = divmod(zone, N_POSITIONS)
            t.line[line] |= bit(zone)
            for other in range(N_ZONES):
                if other // N_POSITIONS == line and other < zone:
                    t.west[zone] |= bit(other)
                    t.east[other] |= bit(zone)
                elif other % N_POSITIONS == position and other < zone:
                    t.north[zone] |= bit(other)
                    t.south[other] |= bit(zone)
                if abs(other // N_POSITIONS - line) + abs(other % N_POSITIONS - position) == 1:
                    t.neighbours[zone] |= bit(other)
        t.zones = (bit(N_ZONES) - 1) & ~notation.zone_mask(self.board["closed"])
        t.river = notation.zone_mask(self.board["river"]) & t.zones
        if not t.variable_claims:
            t.neutral = notation.zone_mask(self.board["neutral"])
            for seat, zones in enumerate(self.board["claims"]):
                t.claims[seat] = notation.zone_mask(zones)

    cdef _fill_board(self):
        cdef Tables* t = &self.tables
        cdef int r, i, change
        board = self.board
        reduced = "reduced-start" in self.rules
        t.start_credits = board["reduced_credits" if reduced else "credits"]
        for r in range(N_RESOURCES):
            t.start_goods[r] = board["reduced_start" if reduced else "start"][r]
            t.start_supply[r] = board["supply"][r]
            t.start_price[r] = board["price_start"][r]
            t.min_price[r] = board["price_min"][r]
            t.max_price[r] = board["price_max"][r]
            for i in range(MAX_CLASS):
                t.capacity[r][i + 1] = board["capacity"][r][i]
            t.top_supply[r] = len(board["supply_change"][r]) - 1
            for i, change in enumerate(board["supply_change"][r]):
                t.supply_change[r][i] = change
        t.start_market = board["market"]
        t.top_market = len(board["tank_prices"])
        for i in range(t.top_market):
            t.tank_price[t.top_market - i] = board["tank_prices"][i]
        t.freelance_space = board["freelance"]
        t.n_licenses = board["licenses"]
        t.n_quarters = board["quarters"]
        t.n_markers = board["markers"]
        t.n_tanks = board["tanks"]
        t.n_converters = board["converters"]
        t.n_superchargers = board["superchargers"]
        for r in range(N_ROLES):
            t.card_of_role[r] = 255
        for i, roles in enumerate(board["specialists"]):
            for role in roles:
                r = notation.ROLES.index(role)
                t.card_of_role[r] = i
                t.roles_of_card[i] |= 1 << r

    # -- the C contract ------------------------------------------------------------------------------------------------

    cdef void start(self, void* state) noexcept nogil:
        set_up(&self.tables, <Position*>state)

    cdef int mover(self, const void* state) noexcept nogil:
        return (<const Position*>state).mover

    cdef int legal(self, const void* state, move_t* moves) noexcept nogil:
        return legal_moves(&self.tables, <const Position*>state, moves)

    cdef void apply(self, void* state, move_t move) noexcept nogil:
        apply_move(&self.tables, <Position*>state, move)

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        if (<const Position*>state).phase == FIRST_PLAYER:
            return make(V_FIRST, <int>below(rng, self.n_seats))
        return make(V_DIE, 1 + <int>below(rng, 6))

    cdef uint64_t chance_key(self, const void* state) noexcept nogil:
        """Kind of die, round, and who rolls."""
        cdef const Position* s = <const Position*>state
        cdef int seat = 0
        if s.mover != CHANCE:
            return 0
        if s.phase == CLAIM_DIE:
            seat = s.turn_order[s.turn]
        elif s.phase == SABOTAGE_DIE:
            seat = s.tipped_seat
        return <uint64_t>(1 << 24 | s.phase << 16 | s.round << 8 | seat)

    cdef void score(self, const void* state, double* scores) noexcept nogil:
        cdef int seat
        for seat in range(self.n_seats):
            scores[seat] = wealth(&self.tables, <const Position*>state, seat)

    cdef void observe(self, const void* state, int seat, void* observation) noexcept nogil:
        look(&self.tables, <const Position*>state, seat, <Seen*>observation)

    cdef void sample(self, const void* observation, void* state, Rng* rng) noexcept nogil:
        imagine(&self.tables, <const Seen*>observation, <Position*>state, rng)

    cdef void remember(self, const void* earlier, const void* known, void* observation) noexcept nogil:
        recollect(&self.tables, <const Seen*>earlier, <const Seen*>known, <Seen*>observation)

    # -- Python face ---------------------------------------------------------------------------------------------------

    def all_moves(self):
        return actions.all_moves(self.board, self.n_seats, self.rules)

    def all_outcomes(self):
        return actions.all_outcomes(self.n_seats)

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
        return {"wealth": [int(score) for score in state.scores()], "winners": state.winners()}

    def phase(self, State state not None):
        """The step that the mover has to take, by its name in `engine.planet_steam.notation.PHASES`."""
        check_same(state.game, self)
        return notation.PHASES[(<const Position*>state.data).phase]

    def step(self, State state not None):
        """The step within the round and the running business: phase, bid, bidder, zone, resource, powered tanks."""
        check_same(state.game, self)
        return describe_step(&self.tables, <const Position*>state.data)

    def edit(self, State state not None, **changes):
        """A copy of a state with keys of its snapshot changed, for setting up positions. The reserves follow from what
        lies on the map and with the players; who moves and what is decided stay as they are. Everybody is taken to know
        the credits exactly."""
        cdef State other = state.copy()
        edit_state(&self.tables, <Position*>other.data, self.snapshot(state) | changes)
        return other

    def __reduce__(self):
        return _remake, (self.settings.given(), self.version)


def _remake(settings, version):
    return PlanetSteam(version=version, **settings)
