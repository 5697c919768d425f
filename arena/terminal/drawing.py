"""The table as text with styles: map, terminal, players, actions. Pure functions of a session; widgets only show them.

Every piece comes in two sizes, for 80×24 and for a big window. Colours repeat what characters say: the owner's number,
`~` for the river, `+` for a supercharger, `!` for a tipped tank, `*` for what can be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from arena.terminal.chooser import LETTERS, Chooser, option_digit
from arena.terminal.game_session import GameSession
from arena.terminal.output import output_of
from arena.terminal.teller import Teller
from engine import Stream
from engine.planet_steam.notation import RESOURCES

SEATS = (
    "bold #ffffff on #1f5fbf",
    "bold #000000 on #e69f00",
    "bold #ffffff on #1b7a4b",
    "bold #ffffff on #a8327f",
    "bold #000000 on #49b8c8",
)
NEUTRAL = "#000000 on #9a9a9a"
CURSOR = "bold #000000 on #ffe14d"


@dataclass(frozen=True)
class Palette:
    """Styles that depend on a dark or light background; the contrast is at least 4.5:1 on both."""

    head: str
    dim: str
    river: str
    good: str
    bad: str
    key: str
    target: str


DARK = Palette("bold #ffc966", "#a0a0a0", "#7fb8ff", "#7fdc8f", "#ff8f80", "bold #ffe14d", "bold #ffe14d")
LIGHT = Palette("bold #7a4a00", "#5a5a5a", "#0b52b5", "#17692b", "#b02a1a", "bold #8a2be2", "bold #8a2be2")


def fit(text: str, width: int, right: bool = False) -> str:
    """Text cut or filled to a width; what is cut ends in an ellipsis."""
    if cell_len(text) > width:
        text = set_cell_size(text, max(width - 1, 0)) + "…"
    padding = " " * (width - cell_len(text))
    return padding + text if right else text + padding


def wrap(text: Text, width: int) -> Text:
    """Text broken into lines at plain spaces only; the library would break at no-break spaces, too."""
    lines = []
    for line in text.plain.split("\n"):
        first, *words = line.split(" ")
        broken, column = first, cell_len(first)
        for word in words:
            column += 1 + cell_len(word)
            if column > width:
                broken, column = f"{broken}\n{word}", cell_len(word)
            else:
                broken = f"{broken} {word}"
        lines.append(broken)
    wrapped = text.copy()
    wrapped.plain = "\n".join(lines)  # a character for a character: the styles stay in place
    return wrapped


# -- the map -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MapShape:
    """Where zones are on the screen: **ffg** draws lines as rows, **ludoart** as columns."""

    edition: str
    is_big: bool

    @property
    def cell(self) -> tuple[int, int]:
        return (10, 3) if self.is_big else (6, 1)

    @property
    def n_columns(self) -> int:
        return 6 if self.edition == "ffg" else 7

    @property
    def n_rows(self) -> int:
        return 7 if self.edition == "ffg" else 6

    @property
    def width(self) -> int:
        return 3 + self.n_columns * self.cell[0] + (4 if self.edition == "ffg" else 0)

    def zone(self, column: int, row: int) -> str:
        if self.edition == "ffg":
            return f"{'ABCDEF'[column]}{row + 1}"
        return f"{'ABCDEF'[row]}{column + 1}"

    def zone_at(self, x: int, y: int) -> str | None:
        """The zone under a click."""
        column, row = (x - 3) // self.cell[0], (y - 1) // self.cell[1]
        if x < 3 or y < 1 or column >= self.n_columns or row >= self.n_rows:
            return None
        return self.zone(column, row)


def draw_map(session: GameSession, teller: Teller, chooser: Chooser | None, is_big: bool, palette: Palette) -> Text:
    shape = MapShape(session.game.edition, is_big)
    view = session.view
    width, height = shape.cell
    airship = view["airship"]
    text = Text("   ", no_wrap=True)
    for column in range(shape.n_columns):
        name = shape.zone(column, 0)[0] if shape.edition == "ffg" else str(column + 1)
        text.append(name.center(width), palette.head)
    targets, cursor = _targets(chooser)
    marked = set(session.powered())
    offered = teller.offered()
    for row in range(shape.n_rows):
        lines = [Text() for _ in range(height)]
        label = str(row + 1) if shape.edition == "ffg" else "ABCDEF"[row]
        for k, line in enumerate(lines):
            line.append(f" {label} " if k == (height - 1) // 2 else "   ", palette.head)
        for column in range(shape.n_columns):
            zone = shape.zone(column, row)
            cell = _cell(zone, view, teller, zone in targets, zone in marked or zone == offered, is_big)
            style = CURSOR if zone == cursor else _zone_style(zone, view, palette, teller.board["river"])
            for line, part in zip(lines, cell, strict=True):
                line.append(part, style if part.strip(" ") or not is_big else "")
                if zone != cursor and zone in targets:
                    _paint_star(line, palette, style)
                line.append(" " * (width - len(part)))
        if shape.edition == "ffg" and airship == row + 1:
            lines[(height - 1) // 2].append(" ◄═", palette.head)
        for line in lines:
            text.append("\n").append_text(line)
    if shape.edition == "ludoart":
        text.append("\n   ")
        for column in range(shape.n_columns):
            text.append(("▲" if airship == column + 1 else " ").center(width), palette.head)
    return text


def _targets(chooser: Chooser | None) -> tuple[set[str], str | None]:
    """Zones that can be chosen, and the one under the cursor."""
    if chooser is None or not chooser.step.is_zone:
        return set(), None
    zones = {word for word in chooser.step.words if word is not None}
    return zones, chooser.cursor if chooser.marked is None else None  # marked: the option that is no zone


def _paint_star(line: Text, palette: Palette, style: str) -> None:
    """The star of a zone that can be chosen stands out, on a coloured ground only by its weight."""
    if " on " not in style and line.plain.endswith("*"):
        line.stylize(palette.target, len(line.plain) - 1)


def _zone_style(zone: str, view: dict[str, Any], palette: Palette, river: list[str]) -> str:
    owner = view["zones"][zone]
    if isinstance(owner, int):
        return SEATS[owner]
    if owner == "n":
        return NEUTRAL
    return palette.river if zone in river else palette.dim


def _cell(zone: str, view: dict[str, Any], teller: Teller, is_target: bool, is_marked: bool, is_big: bool) -> list[str]:
    owner = view["zones"][zone]
    sign = {"x": "×", ".": "·", "n": "n"}.get(owner) or str(owner + 1)
    river = "~" if zone in teller.board["river"] and owner != "x" else " "
    tank = view["tanks"].get(zone)
    made = teller.say(f"abbr.{tank[0] or 'water'}") if tank else ""
    extra = ("+" if tank[1] else " ") if tank else " "
    last = "!" if tank and tank[2] else "*" if is_target else "»" if is_marked else " "
    if not is_big:
        return [f"{river}{sign}{made or '  '}{extra}{last}"]
    name = teller.resource(tank[0] or "water") if tank else ""
    # two painted lines and a gap; the zone's name and its signs above, owner and resource below
    return [f" {zone}{river}  {extra} {last}", f" {fit(f'{sign} {name}', 8)}", ""]


# -- the terminal ------------------------------------------------------------------------------------------------------


def draw_terminal(session: GameSession, teller: Teller, width: int, is_big: bool, palette: Palette) -> Text:
    say, view, board = teller.say, session.view, session.game.board
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
        mark = str(place) if "variable-trading-order" in session.game.rules and place else " "
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
    for line in _terminal_notes(session, teller, width) if is_big else _short_notes(session, teller):
        text.append("\n" + fit(line, width))
    return text


def _short_notes(session: GameSession, teller: Teller) -> list[str]:
    """Three lines: the airship's place is on the map too, so the freelance carrier may stand in its line."""
    market, reserve, airship, *freelance = _supplies(session, teller)
    return [market, reserve, *(freelance or [airship])]


def _terminal_notes(session: GameSession, teller: Teller, width: int) -> list[str]:
    say, reserve = teller.say, session.view["reserve"]
    parts = say("ui.reserve_parts", **{key: reserve[key] for key in ("quartz", "ore", "energy", "superchargers")})
    lines = [*_supplies(session, teller), parts[0].upper() + parts[1:], ""]
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


def _supplies(session: GameSession, teller: Teller) -> list[str]:
    """Tanks, certificates, the airship and, with its rule, the freelance carrier."""
    say, view = teller.say, session.view
    price = teller.tank_price(view["market"])
    reserve = view["reserve"]
    lines = [say("ui.market", n=view["market"], price=price) if price else say("ui.market_empty")]
    lines.append(say("ui.reserve", licenses=reserve["licenses"], quarters=reserve["quarters"]))
    airship = say("ui.airship", n=view["airship"]) if view["airship"] else say("ui.airship_none")
    lines.append(airship[0].upper() + airship[1:])
    if "freelance-carrier" in session.game.rules:
        card = view["freelance"]
        lines.append(
            say("ui.freelance", name=teller.names[card["holder"]], n=card["bid"]) if card else say("ui.freelance_none")
        )
    return lines


# -- the players -------------------------------------------------------------------------------------------------------


def wealth_ranges(session: GameSession) -> list[tuple[int, int]]:
    """Each seat's wealth as it stands, as far as the viewer knows it."""
    view = session.view
    imagined = session.observation.sample(Stream(0, "wealth"))
    credits = imagined.snapshot()["credits"]
    low, high = view["credits_low"], view["credits_high"]
    return [
        (int(score) - credits[seat] + low[seat], int(score) - credits[seat] + high[seat])
        for seat, score in enumerate(imagined.scores())
    ]


def span(teller: Teller, low: int, high: int) -> str:
    return str(low) if low == high else teller.say("ui.range_of", low=low, high=high)


def draw_players(session: GameSession, teller: Teller, width: int, is_big: bool, palette: Palette) -> Text:
    say, view, board = teller.say, session.view, session.game.board
    bidding = session.bidding()
    text = Text(no_wrap=True)
    columns = [*RESOURCES, "licenses", "quarters", "zones", "tanks"]
    makes = 24 if is_big else 0
    goods = [
        [f"{view['goods'][seat][r]}/{board['capacity'][r][view['carriers'][seat][r] - 1]}" for r in range(4)]
        for seat in range(session.game.n_seats)
    ]
    sizes = [max(len(row[r]) for row in goods) + (2 if is_big else 1) for r in range(4)]
    card = min(max(width - 44 - sum(sizes) - makes, 6), 34)
    text.append(fit("   " + say("ui.players"), 12) + fit(say("ui.credits"), 8, right=True), palette.head)
    for key in columns:
        size = sizes[RESOURCES.index(key)] if key in RESOURCES else 3
        text.append(fit(say(f"abbr.{key}"), size, right=True), palette.head)
    text.append("  " + fit(say("ui.card"), card) + fit(say("ui.wealth"), 10, right=True), palette.head)
    if makes:
        text.append("  " + fit(say("ui.makes"), makes - 2), palette.head)
    for seat, (low, high) in enumerate(wealth_ranges(session)):
        mark = " "
        if bidding is not None:
            mark = "●" if seat == bidding.leader else "–" if seat in bidding.passed else " "
        mark = "►" if seat == session.mover else mark
        text.append("\n").append(mark, palette.head).append(str(seat + 1), SEATS[seat]).append(" ")
        text.append(fit(teller.names[seat], 9), "bold" if session.is_human(seat) else "")
        text.append(fit(span(teller, view["credits_low"][seat], view["credits_high"][seat]), 8, right=True))
        for r in range(4):
            is_full = view["goods"][seat][r] >= board["capacity"][r][view["carriers"][seat][r] - 1]
            text.append(fit(goods[seat][r], sizes[r], right=True), palette.head if is_full else "")
        owned = [zone for zone, owner in view["zones"].items() if owner == seat]
        tanks = sum(zone in view["tanks"] for zone in owned)
        for n in (view["licenses"][seat], view["quarters"][seat], len(owned), tanks):
            text.append(fit(str(n) if n else "–", 3, right=True), "" if n else palette.dim)
        number = view["specialist"][seat]
        role = f"{number} {teller.card(number)}" if number else "–"
        if number and cell_len(role) > card:
            role = f"{number} {teller.short_card(number)}"
        text.append("  " + fit(role, card), "" if number else palette.dim)
        text.append(fit(span(teller, low, high), 10, right=True))
        if makes:
            made = output_of(view, board["river"], seat)
            listed = " ".join(f"{n}{say(f'abbr.{name}')}" for name, n in zip(RESOURCES, made.goods, strict=True) if n)
            text.append("  " + fit(listed or "–", makes - 2), palette.dim)
    return text


# -- title, actions ----------------------------------------------------------------------------------------------------


def draw_title(session: GameSession, teller: Teller, width: int, note: str = "") -> Text:
    say = teller.say
    turn = say("ui.round", n=session.view["round"], rounds=teller.board["rounds"])
    left = f" {say('ui.title')} · {turn} · {teller.phase()}"
    right = f"  {note}  {say('ui.move_number', n=len(session.moves))} "
    return Text(fit(left, max(width - cell_len(right), 0)) + right, no_wrap=True)


def draw_options(chooser: Chooser, teller: Teller, width: int, palette: Palette) -> Text:
    """The options of the current step, each with its key; a click on one is a press of it."""
    step = chooser.step
    text = Text(no_wrap=True)
    if step.kind != "action":
        text.append(teller.ask(step.kind, [word for word in step.words if word is not None], step.prefix) + "  ")
    if step.is_number:
        return text.append(f"[{chooser.entry}▏]", palette.key)
    if step.is_zone:
        zone = teller.option("zone", None) if chooser.marked is not None else chooser.cursor
        return text.append(f"[{zone}]", palette.key)
    used = cell_len(text.plain)
    for index, word in enumerate(step.words):
        key = LETTERS.get(word, "") if step.kind == "action" else option_digit(step, index)
        style = "reverse" if index == chooser.marked else ""
        item = Text().append(key, f"{palette.key} {style}".strip())
        item.append(f" {teller.option(step.kind, word)}", style)
        item.stylize(Style(meta={"option": index}))
        if used + item.cell_len > width:  # an option is never split
            text.append("\n")
            used = 0
        text.append_text(item).append("  ")
        used += item.cell_len + 2
    return text
