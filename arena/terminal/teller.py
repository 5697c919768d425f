"""Says in words what moves are, what they cost and yield, and what the current step is about.

`Teller` is the one place where labels and explanations are made, for the Textual application, plain mode and the coach.
Costs and yields come from playing the move on a position imagined from the seat's own observation, so nothing hidden
can show through.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from arena.terminal.game_session import GameSession
from arena.terminal.lang import Catalogue
from arena.terminal.output import Output, output_of
from engine import State, Stream
from engine.planet_steam.notation import RESOURCES, ROLES

BOT_NAMES = ("Ada", "Brunel", "Curie", "Diesel", "Edison")  # by seat: the first letters are in order

Snapshot = dict[str, Any]


class Teller:
    """Words for one session, in one language."""

    def __init__(self, session: GameSession, catalogue: Catalogue) -> None:
        self.session = session
        self.say = catalogue
        self.board = session.game.board

    # -- names ---------------------------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> list[str]:
        return [self._name(seat) for seat in range(self.session.game.n_seats)]

    def _name(self, seat: int) -> str:
        session = self.session
        if session.is_human(seat):
            return self.say("ui.you") if session.n_humans == 1 else self.say("ui.player", n=seat + 1)
        if not session.shows_all:
            return BOT_NAMES[seat]
        spec = session.seats[seat]  # in a replay bots have the names of the record
        return spec if session.seats.count(spec) == 1 else f"{spec} ({seat + 1})"

    def resource(self, name: str) -> str:
        return self.say(f"resource.{name}")

    def card(self, number: int) -> str:
        """The specialists on a card."""
        return " + ".join(self.say(f"card.{role}") for role in self.board["specialists"][number - 1])

    def short_card(self, number: int) -> str:
        """The same in a dozen characters."""
        return "+".join(self.say(f"short_card.{role}") for role in self.board["specialists"][number - 1])

    def phase(self, name: str | None = None) -> str:
        text = self.say(f"phase.{name or self.session.phase}")
        return text[0].upper() + text[1:]

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
        if verb in ("sabotage", "first"):
            return say(f"move.{verb}", name=self.names[rest[0]])
        if verb in ("die", "bid", "moor"):
            return say(f"move.{verb}", n=rest[0])
        if verb in ("buy", "sell"):
            return say(f"move.{verb}", n=rest[0], resource=self.resource(resource or self.traded() or "quartz"))
        if verb == "converter":
            name = "move.converter-to" if len(rest) == 3 else "move.converter"
            return say(name, resource=self.resource(rest[0]), zone=rest[1], to=rest[-1])
        if verb == "emergency" and rest:
            return say("move.emergency-to" if len(rest) == 2 else "move.emergency-zone", zone=rest[0], to=rest[-1])
        if len(rest) == 2:
            return say(f"move.{verb}", zone=rest[0], to=rest[1])
        return say(f"move.{verb}", zone=rest[0] if rest else "")

    def option(self, kind: str, word: Any) -> str:
        """An option of a step, as listed."""
        say = self.say
        if word is None:
            return say("option.reserve")
        if kind == "action":
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

    def ask(self, kind: str, words: Sequence[Any], prefix: Sequence[Any]) -> str:
        """What a step asks for."""
        say = self.say
        if kind in ("amount", "shift"):
            low, high = min(words), max(words)
            if kind == "shift":
                return say("ask.shift", resource=self.resource(RESOURCES[len(prefix) - 2]), low=low, high=high)
            return say("ask.bid" if prefix[0] == "bid" else "ask.amount", low=low, high=high)
        if kind == "zone2" and prefix[0] == "converter":
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
        bidding = session.bidding()
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
        text = self.say(f"prompt.{phase}", **values)
        return text[0].upper() + text[1:]

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
            hint = self.say(f"explain.{regroup}")
            text += f" {hint[0].upper()}{hint[1:]}"
        return text

    def tank_price(self, market: int) -> int | None:
        """What the next tank of the local market costs."""
        prices = self.board["tank_prices"]
        return int(prices[len(prices) - market]) if market else None

    def capacity(self, resource: str, size: int) -> int:
        """What a carrier of a class holds."""
        return int(self.board["capacity"][RESOURCES.index(resource)][size - 1])

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

    def _bands(self, changes: list[int]) -> str:
        bands, start = [], 0
        for supply in range(1, len(changes) + 1):
            if supply == len(changes) or changes[supply] != changes[start]:
                span = str(start) if supply - 1 == start else f"{start}–{supply - 1}"
                bands.append(f"{span} {self.say.signed(changes[start])}")
                start = supply
        return ", ".join(bands)

    # -- what a move would do ------------------------------------------------------------------------------------------

    def preview(self, words: Sequence[Any]) -> str:
        """What a move of the viewer costs and yields, before it is played."""
        session = self.session
        before = session.observation.sample(Stream(0, "preview"))
        verb = words[0]
        if verb in ("power", "power-all"):
            return self._preview_power(words)
        after = before.copy().apply(session.game.move(list(words)))
        old, new, seat = before.snapshot(), after.snapshot(), session.viewer
        special = self._preview_special(words, before, after, old, new)
        if special is not None:
            return special
        parts = [self.changes(old, new, seat)]
        if verb in ("buy", "sell") or (verb == "pass" and session.phase == "trade"):
            parts.append(self._market(old, new))
        if verb in ("buy", "bonus") or (verb == "extract" and session.game.phase(after) != "stow"):
            parts.append(self._lost(words, old, new))
        if verb in ("upgrade", "agent"):
            parts.append(self._carrier(old, new, seat))
        if verb == "tank" and new["market"]:
            parts.append(self.say("preview.tank_price", n=self.tank_price(new["market"])))
        if session.phase == "tank-phase" and verb not in ("upgrade", "done"):
            parts.append(self.output(output_of(new, self.board["river"], seat)))
        if verb in ("license", "tank", "import", "supercharger", "buy-quarters"):
            gain = int(after.scores()[seat] - before.scores()[seat])
            parts.append(self.say("preview.wealth", change=self.say.signed(gain)))
        text = " ".join(part for part in parts if part)
        return text or self.say("preview.nothing")

    def _preview_special(
        self, words: Sequence[Any], before: State, after: State, old: Snapshot, new: Snapshot
    ) -> str | None:
        """Moves whose effect is not a change in the player's own goods."""
        say, verb, rest = self.say, words[0], words[1:]
        seat, phase = self.session.viewer, self.session.phase
        if verb == "bid":
            is_half = phase == "zone-bid" and self.holds(old, seat, "venturer")
            cost = (rest[0] + 1) // 2 if is_half else rest[0]
            return say("preview.bid_half" if is_half else "preview.bid", n=cost, left=old["credits"][seat] - cost)
        if verb == "pass":
            return {"trade": None, "certificates": say("preview.certificate_pass")}.get(phase, say("preview.bid_pass"))
        if verb == "take":
            benefits = say.listing([say(f"benefit.{role}") for role in self.board["specialists"][rest[0] - 1]])
            return say("preview.take", benefits=benefits[0].upper() + benefits[1:], n=rest[0])
        if verb == "marker":
            resource = self.resource(rest[1])
            return say("preview.marker", resource=resource[0].upper() + resource[1:], n=rest[0])
        if verb == "manipulate":
            pairs = zip(RESOURCES, old["price"], new["price"], strict=True)
            prices = [f"{self.resource(name)} {a} → {b}" for name, a, b in pairs if a != b]
            text = say("preview.prices", prices=", ".join(prices)) if prices else ""
            return f"{self.changes(old, new, seat)} {text}".strip() or say("preview.nothing")
        if verb == "sabotage":
            return say("preview.sabotage", name=self.names[rest[0]])
        if verb in ("tip", "offer", "neutral"):
            return say(f"preview.{verb}", zone=rest[0])
        if verb in ("claim", "own", "shift"):
            return say("preview.claim", zone=rest[0])
        if verb in ("release", "skip", "done"):
            return say(f"preview.{verb}")
        if verb == "roll":
            return self._preview_roll(str(rest[0]), after)
        if verb == "moor":
            on_line = [new["zones"][zone] for zone in new["tanks"] if int(zone[1]) == rest[0]]
            return say("preview.moor", own=on_line.count(seat), others=len(on_line) - on_line.count(seat))
        return None

    def _preview_roll(self, zone: str, rolling: State) -> str:
        """What happens on a good and on a bad die."""
        missed = rolling.copy().play("die 1")
        targets = [str(words[1]) for words in map(self.session.game.words, missed.legal()) if words[0] == "shift"]
        if targets and self.session.game.phase(missed) == "shift":
            other = self.say("preview.roll_else", zones=", ".join(targets))
        else:
            other = self.say("preview.roll_none")
        return self.say("preview.roll", zone=zone, else_=other)

    def _preview_power(self, words: Sequence[Any]) -> str:
        """What extraction would yield with this mark set or taken back."""
        session = self.session
        marked = session.powered()
        zone = words[1] if len(words) > 1 else None
        if zone is None:
            wanted = session.power_targets()
        else:
            wanted = [name for name in marked if name != zone] if zone in marked else [*marked, zone]
        base = session.states[len(session.moves) - len(marked)].observe(session.viewer).sample(Stream(0, "preview"))
        for move in sorted(session.game.move(["power", name]) for name in wanted):
            base.apply(move)
        after = base.copy().apply(session.game.move(["extract"]))
        old, new = base.snapshot(), after.snapshot()
        gains = [b - a for a, b in zip(old["goods"][session.viewer], new["goods"][session.viewer], strict=True)]
        gains[3] += len(wanted)
        listed = self._goods(gains) or self.say("preview.output_none")
        return self.say("preview.powered", n=len(wanted), energy=old["goods"][session.viewer][3], output=listed)

    def changes(self, old: Snapshot, new: Snapshot, seat: int) -> str:
        """What a seat pays and gets, as a sentence; nothing for nothing."""
        say, parts = self.say, []
        credits = new["credits"][seat] - old["credits"][seat]
        if credits:
            parts.append(say("count.credits", n=credits).replace(str(credits), say.signed(credits), 1))
        for name, a, b in zip(RESOURCES, old["goods"][seat], new["goods"][seat], strict=True):
            if a != b:
                parts.append(f"{say.signed(b - a)} {self.resource(name)}")
        for key in ("licenses", "quarters"):
            change = new[key][seat] - old[key][seat]
            if change:
                parts.append(say(f"count.{key}", n=change).replace(str(change), say.signed(change), 1))
        return f"{', '.join(parts)}." if parts else ""

    def _goods(self, amounts: Sequence[int]) -> str:
        return ", ".join(f"{n} {self.resource(name)}" for name, n in zip(RESOURCES, amounts, strict=True) if n)

    def _market(self, old: Snapshot, new: Snapshot) -> str:
        r = RESOURCES.index(self.traded() or "quartz")
        return self.say(
            "preview.market",
            price=old["price"][r],
            new_price=new["price"][r],
            supply=old["supply"][r],
            new_supply=new["supply"][r],
        )

    def _lost(self, words: Sequence[Any], old: Snapshot, new: Snapshot) -> str:
        """What would not fit."""
        seat = self.session.viewer
        gained = [b - a for a, b in zip(old["goods"][seat], new["goods"][seat], strict=True)]
        if words[0] == "bonus":
            return "" if any(gained) else self.say("preview.bonus_lost")
        if words[0] == "buy":
            r = RESOURCES.index(self.traded() or "quartz")
            missing = [words[1] - gained[r] if k == r else 0 for k in range(4)]
        else:
            made = output_of(old, self.board["river"], seat, self.session.powered())
            gained[3] += made.energy
            missing = [max(0, want - got) for want, got in zip(made.goods, gained, strict=True)]
        return self.say("preview.lost", goods=self._goods(missing)) if any(missing) else ""

    def _carrier(self, old: Snapshot, new: Snapshot, seat: int) -> str:
        """What an upgraded carrier holds."""
        for name, a, b in zip(RESOURCES, old["carriers"][seat], new["carriers"][seat], strict=True):
            if a != b:
                return self.say("preview.carrier", n=b, capacity=self.capacity(name, b))
        return ""

    def output(self, made: Output) -> str:
        listed = self._goods(made.goods) or self.say("preview.output_none")
        return self.say("preview.output", output=listed, n=made.energy)

    def holds(self, view: Snapshot, seat: int, role: str) -> bool:
        number = view["specialist"][seat]
        return number is not None and role in self.board["specialists"][number - 1] and role in ROLES

    # -- the log -------------------------------------------------------------------------------------------------------

    def tell(self, number: int) -> list[tuple[int, str]]:
        """What move `number` did, line by line, each with the seat it is about (-1: nobody). Payments are public."""
        session, say = self.session, self.say
        before, after = session.states[number], session.states[number + 1]
        words = session.game.words(session.moves[number])
        mover = -1 if before.mover is None else before.mover
        old, new = before.snapshot(), after.snapshot()
        phase = session.game.phase(before)
        lines: list[tuple[int, str]] = []
        if words[0] == "power":
            return []  # the extraction that follows says it all
        text = self.move(words, self.traded(number))
        if words[0] == "first":
            return [(-1, text)]
        changes = ""
        if phase not in ("specialist-bid", "zone-bid", "freelance-bid") and mover >= 0:
            # a certificate deal that ends the round is told without what the end of the round pays
            credits = [n + 15 * (words[0] == "sell-license") for n in old["credits"]]
            done = new if old["round"] == new["round"] else {**new, "credits": credits}
            changes = self.changes(old, done, mover).rstrip(".")
        lines.append((mover, f"{text} ({changes})" if changes else text))
        lines += self._told_auction(number, phase, old, new)
        lines += [
            (owner, say("event.claims", zone=zone))
            for zone, owner in new["zones"].items()
            if owner != old["zones"][zone] and isinstance(owner, int) and phase in ("zone-bid", "claim-die")
        ]
        if phase == "trade":
            r = RESOURCES.index(self.traded(number) or "quartz")
            if old["price"][r] != new["price"][r]:
                price = f"{self.resource(RESOURCES[r])} {old['price'][r]} → {new['price'][r]}"
                lines[0] = (mover, f"{lines[0][1]} · {price}")
        if phase in ("claim-die", "sabotage-die"):
            lines += [
                (seat, self.changes(old, new, seat).rstrip("."))
                for seat in range(session.game.n_seats)
                if new["credits"][seat] > old["credits"][seat] and old["round"] == new["round"]
            ]
        return lines + self._told_round(old, new, after)

    def _told_auction(self, number: int, phase: str, old: Snapshot, new: Snapshot) -> list[tuple[int, str]]:
        session = self.session
        if phase not in ("specialist-bid", "zone-bid", "freelance-bid"):
            return []
        if session.game.phase(session.states[number + 1]) == phase:
            return []
        for state, move in zip(
            reversed(session.states[: number + 1]), reversed(session.moves[: number + 1]), strict=True
        ):
            words = session.game.words(move)
            if words[0] == "bid" and state.mover is not None:
                paid = old["credits"][state.mover] - new["credits"][state.mover]
                text = self.say("event.wins", n=words[1])
                if old["round"] == new["round"] and paid not in (words[1], 0):
                    text = f"{text} ({self.say('event.pays', n=paid)})"
                return [(state.mover, text)]
        return []

    def _told_round(self, old: Snapshot, new: Snapshot, after: State) -> list[tuple[int, str]]:
        """What happened by itself between two rounds."""
        say, lines = self.say, []
        if old["round"] == new["round"] and not after.is_over:
            return []
        made = new["market"] - old["market"]
        lines.append((-1, say("event.produced", n=made) if made else say("event.not_produced")))
        if after.is_over:
            lines.append((-1, say("event.game_over")))
        else:
            lines.append((-1, say("event.round", n=new["round"], rounds=self.board["rounds"])))
        return lines
