"""Everything that lies on the table, and plain questions about it. Owned by `Oracle`; all other files use it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.steamopolis.oracle.language import Effect, Passive, read_effect, read_passive
from tests.steamopolis.oracle.terms import BACK, CAPACITY, DISTRICTS, KINDS, LEVELS, SLOTS, THIRD_DISTRICTS, level_of

STONES = "oa"  # on the gauge: plain, with arrow
MARKERS = "mp"
Place = tuple[int, int, str]  # of a parasite: victim, slot, effect


class Tile(NamedTuple):
    """A tile of the machine room: its boilers, both effects ("" if it lacks one) and its storage spaces."""

    boilers: int
    active: str
    passive: str
    storage: int


@dataclass
class Sponsor:
    side: str
    used: bool = False


@dataclass
class Down:
    """A face-down tile. The name is None until a peek fixes it; `seen_by` are the seats that have peeked."""

    rank: int
    colour: str
    name: str | None = None
    seen_by: list[int] = field(default_factory=list)


@dataclass
class Player:
    points: int = 0
    gauge: str = "ooo......."  # f1 on the left
    base: int = 0
    reserve: int = 2
    goods: list[int] = field(default_factory=lambda: [0, 0])
    room: dict[int, str | None] = field(default_factory=lambda: dict.fromkeys(SLOTS))
    banners: list[str] = field(default_factory=list)
    tiles: int = 0
    sponsors: list[Sponsor] = field(default_factory=list)
    gala: str | None = None
    character: int | None = None
    start: str | None = None
    supply: int = 3  # parasites
    placed: list[Place] = field(default_factory=list)

    def at(self, gauge_field: int) -> str:
        return self.gauge[gauge_field - 1]

    def lay(self, gauge_field: int, piece: str) -> None:
        self.gauge = self.gauge[: gauge_field - 1] + piece + self.gauge[gauge_field:]

    def fields_with(self, pieces: str) -> list[int]:
        return [number for number, piece in enumerate(self.gauge, start=1) if piece in pieces]


@dataclass
class Turn:
    """What is remembered until the turn ends."""

    flew: bool = False
    forced: bool = False  # no action but a flight was legal
    paid: bool = False  # solo: the SP of the final turn
    flown_level: int | None = None  # level of the stone being flown
    just: int | None = None  # field of the stone just taken back (R14)
    start_districts: list[str] = field(default_factory=list)  # own stones at the start of C
    used: list[str] = field(default_factory=list)  # districts whose effect was used
    at_end: list[str] = field(default_factory=list)  # those with an end-of-turn effect
    n_taken_back: int = 0
    moved: list[bool] = field(default_factory=lambda: [False, False])  # banker, stoker
    tile_taken: bool = False


class Table:
    def __init__(self, header: dict[str, Any]) -> None:
        self.board: dict[str, Any] = header["board"]
        self.n_players: int = header["players"]
        self.settings: dict[str, Any] = header["settings"]
        self.solo = self.n_players == 1
        self.players = [Player(points=self.settings["start_sp"] if self.solo else 0) for _ in range(self.n_players)]
        self.round = 0
        self.first: int | None = None
        self.active: int | None = None
        self.final = False
        self.ending = False
        self.lost = False
        self.turn = Turn()
        self.events: Counter[str] = Counter()  # what random play meets seldom; tests ask whether it was met

        self.districts = [d for d in DISTRICTS if self.n_players == 4 or d not in THIRD_DISTRICTS]
        self.stones: dict[str, list[tuple[int, bool]]] = {d: [] for d in self.districts}
        self.shadow: list[str] = []
        self.beside = 0
        self.hand: tuple[int, bool] | None = None
        self.sapping: list[list[Place]] = []  # what `par_use_all` has not used yet (R21)

        self.open: dict[str, str | None] = {}
        self.down: dict[int, list[Down]] = {level: [] for level in LEVELS}
        self.shown: set[str] = set()  # names that have been face up
        self.bonus = [len(self.board["bonus"]["number"])] * 2
        self.statues: list[int] = []

        self.passengers = [6, 4]  # 1.3: banker on level 6, stoker on level 4
        self.aboard: list[int | None] = [None, None]
        self.tile: tuple[int, int] | None = None
        self.stack = [(b, s) for b in self.board["passengers"]["banker"] for s in self.board["passengers"]["stoker"]]

        self.crystals_and_gears = [15, 15]
        self.capacity = 20 - self.n_players
        self.sponsors = 5
        self.galas = [4, 4]

    # -- seats ---------------------------------------------------------------------------------------------------------

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.n_players for step in range(self.n_players)]

    def others(self, seat: int) -> list[int]:
        """The other players, clockwise."""
        return self.clockwise_from(seat)[1:]

    # -- data ----------------------------------------------------------------------------------------------------------

    def tile_of(self, name: str) -> Tile:
        """A tile as a machine."""
        if name.startswith("M"):
            _, _, _, boilers, active, passive, storage = self.board["machines"][name]
            return Tile(boilers, active, passive, storage)
        return Tile(*self.board["start"][{BACK: "back", CAPACITY: "capacity"}.get(name, name)])

    def rank(self, name: str) -> int:
        return int(self.board["machines"][name][0])

    def colour(self, name: str) -> str:
        return str(self.board["machines"][name][1])

    def active_effect(self, name: str | None) -> Effect | None:
        text = self.tile_of(name).active if name else ""
        return read_effect(text) if text else None

    def passive(self, name: str | None) -> Passive | None:
        text = self.tile_of(name).passive if name else ""
        return read_passive(text) if text else None

    def effect(self, name: str | None, which: str) -> Effect | None:
        """The activation (`a`) or the passive (`p`) effect of a tile, without the passive's condition."""
        if which == "a":
            return self.active_effect(name)
        passive = self.passive(name)
        return passive.effect if passive else None

    def district_effect(self, district: str) -> Effect:
        return read_effect(self.board["districts"][district][0])

    def is_static(self, district: str) -> bool:
        return bool(self.board["districts"][district][1])

    def value(self, gauge_field: int) -> int:
        return int(self.board["meta"]["gauge"][gauge_field - 1])

    # -- stones --------------------------------------------------------------------------------------------------------

    def districts_of(self, seat: int) -> list[str]:
        """The districts with a stone of the seat."""
        return [d for d in self.districts if any(owner == seat for owner, _ in self.stones[d])]

    def n_stones(self, seat: int) -> int:
        """Stones owned: on the gauge and on the board."""
        return len(self.players[seat].fields_with(STONES)) + len(self.districts_of(seat))

    def free_districts(self, seat: int, level: int) -> list[str]:
        """Where the seat may place a stone of this value (1.5 B, 1.10)."""
        reachable = [d for d in self.districts if level_of(d) <= level]
        if self.final:
            return [d for d in reachable if d not in self.districts_of(seat)]
        return [d for d in reachable if not self.stones[d] and d not in self.shadow]

    # -- rooms ---------------------------------------------------------------------------------------------------------

    def machines(self, seat: int) -> list[str]:
        return [name for name in self.players[seat].room.values() if name]

    def boilers(self, seat: int) -> int:
        printed = sum(self.tile_of(name).boilers for name in self.machines(seat))
        return int(self.board["meta"]["builtin_boilers"]) + printed

    def spaces(self, seat: int) -> int:
        printed = sum(self.tile_of(name).storage for name in self.machines(seat))
        return int(self.board["meta"]["builtin_storage"]) + printed

    # -- SP, resources -------------------------------------------------------------------------------------------------

    def gain(self, seat: int, kind: int, amount: int) -> None:
        """Rules 1.1: a gain from an empty supply lapses."""
        amount = min(amount, self.crystals_and_gears[kind])
        self.crystals_and_gears[kind] -= amount
        self.players[seat].goods[kind] += amount

    def give_back(self, seat: int, kind: int, amount: int) -> None:
        assert 0 <= amount <= self.players[seat].goods[kind]
        self.crystals_and_gears[kind] += amount
        self.players[seat].goods[kind] -= amount

    # -- snapshot ------------------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """`steamopolis-records.md`, without `to_move`."""
        players = self.players
        return {
            "round": self.round,
            "active": self.active,
            "first": self.first,
            "final": self.final,
            "ending": self.ending,
            "points": [p.points for p in players],
            "gauge": [p.gauge for p in players],
            "base": [p.base for p in players],
            "reserve": [p.reserve for p in players],
            "goods": [list(p.goods) for p in players],
            "room": [[p.room[slot] for slot in SLOTS] for p in players],
            "banners": [list(p.banners) for p in players],
            "tiles": [p.tiles for p in players],
            "sponsors": [sorted([s.side, s.used] for s in p.sponsors) for p in players],
            "gala": [p.gala for p in players],
            "character": [p.character for p in players],
            "start": [p.start for p in players],
            "parasites": [[p.supply, sorted(map(list, p.placed))] for p in players],
            "beside": self.beside,
            "stones": {d: sorted(map(list, stones)) for d, stones in self.stones.items() if stones},
            "shadow": sorted(self.shadow),
            "open": dict(self.open),
            "down": {
                str(level): [[tile.rank, tile.colour, tile.name, sorted(tile.seen_by)] for tile in tiles]
                for level, tiles in self.down.items()
            },
            "bonus": list(self.bonus),
            "statues": sorted(self.statues),
            "passengers": list(self.passengers),
            "aboard": list(self.aboard),
            "hand": list(self.hand) if self.hand else None,
            "tile": list(self.tile) if self.tile else None,
            "stack": len(self.stack),
            "supply": {
                "crystals": self.crystals_and_gears[KINDS.index("crystal")],
                "gears": self.crystals_and_gears[KINDS.index("gear")],
                "capacity": self.capacity,
                "sponsors": self.sponsors,
                "galas": list(self.galas),
            },
        }
