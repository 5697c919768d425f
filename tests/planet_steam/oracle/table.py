"""Everything that lies on the table, and the few things every phase does with it. Owned by `Oracle`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.planet_steam.oracle import ledger
from tests.planet_steam.oracle.terms import CONVERTERS, INDEX, RESOURCES, ZONES

CLOSED, UNCLAIMED, NEUTRAL = "x", ".", "n"


@dataclass
class Tank:
    converter: str | None = None
    supercharger: bool = False
    tipped: bool = False

    @property
    def makes(self) -> str:
        return self.converter or "water"


@dataclass
class Freelance:
    """The freelance carrier while somebody holds it."""

    holder: int
    bid: int
    kept: bool = False


class Table:
    def __init__(self, header: dict[str, Any]) -> None:
        board = header["board"]
        self.board = board
        self.edition: str = header["edition"]
        self.n_players: int = header["players"]
        self.rules = set(header["rules"])
        self.settings = header["settings"]
        self.is_version_1 = header.get("format") == "boomtown/1"  # record-format.md, at its end
        if self.is_version_1:
            lists = {key: [board[key]] * 4 for key in ("capacity", "supply_change")}
            self.board = board = {**board, **lists, "river": [name for name in ZONES if name.endswith("4")]}
        self.river = set(board["river"])
        seats = range(self.n_players)
        reduced = "reduced-start" in self.rules

        self.round = 1
        self.first: int | None = None
        self.credits = [board["reduced_credits" if reduced else "credits"] for _ in seats]
        self.goods = [list(board["reduced_start" if reduced else "start"]) for _ in seats]
        self.carriers = [[1, 1, 1, 1] for _ in seats]
        self.licenses = [0 for _ in seats]
        self.quarters = [0 for _ in seats]
        self.specialist: list[int | None] = [None for _ in seats]
        self.zones: dict[str, str | int] = dict.fromkeys(ZONES, UNCLAIMED)
        self.tanks: dict[str, Tank] = {}
        self.price = list(board["price_start"])
        self.supply = list(board["supply"])
        self.bonus = [0, 0, 0, 0]
        self.market: int = board["market"]
        self.reserve_tanks: int = board["tanks"]
        self.reserve_converters = dict.fromkeys(CONVERTERS, board["converters"])
        self.reserve_superchargers: int = board["superchargers"]
        self.reserve_licenses: int = board["licenses"]
        self.reserve_quarters: int = board["quarters"]
        self.airship: int | None = None
        self.order: list[str | None] = self.unmarked_order()
        self.freelance: Freelance | None = None
        self.manipulator: int | None = None  # who holds the price manipulation card this round
        self.sabotaged: str | None = None  # the zone of the tipped tank
        self.river_neutrals = 0  # what was agreed on, or the die of 6.4 said
        self.ledger = ledger.Ledger(self.credits[0])
        self.lay_start_claims()

    def lay_start_claims(self) -> None:
        for name in self.board["closed"]:
            self.zones[name] = CLOSED
        if "variable-claims" in self.rules:
            return
        for seat, names in enumerate(self.board["claims"]):
            for name in names:
                self.zones[name] = seat
        for name in self.board["neutral"]:
            self.zones[name] = NEUTRAL

    def unmarked_order(self) -> list[str | None]:
        return [None] * 4 if "variable-trading-order" in self.rules else list(RESOURCES)

    # -- seats ---------------------------------------------------------------------------------------------------------

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.n_players for step in range(self.n_players)]

    def holder_of(self, role: str) -> int:
        """The seat whose specialist card shows the role."""
        for seat, card in enumerate(self.specialist):
            if card is not None and role in self.board["specialists"][card - 1]:
                return seat
        raise AssertionError(f"nobody holds {role}")

    def turn_order(self) -> list[int]:
        """Section 3.2: by card number, ascending."""
        return sorted(range(self.n_players), key=lambda seat: self.specialist[seat] or 0)

    # -- credits: every receipt and payment is public -----------------------------------------------------------------

    def receive(self, seat: int, amount: int) -> None:
        self.credits[seat] += amount
        self.ledger.note(self.round, seat, ledger.RECEIPT, amount)

    def pay(self, seat: int, amount: int) -> None:
        assert amount <= self.credits[seat]
        self.credits[seat] -= amount
        self.ledger.note(self.round, seat, ledger.PAYMENT, amount)

    def show_at_least(self, seat: int, amount: int) -> None:
        assert self.credits[seat] >= amount
        self.ledger.note(self.round, seat, ledger.AT_LEAST, amount)

    def show_zero(self, seat: int) -> None:
        assert self.credits[seat] == 0
        self.ledger.note(self.round, seat, ledger.EXACTLY_ZERO)

    # -- goods ---------------------------------------------------------------------------------------------------------

    def capacity(self, seat: int, resource: int) -> int:
        """What the seat's own carrier holds."""
        return self.board["capacity"][resource][self.carriers[seat][resource] - 1]

    def cargo_spaces(self, seat: int) -> int:
        """Rules 7.4: spaces of the freelance carrier, if the seat holds it."""
        return self.board["freelance"] if self.freelance and self.freelance.holder == seat else 0

    def cargo(self, seat: int, resource: int) -> int:
        """What the seat has of a resource beyond its carrier."""
        return max(0, self.goods[seat][resource] - self.capacity(seat, resource))

    def free_cargo_spaces(self, seat: int) -> int:
        return max(0, self.cargo_spaces(seat) - sum(self.cargo(seat, r) for r in range(4)))

    def room(self, seat: int, resource: int) -> int:
        """How many more units of the resource fit."""
        in_carrier = max(0, self.capacity(seat, resource) - self.goods[seat][resource])
        return in_carrier + self.free_cargo_spaces(seat)

    def store(self, seat: int, resource: int, amount: int) -> None:
        """Takes goods; what does not fit is lost."""
        self.goods[seat][resource] += min(amount, self.room(seat, resource))

    def has(self, seat: int, quartz: int = 0, ore: int = 0, water: int = 0, energy: int = 0) -> bool:
        return all(owned >= need for owned, need in zip(self.goods[seat], (quartz, ore, water, energy), strict=True))

    def spend(self, seat: int, quartz: int = 0, ore: int = 0, water: int = 0, energy: int = 0) -> None:
        assert self.has(seat, quartz, ore, water, energy)
        for resource, amount in enumerate((quartz, ore, water, energy)):
            self.goods[seat][resource] -= amount

    # -- the terminal --------------------------------------------------------------------------------------------------

    def raise_supply(self, resource: int, amount: int) -> None:
        """The indicator stops at the top of its track."""
        top = len(self.board["supply_change"][resource]) - 1
        self.supply[resource] = min(top, self.supply[resource] + amount)

    def move_price(self, resource: int, change: int) -> None:
        """The indicator stops at both ends of its track."""
        low, high = self.board["price_min"][resource], self.board["price_max"][resource]
        self.price[resource] = min(high, max(low, self.price[resource] + change))

    # -- zones ---------------------------------------------------------------------------------------------------------

    def zones_that_are(self, what: str | int) -> list[str]:
        """By ascending index."""
        return [name for name in ZONES if self.zones[name] == what]

    def has_marker(self, seat: int) -> bool:
        return len(self.zones_that_are(seat)) < self.board["markers"]

    def claim(self, seat: int, name: str) -> None:
        assert self.zones[name] in (UNCLAIMED, NEUTRAL) and self.has_marker(seat)
        self.zones[name] = seat

    def tanks_of(self, seat: int) -> list[str]:
        """The zones with a tank of the seat, by ascending index."""
        return sorted((name for name in self.tanks if self.zones[name] == seat), key=INDEX.__getitem__)

    # -- the result ----------------------------------------------------------------------------------------------------

    def wealth(self, seat: int) -> int:
        """Section 5.5."""
        tanks = self.tanks_of(seat)
        return (
            self.credits[seat]
            + sum(amount * price for amount, price in zip(self.goods[seat], self.price, strict=True))
            + 25 * len(self.zones_that_are(seat))
            + 25 * len(tanks)
            + 50 * sum(self.tanks[name].supercharger for name in tanks)
            + 50 * self.quarters[seat]
        )

    def snapshot(self) -> dict[str, Any]:
        """As in records; the oracle adds `to_move`."""
        freelance = self.freelance
        return {
            "round": self.round,
            "first": self.first,
            "credits": list(self.credits),
            "goods": [list(goods) for goods in self.goods],
            "carriers": [list(classes) for classes in self.carriers],
            "licenses": list(self.licenses),
            "quarters": list(self.quarters),
            "specialist": list(self.specialist),
            "zones": dict(self.zones),
            "tanks": {name: [tank.converter, tank.supercharger, tank.tipped] for name, tank in self.tanks.items()},
            "price": list(self.price),
            "supply": list(self.supply),
            "bonus": list(self.bonus),
            "market": self.market,
            "reserve": {
                "tanks": self.reserve_tanks,
                **self.reserve_converters,
                "superchargers": self.reserve_superchargers,
                "licenses": self.reserve_licenses,
                "quarters": self.reserve_quarters,
            },
            "airship": self.airship,
            "order": list(self.order),
            "freelance": freelance and {"holder": freelance.holder, "bid": freelance.bid, "kept": freelance.kept},
        }
