"""Steamopolis's table as text with styles: the city, the viewer's airship, the players.

Every piece comes in two sizes, for 80×24 and for a big window. Colours repeat what characters say: a seat's number, `'`
for an arrow, `~` for static, `*` for what can be chosen, letters for the colours of banners.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rich.cells import cell_len
from rich.text import Text

from arena.steamopolis.decision import columns
from arena.steamopolis.effects import BOILER, CRYSTAL, GEAR, PARASITE, POINT, SPACE, STONE, goods_signs
from arena.steamopolis.teller import ARROW, Teller
from arena.steamopolis.tiles import (
    Snapshot,
    boilers,
    marker,
    n_banners,
    parasites_on,
    price,
    storage,
    tile_of,
)  # fmt: skip
from arena.terminal.palette import CURSOR, HINT, LIGHT, SEATS, Canvas, Palette, fit, seat_name
from arena.terminal.steps import Marks

LEVELS = range(8, 0, -1)  # the highest on top
BIG_SHARE = {2: 45, 3: 56}  # percent of what the airship leaves, that so many districts beside each other take
SIDE = 36  # columns that the airship needs in a big window
MAX_MARKET = 60
NAME, POINTS = 12, 4  # columns of the points so far
DOWN = 7  # columns of the face-down tiles of a level
TALL = 48  # lines of a window in which a level has one more, and a machine
MAX_WORDS = 3  # lines of a machine's effects
SHADOW = "#000000 on #9a9a9a"
BASE, FREE, MARKERS = "▌", "·", {"m": "m", "p": "p"}
BANNERS = {"purple": ("#d3a4ff", "#7a2aa8"), "blue": ("#7fb8ff", "#0b52b5"), "orange": ("#ffb86b", "#964700")}


@dataclass(frozen=True)
class CityShape:
    """Where districts are on the screen."""

    n_seats: int
    canvas: Canvas

    @property
    def sides(self) -> str:
        return columns(self.n_seats)

    @property
    def is_tight(self) -> bool:
        """Whether three districts must find room beside each other in a small window."""
        return len(self.sides) == 3 and not self.canvas.is_big

    @property
    def edge(self) -> int:
        """Columns on the left of the districts: level, passenger, statue, somebody's target."""
        return 5 if self.is_tight else 6

    @property
    def cells(self) -> tuple[int, ...]:
        """Columns of each district; in a small window as its effects need."""
        if self.is_tight:
            return 11, 12, 9
        if not self.canvas.is_big:
            return 13, 13
        n = len(self.sides)
        return (max(48, (self.canvas.width - self.edge - SIDE) * BIG_SHARE[n] // 100) // n,) * n

    @property
    def height(self) -> int:
        """Lines of a level."""
        return 1 if not self.canvas.is_big else 4 if self.canvas.height >= TALL else 3

    @property
    def market(self) -> int:
        """Columns of a market."""
        room = self.canvas.width - self.edge - sum(self.cells) - SIDE
        return min(room, MAX_MARKET) if self.canvas.is_big else 57 - self.edge - sum(self.cells)

    @property
    def width(self) -> int:
        return self.edge + sum(self.cells) + self.market

    def place_at(self, x: int, y: int) -> str | None:
        """The district under a click; a line of heads stands above."""
        row = (y - 1) // self.height
        ends = list(accumulate(self.cells, initial=self.edge))
        if y < 1 or row >= 8 or not ends[0] <= x < ends[-1]:
            return None
        name = f"{LEVELS[row]}{self.sides[bisect(ends, x) - 1]}"
        return name if has_district(name) else None


def has_district(name: str) -> bool:
    """Rules 1.2: a third district only on four levels."""
    return name[1] != "M" or name[0] in "1238"


def banner_style(colour: str, palette: Palette) -> str:
    return BANNERS[colour][palette is LIGHT]


# -- the city ----------------------------------------------------------------------------------------------------------


def draw_city(teller: Teller, shape: CityShape, marks: Marks | None, palette: Palette) -> Text:
    """A head, then every level with its passenger, districts and market."""
    say, view = teller.say, teller.view
    text = Text(fit("", shape.edge), no_wrap=True)
    for side, cell in zip(shape.sides, shape.cells, strict=True):
        text.append(fit(f" {side}", cell), palette.head)
    hidden = say("city.hidden") if shape.canvas.is_big else ""
    left = f"{say('city.market')}  {say('city.stack', n=view['stack'])}"
    text.append(fit(left, shape.market - cell_len(hidden) - 1) + f"{hidden} ", palette.head)
    for level in LEVELS:
        rows = [Text() for _ in range(shape.height)]
        for k, row in enumerate(rows):
            row.append_text(_edge(teller, view, level, shape, palette) if k == 0 else Text(" " * shape.edge))
        for side, cell in zip(shape.sides, shape.cells, strict=True):
            _append(rows, _district(teller, view, f"{level}{side}", shape, cell, marks, palette))
        _append(rows, _market(teller, view, level, shape, palette))
        for row in rows:
            text.append("\n").append_text(row)
    return text


def _append(rows: list[Text], pieces: list[Text]) -> None:
    for row, piece in zip(rows, pieces, strict=True):
        row.append_text(piece)


def _edge(teller: Teller, view: Snapshot, level: int, shape: CityShape, palette: Palette) -> Text:
    person, target = " ", " "
    for letter, at, wanted in teller.passenger_targets(view):
        person = letter if at == level else person
        target = f"{letter.lower()}" if wanted == level else target
    text = Text().append(f"{level}{'' if shape.is_tight else ' '}", palette.head).append(person, palette.key)
    return text.append("‡" if level in view["statues"] else " ", palette.head).append(target, palette.key).append(" ")


def _district(
    teller: Teller, view: Snapshot, name: str, shape: CityShape, cell: int, marks: Marks | None, palette: Palette
) -> list[Text]:
    if not has_district(name):
        return [Text(" " * cell) for _ in range(shape.height)]
    stones = view["stones"].get(name, [])
    is_shadow = name in view["shadow"]
    signs = "".join(f"{seat + 1}{ARROW if arrow else ''}" for seat, arrow in stones) + ("s" if is_shadow else "")
    marks = marks or Marks(frozenset(), None)
    mark = HINT if name in marks.hints else "*" if name in marks.targets else " "
    is_static = teller.board["districts"][name][1]
    style = SEATS[stones[0][0]] if stones else SHADOW if is_shadow else ""
    short = teller.effects.short_district(name)
    head = Text().append(mark, palette.target).append(signs or FREE, style or palette.dim)
    head.append("~" if is_static else " ", palette.dim)
    pieces = [head]
    if shape.canvas.is_big:
        head.append(f"{name} ", palette.dim)
        words = teller.effects.full(teller.board["districts"][name][0])
        room = [cell - 1 - head.cell_len, *[cell - 3] * (shape.height - 1)]
        first, *others = _in_lines(words, room) or _in_lines(short, room) or [short, *[""] * (shape.height - 1)]
        head.append(first)
        pieces += [Text(f"  {line}") for line in others]
    else:
        head.append(short.replace(" ", "") if shape.is_tight else short)
    found = [_cut(piece, cell - 1) for piece in pieces]
    if name == marks.cursor:
        found = [Text(piece.plain, CURSOR) for piece in found]
    return [piece.append(" ") for piece in found]


def _cut(text: Text, width: int) -> Text:
    text = text.copy()
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def _in_lines(text: str, widths: Sequence[int]) -> list[str] | None:
    """Text broken at spaces into lines of these widths; None: it does not fit."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) <= widths[len(lines) - 1]:
            lines[-1] = longer
        elif len(lines) < len(widths) and cell_len(word) <= widths[len(lines)]:
            lines.append(word)
        else:
            return None
    return [*lines, *[""] * (len(widths) - len(lines))]


def _market(teller: Teller, view: Snapshot, level: int, shape: CityShape, palette: Palette) -> list[Text]:
    if level == 1:
        lines = _markers(teller, view, shape)
    else:
        markets = [market for market in (str(level), f"{level}x") if market in view["open"]]  # none until it is dealt
        if not shape.canvas.is_big:  # no room for what is sold out
            markets = [market for market in markets if view["open"][market]] or markets[:1]
        down = _down(teller, view, level, palette)
        room = shape.market - DOWN
        if not shape.canvas.is_big:
            size = room // max(len(markets), 1)
            lines = [Text(" ".join(_open(teller, view, market, size - 1) for market in markets))]
        else:
            lines = _open_in_words(teller, view, markets, shape, palette)
        lines[0] = _cut(lines[0], room).append(" ").append_text(down)
    return [_cut(line, shape.market) for line in lines]


def _open(teller: Teller, view: Snapshot, market: str, width: int) -> str:
    """An open tile: its name, price, banner and effects, as much of this as there is room for."""
    name = view["open"][market]
    if name is None:
        return "–"
    goods = goods_signs(price(teller.board, market, name))
    priced = f"{goods}{teller.say(f'colour_short.{tile_of(teller.board, name).colour}')}"
    effects = teller.effects.short_tile(name)
    found = [f"{name} {priced} {effects}", f"{priced} {effects}", f"{name} {priced}", f"{name}{goods}"]
    return next((told for told in found if cell_len(told) <= width), found[-1])


def _open_in_words(
    teller: Teller, view: Snapshot, markets: list[str], shape: CityShape, palette: Palette
) -> list[Text]:
    """The lines of a level in a big window: each open tile with its effects in words under it, where they fit."""
    lines: list[Text] = []
    n_words = shape.height // max(len(markets), 1) - 1
    for market in markets:
        name = view["open"][market]
        lines.append(Text(_open(teller, view, market, shape.market - DOWN - 1)))
        widths = [shape.market - 1] * n_words
        told = [teller.effects.tile(name), teller.effects.effects_of(name)] if name and n_words else []
        found = next((fitting for words in told if (fitting := _in_lines(words, widths))), [""] * n_words)
        lines += [Text(line, palette.dim) for line in found]
    return [*lines, *[Text("")] * (shape.height - len(lines))]


def _down(teller: Teller, view: Snapshot, level: int, palette: Palette) -> Text:
    """Face-down tiles by rank and colour; those that the viewer knows are underlined."""
    text = Text()
    for rank, colour, name, _ in view["down"][str(level)]:
        style = banner_style(colour, palette) + (" underline" if name else "")
        text.append(f"{rank}{teller.say(f'colour_short.{colour}')}", style)
    return text


def _markers(teller: Teller, view: Snapshot, shape: CityShape) -> list[Text]:
    """Level 1: what is left of both rows, the front one with its price."""
    parts = []
    for kind, left in zip(("crystal", "gear"), view["bonus"], strict=True):
        found = marker(teller.board, view, kind)
        if found is not None:
            told = f"#{found[0]} {goods_signs(found[1].goods)}→{POINT}{found[1].points}"
            parts.append(told.replace(" ", "") if shape.is_tight else f"{told} ({left})")
    if not shape.canvas.is_big:
        return [Text(" ".join(parts) or "–")]
    return [Text(part) for part in [*parts, "", "", "", ""][: shape.height]]


# -- the viewer's airship ----------------------------------------------------------------------------------------------


def draw_airship(teller: Teller, width: int, canvas: Canvas) -> Text:
    """The gauge with its values, then the machine room slot by slot."""
    view, palette = teller.view, canvas.palette
    seat = view["seat"]
    text = Text(no_wrap=True)
    text.append(" " + " ".join(map(str, teller.board["meta"]["gauge"])), palette.head)
    text.append("\n ").append_text(gauge_signs(view, seat, palette, " "))
    for slot in range(7, 0, -1):
        for line in _slot(teller, view, slot, width, canvas):
            text.append("\n").append_text(line)
    return text.append("\n\n" + _tile_targets(teller, view)) if canvas.is_big else text


def _slot(teller: Teller, view: Snapshot, slot: int, width: int, canvas: Canvas) -> list[Text]:
    """A slot of the machine room: in signs, in a big window in words where they fit."""
    seat, palette = view["seat"], canvas.palette
    name = view["room"][seat][slot - 1]
    is_here = bool(view["hand"]) and view["hand"][0] == slot and view["active"] == seat
    head = Text().append("►" if is_here else " ", palette.key).append(f"{slot} ", palette.head)
    if name is None:
        return [head.append(FREE, palette.dim)]
    sitting = Text()
    for owner, effect in parasites_on(view, seat, slot):
        sitting.append(f" {PARASITE}" if not sitting else "", palette.bad)
        sitting.append(f"{owner + 1}", SEATS[owner]).append(effect, palette.dim)
    room = max(width - 4 - sitting.cell_len, 4)
    n_lines = MAX_WORDS if canvas.height >= TALL else MAX_WORDS - 1
    words = _in_lines(teller.effects.tile(name), [room] * n_lines) if canvas.is_big else None
    first, *others = [line for line in words or [teller.effects.short_tile(name)] if line]
    head.append(fit(first, room) if sitting else fit(first, room).rstrip()).append_text(sitting)
    return [head, *(Text(f"   {line}") for line in others)]


def _tile_targets(teller: Teller, view: Snapshot) -> str:
    told = [f"{letter} {at} → {to}" for letter, at, to in teller.passenger_targets(view)]
    supply = view["supply"]
    return (
        f"{teller.say('airship.passengers')} {', '.join(told)}\n"
        f"{teller.say('airship.supply')} {CRYSTAL}{supply['crystals']} {GEAR}{supply['gears']}"
    )


def gauge_signs(view: Snapshot, seat: int, palette: Palette, gap: str = "") -> Text:
    """Ten fields: the base and what is left of it, stones (with arrows), markers, free fields."""
    text = Text()
    for field, sign in enumerate(view["gauge"][seat], 1):
        text.append(gap if field > 1 else "")
        if field <= view["base"][seat]:
            text.append(BASE, palette.dim)
        elif sign in "oa":
            text.append(STONE if sign == "o" else "»", SEATS[seat])
        else:
            text.append(MARKERS.get(sign, FREE), palette.key if sign in MARKERS else palette.dim)
    return text


# -- the players -------------------------------------------------------------------------------------------------------


def draw_players(teller: Teller, canvas: Canvas) -> Text:
    """A line per seat: points, resources, boilers, gauge, and what else is there."""
    view, palette = teller.view, canvas.palette
    text = Text(no_wrap=True)
    for seat, name in enumerate(teller.names):
        text.append("\n" if seat else "").append("►" if seat == view["to_move"] else " ", palette.head)
        text.append(str(seat + 1), SEATS[seat]).append(" ")
        text.append(seat_name(name, seat, canvas), "bold" if teller.session.is_human(seat) else "")
        text.append(f" {POINT}{view['points'][seat]:>3}", palette.head)
        crystals, gears = view["goods"][seat]
        text.append(f" {CRYSTAL}{crystals} {GEAR}{gears} {SPACE}{storage(teller.board, view, seat)}")
        text.append(f" {BOILER}{boilers(teller.board, view, seat)} ")
        text.append_text(gauge_signs(view, seat, palette))
        text.append(" " + (" · " if canvas.is_big else " ").join(_owned(teller, view, seat, canvas.is_big)))
    if not canvas.is_big:
        return text
    lines = text.split("\n")
    for seat, line in enumerate(lines):
        line.append(f"  {_room(teller, view, seat)}", palette.dim)
        line.truncate(canvas.width - 1, overflow="ellipsis")
    return Text("\n", no_wrap=True).join(lines)


def draw_past(teller: Teller, course: list[tuple[str, list[float]]], canvas: Canvas, room: int) -> Text:
    """Everybody's points as rounds began, and as they are now."""
    lines = [fit("", NAME) + "".join(fit(label, POINTS, right=True) for label, _ in course)]
    for seat, name in enumerate(teller.names):
        points = "".join(fit(teller.say.number(scores[seat]), POINTS, right=True) for _, scores in course)
        lines.append(fit(name, NAME) + points)
    text = Text(no_wrap=True)
    if room > len(lines):
        text.append(f"{teller.say('end.chart')}\n", canvas.palette.head)
    return text.append("\n".join(lines))


def _room(teller: Teller, view: Snapshot, seat: int) -> str:
    """Somebody's machines in signs, each with its slot and who has parasites there."""
    told = []
    for slot, name in enumerate(view["room"][seat], 1):
        owners = "".join(str(owner + 1) for owner, _ in parasites_on(view, seat, slot))
        if name:
            told.append(f"{slot} {teller.effects.short_tile(name)}{f' {PARASITE}{owners}' if owners else ''}")
    return f"{teller.say.lead(teller.say('airship.room'))}{', '.join(told)}" if told else ""


def _owned(teller: Teller, view: Snapshot, seat: int, in_words: bool) -> Iterator[str]:
    """What is worth a sign: machines, banners, passenger tiles, parasites, sponsors, gala, stones in reserve."""
    say = teller.say
    machines = sum(1 for name in view["room"][seat] if name)
    counts = {"machines": machines, "banners": n_banners(teller.board, view, seat), "tiles": view["tiles"][seat]}
    for name, n in counts.items():
        yield say(f"count.{name}", n=n) if in_words else f"{say(f'abbr.{name}')}{n}"
    in_supply, placed = view["parasites"][seat]
    yield f"{PARASITE}{in_supply}" + (f"+{len(placed) or view['beside']}" if placed or view["beside"] else "")
    signs = {"crystal": CRYSTAL, "gear": GEAR}
    for side, is_used in view["sponsors"][seat]:
        yield f"{say('abbr.sponsor')}{signs[side]}{'-' if is_used else ''}"
    if view["gala"][seat]:
        yield f"{say('abbr.gala')}{signs[view['gala'][seat]]}"
    yield f"+{view['reserve'][seat]}{STONE}"
