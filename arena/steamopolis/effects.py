"""Effects in words and in signs, from the small language that the data write them in (rules 2).

`EffectTeller` serves the table in every language: `full` gives words, `short` a few signs for a narrow column.
"""

from __future__ import annotations

from arena.steamopolis.tiles import Board, Goods, Tile, tile_of
from arena.terminal.lang import Catalogue
from engine.steamopolis.effects import Effect, Part, parse_effect, parse_passive

POINT, CRYSTAL, GEAR, PRESSURE, PARASITE, BOILER, SPACE, STONE = "★", "◆", "¤", "↑", "§", "Ω", "□", "●"


def goods_signs(goods: Goods) -> str:
    """A price in signs.

    >>> goods_signs((2, 1)), goods_signs((0, 0))
    ('◆◆¤', '–')
    """
    return CRYSTAL * goods[0] + GEAR * goods[1] or "–"


class EffectTeller:
    """What effects do, in one language."""

    def __init__(self, say: Catalogue, board: Board) -> None:
        self.say = say
        self.board = board

    def goods(self, goods: Goods) -> str:
        """Resources in words: `2 crystals and 1 gear`."""
        parts = [self.say(f"count.{kind}", n=n) for kind, n in zip(("crystal", "gear"), goods, strict=True) if n]
        return self.say.listing(parts) or self.say("count.nothing")

    def joined(self, *parts: str) -> str:
        """What is told one after the other."""
        return self.say("ui.joint").join(filter(None, parts))

    # -- effects -------------------------------------------------------------------------------------------------------

    def full(self, text: str) -> str:
        """An effect without a trigger, in words."""
        return self._effect(parse_effect(text), "effect")

    def short(self, text: str) -> str:
        return self._effect(parse_effect(text), "short")

    def passive(self, text: str, style: str = "effect") -> str:
        """A passive with its trigger."""
        found = parse_passive(text)
        levels = (", " if style == "effect" else ",").join(map(str, found.levels))
        return self.say(f"{style}.trigger_{found.trigger}", levels=levels, effect=self._effect(found.effect, style))

    def _effect(self, effect: Effect, style: str) -> str:
        bar, joint = (f" {self.say('ui.or')} ", self.say("ui.joint")) if style == "effect" else ("/", " ")
        told = bar.join(joint.join(self._part(part, style) for part in side) for side in effect.sides)
        return self.say(f"{style}.at_end", effect=told) if effect.is_end else told

    def _part(self, part: Part, style: str) -> str:
        told = self.say(f"{style}.{part.op}", n=part.n)
        if not part.cost:
            return told
        goods = (part.crystals, part.gears)
        paid = self.goods(goods) if style == "effect" else goods_signs(goods)
        return self.say(f"{style}.for_{part.cost}", goods=paid, effect=told)

    # -- tiles and districts -------------------------------------------------------------------------------------------

    def district(self, name: str) -> str:
        """What a district does, in words."""
        effect, is_static = self.board["districts"][name]
        return self.joined(self.full(effect), self.say("effect.static") if is_static else "")

    def short_district(self, name: str) -> str:
        return self.short(self.board["districts"][name][0])

    def tile(self, name: str) -> str:
        """What a tile does and has, in words; not what it costs."""
        tile, say = tile_of(self.board, name), self.say
        parts = [say("tile.boilers", n=tile.boilers)] if tile.boilers else []
        parts += [say("tile.storage", n=tile.storage)] if tile.storage else []
        return self.joined(self.effects_of(name), *parts)

    def effects_of(self, name: str) -> str:
        """What a tile does, in words; signs suffice for what else it has."""
        tile = tile_of(self.board, name)
        parts = [self.say("tile.active", effect=self.full(tile.active))] if tile.active else []
        return self.joined(*parts, self.passive(tile.passive) if tile.passive else "")

    def short_tile(self, name: str) -> str:
        """The same in signs: `↑1 7:★1 □1 Ω1`."""
        tile = tile_of(self.board, name)
        parts = [self.short(tile.active) if tile.active else "", self.short_passive(tile)]
        parts += [SPACE * tile.storage + BOILER * tile.boilers]
        return " ".join(filter(None, parts))

    def short_active(self, name: str) -> str:
        return self.short(tile_of(self.board, name).active)

    def short_passive(self, tile: Tile) -> str:
        return self.passive(tile.passive, "short") if tile.passive else ""

    def one_side(self, name: str, effect: str) -> str:
        """The activation effect (`a`) or the passive (`p`) of a tile, in words; "": it has none."""
        tile = tile_of(self.board, name)
        if effect == "a":
            return self.full(tile.active) if tile.active else ""
        return self.passive(tile.passive) if tile.passive else ""
