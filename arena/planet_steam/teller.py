"""Planet Steam in words: moves, options, prompts and explanations, in the terms of the edition.

`Teller` is the one place where labels are made; `previews` says what moves cost and yield, `log` what they did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.terminal.game_session import GameSession
from arena.terminal.lang import Catalogue
from arena.terminal.steps import ACTION, END, Step
from arena.wording import capitalized
from engine.planet_steam.notation import BID_PHASES, RESOURCES, ROLES

Snapshot = dict[str, Any]


@dataclass(frozen=True)
class Bidding:
    """How an auction stands."""

    bid: int  # the standing bid, 0 before the first
    leader: int | None
    passed: tuple[int, ...]


class Teller:
    """Words for one session, in one language."""

    def __init__(self, session: GameSession, say: Catalogue, names: Sequence[str]) -> None:
        self.session = session
        self.say = say
        self.names = names
        self.board: Mapping[str, Any] = session.game.board

    def resource(self, name: str) -> str:
        return self.say(f"resource.{name}")

    def amount(self, name: str, n: int) -> str:
        """So much of a resource."""
        return self.say(f"amount.{name}", n=n)

    def whom(self, seat: int) -> str:
        """A seat's name as the object of a sentence."""
        session = self.session
        return self.say("ui.you_object") if session.is_human(seat) and session.n_humans == 1 else self.names[seat]

    def card(self, number: int) -> str:
        """The specialists on a card."""
        return " + ".join(self.say(f"card.{role}") for role in self.board["specialists"][number - 1])

    def short_card(self, number: int) -> str:
        """The same in a dozen characters."""
        return "+".join(self.say(f"short_card.{role}") for role in self.board["specialists"][number - 1])

    def phase(self, name: str) -> str:
        return capitalized(self.say(f"phase.{name}"))

    # -- moves ---------------------------------------------------------------------------------------------------------

    def move(self, words: Sequence[Any], resource: str | None = None) -> str:
        """A move in words; `resource` is what is being traded."""
        verb, rest = words[0], list(words[1:])
        say = self.say
        if verb in ("upgrade", "bonus", "stow"):
            return say(f"move.{verb}", resource=self.resource(rest[0]))
        if verb == "take":
            return say("move.take", n=rest[0], card=self.card(rest[0]))
        if verb == "engineer":
            return say(f"move.engineer-{rest[0]}")
        if verb == "agent":
            return say(f"move.agent-{rest[0]}", resource=self.resource(rest[1]))
        if verb == "marker":
            return say("move.marker", n=rest[0], resource=self.resource(rest[1]))
        if verb == "manipulate":
            shifts = [
                f"{self.resource(name)} {say.signed(by)}" for name, by in zip(RESOURCES, rest[1:], strict=True) if by
            ]
            level = say(f"level.{rest[0]}")
            if not shifts:
                return say("move.manipulate-none", level=level)
            return say("move.manipulate", level=level, shifts=", ".join(shifts))
        if verb == "sabotage":
            return say("move.sabotage", name=self.whom(rest[0]))
        if verb == "first":
            return say("move.first", name=self.names[rest[0]])
        if verb in ("die", "bid", "limit", "moor"):
            return say(f"move.{verb}", n=rest[0])
        if verb in ("buy", "sell"):
            return say(f"move.{verb}", amount=self.amount(resource or self.traded() or "quartz", rest[0]))
        if verb == "converter":
            name = "move.converter-to" if len(rest) == 3 else "move.converter"
            return say(name, resource=self.resource(rest[0]), zone=rest[1], to=rest[-1])
        if verb == "emergency" and rest:
            return say("move.emergency-zone" if len(rest) == 1 else "move.emergency-to", zone=rest[0], to=rest[-1])
        if len(rest) == 2:
            return say(f"move.{verb}", zone=rest[0], to=rest[1])
        return say(f"move.{verb}", zone=rest[0] if rest else "")

    def option(self, step: Step, word: Any) -> str:
        """An option of a step, as listed."""
        say, kind = self.say, step.kind.name
        if word is END:
            return say("option.reserve")
        if step.kind is ACTION:
            return say(f"verb.{word}")
        if kind in ("resource", "converter"):
            return self.resource(word)
        if kind == "card":
            return self.card(word)
        if kind == "seat":
            return self.names[int(word)]
        if kind in ("line", "place"):
            return say(f"option.{kind}", n=word)
        if kind in ("engineer", "agent", "level"):
            return say(f"option.{word}")
        return str(word)

    def ask(self, step: Step) -> str:
        """What a step asks for; actions speak for themselves."""
        say, kind, path = self.say, step.kind.name, step.path
        if step.kind is ACTION:
            return ""
        if step.kind.is_number:
            low, high = min(step.values), max(step.values)
            if kind == "shift":
                return say("ask.shift", resource=self.resource(RESOURCES[len(path) - 2]), low=low, high=high)
            name = path[0] if path[0] in ("bid", "limit") else "amount"
            return say(f"ask.{name}", low=low, high=high)
        if kind == "zone2" and path[0] in ("converter", "emergency"):
            return say("ask.old_converter")
        return say(f"ask.{kind}")

    def traded(self, at: int | None = None) -> str | None:
        """The resource that is being traded (before move number `at`), None outside trade."""
        state = self.session.state if at is None else self.session.states[at]
        resource: str | None = self.session.game.step(state)["resource"]
        return resource

    # -- the current step ----------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        """What the person to move has to do."""
        session = self.session
        phase, view = session.phase, session.view
        values: dict[str, Any] = {}
        bidding = self.bidding()
        if bidding is not None:
            values["bid"] = (
                self.say("prompt.opening")
                if bidding.leader is None
                else self.say("prompt.standing", name=self.names[bidding.leader], n=bidding.bid)
            )
            values["zone"] = self.offered() or ""
        if phase == "extraction":
            values["n"] = view["goods"][session.viewer][3]
        resource = self.traded()
        if resource is not None:
            values["resource"] = self.resource(resource)
            values["price"] = view["price"][RESOURCES.index(resource)]
        return capitalized(self.say(f"prompt.{phase}", **values))

    def offered(self) -> str | None:
        """The zone that is being auctioned."""
        step = self.session.game.step(self.session.state)
        return str(step["zone"]) if step["phase"] == "zone-bid" else None

    def explain(self) -> str:
        """The current step in two sentences, with its costs."""
        session = self.session
        phase, view = session.phase, session.view
        if not session.is_over and not session.is_humans_turn:
            return self.say("explain.waiting")
        if phase == "claiming" and "predictable-claims" in session.game.rules:
            phase = "claiming-sure"
        freelance = view["freelance"] or {"bid": 0}
        text = self.say(
            f"explain.{phase}",
            low=self.capacity("water", 1),
            high=self.capacity("water", 2),
            n=freelance["bid"],
            price=self.tank_price(view["market"]) or "–",
        )
        if phase == "tank-phase":
            regroup = "regroup-immobile" if "immobile-tanks" in session.game.rules else "regroup"
            text += f" {capitalized(self.say(f'explain.{regroup}'))}"
        return text

    def tank_price(self, market: int) -> int | None:
        """What the next tank of the local market costs."""
        prices = self.board["tank_prices"]
        return int(prices[len(prices) - market]) if market else None

    def capacity(self, resource: str, size: int) -> int:
        """What a carrier of a class holds."""
        return int(self.board["capacity"][RESOURCES.index(resource)][size - 1])

    @property
    def river(self) -> Sequence[str]:
        """The zones on which water needs no energy."""
        return list(self.board["river"])

    def supply_change(self, resource: int, supply: int) -> int:
        """How the price moves after a deal that leaves this supply."""
        changes = self.board["supply_change"][resource]
        return int(changes[min(supply, len(changes) - 1)])

    def supply_bands(self) -> str:
        """The changes by supply as ranges: `0–1 +2, 2–3 +1, ...`; by resource where their tracks differ."""
        tracks = self.board["supply_change"]
        if all(track == tracks[0] for track in tracks):
            return self._bands(tracks[0])
        return "; ".join(
            f"{self.resource(name)} {self._bands(track)}" for name, track in zip(RESOURCES, tracks, strict=True)
        )

    def _bands(self, changes: Sequence[int]) -> str:
        bands, start = [], 0
        for supply in range(1, len(changes) + 1):
            if supply == len(changes) or changes[supply] != changes[start]:
                span = str(start) if supply - 1 == start else f"{start}–{supply - 1}"
                bands.append(f"{span} {self.say.signed(changes[start])}")
                start = supply
        return ", ".join(bands)

    def bidding(self) -> Bidding | None:
        """The standing bid and who is out, None outside auctions. Each bidding round follows another kind of move."""
        session, game = self.session, self.session.game
        phase = session.phase
        if phase not in BID_PHASES:
            return None
        passed = []
        for state, move in zip(reversed(session.states[:-1]), reversed(session.moves), strict=True):
            if game.phase(state) != phase:
                break
            if game.words(move)[0] == "pass":
                passed.append(state.mover)
        step = game.step(session.state)
        return Bidding(step["bid"], step["bidder"], tuple(seat for seat in reversed(passed) if seat is not None))

    # -- amounts -------------------------------------------------------------------------------------------------------

    def changes(self, old: Snapshot, new: Snapshot, seat: int) -> str:
        """What a seat pays and gets, as a sentence; nothing for nothing."""
        say, parts = self.say, []
        credits = new["credits"][seat] - old["credits"][seat]
        if credits:
            parts.append(say("count.credits", n=credits).replace(str(credits), say.signed(credits), 1))
        for name, a, b in zip(RESOURCES, old["goods"][seat], new["goods"][seat], strict=True):
            if a != b:
                parts.append(self.amount(name, b - a).replace(str(b - a), say.signed(b - a), 1))
        for key in ("licenses", "quarters"):
            change = new[key][seat] - old[key][seat]
            if change:
                parts.append(say(f"count.{key}", n=change).replace(str(change), say.signed(change), 1))
        return f"{', '.join(parts)}." if parts else ""

    def goods(self, amounts: Sequence[int]) -> str:
        return ", ".join(self.amount(name, n) for name, n in zip(RESOURCES, amounts, strict=True) if n)

    def holds(self, view: Snapshot, seat: int, role: str) -> bool:
        number = view["specialist"][seat]
        return number is not None and role in self.board["specialists"][number - 1] and role in ROLES
