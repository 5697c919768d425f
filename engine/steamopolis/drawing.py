"""A position as text in 80 columns: city, airships, supply. `State.draw`, the table and the commands show it.

Every part takes `paint(text, kind)`, which a command may use to colour it; kinds are `seat0` ... `seat3`, `shadow`,
`purple`, `blue`, `orange`, `head`. Colour is never the only signal: the text says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.steamopolis.notation import DISTRICTS

Paint = Callable[[str, str], str]
Snapshot = dict[str, Any]

LEGEND = (
    "0-3 seats' stones, ' with arrow, s shadow, ~ static; B banker, S stoker, > aim",
    "face down: rank and colour (purple, blue, orange), * somebody knows it",
    "gauge: o stone, a arrow stone, m marker, p pink marker, | up to the base",
)


def plain(text: str, kind: str) -> str:
    return text


def draw(game: Any, snapshot: Snapshot, step: dict[str, Any], paint: Paint = plain) -> str:
    """The whole position, at most 80 columns wide; `step` is what `game.step(state)` says."""
    parts = [head(game, snapshot, step, paint), draw_city(game, snapshot, paint)]
    parts += [draw_table(snapshot, paint), draw_airships(game, snapshot, paint)]
    return "\n\n".join(parts)


def head(game: Any, snapshot: Snapshot, step: dict[str, Any], paint: Paint = plain) -> str:
    """Where the game stands, and what is to be decided."""
    mover = snapshot["to_move"]
    who = "the game is over" if mover is None else "chance to draw" if mover < 0 else f"seat {mover} to move"
    players = "solo" if game.n_seats == 1 else f"{game.n_seats} players"
    when = "set-up" if not snapshot["round"] else f"round {snapshot['round']} of {game.max_rounds} at most"
    if snapshot["final"]:
        when = f"final round ({snapshot['round']})"
    elif snapshot["ending"]:
        when += ", the last before the final one"
    about = [step["phase"].replace("-", " ")]
    if step["steps"]:
        about.append(f"by {step['steps']}")
    if step["cost"]:
        about.append(f"{goods_text(step['cost'])}")
    if step["tile"]:
        about.append(step["tile"])
    if step["district"]:
        about.append(f"flying from {step['district']}")
    if snapshot["hand"]:
        value, has_arrow = snapshot["hand"]
        about.append(f"in hand a stone of value {value}{' with arrow' if has_arrow else ''}")
    return paint(f"Steamopolis ({players}), {when}\n{', '.join(about)}: {who}", "head")


def goods_text(pair: list[int]) -> str:
    crystals, gears = pair
    return " + ".join(f"{n} {name}{'s' * (n != 1)}" for n, name in ((crystals, "crystal"), (gears, "gear")) if n) or "0"


# -- the city ----------------------------------------------------------------------------------------------------------


def draw_city(game: Any, snapshot: Snapshot, paint: Paint = plain) -> str:
    """A line per level, the highest on top: districts with their stones, passengers, market."""
    rows = [paint("  level   L         R         M          market", "head")]
    for level in range(8, 0, -1):
        people = "".join(mark if snapshot["passengers"][who] == level else " " for who, mark in enumerate("BS"))
        target = ">" if snapshot["tile"] and level in snapshot["tile"] else " "
        districts = "".join(_district(game, snapshot, f"{level}{side}", paint) for side in "LRM")
        statue = "statue" if level in snapshot["statues"] else ""
        market = _bonus(game, snapshot) if level == 1 else _market(game, snapshot, level)
        rows.append(f"  {level} {target}{people}  {districts} {market} {statue}".rstrip())
    return "\n".join([*rows, *LEGEND])


def _district(game: Any, snapshot: Snapshot, name: str, paint: Paint) -> str:
    if name not in DISTRICTS or (name[1] == "M" and game.n_seats < 4):
        return " " * 10
    stones = snapshot["stones"].get(name, [])
    shadow = "s" if name in snapshot["shadow"] else ""
    text = "".join(f"{seat}{chr(39) if has_arrow else ''}" for seat, has_arrow in stones) + shadow
    kind = f"seat{stones[0][0]}" if stones else "shadow" if shadow else ""
    static = "~" if game.board["districts"][name][1] else ""
    return paint(f"{(text or '.') + static:<10}", kind)


def _market(game: Any, snapshot: Snapshot, level: int) -> str:
    open_tiles = snapshot["open"]
    texts = []
    for market in (str(level), f"{level}x"):
        if market in open_tiles:
            name = open_tiles[market]
            texts.append(f"{name} {_price(game, level, name)}" if name else "-")
    down = " ".join(f"{rank}{colour[0]}{'*' if name else ''}" for rank, colour, name, _ in snapshot["down"][str(level)])
    return f"{texts[0] if texts else '-':<12}{'[' + down + ']':<14}{' x ' + texts[1] if len(texts) > 1 else ''}"


def _price(game: Any, level: int, name: str) -> str:
    """Row 3 and the tile's own cost, as letters."""
    rank, _, cost, *_ = game.board["machines"][name]
    market = game.board["market"]
    return "".join(sorted(cost + market["row3_kind"][str(level)] * market["row3_count"][rank])) or "free"


def _bonus(game: Any, snapshot: Snapshot) -> str:
    numbers = game.board["bonus"]["number"]
    rows = [" ".join(map(str, numbers[len(numbers) - left :])) or "-" for left in snapshot["bonus"]]
    return f"markers: crystal {rows[0]}, gear {rows[1]}"


# -- beside the board --------------------------------------------------------------------------------------------------


def draw_table(snapshot: Snapshot, paint: Paint = plain) -> str:
    supply, tile = snapshot["supply"], snapshot["tile"]
    shown = f"banker to {tile[0]}, stoker to {tile[1]}" if tile else "none, printed targets"
    aboard = [
        f"{name} aboard to {level}"
        for name, level in zip(("banker", "stoker"), snapshot["aboard"], strict=True)
        if level
    ]
    beside = f", {snapshot['beside']} parasites beside the stack" if snapshot["beside"] else ""
    lines = [
        f"passenger tile: {shown}; {snapshot['stack']} left{beside}{''.join(f'; {text}' for text in aboard)}",
        f"supply: {supply['crystals']} crystals, {supply['gears']} gears, {supply['capacity']} capacity tiles, "
        f"{supply['sponsors']} sponsors, galas {supply['galas'][0]}c {supply['galas'][1]}g",
    ]
    return "\n".join(f"  {line}" for line in lines)


# -- the airships ------------------------------------------------------------------------------------------------------


def draw_airships(game: Any, snapshot: Snapshot, paint: Paint = plain) -> str:
    """Three or four lines per seat: points and gauge, machine room, what else it has."""
    values = "".join(map(str, game.board["meta"]["gauge"]))
    rows = [paint(f"  {'':<30}gauge {values}", "head")]
    for seat in range(game.n_seats):
        rows += [line.rstrip() for line in _airship(snapshot, seat, paint)]
    return "\n".join(rows)


def _airship(snapshot: Snapshot, seat: int, paint: Paint) -> Iterator[str]:
    crystals, gears = snapshot["goods"][seat]
    base = snapshot["base"][seat]
    gauge = snapshot["gauge"][seat]
    gauge = f"{'|' * base}{gauge[base:]}"
    mark = "*" if snapshot["active"] == seat else " "
    first = " first" if snapshot["first"] == seat else ""
    name = paint(f"{mark} seat {seat}", f"seat{seat}")
    yield (
        f"{name} {snapshot['points'][seat]:>4} SP  {crystals:>2}c {gears:>2}g {'':<6}gauge {gauge}"
        f"  reserve {snapshot['reserve'][seat]}{first}"
    )
    room = " ".join(f"{slot}:{name or '-'}" for slot, name in enumerate(snapshot["room"][seat], 1))
    banners = " ".join(snapshot["banners"][seat])
    yield f"    room {room}{'  banners ' + banners if banners and len(banners) < 24 else ''}"
    if len(banners) >= 24:
        yield from (f"    banners {banners[start : start + 64]}" for start in range(0, len(banners), 64))
    in_supply, placed = snapshot["parasites"][seat]
    where = "".join(f" {victim}:{slot}{effect}" for victim, slot, effect in placed)
    sponsors = "".join(f" {side}{'(used)' if used else ''}" for side, used in snapshot["sponsors"][seat])
    extras = [
        f"parasites {in_supply} in supply{', on' + where if where else ''}",
        f"tiles {snapshot['tiles'][seat]}" if snapshot["tiles"][seat] else "",
        f"sponsor{sponsors}" if sponsors else "",
        f"gala {snapshot['gala'][seat]}" if snapshot["gala"][seat] else "",
    ]
    yield f"    {'; '.join(text for text in extras if text)}"
