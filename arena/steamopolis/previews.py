"""What a move of Steamopolis costs and yields, before it is played.

Changes are found by playing it on a position imagined from the seat's own observation, so nothing hidden can show.
"""

from __future__ import annotations

from arena.steamopolis.effects import goods_signs
from arena.steamopolis.teller import Teller, capitalized
from arena.steamopolis.tiles import Purchase, Snapshot, boilers, marker, next_machine, purchase
from arena.terminal.steps import Offer
from engine import Stream


class Previews:
    """Costs and yields for one session."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller

    def preview(self, offer: Offer) -> str:
        parts = [self._known(offer), self._changes(offer)]
        return " ".join(f"{capitalized(part)}." for part in parts if part) or self.teller.say("preview.nothing")

    def _changes(self, offer: Offer) -> str:
        """What is different at once."""
        teller, session = self.teller, self.teller.session
        before = session.observation.sample(Stream(0, "imagined"))
        after = before.copy()
        for move in offer.moves:
            after.apply(move)
        old, new, seat = before.snapshot(), after.snapshot(), session.viewer
        told = teller.changes(old, new, seat)
        stones = [teller.stones(snapshot["gauge"][seat]) for snapshot in (old, new)]
        gauge = teller.say("preview.gauge", old=stones[0], new=stones[1]) if stones[0] != stones[1] else ""
        return ", ".join(filter(None, [told, gauge]))

    def _known(self, offer: Offer) -> str:
        """What the rules and the data say of it."""
        teller, say, view = self.teller, self.teller.say, self.teller.view
        seat, (verb, *rest) = teller.session.viewer, offer.path
        if verb == "steam":
            return say("preview.steam", n=boilers(teller.board, view, seat))
        if verb == "aim":
            return say("preview.aim", n=teller.board["meta"]["gauge"][rest[0] - 1])
        if verb in ("set", "visit", "fly"):
            return self._district(verb, rest[0], view)
        if verb == "use" and view["step"]["phase"] == "flight":
            return teller.effects.district(view["step"]["district"])
        if verb == "run":
            slot = next_machine(teller.board, view, seat)
            return teller.effects.tile(view["room"][seat][slot - 1]) if slot else ""
        if verb in ("machine", "banner"):
            name = view["open"][rest[0]]
            told = self._purchase(purchase(teller.board, view, seat, rest[0], verb))
            return f"{told}; {teller.effects.tile(name)}" if verb == "machine" else told
        if verb == "marker":
            found = marker(teller.board, view, rest[0])
            return self._purchase(found[1]) if found else ""
        if verb in ("remove", "slot"):
            name = view["room"][seat][rest[0] - 1]
            return say("preview.goes", tile=teller.tile(name)) if name else ""
        return ""

    def _district(self, verb: str, place: str, view: Snapshot) -> str:
        teller = self.teller
        told = teller.effects.district(place)
        if verb == "visit" or place[0] == "1":
            return told
        return f"{told}. {teller.say('preview.market')} {teller.market(view, place[0])}"

    def _purchase(self, found: Purchase) -> str:
        say = self.teller.say
        extras = [say(f"extra.{name}") for name in found.extras]
        paid = ", ".join([goods_signs(found.goods), *extras])
        return say("preview.buy", goods=paid, points=found.points)
