"""A position as text in 80 columns: map, terminal, players. `State.draw`, the table and the commands show it.

Every part takes `paint(text, kind)`, which a command may use to colour it; kinds are `seat0` … `seat4`, `river`,
`closed`, `neutral`, `airship`, `head`. Colour is never the only signal: the text says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.planet_steam.editions import BY_NAME
from engine.planet_steam.notation import RESOURCES

Paint = Callable[[str, str], str]
Snapshot = dict[str, Any]

LETTERS = {"quartz": "Q", "ore": "O", "energy": "E", None: "W"}
LEGEND = "0-4 owner, n neutral, . ~ free, x closed; tank QOWE, + {supercharger}, ! tipped"
# Steps whose names have a word of an edition in them.
STEPS = {
    "zone-bid": "{zone} bid",
    "offer-zone": "offer {zone}",
    "mooring": "{airship}",
    "tank-phase": "{tank_phase}",
    "extraction": "{extraction}",
    "river-neutral": "neutral on the {river}",
}


def plain(text: str, kind: str) -> str:
    return text


def draw(game: Any, snapshot: Snapshot, step: dict[str, Any], paint: Paint = plain) -> str:
    """The whole position, at most 80 columns wide; `step` is what `game.step(state)` says."""
    parts = [head(game, snapshot, step, paint), draw_map(game, snapshot, paint)]
    parts += [draw_terminal(game, snapshot, paint), draw_players(game, snapshot, paint)]
    return "\n\n".join(parts)


def head(game: Any, snapshot: Snapshot, step: dict[str, Any], paint: Paint = plain) -> str:
    """Where the game stands, and what is to be decided."""
    mover = snapshot["to_move"]
    who = "the game is over" if mover is None else "chance to move" if mover < 0 else f"seat {mover} to move"
    words = BY_NAME[game.edition].words
    when = f"{words['round']} {snapshot['round']} of {game.board['rounds']}"
    title = f"Planet Steam ({game.edition}, {game.n_seats} players), {when}"
    about = [STEPS.get(step["phase"], step["phase"].replace("-", " ")).format(**words)]
    if step["zone"]:
        about.append(f"{words['zone']} {step['zone']}")
    if step["resource"]:
        about.append(step["resource"])
    if step["bid"]:
        about.append(f"seat {step['bidder']} bids {step['bid']}")
    if step["powered"]:
        about.append(f"powered {' '.join(step['powered'])}")
    if any(step["unstowed"]):
        waiting = [f"{n} {name}" for name, n in zip(RESOURCES, step["unstowed"], strict=True) if n]
        about.append(f"to stow {', '.join(waiting)}")
    return paint(f"{title}\n{', '.join(about)}: {who}", "head")


# -- the map -----------------------------------------------------------------------------------------------------------


def cell(snapshot: Snapshot, zone: str, is_river: bool) -> str:
    """Owner, and what stands there: `2Q+` is seat 2's quartz tank with a supercharger."""
    owner = snapshot["zones"][zone]
    text = "~" if owner == "." and is_river else str(owner)
    tank = snapshot["tanks"].get(zone)
    if tank is not None:
        converter, has_supercharger, is_tipped = tank
        text += LETTERS[converter] + "+" * has_supercharger + "!" * is_tipped
    return text


def kind_of(snapshot: Snapshot, zone: str, is_river: bool) -> str:
    owner = snapshot["zones"][zone]
    if isinstance(owner, int):
        return f"seat{owner}"
    return {"x": "closed", "n": "neutral", ".": "river" if is_river else ""}[owner]


def draw_map(game: Any, snapshot: Snapshot, paint: Paint = plain) -> str:
    """Lines are rows in ffg, with the moorings at their right, and columns in ludoart, with the slots below."""
    edition, airship, river = BY_NAME[game.edition], snapshot["airship"], set(game.board["river"])
    lines, positions, words = range(1, 8), "ABCDEF", edition.words
    mark = paint("<=" if edition.lines_are_rows else "^^", "airship")
    wet = [line for line in lines if river.issuperset(f"{letter}{line}" for letter in positions)]

    def paint_cell(zone: str) -> str:
        is_river = zone in river
        return paint(f"{cell(snapshot, zone, is_river):<5}", kind_of(snapshot, zone, is_river))

    rows = []
    if edition.lines_are_rows:
        rows.append("     " + "".join(f"{letter:<5}" for letter in positions))
        for line in lines:
            note = f"{words['river']} " if line in wet else ""
            zones = "".join(paint_cell(f"{letter}{line}") for letter in positions)
            moored = f"{mark} {words['airship']}" if airship == line else ""
            rows.append(f"  {line}  {zones}{note}{moored}".rstrip())
    else:
        note = f"({', '.join(map(str, wet))}: {words['river']})" if wet else ""
        rows.append(("     " + "".join(f"{line:<5}" for line in lines) + note).rstrip())
        for letter in positions:
            rows.append(f"  {letter}  " + "".join(paint_cell(f"{letter}{line}") for line in lines).rstrip())
        if airship is not None:
            rows.append("     " + "     " * (airship - 1) + f"{mark} {words['airship']}")
    scattered = sorted(zone for zone in river if int(zone[1]) not in wet)
    if scattered:
        rows.append(f"{words['river']}: {' '.join(scattered)}")
    return "\n".join([*rows, LEGEND.format(**words)])


# -- the terminal ------------------------------------------------------------------------------------------------------


def draw_terminal(game: Any, snapshot: Snapshot, paint: Paint = plain) -> str:
    tracks = zip(game.board["supply_change"], snapshot["supply"], strict=True)
    changes = [changes[supply] for changes, supply in tracks]
    table = [
        ("price", snapshot["price"]),
        ("supply", snapshot["supply"]),
        ("price change", [f"{change:+d}" if change else "0" for change in changes]),
    ]
    if any(snapshot["bonus"]):
        table.append(("bonus tokens", snapshot["bonus"]))
    rows = [paint(f"  {'':<14}" + "".join(f"{name:>8}" for name in RESOURCES), "head")]
    rows += [f"  {name:<14}" + "".join(f"{value:>8}" for value in values) for name, values in table]
    return "\n".join([*rows, *(f"  {line}" for line in _terminal_notes(game, snapshot))])


def _terminal_notes(game: Any, snapshot: Snapshot) -> Iterator[str]:
    market, reserve, prices = snapshot["market"], snapshot["reserve"], game.board["tank_prices"]
    words = BY_NAME[game.edition].words
    price = f"next {prices[len(prices) - market]} credits" if market else "sold out"
    converters = f"{reserve['quartz']}Q {reserve['ore']}O {reserve['energy']}E"
    papers = f"{words['licences']} {reserve['licenses']}, {words['quarters']} {reserve['quarters']}"
    parts = f"{reserve['superchargers']} {words['superchargers']}, {words['converters']} {converters}"
    yield f"{words['market']} {market} ({price}); {papers}"
    yield f"reserve {reserve['tanks']} tanks, {parts}"
    order = " ".join(name or "?" for name in snapshot["order"])
    yield f"trading order {order}"
    if "freelance-carrier" in game.rules:
        held = snapshot["freelance"]
        kept = ", kept once" if held and held["kept"] else ""
        yield "freelance carrier: " + (f"seat {held['holder']} for {held['bid']}{kept}" if held else "nobody")


# -- the players -------------------------------------------------------------------------------------------------------


def draw_players(game: Any, snapshot: Snapshot, paint: Paint = plain) -> str:
    """One line per seat: goods over what the carrier holds."""
    columns = "".join(f"{name:>8}" for name in RESOURCES)
    words = BY_NAME[game.edition].words
    papers = f"{words['licences_short']:>6}{words['quarters_short']:>7}"
    rows = [paint(f"  seat credits{columns}{papers}{words['zones']:>6}  card", "head")]
    for seat in range(game.n_seats):
        stock = zip(snapshot["goods"][seat], snapshot["carriers"][seat], game.board["capacity"], strict=True)
        goods = "".join(f"{f'{amount}/{capacity[level - 1]}':>8}" for amount, level, capacity in stock)
        zones = sum(owner == seat for owner in snapshot["zones"].values())
        rows.append(
            f"  {paint(f'{seat:>4}', f'seat{seat}')} {_credits(snapshot, seat):>7}{goods}"
            f"{snapshot['licenses'][seat]:>6}{snapshot['quarters'][seat]:>7}{zones:>6}  {_card(game, snapshot, seat)}"
        )
    return "\n".join(row.rstrip() for row in rows)


def _credits(snapshot: Snapshot, seat: int) -> str:
    """A total, or the range that a view leaves open."""
    total = snapshot["credits"][seat]
    if total is None:
        return f"{snapshot['credits_low'][seat]}-{snapshot['credits_high'][seat]}"
    return str(total)


def _card(game: Any, snapshot: Snapshot, seat: int) -> str:
    number = snapshot["specialist"][seat]
    if number is None:
        return "-"
    roles, words = game.board["specialists"][number - 1], BY_NAME[game.edition].words
    return f"{number} {' + '.join(words[role] for role in roles)}"
