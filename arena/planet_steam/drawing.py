"""Planet Steam's table as text with styles: the map, the terminal's prices, the players.

Every piece comes in two sizes, for 80×24 and for a big window. Colours repeat what characters say: the owner's number,
`~` for the river, `+` for a supercharger, `!` for a tipped tank, `*` for what can be chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from arena.planet_steam.decision import powered
from arena.planet_steam.output import output_of
from arena.planet_steam.teller import Snapshot, Teller
from arena.terminal.palette import CURSOR, HINT, SEATS, Canvas, Palette, fit
from arena.terminal.steps import Marks
from arena.wording import capitalized
from engine import Stream
from engine.planet_steam.notation import RESOURCES

NEUTRAL = "#000000 on #9a9a9a"
NAME, ROUND = 10, 8  # columns of the prices so far


# -- the map -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MapShape:
    """Where zones are on the screen: the lines of the map are rows or, in the edition of 2008, columns."""

    is_turned: bool
    is_big: bool

    @property
    def cell(self) -> tuple[int, int]:
        return (10, 3) if self.is_big else (6, 1)

    @property
    def n_columns(self) -> int:
        return 7 if self.is_turned else 6

    @property
    def n_rows(self) -> int:
        return 6 if self.is_turned else 7

    @property
    def width(self) -> int:
        return 3 + self.n_columns * self.cell[0] + (0 if self.is_turned else 4)

    def zone(self, column: int, row: int) -> str:
        return f"{'ABCDEF'[row]}{column + 1}" if self.is_turned else f"{'ABCDEF'[column]}{row + 1}"

    def zone_at(self, x: int, y: int) -> str | None:
        """The zone under a click."""
        column, row = (x - 3) // self.cell[0], (y - 1) // self.cell[1]
        if x < 3 or y < 1 or column >= self.n_columns or row >= self.n_rows:
            return None
        return self.zone(column, row)


def draw_map(teller: Teller, view: Snapshot, shape: MapShape, marks: Marks | None, palette: Palette) -> Text:
    width, height = shape.cell
    airship = view["airship"]
    text = Text("   ", no_wrap=True)
    for column in range(shape.n_columns):
        name = str(column + 1) if shape.is_turned else shape.zone(column, 0)[0]
        text.append(name.center(width), palette.head)
    marks = marks or Marks(frozenset(), None)
    targets, cursor = marks.targets, marks.cursor
    chosen = {*powered(teller.session), teller.offered()}
    for row in range(shape.n_rows):
        lines = [Text() for _ in range(height)]
        label = "ABCDEF"[row] if shape.is_turned else str(row + 1)
        for k, line in enumerate(lines):
            line.append(f" {label} " if k == (height - 1) // 2 else "   ", palette.head)
        for column in range(shape.n_columns):
            zone = shape.zone(column, row)
            mark = HINT if zone in marks.hints else "*" if zone in targets else "»" if zone in chosen else " "
            cell = _cell(zone, view, teller, mark, shape.is_big)
            style = CURSOR if zone == cursor else _zone_style(zone, view, palette, zone in teller.river)
            for line, part in zip(lines, cell, strict=True):
                line.append(part, style if part.strip(" ") or not shape.is_big else "")
                if zone != cursor and (zone in targets or zone in marks.hints):
                    _paint_mark(line, len(part), palette, style)
                line.append(" " * (width - len(part)))
        if not shape.is_turned and airship == row + 1:
            lines[(height - 1) // 2].append(" ◄═", palette.head)
        for line in lines:
            text.append("\n").append_text(line)
    if shape.is_turned:
        text.append("\n   ")
        for column in range(shape.n_columns):
            text.append(("▲" if airship == column + 1 else " ").center(width), palette.head)
    return text


def _paint_mark(line: Text, width: int, palette: Palette, style: str) -> None:
    """The mark of a zone that can be chosen stands out, on a coloured ground only by its weight."""
    start = len(line.plain) - width
    at = max(line.plain.rfind(mark, start) for mark in ("*", HINT))
    if " on " not in style and at >= 0:
        line.stylize(palette.target, at, at + 1)


def _zone_style(zone: str, view: Snapshot, palette: Palette, is_river: bool) -> str:
    owner = view["zones"][zone]
    if isinstance(owner, int):
        return SEATS[owner]
    if owner == "n":
        return NEUTRAL
    return palette.cool if is_river else palette.dim


def _cell(zone: str, view: Snapshot, teller: Teller, mark: str, is_big: bool) -> list[str]:
    owner = view["zones"][zone]
    sign = {"x": "×", ".": "·", "n": "n"}.get(owner) or str(owner + 1)
    river = "~" if zone in teller.river and owner != "x" else " "
    tank = view["tanks"].get(zone)
    made = teller.say(f"abbr.{tank[0] or 'water'}") if tank else ""
    extra = ("+" if tank[1] else " ") if tank else " "
    last = "!" if tank and tank[2] else mark
    # the mark stands beside the owner, not at the edge: there it would read as the neighbour's
    if not is_big:
        return [f"{river}{sign}{last}{made or '  '}{extra}"]
    name = teller.resource(tank[0] or "water") if tank else ""
    # two painted lines and a gap; the zone's name and its signs above, owner and resource below
    return [f" {zone}{river}{last}  {extra} ", f" {fit(f'{sign} {name}', 8)}", ""]


# -- the terminal ------------------------------------------------------------------------------------------------------


def draw_terminal(teller: Teller, view: Snapshot, width: int, is_big: bool, palette: Palette) -> Text:
    say, board, rules = teller.say, teller.board, teller.session.game.rules
    traded = teller.traded()
    text = Text(no_wrap=True)
    heads = [say(f"ui.{key}") for key in ("price", "supply", "change", "bonus")]
    sizes = [9, 9, 9, 9, 9] if is_big else [max(6, cell_len(head) + 1) for head in heads]
    first = min(width - sum(sizes), 18)
    text.append(fit("", first), palette.head)
    for head, size in zip([*heads, say("ui.range")], sizes, strict=False):
        text.append(fit(head, size, right=True), palette.head)
    for r, name in enumerate(RESOURCES):
        change = teller.supply_change(r, view["supply"][r])
        place = view["order"].index(name) + 1 if name in view["order"] else 0
        mark = str(place) if "variable-trading-order" in rules and place else " "
        mark = "►" if name == traded else mark
        label = fit(f"{mark} {teller.resource(name).capitalize()}", first)
        text.append("\n" + label, palette.head if mark == "►" else "")
        text.append(fit(str(view["price"][r]), sizes[0], right=True), "bold")
        text.append(fit(str(view["supply"][r]), sizes[1], right=True))
        text.append(
            fit(say.signed(change), sizes[2], right=True),
            palette.good if change > 0 else palette.bad if change < 0 else "",
        )
        n_bonus = view["bonus"][r]
        text.append(fit("●" * n_bonus or "–", sizes[3], right=True), palette.head if n_bonus else palette.dim)
        if is_big:
            text.append(fit(f"{board['price_min'][r]}–{board['price_max'][r]}", sizes[4], right=True), palette.dim)
    for line in _terminal_notes(teller, view, width) if is_big else _short_notes(teller, view):
        text.append("\n" + fit(line, width))
    return text


def _short_notes(teller: Teller, view: Snapshot) -> list[str]:
    """Three lines: the airship's place is on the map too, so the freelance carrier may stand in its line."""
    market, reserve, airship, *freelance = _supplies(teller, view)
    return [market, reserve, *(freelance or [airship])]


def _terminal_notes(teller: Teller, view: Snapshot, width: int) -> list[str]:
    say, reserve = teller.say, view["reserve"]
    parts = say("ui.reserve_parts", **{key: reserve[key] for key in ("quartz", "ore", "energy", "superchargers")})
    lines = [*_supplies(teller, view), capitalized(parts), ""]
    lines += [say("ui.change_legend", bands=""), "  " + teller.supply_bands(), *_wrapped(say("ui.legend"), width)]
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of items that double spaces separate; none is split."""
    lines: list[str] = []
    for item in text.split("  "):
        if lines and cell_len(lines[-1]) + 2 + cell_len(item) <= width:
            lines[-1] += f"  {item}"
        else:
            lines.append(item)
    return lines


def _supplies(teller: Teller, view: Snapshot) -> list[str]:
    """Tanks, certificates, the airship and, with its rule, the freelance carrier."""
    say = teller.say
    price = teller.tank_price(view["market"])
    reserve = view["reserve"]
    lines = [say("ui.market", n=view["market"], price=price) if price else say("ui.market_empty")]
    lines.append(say("ui.reserve", licenses=reserve["licenses"], quarters=reserve["quarters"]))
    airship = say("ui.airship", n=view["airship"]) if view["airship"] else say("ui.airship_none")
    lines.append(capitalized(airship))
    if "freelance-carrier" in teller.session.game.rules:
        card = view["freelance"]
        lines.append(
            say("ui.freelance", name=teller.names[card["holder"]], n=card["bid"]) if card else say("ui.freelance_none")
        )
    return lines


def draw_sale(teller: Teller, view: Snapshot, canvas: Canvas, room: int) -> Text:
    """The specialists that are still to be had, and what each does: at length where so many lines suffice, else in a
    few words."""
    head = teller.say.lead(teller.say("ui.sale"))
    lines: list[str] = []
    for texts in ("benefit", "sale"):
        items = list(_cards_for_sale(teller, view, texts))
        lines = _wrapped("  ".join([head + items[0], *items[1:]]), canvas.width) if items else []
        if len(lines) <= room and all(cell_len(line) <= canvas.width for line in lines):
            break
    text = Text("\n".join(lines), no_wrap=True)
    text.stylize(canvas.palette.head, 0, len(head))
    return text


def _cards_for_sale(teller: Teller, view: Snapshot, texts: str) -> Iterator[str]:
    if teller.session.phase not in ("specialist-bid", "take-card"):
        return
    for number, roles in enumerate(teller.board["specialists"], 1):
        if number not in view["specialist"]:
            name = teller.card(number) if texts == "benefit" else teller.short_card(number)
            yield (
                f"{number} "
                + teller.say.lead(name)
                + teller.say.listing([teller.say(f"{texts}.{role}") for role in roles])
            )


def draw_past(teller: Teller, canvas: Canvas, room: int) -> Text:
    """Prices and supplies as they were when each round began, and as they are now."""
    session, say = teller.session, teller.say
    rounds: dict[int, Snapshot] = {}
    for state in session.states:
        now = state.snapshot()
        rounds.setdefault(now["round"], now)
    heads = [*map(str, rounds), "►"]
    columns = [heads, *_prices_of([*rounds.values(), session.view])]
    lines = ["".join(fit(cell, ROUND, right=True) for cell in cells) for cells in columns]
    names = ["", *(capitalized(teller.resource(name)) for name in RESOURCES)]
    told = [fit(name, NAME) + line for name, line in zip(names, lines, strict=True)]
    text = Text(no_wrap=True)
    if room > len(told):
        text.append(f"{say('ui.history')}\n", canvas.palette.head)
    return text.append("\n".join(told))


def _prices_of(views: list[Snapshot]) -> list[list[str]]:
    """By resource its price and supply at each of these moments: `12 (4)`."""
    return [[f"{one['price'][r]} ({one['supply'][r]})" for one in views] for r in range(len(RESOURCES))]


# -- the players -------------------------------------------------------------------------------------------------------


def wealth_ranges(teller: Teller, view: Snapshot) -> list[tuple[int, int]]:
    """Each seat's wealth as it stands, as far as the viewer knows it."""
    imagined = teller.session.observation.sample(Stream(0, "wealth"))
    credits = imagined.snapshot()["credits"]
    low, high = view["credits_low"], view["credits_high"]
    return [
        (int(score) - credits[seat] + low[seat], int(score) - credits[seat] + high[seat])
        for seat, score in enumerate(imagined.scores())
    ]


def span(teller: Teller, low: int, high: int) -> str:
    return str(low) if low == high else teller.say("ui.range_of", low=low, high=high)


def draw_players(teller: Teller, view: Snapshot, width: int, is_big: bool, palette: Palette) -> Text:
    """A line per seat: credits, goods and room, certificates, zones and tanks, card, wealth, what the tanks make."""
    say = teller.say
    text = Text(no_wrap=True)
    makes = 24 if is_big else 0
    rooms = [_rooms(teller, view, seat) for seat in range(len(teller.names))]
    sizes = [max(len(row[r]) for row in rooms) + (2 if is_big else 1) for r in range(len(RESOURCES))]
    card = min(max(width - 44 - sum(sizes) - makes, 6), 34)
    text.append(fit("   " + say("ui.players"), 12) + fit(say("ui.credits"), 8, right=True), palette.head)
    for key, size in zip((*RESOURCES, "licenses", "quarters", "zones", "tanks"), (*sizes, 3, 3, 3, 3), strict=True):
        text.append(fit(say(f"abbr.{key}"), size, right=True), palette.head)
    text.append("  " + fit(say("ui.card"), card) + fit(say("score.name"), 10, right=True), palette.head)
    if makes:
        text.append("  " + fit(say("ui.makes"), makes - 2), palette.head)
    for seat, (low, high) in enumerate(wealth_ranges(teller, view)):
        text.append("\n").append(_mark(teller, seat), palette.head).append(str(seat + 1), SEATS[seat]).append(" ")
        text.append(fit(teller.names[seat], 9), "bold" if teller.session.is_human(seat) else "")
        text.append(fit(span(teller, view["credits_low"][seat], view["credits_high"][seat]), 8, right=True))
        for room, size in zip(rooms[seat], sizes, strict=True):
            held, _, most = room.partition("/")
            text.append(fit(room, size, right=True), palette.head if int(held) >= int(most) else "")
        for n in _possessions(view, seat):
            text.append(fit(str(n) if n else "–", 3, right=True), "" if n else palette.dim)
        text.append("  " + fit(_role(teller, view, seat, card), card), "" if view["specialist"][seat] else palette.dim)
        text.append(fit(span(teller, low, high), 10, right=True))
        if makes:
            made = output_of(view, teller.river, seat).goods
            listed = " ".join(f"{n}{say(f'abbr.{name}')}" for name, n in zip(RESOURCES, made, strict=True) if n)
            text.append("  " + fit(listed or "–", makes - 2), palette.dim)
    return text


def _rooms(teller: Teller, view: Snapshot, seat: int) -> list[str]:
    """What a seat has of each resource, and has room for: `3/7`."""
    held = zip(RESOURCES, view["goods"][seat], view["carriers"][seat], strict=True)
    return [f"{n}/{teller.capacity(name, size)}" for name, n, size in held]


def _mark(teller: Teller, seat: int) -> str:
    """Who is to move; in an auction who leads it and who is out."""
    if seat == teller.session.mover:
        return "►"
    bidding = teller.bidding()
    if bidding is None:
        return " "
    return "●" if seat == bidding.leader else "–" if seat in bidding.passed else " "


def _possessions(view: Snapshot, seat: int) -> tuple[int, int, int, int]:
    owned = [zone for zone, owner in view["zones"].items() if owner == seat]
    return view["licenses"][seat], view["quarters"][seat], len(owned), sum(zone in view["tanks"] for zone in owned)


def _role(teller: Teller, view: Snapshot, seat: int, width: int) -> str:
    number = view["specialist"][seat]
    if not number:
        return "–"
    role = f"{number} {teller.card(number)}"
    return role if cell_len(role) <= width else f"{number} {teller.short_card(number)}"


# -- lines for plain mode ----------------------------------------------------------------------------------------------


def draw_summary(teller: Teller, view: Snapshot) -> str:
    """What the viewer has, and the terminal, in two lines."""
    say, seat = teller.say, teller.session.viewer
    goods = ", ".join(
        f"{room} {teller.resource(name)}" for name, room in zip(RESOURCES, _rooms(teller, view, seat), strict=True)
    )
    prices = ", ".join(
        f"{teller.resource(name)} {view['price'][r]} ({view['supply'][r]}, "
        f"{say.signed(teller.supply_change(r, view['supply'][r]))})"
        for r, name in enumerate(RESOURCES)
    )
    lead = say.lead(f"{say('ui.price')} ({say('ui.supply')})")
    lines = [f"{say('count.credits', n=view['credits'][seat])}, {goods}", f"{lead}{prices}"]
    cards = list(_cards_for_sale(teller, view, "benefit"))
    return "\n".join([*lines, say.lead(say("ui.sale")).rstrip(), *cards] if cards else lines)


def draw_description(teller: Teller, view: Snapshot) -> Iterator[str]:
    """Players, zones, market and airship, line by line."""
    say = teller.say
    for seat, (low, high) in enumerate(wealth_ranges(teller, view)):
        owned = [_zone_in_words(teller, view, zone) for zone, owner in view["zones"].items() if owner == seat]
        number = view["specialist"][seat]
        rooms = zip(RESOURCES, _rooms(teller, view, seat), strict=True)
        parts = [
            f"{say('ui.credits')} {span(teller, view['credits_low'][seat], view['credits_high'][seat])}",
            " ".join(f"{say(f'abbr.{name}')} {room}" for name, room in rooms),
            say("count.licenses", n=view["licenses"][seat]),
            say("count.quarters", n=view["quarters"][seat]),
            f"{say('ui.card')} {number} {teller.card(number)}" if number else f"{say('ui.card')} –",
            f"{say('score.name')} {span(teller, low, high)}",
            say.lead(say("count.zones", n=len(owned))) + " ".join(owned),
        ]
        yield f"{seat + 1} {say.lead(teller.names[seat])}{', '.join(parts)}"
    for sign, name in ((".", "·"), ("n", "n"), ("x", "×")):
        zones = [zone for zone, owner in view["zones"].items() if owner == sign]
        if zones:
            yield f"{name} {' '.join(zones)}"
    price = teller.tank_price(view["market"])
    yield say("ui.market", n=view["market"], price=price) if price else say("ui.market_empty")
    yield say("ui.airship", n=view["airship"]) if view["airship"] else say("ui.airship_none")


def _zone_in_words(teller: Teller, view: Snapshot, zone: str) -> str:
    tank = view["tanks"].get(zone)
    if tank is None:
        return zone
    made = teller.say(f"abbr.{tank[0] or 'water'}")
    return f"{zone}({made}{'+' if tank[1] else ''}{'!' if tank[2] else ''})"
