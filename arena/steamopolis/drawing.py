"""Steamopolis's table as text with styles: the city, the viewer's airship, the players.

Every piece comes in two sizes, for 80×24 and for a big window. Colours repeat what characters say: a seat's number, `'`
for an arrow, `~` for static, `*` for what can be chosen, letters for the colours of banners.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
from arena.terminal.palette import CURSOR, LIGHT, SEATS, Canvas, Palette, fit
from arena.terminal.steps import Marks

LEVELS = range(8, 0, -1)  # the highest on top
EDGE = 6  # columns on the left of the districts: level, passenger, his target, statue
SHADOW = "#000000 on #9a9a9a"
BASE, FREE, MARKERS = "▌", "·", {"m": "m", "p": "p"}
BANNERS = {"purple": ("#d3a4ff", "#7a2aa8"), "blue": ("#7fb8ff", "#0b52b5"), "orange": ("#ffb86b", "#964700")}


@dataclass(frozen=True)
class CityShape:
    """Where districts are on the screen."""

    n_seats: int
    window: int  # columns of the whole screen
    is_big: bool

    @property
    def sides(self) -> str:
        return columns(self.n_seats)

    @property
    def cell(self) -> int:
        """Columns of a district."""
        return (48 if self.is_big else 26) // len(self.sides)

    @property
    def height(self) -> int:
        """Lines of a level."""
        return 3 if self.is_big else 1

    @property
    def market(self) -> int:
        """Columns of a market."""
        return min(self.window - EDGE - 48 - 36, 60) if self.is_big else 25

    @property
    def width(self) -> int:
        return EDGE + self.cell * len(self.sides) + self.market

    def place_at(self, x: int, y: int) -> str | None:
        """The district under a click; a line of heads stands above."""
        row, column = (y - 1) // self.height, (x - EDGE) // self.cell
        if y < 1 or row >= 8 or x < EDGE or column >= len(self.sides):
            return None
        name = f"{LEVELS[row]}{self.sides[column]}"
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
    text = Text(fit("", EDGE), no_wrap=True)
    for side in shape.sides:
        text.append(fit(f" {side}", shape.cell), palette.head)
    left = say("city.stack", n=view["stack"])
    text.append(fit(f"{say('city.market')}  {left}", shape.market), palette.head)
    for level in LEVELS:
        rows = [Text() for _ in range(shape.height)]
        for k, row in enumerate(rows):
            row.append_text(_edge(teller, view, level, palette) if k == 0 else Text(" " * EDGE))
        for side in shape.sides:
            _append(rows, _district(teller, view, f"{level}{side}", shape, marks, palette))
        _append(rows, _market(teller, view, level, shape, palette))
        for row in rows:
            text.append("\n").append_text(row)
    return text


def _append(rows: list[Text], pieces: list[Text]) -> None:
    for row, piece in zip(rows, pieces, strict=True):
        row.append_text(piece)


def _edge(teller: Teller, view: Snapshot, level: int, palette: Palette) -> Text:
    person, target = " ", " "
    for letter, at, wanted in teller.passenger_targets(view):
        person = letter if at == level else person
        target = f"{letter.lower()}" if wanted == level else target
    text = Text(f"{level}", palette.head).append(" ").append(person, palette.key)
    return text.append("‡" if level in view["statues"] else " ", palette.head).append(target, palette.key).append(" ")


def _district(
    teller: Teller, view: Snapshot, name: str, shape: CityShape, marks: Marks | None, palette: Palette
) -> list[Text]:
    if not has_district(name):
        return [Text(" " * shape.cell) for _ in range(shape.height)]
    stones = view["stones"].get(name, [])
    is_shadow = name in view["shadow"]
    signs = "".join(f"{seat + 1}{ARROW if arrow else ''}" for seat, arrow in stones) + ("s" if is_shadow else "")
    is_target = marks is not None and name in marks.targets
    is_static = teller.board["districts"][name][1]
    style = SEATS[stones[0][0]] if stones else SHADOW if is_shadow else ""
    short = teller.effects.short_district(name)
    head = Text().append("*" if is_target else " ", palette.target).append(signs or FREE, style or palette.dim)
    head.append("~" if is_static else " ", palette.dim)
    pieces = [head]
    if shape.is_big:
        head.append(f"{name}", palette.dim)
        lines = _broken(teller.effects.full(teller.board["districts"][name][0]), shape.cell - 3, 2)
        lines = _broken(short, shape.cell - 3, 2) if any("…" in line for line in lines) else lines
        pieces += [Text(f"  {line}") for line in lines]
    else:
        head.append(short)
    found = [_cut(piece, shape.cell - 1) for piece in pieces]
    if marks is not None and name == marks.cursor:
        found = [Text(piece.plain, CURSOR) for piece in found]
    return [piece.append(" ") for piece in found]


def _cut(text: Text, width: int) -> Text:
    text = text.copy()
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def _broken(text: str, width: int, n_lines: int) -> list[str]:
    """Text in so many lines, broken at spaces; the rest of the last is cut."""
    lines, words = [""], text.split(" ")
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width and len(lines) < n_lines:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return [fit(line, width) for line in [*lines, *[""] * n_lines][:n_lines]]


def _market(teller: Teller, view: Snapshot, level: int, shape: CityShape, palette: Palette) -> list[Text]:
    if level == 1:
        lines = _markers(teller, view, shape)
    else:
        tiles = [_open(teller, view, market) for market in (str(level), f"{level}x") if market in view["open"]]
        down = _down(teller, view, level, palette)
        if not shape.is_big:
            lines = [_small_market(tiles, down, shape.market, palette)]
        else:
            lines = [Text(fit(tile, shape.market - 1)) for tile in tiles]
            if len(lines) == 1:  # no second market: there is room for words
                name = view["open"][str(level)]
                lines.append(Text(fit(teller.effects.tile(name) if name else "", shape.market - 1), palette.dim))
            lines += [Text("")] * (2 - len(lines))
            lines.append(Text(f"{teller.say('city.down')} ", palette.dim).append_text(down))
    return [_cut(line, shape.market) for line in lines]


def _open(teller: Teller, view: Snapshot, market: str) -> str:
    name = view["open"][market]
    if name is None:
        return "–"
    colour = teller.say(f"colour_short.{tile_of(teller.board, name).colour}")
    return f"{goods_signs(price(teller.board, market, name))}{colour} {teller.effects.short_tile(name)}"


def _small_market(tiles: list[str], down: Text, width: int, palette: Palette) -> Text:
    room = width - 7
    size = room if len(tiles) < 2 else room // 2
    text = Text()
    for tile in tiles:
        text.append(fit(tile, size - 1)).append(" ")
    return _cut(text, room).append(" ").append_text(down)


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
            parts.append(f"#{found[0]} {goods_signs(found[1].goods)}→{POINT}{found[1].points} ({left})")
    if not shape.is_big:
        return [Text(" ".join(parts) or "–")]
    return [Text(part) for part in [*parts, "", "", ""][:3]]


# -- the viewer's airship ----------------------------------------------------------------------------------------------


def draw_airship(teller: Teller, width: int, canvas: Canvas) -> Text:
    """The gauge with its values, then the machine room slot by slot."""
    view, palette = teller.view, canvas.palette
    seat = view["seat"]
    text = Text(no_wrap=True)
    text.append(" " + " ".join(map(str, teller.board["meta"]["gauge"])), palette.head)
    text.append("\n ").append_text(gauge_signs(view, seat, palette, " "))
    for slot in range(7, 0, -1):
        name = view["room"][seat][slot - 1]
        sitting = parasites_on(view, seat, slot)
        is_here = bool(view["hand"]) and view["hand"][0] == slot and view["active"] == seat
        text.append("\n").append("►" if is_here else " ", palette.key).append(f"{slot} ", palette.head)
        tail = f" {PARASITE}" if sitting else ""
        told = teller.effects.short_tile(name) if name else FREE
        if canvas.is_big and name:
            told = f"{told}  {'' if name[0] == 'M' else teller.tile(name)}"
        room = max(width - 4 - len(tail) - 2 * len(sitting), 4)
        text.append(fit(told, room) if sitting else fit(told, room).rstrip(), "" if name else palette.dim)
        text.append(tail, palette.bad)
        for owner, effect in sitting:
            text.append(f"{owner + 1}", SEATS[owner]).append(effect, palette.dim)
    return text.append("\n\n" + _tile_targets(teller, view)) if canvas.is_big else text


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
        text.append(fit(name, 9), "bold" if teller.session.is_human(seat) else "")
        text.append(f" {POINT}{view['points'][seat]:>3}", palette.head)
        crystals, gears = view["goods"][seat]
        text.append(f" {CRYSTAL}{crystals} {GEAR}{gears} {SPACE}{storage(teller.board, view, seat)}")
        text.append(f" {BOILER}{boilers(teller.board, view, seat)} ")
        text.append_text(gauge_signs(view, seat, palette))
        text.append(" " + " ".join(_owned(teller, view, seat)))
        if canvas.is_big:
            room = ("–" if name is None else name for name in view["room"][seat])
            text.append(f"  {teller.say('airship.room')} {' '.join(room)}", palette.dim)
    return text


def _owned(teller: Teller, view: Snapshot, seat: int) -> Iterator[str]:
    """What is worth a sign: machines, banners, passenger tiles, parasites, sponsors, gala, stones in reserve."""
    say = teller.say
    machines = sum(1 for name in view["room"][seat] if name)
    yield f"{say('abbr.machines')}{machines}"
    yield f"{say('abbr.banners')}{n_banners(teller.board, view, seat)}"
    yield f"{say('abbr.tiles')}{view['tiles'][seat]}"
    in_supply, placed = view["parasites"][seat]
    yield f"{PARASITE}{in_supply}" + (f"+{len(placed) or view['beside']}" if placed or view["beside"] else "")
    signs = {"crystal": CRYSTAL, "gear": GEAR}
    for side, is_used in view["sponsors"][seat]:
        yield f"{say('abbr.sponsor')}{signs[side]}{'-' if is_used else ''}"
    if view["gala"][seat]:
        yield f"{say('abbr.gala')}{signs[view['gala'][seat]]}"
    yield f"+{view['reserve'][seat]}{STONE}"
