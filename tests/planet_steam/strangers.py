"""Twelve strangers: players of Planet Steam written from the rules alone, to measure the house's bots with.

They know nothing of `bots/`: no policy, guide, weights or search of ours, only what an observation shows and what a
legal move leads to. Each is one way to value a position, a `Style`; the move whose outcome it values most is played.
They play in the arena as files do: `tests/planet_steam/strangers.py:Miner`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from bots import Bot, Budget
from engine import Game, Observation, State, Stream

QUARTZ, ORE, WATER, ENERGY = range(4)
NAMES = ("quartz", "ore", "water", "energy")
FAIR = (10.0, 15.0, 12.0, 8.0)  # what prices tend to: making tanks eats ore and energy (rules 5.4)
ZONE, TANK, CHARGER, QUARTERS, LICENSE = 25.0, 25.0, 50.0, 50.0, 15.0  # rules 5.5 and 5.3
MAX_STEPS = 60  # of a tank turn tried out
BUILDS = ("tank", "import", "converter", "supercharger", "upgrade", "move-tank", "move-converter", "done")


BESIDE = {
    f"{letter}{line}": [f"{chr(ord(letter) + dx)}{line + dy}" for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    for letter in "ABCDEF"
    for line in range(1, 8)
}  # neighbours off the map belong to nobody


@dataclass(frozen=True)
class Style:
    """What a stranger likes. 1 everywhere is a sober accountant."""

    taste: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)  # how dear it holds what tanks make
    future: float = 0.75  # of a round's production that it counts for each round to come
    zones: float = 18.0  # credits that an empty zone is worth beyond its 25, when the game begins
    neighbour: float = 5.0  # and for each own zone beside it
    home: float = 1.0  # of what luxury quarters still to be bought would gain
    cards: float = 1.0  # times what a card brings that it bids
    bully: float = 0.0  # of what it thinks others would pay, that it bids although it wants nothing
    mean: float = 0.5  # of now's price in what it expects goods to be sold for; the rest is FAIR
    stock: tuple[float, float, float, float] = (1.0, 1.0, 4.0, 0.0)  # goods that it likes to have for building
    need: float = 1.3  # times their price that those are worth
    eager: float = 0.6  # of what tanks that it could build next round would bring
    thrift: float = 1.0  # times what it pays that spending hurts
    favours: dict[str, float] = field(default_factory=dict)  # credits more for a card's role


class Table:
    """What is known of a position that a move leads to, and what it is worth to one seat."""

    def __init__(self, board: dict[str, Any], state: State, seat: int, style: Style, phase: str) -> None:
        self.board, self.style, self.seat, self.phase = board, style, seat, phase
        self.seen = state.snapshot()
        seen = self.seen
        self.credits, self.goods, self.price = seen["credits"][seat], seen["goods"][seat], seen["price"]
        self.zones = [zone for zone, owner in seen["zones"].items() if owner == seat]
        self.tanks = {zone: tank for zone, tank in seen["tanks"].items() if seen["zones"][zone] == seat}
        self.left = self.board["rounds"] - seen["round"] + (phase not in AFTER_EXTRACTION)  # extractions to come
        self.room = [self.board["capacity"][k][seen["carriers"][seat][k] - 1] for k in range(4)]

    @cached_property
    def expected(self) -> list[float]:
        """What units will be sold for: now's prices after what supply does to them, leaning towards the usual ones."""
        n_movers = len(self.seen["credits"]) - 1 if self.phase == "trade" else 1
        found = []
        for k in range(4):
            changes = self.board["supply_change"][k]
            change = changes[min(self.seen["supply"][k], len(changes) - 1)] * n_movers
            now = min(self.board["price_max"][k], max(self.board["price_min"][k], self.price[k] + change))
            mean = self.style.mean if self.left else 1.0
            found.append(mean * now + (1.0 - mean) * FAIR[k])
        return found

    @cached_property
    def groups(self) -> list[tuple[int, int, int, bool]]:
        """Of each cluster of tanks: resource, size, superchargers, whether it needs no energy."""
        kinds = {zone: WATER if tank[0] is None else NAMES.index(tank[0]) for zone, tank in self.tanks.items()}
        found, todo = [], set(self.tanks)
        while todo:
            frontier = [todo.pop()]
            size = charged = n_free = 0
            kind = kinds[frontier[0]]
            while frontier:
                zone = frontier.pop()
                size += 1
                charged += bool(self.tanks[zone][1])
                n_free += kind == ENERGY or (kind == WATER and zone in self.board["river"])
                for other in BESIDE[zone]:
                    if other in todo and kinds[other] == kind:
                        todo.remove(other)
                        frontier.append(other)
            found.append((kind, size, charged, n_free == size))
        return found

    def income(self, energy: float, held: list[int]) -> float:
        """What a round's production is worth with so much energy for it, and so much of the carriers taken."""
        made, paid = [0.0] * 4, 0.0
        price = [self.expected[k] * self.style.taste[k] for k in range(4)]
        bill = sorted(self.groups, key=lambda row: (not row[3], -price[row[0]] * (2 - 1 / row[1])))
        for kind, size, charged, free in bill:
            powered = size if free else min(size, int(energy))
            if powered and (free or price[kind] * (2 * powered - 1 + charged) > price[ENERGY] * powered):
                made[kind] += 2 * powered - 1 + charged * powered / size
                if not free:
                    energy -= powered
                    paid += powered * price[ENERGY]
        return float(sum(min(made[k], self.room[k] - held[k]) * price[k] for k in range(4)) - paid)

    def worth(self) -> float:
        """The position in credits."""
        style, seat, seen = self.style, self.seat, self.seen
        total = float(self.credits) + QUARTERS * seen["quarters"][seat]
        for k in range(4):
            wanted = min(self.goods[k], style.stock[k]) if self.left > 1 else 0.0
            total += self.expected[k] * (self.goods[k] + (style.need - 1.0) * wanted)
        total += ZONE * len(self.zones) + TANK * len(self.tanks)
        total += CHARGER * sum(bool(tank[1]) for tank in self.tanks.values())
        share = min(1.0, self.left / self.board["rounds"])
        total += share * sum(self.ground(zone) for zone in self.zones if zone not in self.tanks)
        total += seen["licenses"][seat] * self.license()
        total += style.eager * self.prospect() + self.home()
        if self.left > 0:
            soon = self.income(self.goods[ENERGY], self.goods)
            total += style.future * (soon + (self.left - 1) * self.income(99.0, [0] * 4))
        return float(total)

    def prospect(self) -> float:
        """What the next tank turn would bring: as many tanks as there are zones, water and credits for. While one turn
        is being played, the one after it matters little: what can be built now should be."""
        is_now = self.phase in BUILDING
        rounds = self.left - is_now
        if rounds < 1:
            return 0.0
        for_sale = self.seen["market"] + min(self.seen["supply"][ORE], self.seen["supply"][ENERGY])
        room = min(len(self.zones) + 1 - len(self.tanks), for_sale, 4)
        n = min(room, self.goods[WATER] - 1, self.credits / 22.0)
        weight = 0.2 if is_now else 1.0
        return weight * max(0.0, float(n)) * (5.0 + 9.0 * float(rounds))

    def home(self) -> float:
        """Luxury quarters that this round's goods may still buy: one quartz and one ore."""
        if self.phase == "certificates" or not self.seen["reserve"]["quarters"]:
            return 0.0
        gain = QUARTERS - self.expected[QUARTZ] - self.expected[ORE]
        if self.goods[QUARTZ] and self.goods[ORE]:
            return self.style.home * gain
        return 0.45 * self.style.home * gain if self.goods[QUARTZ] or self.goods[ORE] else 0.0

    def license(self) -> float:
        """What a building licence is good for: a sale, or a zone of one's own choice."""
        return LICENSE + (10.0 * self.left / self.board["rounds"] if self.left > 1 else 0.0)

    def ground(self, zone: str) -> float:
        """What an empty zone is good for."""
        around = sum(other in self.zones for other in BESIDE[zone])
        return self.style.zones + self.style.neighbour * around + 4.0 * (zone in self.board["river"])


BUILDING = ("activation", "tank-phase", "extraction")
AFTER_EXTRACTION = ("trade", "certificates", "end")


def nearest(zones: dict[str, Any], zone: str) -> list[str]:
    """The first unclaimed zone in each of the four directions (rules 3.4)."""
    found = []
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        letter, line = ord(zone[0]) + dx, int(zone[1:]) + dy
        while (other := f"{chr(letter)}{line}") in zones:
            if zones[other] == ".":
                found.append(other)
                break
            letter, line = letter + dx, line + dy
    return found


class Stranger(Bot):
    """The move whose outcome its style values most; auctions by what the prize is worth to it."""

    games = ("planet-steam",)
    style = Style()

    def __init__(self, game: Game, seat: int, params: Any = None) -> None:
        super().__init__(game, seat, params)
        self.board: dict[str, Any] = game.header()["board"]

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        if len(legal) == 1:
            return legal[0]
        view, state = observation.view(), observation.sample(rng)
        words = {move: self.game.words(move) for move in legal}
        phase = str(view["step"]["phase"])
        verbs = {said[0] for said in words.values()}
        if "bid" in verbs:
            return self._bid(view, state, words)
        if "power" in verbs:
            return self._power(view, state, words)
        if "activate" in verbs:
            return self._activate(state, words, phase)
        return max(legal, key=lambda move: self._score(view, state, words[move], move, phase))

    def _table(self, state: State, phase: str) -> Table:
        return Table(self.board, state, self.seat, self.style, phase)

    def _score(self, view: dict[str, Any], state: State, said: list[Any], move: int, phase: str) -> float:
        """What a move is worth: what it leads to, and what it promises that no position shows."""
        verb = said[0]
        if verb == "take":
            return self._card(view, int(said[1]))
        if verb in ("roll", "claim", "offer", "license", "own", "neutral"):
            return self._claim(view, said, state, phase)
        if verb == "moor":
            return self._line(view, int(said[1]))
        if verb == "sabotage":
            return self._fortune(view, int(said[1]))
        before = self._table(state, phase)
        after = self._table(state.copy().apply(move), phase)
        found = after.worth()
        spent = float(before.credits - after.credits)
        return found - (self.style.thrift - 1.0) * max(0.0, spent)

    # -- auctions ------------------------------------------------------------------------------------------------------

    def _bid(self, view: dict[str, Any], state: State, words: dict[int, list[Any]]) -> int:
        """The smallest raise, as long as the prize is worth it."""
        bids = sorted((int(said[1]), move) for move, said in words.items() if said[0] == "bid")
        passes = [move for move, said in words.items() if said[0] == "pass"]
        worth = self._prize(view, state)
        if not passes or bids[0][0] <= worth:
            return bids[0][1]
        return passes[0]

    def _prize(self, view: dict[str, Any], state: State) -> float:
        step, style = view["step"], self.style
        if step["zone"] is not None:
            ground = ZONE + self._table(state, "expansion").ground(step["zone"]) * self._share(view)
            venturer = view["specialist"][self.seat] in self._cards("venturer")
            own = ground * (2.0 if venturer else 1.0)
            return max(own, style.bully * (ZONE + 10.0))
        if step["phase"] == "freelance-auction" or "freelance" in str(step["phase"]):
            return 6.0 * self._share(view)
        free = [k + 1 for k in range(len(self._roles())) if k + 1 not in view["specialist"]]
        values = sorted(self._card(view, k) for k in free)
        own = style.cards * (values[-1] - values[0] + self._bonus(view))
        return max(own, style.bully * 14.0)

    def _bonus(self, view: dict[str, Any]) -> float:
        """What choosing first among the bonus resources gains."""
        prices = sorted(price for price, n in zip(view["price"], view["bonus"], strict=True) if n)
        return 0.5 * float(prices[-1] - prices[0]) if len(prices) > 1 else 0.0

    def _roles(self) -> list[list[str]]:
        roles: list[list[str]] = self.board["specialists"]
        return roles

    def _cards(self, role: str) -> list[int]:
        return [k + 1 for k, roles in enumerate(self._roles()) if role in roles]

    def _card(self, view: dict[str, Any], number: int) -> float:
        """What a card brings this round."""
        total = 0.0
        for role in self._roles()[number - 1]:
            total += self.style.favours.get(role, 0.0)
            if role == "engineer":
                total += LICENSE + 3.0
            elif role == "venturer":
                total += 8.0 + 8.0 * self._share(view)
            elif role == "captain":
                total += max(self._line(view, line) for line in range(1, 8))
            elif role == "agent":
                total += 12.0
            else:
                total += 2.0
        return total

    def _share(self, view: dict[str, Any]) -> float:
        return 1.0 - float((view["round"] - 1) / self.board["rounds"])

    # -- the map -------------------------------------------------------------------------------------------------------

    def _claim(self, view: dict[str, Any], said: list[Any], state: State, phase: str) -> float:
        """Where to claim. The die leaves a zone as often as not, and then one of the nearest must do."""
        table, zone = self._table(state, phase), str(said[1])
        share = max(0.3, self._share(view))
        ground = ZONE + share * table.ground(zone)
        if said[0] == "neutral":
            return -ground
        if said[0] == "roll":
            near = [ZONE + share * table.ground(other) for other in nearest(view["zones"], zone)]
            ground = 0.5 * ground + 0.5 * max(near, default=15.0)
        return table.worth() + ground - (table.license() if said[0] == "license" else 0.0)

    def _line(self, view: dict[str, Any], line: int) -> float:
        """What the airship's line would make more; tanks still to be built counted a little."""
        total = 0.0
        for zone, owner in view["zones"].items():
            if owner == self.seat and int(zone[1:]) == line:
                tank = view["tanks"].get(zone)
                kind = WATER if tank is None or tank[0] is None else NAMES.index(tank[0])
                total += view["price"][kind] * (0.5 if tank else 0.1)
        return total

    def _fortune(self, view: dict[str, Any], seat: int) -> float:
        return float(sum(owner == seat for owner in view["zones"].values()) + 3 * sum(
            view["zones"][zone] == seat for zone in view["tanks"]
        ))  # fmt: skip

    # -- tanks ---------------------------------------------------------------------------------------------------------

    def _activate(self, state: State, words: dict[int, list[Any]], phase: str) -> int:
        """Whether a whole tank turn, played by the same lights, is worth its water."""
        found = {}
        for move, said in words.items():
            trial = state.copy().apply(move)
            if said[0] == "activate":
                self._build(trial, phase)
            found[move] = self._table(trial, phase).worth()
        return max(found, key=lambda move: found[move])

    def _build(self, state: State, phase: str) -> None:
        for _ in range(MAX_STEPS):
            if state.mover != self.seat:
                return
            options = {move: self.game.words(move) for move in state.legal()}
            if not any(said[0] == "done" for said in options.values()):
                return
            worths = {
                move: self._table(state.copy().apply(move), phase).worth()
                for move, said in options.items()
                if said[0] in BUILDS
            }
            best = max(worths, key=lambda move: worths[move])
            state.apply(best)
            if options[best][0] == "done":
                return

    def _power(self, view: dict[str, Any], state: State, words: dict[int, list[Any]]) -> int:
        """Tries powering every set of resources, as far as the energy reaches, and goes on with the best."""
        kinds = {}
        for move, said in words.items():
            if said[0] == "power":
                tank = view["tanks"][said[1]][0]
                kinds[move] = WATER if tank is None else NAMES.index(tank)
        done = next(move for move, said in words.items() if said[0] == "extract")
        best, first = self._extracted(state, []), done
        present = sorted(set(kinds.values()))
        for n in range(1, len(present) + 1):
            for chosen in combinations(present, n):
                moves = [move for move in sorted(kinds) if kinds[move] in chosen]
                found = self._extracted(state, moves)
                if found > best + 1e-9:
                    best, first = found, moves[0]
        return first

    def _extracted(self, state: State, moves: list[int]) -> float:
        trial = state.copy()
        for move in moves:
            if trial.mover == self.seat and move in trial.legal():
                trial.apply(move)
        trial.apply(self.game.move("extract"))
        return self._table(trial, "trade").worth()


class Accountant(Stranger):
    """Takes everything at its sober worth."""


class Miner(Stranger):
    """Lives on ore, and on the airship over it."""

    style = Style(taste=(0.6, 1.4, 0.9, 0.9), stock=(1, 2, 3, 3), favours={"captain": 6})


class Waterman(Stranger):
    """Sits at the river and sells water and energy, which cost nothing to make."""

    style = Style(taste=(0.5, 0.7, 1.3, 1.3), stock=(0, 0, 4, 1), mean=0.6)


class Quartzer(Stranger):
    """Makes quartz, buys energy for it in time, and builds superchargers and quarters with it."""

    style = Style(taste=(1.6, 0.9, 0.9, 0.9), stock=(2, 1, 3, 4), zones=10, home=1.2)


class Landlord(Stranger):
    """Wants land: the Venturer, licences and every zone that comes up."""

    style = Style(zones=30, neighbour=6, cards=0.8, favours={"venturer": 12, "engineer": 6})


class Collector(Stranger):
    """Pays for the cards that it likes."""

    style = Style(cards=1.6, favours={"lady": 6, "captain": 8}, zones=10)


class Builder(Stranger):
    """Builds whatever it can, and never sells cheap."""

    style = Style(future=1.0, need=1.4, stock=(2, 2, 4, 3), mean=0.3, thrift=0.9, eager=0.9)


class Bully(Stranger):
    """Bids others up, wanted or not."""

    style = Style(bully=0.8)


class Miser(Stranger):
    """Spends little and keeps what it has."""

    style = Style(future=0.55, cards=0.5, zones=6, thrift=1.1, mean=0.7)


class Trader(Stranger):
    """Buys low and sells high: what prices will be counts, not what they are."""

    style = Style(mean=0.15, need=1.1, cards=1.1)


class Allrounder(Stranger):
    """What won most at two seats in a short search over styles: 4 of 24 games against `heuristic`."""

    style = Style(
        taste=(0.85, 0.84, 0.86, 1.11), future=0.91, zones=16.5, neighbour=2.9, home=0.94, cards=1.1, mean=0.67,
        stock=(1.0, 0.3, 3.5, 0.7), need=1.14, eager=0.58, thrift=0.94,
    )  # fmt: skip


class Settler(Stranger):
    """The same at four seats: 720 of wealth beside 709 of three times `heuristic`, 16 games."""

    style = Style(
        taste=(1.15, 0.87, 1.3, 0.9), future=0.66, zones=13.9, neighbour=1.35, home=0.95, cards=0.42, mean=0.2,
        stock=(1.7, 1.4, 1.2, 0.6), need=1.07, eager=0.2, thrift=0.91,
    )  # fmt: skip


STYLES = {
    one.__name__: one.style
    for one in (
        Accountant, Miner, Waterman, Quartzer, Landlord, Collector, Builder, Bully, Miser, Trader, Allrounder, Settler
    )
}  # fmt: skip
