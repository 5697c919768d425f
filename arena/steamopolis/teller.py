"""Steamopolis in words: moves, options, prompts and explanations.

`Teller` is the one place where labels are made; `previews` says what moves cost and yield, `log` what they did.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.steamopolis.effects import POINT, EffectTeller, goods_signs
from arena.steamopolis.tiles import (
    Snapshot,
    boilers,
    marker,
    next_machine,
    purchase,
    storage,
    target,
    tile_of,
    values,
)
from arena.terminal.game_session import GameSession
from arena.terminal.lang import Catalogue
from arena.terminal.steps import ACTION, Step
from arena.wording import capitalized
from engine import State
from engine.steamopolis.game import TITLES

PASSENGERS = ("banker", "stoker")
ARROW = "'"


class Teller:
    """Words for one session, in one language."""

    def __init__(self, session: GameSession, say: Catalogue, names: Sequence[str]) -> None:
        self.session = session
        self.say = say
        self.names = names
        self.board: dict[str, Any] = session.game.board
        self.effects = EffectTeller(say, self.board)
        self.is_solo = session.game.n_seats == 1

    @property
    def view(self) -> Snapshot:
        """What the viewer sees, with the step; in a replay also the faces that somebody has peeked at."""
        return self.seen(self.session.state) if self.session.shows_all else self.session.view

    def seen(self, state: State) -> Snapshot:
        """The same of another position."""
        if self.session.shows_all:
            return {**state.snapshot(), "seat": self.session.viewer, "step": self.session.game.step(state)}
        return state.observe(self.session.viewer).view()

    # -- things --------------------------------------------------------------------------------------------------------

    def tile(self, name: str | None) -> str:
        """What a tile is called; a plan may name one that is not there yet."""
        if name is None:
            return self.say("tile.unknown")
        return self.say(f"tile.{'cap' if name == 'cap' else 'back' if name == 'S0' else name[0]}", name=name)

    def shown(self, name: str | None, style: str = "move") -> str:
        """A tile as the market and the machine room show it: `M06 ↑1 □Ω`; in the style `brief` without its effects."""
        if name is None:
            return self.tile(None)
        effects = self.effects.short_tile(name) if style == "move" else ""
        return f"{name if name[0] == 'M' else self.tile(name)} {effects}".rstrip()

    def field(self, gauge: str, field: int) -> str:
        """A field of a gauge by its value; where two have the same, by its place too."""
        printed = self.board["meta"]["gauge"]
        value = printed[field - 1]
        arrow = ARROW if gauge[field - 1] == "a" else ""
        if printed.count(value) == 1:
            return f"{value}{arrow}"
        nth = printed[:field].count(value)
        return f"{value}{arrow} ({self.say('option.nth_' + ('first' if nth == 1 else 'second'))})"

    def stone(self, gauge: str, field: int) -> str:
        """A stone by its value; by its place too only where another one has the same."""
        printed = self.board["meta"]["gauge"]
        alike = [k for k, sign in enumerate(gauge) if sign in "oa" and printed[k] == printed[field - 1]]
        arrow = ARROW if gauge[field - 1] == "a" else ""
        return self.field(gauge, field) if len(alike) > 1 else f"{printed[field - 1]}{arrow}"

    def stones(self, gauge: str) -> str:
        """The values of the stones on a gauge: `1 2' 3`."""
        return " ".join(f"{value}{ARROW if has_arrow else ''}" for value, has_arrow in values(self.board, gauge)) or "–"

    def part(self, view: Snapshot, seat: int, slot: int, effect: str) -> str:
        """One effect of a machine in somebody's room."""
        name = view["room"][seat][slot - 1]
        return (
            f"{self.say.lead(self.tile(name))}{self.effects.one_side(name, effect)}"
            if name
            else self.say("option.slot", n=slot)
        )

    def sign(self, part: str, effect: str) -> str:
        return self.say(f"part.{effect}", what=part)

    def slot(self, view: Snapshot, seat: int, slot: int) -> str:
        name = view["room"][seat][slot - 1]
        return self.say("option.empty") if name is None else self.effects.short_tile(name) or self.tile(name)

    def person(self, district: str | None) -> str:
        """Who may stand there: the banker keeps to the upper four levels (rules 4)."""
        return self.say(f"passenger.{PASSENGERS[district[0] < '5'] if district else 'anybody'}")

    # -- moves ---------------------------------------------------------------------------------------------------------

    def move(self, words: Sequence[Any], state: State, style: str = "move") -> str:
        """A move in words, made in that position; in the style `brief` without what a preview tells of it."""
        verb, rest, say = words[0], list(words[1:]), self.say
        view = self.seen(state)
        if verb == "buy":
            return say(f"move.{rest[1]}", tile=self.shown(view["open"].get(rest[0]), style), level=rest[0][0])
        if verb == "pay":
            return self.payment(rest, "pay")
        name = f"{verb}_you" if self._is_about_reader(verb, rest) else verb
        return self._with_effect(verb, view, style) or say(f"move.{name}", **self._operands(verb, rest, view, style))

    def _is_about_reader(self, verb: str, rest: list[Any]) -> bool:
        """Whether a move names the one person who reads it: he is not called by a name then."""
        if verb not in ("infest", "lift", "sap", "shake"):
            return False
        return self.session.n_humans == 1 and self.session.is_human(rest[2 if verb == "shake" else 0])

    def _with_effect(self, verb: str, view: Snapshot, style: str) -> str:
        """Moves that are best told by what they set off; "": this one is not, or only a plan names it."""
        step, say = view["step"], self.say
        if verb == "use" and step["phase"] == "flight":
            place = step["district"]
            return say(f"{style}.use_district", place=place, effect=self.effects.short_district(place))
        if verb == "use" and step["part"]:
            return say("move.use_part", effect=self.asked_part(view))
        if verb == "run" and view["to_move"] is not None and view["to_move"] >= 0:
            slot = next_machine(self.board, view, view["to_move"])
            name = view["room"][view["to_move"]][slot - 1] if slot else None
            return say(f"{style}.run_slot", n=slot, effect=self.effects.short_active(name)) if name else ""
        if verb in ("upper", "lower"):
            sides = self._bar(view)
            return say("move.side", effect=sides[verb == "lower"]) if sides else ""
        return ""

    def asked_part(self, view: Snapshot) -> str:
        """The part of an effect that asks whether it is wanted."""
        return self.say(f"effect.{view['step']['part']}", n=1)

    def _operands(self, verb: str, rest: list[Any], view: Snapshot, style: str) -> dict[str, Any]:
        """What the text of a verb names, in words."""
        seat = view["to_move"] or 0
        if verb in ("fly", "set", "visit"):
            return {"place": rest[0]}
        if verb in ("marker", "sponsor", "gala", "flip"):
            return {"kind": self.say(f"kind.{rest[0]}")}
        if verb in ("remove", "slot", "install"):
            name = view["room"][seat][rest[-1] - 1] if verb == "remove" else self.installed(verb, rest[0], view, seat)
            return {"n": rest[-1], "tile": self.shown(name, style)}
        if verb in ("aim", "spend"):
            return {"field": self.stone(view["gauge"][seat], rest[0])}
        if verb in ("put", "discard"):
            return {"field": self.field("." * 10, rest[0])}
        if verb in ("raise", "order"):
            return {"stones": self.stones(rest[0])}
        if verb in ("take", "keep"):
            goods = (rest[0], rest[1]) if verb == "take" else self.kept(rest[0], view, seat)
            return {"goods": self.effects.goods(goods)}
        if verb == "arrow":
            return {"place": self.arrow_place(rest[0], view, seat)}
        if verb in ("infest", "lift", "sap"):
            return {"name": self.names[rest[0]], "part": self.part(view, *rest)}
        if verb == "shake":
            return {"name": self.names[rest[2]], "part": self.part(view, seat, rest[0], rest[1])}
        if verb == "tap":
            return {"level": rest[0], "part": self._tapped_part(rest, view)}
        if verb == "peek":
            return {"level": rest[0], "rank": rest[1]}
        if verb == "board":
            return {"who": self.person(view["step"]["district"])}
        return {}

    def installed(self, verb: str, side: Any, view: Snapshot, seat: int) -> str | None:
        """Which tile a move puts into the machine room."""
        if verb == "install":
            return "S0" if side == "back" else view["start"][seat]
        return view["step"]["tile"]  # type: ignore[no-any-return]

    def drawn(self, words: Sequence[Any]) -> str:
        """What chance has decided, in words."""
        verb, *rest = words
        if verb == "passenger":
            return self.say("move.passenger", banker=rest[0], stoker=rest[1])
        if verb == "back":
            return self.say("move.back", level=rest[0], rank=rest[1], colour=self.say(f"colour.{rest[2]}"))
        if verb in ("tile", "face"):
            return self.say("move.face", level=str(rest[0])[0], tile=self.shown(rest[1]))
        what = self.character(rest[1]) if verb == "character" else self.with_effects(rest[1])
        return self.say("move.dealt", what=what)

    def character(self, number: Any) -> str:
        """A character with what it brings at the set-up."""
        return self.say("move.character", n=number, effect=self.effects.full(self.board["characters"][str(number)]))

    def with_effects(self, name: str) -> str:
        return f"{self.say.lead(self.tile(name))}{self.effects.tile(name)}"

    def payment(self, discounts: Sequence[int], style: str = "paid") -> str:
        """Which discounts a payment uses: as a choice (`paid`), or told of somebody (`pay`)."""
        say = self.say
        crystal, gear, gala = discounts
        used = [say("pay.sponsor", kind=say("kind.crystal"))] * crystal + [
            say("pay.sponsor", kind=say("kind.gear"))
        ] * gear
        used += [say("pay.gala")] * gala
        return say(f"{style}.with", what=say.listing(used)) if used else say(f"{style}.plain")

    def kept(self, crystals: int, view: Snapshot, seat: int) -> tuple[int, int]:
        """Rules 1.4: no more than needed is given back, so the gears kept follow from the crystals."""
        owned = view["goods"][seat]
        return crystals, min(owned[1], storage(self.board, view, seat) - crystals)

    def arrow_place(self, place: int | str, view: Snapshot, seat: int) -> str:
        if isinstance(place, str):
            return self.say("option.stone_at", place=place)
        return self.say("option.stone_on", field=self.stone(view["gauge"][seat], place))

    # -- options -------------------------------------------------------------------------------------------------------

    def option(self, step: Step, word: Any) -> str:
        """An option of a step, as listed."""
        view, kind, say = self.view, step.kind.name, self.say
        seat = self.session.viewer
        if step.kind is ACTION:
            return self._action(str(word), view, seat)
        if kind == "field" and step.path[0] != "discard":
            return self.stone(view["gauge"][seat], int(word))
        if kind in ("field", "highest", "put"):
            return self.field("." * 10, int(word))
        if kind == "slot":
            return self.slot(view, seat, int(word))
        if kind == "side":
            name = str(self.installed("install", word, view, seat))
            return f"{say.lead(say(f'side.{word}'))}{self.effects.short_tile(name)}"
        if kind == "kind":
            return say(f"kind.{word}")
        if kind == "marker":
            found = marker(self.board, view, word)
            return (
                f"#{found[0]} {goods_signs(found[1].goods)} → {POINT}{found[1].points}"
                if found
                else say(f"kind.{word}")
            )
        if kind == "market":
            told = f"{self._price(view, word, step.path[0])} {self.effects.short_tile(view['open'][word])}"
            return say("option.market", level=word[0], tile=told)
        if kind == "payment":
            return self.payment(word)
        if kind in ("goods", "kept"):
            return goods_signs(word if kind == "goods" else self.kept(word, view, seat))
        if kind == "arrow":
            return self.arrow_place(word, view, seat)
        if kind == "arrows":
            return self.stones(word)
        if kind == "rank":
            return say("option.rank", n=word, colour=self._colour(view, step.path[1], int(word)))
        if kind == "level":
            return say("option.level", n=word)
        if kind == "district":
            return str(word)
        if kind == "seat":
            return self.names[int(word)]
        return self._owned_part(step, word, view, seat)

    def _owned_part(self, step: Step, word: Any, view: Snapshot, seat: int) -> str:
        """An effect on somebody's machine, or on an open tile."""
        if step.kind.name == "shake":
            return f"{self.say.lead(self.names[word[2]])}{self.part(view, seat, word[0], word[1])}"
        if step.kind.name == "tap":
            return self.sign(self._tapped_part(word, view), word[1])
        return self.sign(self.part(view, step.path[1], word[0], word[1]), word[1])

    def _tapped_part(self, word: Sequence[Any], view: Snapshot) -> str:
        name = self._tapped(str(word[0]), view)
        return f"{self.say.lead(self.tile(name))}{self.effects.one_side(name, word[1])}" if name else self.tile(None)

    def _tapped(self, level: str, view: Snapshot) -> str | None:
        """Solo: the open tile of a level, or the one that has just been removed from it (rules 1.11)."""
        now = view["open"].get(level)
        if view["step"]["phase"] != "tap-removed":
            return now  # type: ignore[no-any-return]
        earlier = (state.snapshot()["open"].get(level) for state in reversed(self.session.states))
        return next((name for name in earlier if name and name != now), None)

    def _action(self, word: str, view: Snapshot, seat: int) -> str:
        phase, say = view["step"]["phase"], self.say
        if word == "use" and phase == "flight":
            return say("verb.use_district", effect=self.effects.short_district(view["step"]["district"]))
        if word in ("machine", "banner"):
            markets = {offer[1] for offer in self._bought() if offer[0] == word}
            price = f" ({self._price(view, min(markets), word)})" if len(markets) == 1 else ""
            return f"{say(f'verb.{word}')}{price}"
        if word == "steam":
            return f"{say('verb.steam')} ({say('short.press', n=boilers(self.board, view, seat))})"
        if word == "run":
            slot = next_machine(self.board, view, seat)
            name = view["room"][seat][slot - 1] if slot else None
            return say("verb.run", n=slot or 0, effect=self.effects.short_active(name) if name else "–")
        if word in ("upper", "lower"):
            sides = self._bar(view)
            return say(f"verb.{word}") if sides is None else sides[word == "lower"]
        if word == "board":
            return say("verb.board", who=self.person(view["step"]["district"]))
        if word == "skip" and phase == "flight":
            return say("verb.skip_flight")
        return say(f"verb.{word}")

    def _bought(self) -> list[tuple[str, str]]:
        words = map(self.session.game.words, self.session.legal)
        return [(rest[1], rest[0]) for verb, *rest in words if verb == "buy"]

    def _price(self, view: Snapshot, market: str, use: str) -> str:
        found = purchase(self.board, view, self.session.viewer, market, use)
        return f"{goods_signs(found.goods)} → {POINT}{found.points}"

    def _bar(self, view: Snapshot) -> list[str] | None:
        """Both sides of the bar of the district that is flown to."""
        place = view["step"]["district"]
        effect = self.board["districts"][place][0] if place else ""
        return [self.effects.full(side.strip()) for side in effect.split("|")] if "|" in effect else None

    def _colour(self, view: Snapshot, level: Any, rank: int) -> str:
        colours = [colour for r, colour, *_ in view["down"][str(level)] if r == rank]
        return self.say(f"colour.{colours[0]}") if colours else ""

    def ask(self, step: Step) -> str:
        """What a step asks for; actions speak for themselves."""
        kind = step.kind.name
        if step.kind is ACTION:
            return ""
        if kind == "highest":
            gauge = ["."] * 10
            for field in step.path[1:]:
                gauge[field - 1] = "o"
            if len(step.path) == 1:
                return self.say("ask.highest")
            return self.say("ask.next", stones=self.stones("".join(gauge)))
        return self.say(f"ask.{kind}")

    # -- the current step ----------------------------------------------------------------------------------------------

    def phase(self, name: str) -> str:
        return self.say(f"phase.{name}")

    def prompt(self) -> str:
        """What the person to move has to do."""
        view, say = self.view, self.say
        step = view["step"]
        phase, place = step["phase"], step["district"]
        told: dict[str, Any] = {
            "place": place or "–",
            "n": step["steps"] or 0,
            "goods": self.effects.goods(tuple(step["cost"])) if step["cost"] else "",
            "tile": self.shown(step["tile"]) if step["tile"] else "",
            "number": step["marker"] or "",
            "name": "" if step["inviter"] is None else self.names[step["inviter"]],
            "value": view["hand"][0] if view["hand"] else "",
            "effect": self.effects.short_district(place) if place else "",
            "part": self.asked_part(view) if step["part"] else "",
            "who": self.person(place),
        }
        cannot_run = phase == "lead" and self.session.game.move("run") not in self.session.legal
        return capitalized(say("prompt.lead_on" if cannot_run else f"prompt.{phase}", **told))

    def explain(self) -> str:
        """The current step in two or three sentences."""
        session = self.session
        if not session.is_over and not session.is_humans_turn:
            return self.say("explain.waiting")
        text = self.say(f"explain.{session.phase}")
        if self.is_solo and session.phase in ("action", "final-steam", "final-fly"):
            text += f" {self.say('explain.solo')}"
        return text

    def verdict(self) -> str:
        """Solo: won or lost, and the title of rules 1.11."""
        if not self.is_solo:
            return ""
        points = int(self.session.state.scores()[0])
        if points <= 0:
            return self.say("end.lost")
        rank = sum(1 for least in TITLES if points >= least) - 1
        return self.say("end.title_won", n=points, title=self.say(f"title.{rank}"))

    # -- amounts -------------------------------------------------------------------------------------------------------

    def changes(self, old: Snapshot, new: Snapshot, seat: int) -> str:
        """What a seat pays and gets: `+2 ★, −1 ◆`; nothing for nothing."""
        pairs = [(POINT, old["points"][seat], new["points"][seat])]
        pairs += [(sign, old["goods"][seat][k], new["goods"][seat][k]) for k, sign in enumerate("◆¤")]
        parts = [f"{self.say.signed(b - a)} {sign}" for sign, a, b in pairs if a != b]
        for key in ("reserve", "tiles"):
            if old[key][seat] != new[key][seat]:
                parts.append(f"{self.say.signed(new[key][seat] - old[key][seat])} {self.say(f'gain.{key}')}")
        return ", ".join(parts)

    def passenger_targets(self, view: Snapshot) -> list[tuple[str, int, int]]:
        """Each passenger's letter, where he is, and where he wants to go."""
        return [
            (self.say(f"abbr.{name}"), view["passengers"][who], target(self.board, view, who))
            for who, name in enumerate(PASSENGERS)
        ]

    def market(self, view: Snapshot, market: str) -> str:
        """An open tile in words: price, effects, banner."""
        name = view["open"].get(market)
        if name is None:
            return self.say("market.empty")
        tile = tile_of(self.board, name)
        found = purchase(self.board, view, self.session.viewer, market, "machine")
        return self.say(
            "market.tile",
            tile=self.tile(name),
            goods=goods_signs(found.goods),
            effect=self.effects.tile(name),
            colour=self.say(f"colour.{tile.colour}"),
        )
