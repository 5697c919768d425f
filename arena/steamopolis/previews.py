"""What a move of Steamopolis costs and yields, before it is played.

Changes are found by playing it on a position imagined from the seat's own observation, so nothing hidden can show.
"""

from __future__ import annotations

from typing import Any

from arena.steamopolis.effects import goods_signs
from arena.steamopolis.teller import PASSENGERS, Teller
from arena.steamopolis.tiles import (
    Purchase,
    Snapshot,
    boilers,
    marker,
    next_machine,
    parasites_on,
    purchase,
    tile_of,
)
from arena.terminal.steps import Offer
from arena.wording import capitalized
from engine import Stream

# What is told of these is all there is: what else changes comes by itself afterwards.
WHOLE = ("aim", "machine", "banner", "marker", "skip", "sponsor", "gala", "infest", "peek", "board")
ON_GAUGE = ("steam", "raise", "order", "arrow", "spend", "put", "discard", "use")  # of these the stones are shown


class Previews:
    """Costs and yields for one session."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller

    def preview(self, offer: Offer) -> str:
        verb, *rest = offer.path
        parts = [self._known(verb, rest), "" if verb in WHOLE else self._changes(offer)]
        return " ".join(f"{capitalized(part)}." for part in parts if part) or self.teller.say("preview.nothing")

    def _changes(self, offer: Offer) -> str:
        """What is different at once."""
        teller, session = self.teller, self.teller.session
        before = session.observation.sample(Stream(0, "imagined"))
        after = before.copy()
        for move in offer.moves:
            after.apply(move)
        old, new, seat = before.snapshot(), after.snapshot(), session.viewer
        stones = [teller.stones(snapshot["gauge"][seat]) for snapshot in (old, new)]
        is_shown = offer.path[0] in ON_GAUGE and stones[0] != stones[1]
        gauge = teller.say("preview.gauge", old=stones[0], new=stones[1]) if is_shown else ""
        return ", ".join(filter(None, [teller.changes(old, new, seat), gauge]))

    # -- what the rules and the data say of a move ---------------------------------------------------------------------

    def _known(self, verb: str, rest: list[Any]) -> str:
        teller, say, view = self.teller, self.teller.say, self.teller.view
        seat = teller.session.viewer
        match verb:
            case "steam":
                return say("preview.steam", n=boilers(teller.board, view, seat))
            case "aim":
                return say("preview.aim", n=teller.board["meta"]["gauge"][rest[0] - 1])
            case "set" | "fly":
                return self._district(rest[0], view)
            case "visit":
                return teller.effects.district(rest[0])
            case "use":
                return self._use(view)
            case "run":
                return self._run(view, seat)
            case "machine" | "banner":
                return self._bought(verb, rest[0], view, seat)
            case "marker":
                return self._marker(rest[0], view)
            case "install" | "slot":
                return self._installed(verb, rest, view, seat)
            case "remove":
                return teller.effects.tile(view["room"][seat][rest[0] - 1])
            case "board":
                return self._board(view)
            case "sponsor" | "gala":
                return say(f"preview.{verb}", kind=say(f"kind.{rest[0]}"))
            case "infest" | "put" | "box" | "peek":
                return say(f"preview.{verb}")
        return ""

    def _use(self, view: Snapshot) -> str:
        place = view["step"]["district"]
        return self.teller.effects.district(place) if view["step"]["phase"] == "flight" else ""

    def _run(self, view: Snapshot, seat: int) -> str:
        teller = self.teller
        slot = next_machine(teller.board, view, seat)
        if slot is None:
            return ""
        told = teller.say("preview.run", effect=teller.effects.one_side(view["room"][seat][slot - 1], "a"), n=slot)
        owners = [teller.names[owner] for owner, effect in parasites_on(view, seat, slot) if effect == "a"]
        joins = teller.say("preview.parasites", names=teller.say.listing(owners)) if owners else ""
        return teller.effects.joined(told, joins)

    def _installed(self, verb: str, rest: list[Any], view: Snapshot, seat: int) -> str:
        """What the tile does, from which value on a stone runs it there (rules 1.4), and what it replaces."""
        teller, slot = self.teller, rest[-1]
        name, there = teller.installed(verb, rest[0], view, seat), view["room"][seat][slot - 1]
        told = [teller.effects.tile(name)] if name else []
        if name and tile_of(teller.board, name).active:
            told.append(teller.say("preview.from_value", n=slot + 1))
        return teller.effects.joined(*told, teller.say("preview.goes", tile=teller.shown(there)) if there else "")

    def _board(self, view: Snapshot) -> str:
        teller, place = self.teller, view["step"]["district"]
        who = int(bool(place) and place[0] < "5")  # rules 4: the banker keeps to the upper four levels
        _, _, to = teller.passenger_targets(view)[who]
        return teller.say(f"preview.{PASSENGERS[who]}", level=to)

    def _district(self, place: str, view: Snapshot) -> str:
        teller = self.teller
        told = teller.effects.district(place)
        if place[0] == "1":
            return told
        markets = [market for market in (place[0], f"{place[0]}x") if market in view["open"]]
        for_sale = teller.effects.joined(*(teller.market(view, market) for market in markets))
        return f"{told}. {teller.say('preview.market')} {for_sale}"

    def _marker(self, row: str, view: Snapshot) -> str:
        found = marker(self.teller.board, view, row)
        return self._cost(found[1]) if found else ""

    def _bought(self, use: str, market: str, view: Snapshot, seat: int) -> str:
        teller, name = self.teller, view["open"][market]
        told = self._cost(purchase(teller.board, view, seat, market, use))
        return teller.effects.joined(told, teller.effects.tile(name)) if use == "machine" else told

    def _cost(self, found: Purchase) -> str:
        say = self.teller.say
        extras = [say(f"extra.{name}") for name in found.extras]
        paid = ", ".join([goods_signs(found.goods), *extras])
        return say("preview.buy", goods=paid, points=found.points)
