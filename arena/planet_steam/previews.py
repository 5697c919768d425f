"""What a move of Planet Steam costs and yields, before it is played.

Found by playing it on a position imagined from the seat's own observation, so nothing hidden can show through.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.planet_steam.decision import power_targets, powered
from arena.planet_steam.output import Output, output_of
from arena.planet_steam.teller import Snapshot, Teller
from arena.terminal.steps import Offer
from arena.wording import capitalized
from engine import State, Stream
from engine.planet_steam.notation import RESOURCES


class Previews:
    """The consequences of what the viewer may choose."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.session = teller.session
        self.say = teller.say
        self.board = teller.board

    def preview(self, offer: Offer) -> str:
        """What an offer costs and yields."""
        session = self.session
        if offer.path[0] in ("power", "power-all", "extract-all"):
            return self._preview_power(offer)
        if offer.limit is not None:
            first = session.game.words(offer.moves[0])[1]
            return self.say("preview.limit", first=first, n=offer.limit)
        before = session.observation.sample(Stream(0, "preview"))
        after = before.copy().apply(offer.moves[0])
        words = session.game.words(offer.moves[0])
        verb = words[0]
        old, new, seat = before.snapshot(), after.snapshot(), session.viewer
        special = self._preview_special(words, before, after, old, new)
        if special is not None:
            return special
        parts = [self.teller.changes(old, new, seat)]
        if verb in ("buy", "sell") or (verb == "pass" and session.phase == "trade"):
            parts.append(self._market(old, new))
        # what waits to be stowed is not lost yet
        if verb in ("buy", "bonus") or (verb == "extract" and session.game.phase(after) != "stow"):
            parts.append(self._lost(words, old, new))
        if verb in ("upgrade", "agent"):
            parts.append(self._carrier(old, new, seat))
        if verb == "tank" and new["market"]:
            parts.append(self.say("preview.tank_price", n=self.teller.tank_price(new["market"])))
        if session.phase == "tank-phase" and verb not in ("upgrade", "done"):
            parts.append(self._output(output_of(new, self.teller.river, seat)))
        if verb in ("license", "tank", "import", "supercharger", "buy-quarters"):
            gain = int(after.scores()[seat] - before.scores()[seat])
            parts.append(self.say("preview.wealth", change=self.say.signed(gain)))
        text = " ".join(part for part in parts if part)
        return text or self.say("preview.nothing")

    def warning(self, offer: Offer) -> str:
        """An action paid for and not used, energy left beside idle tanks."""
        session, verb = self.session, offer.path[0]
        if verb == "extract":
            marked = powered(session)
            n_idle = min(len(power_targets(session)), session.view["goods"][session.viewer][3]) - len(marked)
            return self.say("warn.idle", n=n_idle) if n_idle > 0 else ""
        if verb == "done" and session.moves:
            is_first = session.game.words(session.moves[-1])[0] == "activate"
            return self.say("warn.unused") if is_first else ""
        return self.say("warn.skip") if verb == "skip" and session.phase == "claiming" else ""

    def _preview_special(
        self, words: Sequence[Any], before: State, after: State, old: Snapshot, new: Snapshot
    ) -> str | None:
        """Moves whose effect is not a change in the player's own goods."""
        say, verb, rest = self.say, words[0], words[1:]
        seat, phase = self.session.viewer, self.session.phase
        if verb == "bid":
            is_half = phase == "zone-bid" and self.teller.holds(old, seat, "venturer")
            cost = (rest[0] + 1) // 2 if is_half else rest[0]
            return say("preview.bid_half" if is_half else "preview.bid", n=cost, left=old["credits"][seat] - cost)
        if verb == "pass":
            return {"trade": None, "certificates": say("preview.certificate_pass")}.get(phase, say("preview.bid_pass"))
        if verb == "take":
            benefits = say.listing([say(f"benefit.{role}") for role in self.board["specialists"][rest[0] - 1]])
            return say("preview.take", benefits=capitalized(benefits), n=rest[0])
        if verb == "marker":
            resource = self.teller.resource(rest[1])
            return say("preview.marker", resource=capitalized(resource), n=rest[0])
        if verb == "manipulate":
            pairs = zip(RESOURCES, old["price"], new["price"], strict=True)
            prices = [f"{self.teller.resource(name)} {a} → {b}" for name, a, b in pairs if a != b]
            text = say("preview.prices", prices=", ".join(prices)) if prices else ""
            return f"{self.teller.changes(old, new, seat)} {text}".strip() or say("preview.nothing")
        if verb == "sabotage":
            return say("preview.sabotage", name=self.teller.names[rest[0]])
        if verb in ("tip", "offer", "neutral"):
            return say(f"preview.{verb}", zone=rest[0])
        if verb == "stow":
            return say("preview.stow", resource=self.teller.resource(rest[0]))
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

    def _preview_power(self, offer: Offer) -> str:
        """What extraction would yield with these marks."""
        session = self.session
        start = session.states[len(session.moves) - offer.n_back]
        base = start.observe(session.viewer).sample(Stream(0, "preview"))
        marks = [move for move in offer.moves if session.game.words(move)[0] == "power"]
        for move in marks:
            base.apply(move)
        old = base.snapshot()
        new = base.copy().apply(session.game.move("extract")).snapshot()
        gains = [b - a for a, b in zip(old["goods"][session.viewer], new["goods"][session.viewer], strict=True)]
        gains[3] += len(marks)  # what they cost
        listed = self.teller.goods(gains) or self.say("preview.output_none")
        energy = old["goods"][session.viewer][3]
        return self.say("preview.powered", n=len(marks), energy=energy, output=listed)

    def _market(self, old: Snapshot, new: Snapshot) -> str:
        r = RESOURCES.index(self.teller.traded() or "quartz")
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
            r = RESOURCES.index(self.teller.traded() or "quartz")
            missing = [words[1] - gained[r] if k == r else 0 for k in range(4)]
        else:
            made = output_of(old, self.teller.river, seat, powered(self.session))
            gained[3] += made.energy
            missing = [max(0, want - got) for want, got in zip(made.goods, gained, strict=True)]
        return self.say("preview.lost", goods=self.teller.goods(missing)) if any(missing) else ""

    def _carrier(self, old: Snapshot, new: Snapshot, seat: int) -> str:
        """What an upgraded carrier holds."""
        for name, a, b in zip(RESOURCES, old["carriers"][seat], new["carriers"][seat], strict=True):
            if a != b:
                return self.say("preview.carrier", n=b, capacity=self.teller.capacity(name, b))
        return ""

    def _output(self, made: Output) -> str:
        listed = self.teller.goods(made.goods) or self.say("preview.output_none")
        return self.say("preview.output", output=listed, n=made.energy)
