"""Steamopolis line by line, in words: for plain mode and for the long explanation of a step."""

from __future__ import annotations

from collections.abc import Iterator

from arena.steamopolis.decision import places
from arena.steamopolis.effects import goods_signs
from arena.steamopolis.teller import PASSENGERS, Teller
from arena.steamopolis.tiles import boilers, marker, parasites_on, storage
from arena.wording import capitalized


def summarize(teller: Teller) -> Iterator[str]:
    """What a player needs to see at every decision."""
    view, say = teller.view, teller.say
    seat = view["seat"]
    yield say(
        "plain.you",
        points=view["points"][seat],
        goods=teller.effects.goods(tuple(view["goods"][seat])),
        n=storage(teller.board, view, seat),
        stones=teller.stones(view["gauge"][seat]),
        boilers=boilers(teller.board, view, seat),
    )
    others = [f"{teller.names[k]} {view['points'][k]}" for k in range(len(teller.names)) if k != seat]
    if others:
        yield f"{say.lead(say('score.name'))}{', '.join(others)}"
    targets = zip(PASSENGERS, teller.passenger_targets(view), strict=True)
    told = [say("plain.passenger", who=say(f"person.{name}"), at=at, to=to) for name, (_, at, to) in targets]
    yield teller.effects.joined(*told)


def describe(teller: Teller) -> Iterator[str]:
    """The whole table: city, then airships."""
    view, say = teller.view, teller.say
    yield from summarize(teller)
    yield say("plain.stack", n=view["stack"])
    for level in range(8, 0, -1):
        statue = f" – {say('plain.statue')}" if level in view["statues"] else ""
        yield f"{say('option.level', n=level)}{statue}"
        for name in places(teller.session.game.n_seats):
            if name[0] == str(level):
                yield f"  {say.lead(name + _stones(teller, name))}{teller.effects.district(name)}"
        yield from _market(teller, level)
    for seat in range(len(teller.names)):
        yield from _airship(teller, seat)


def _stones(teller: Teller, place: str) -> str:
    view = teller.view
    owners = [teller.names[seat] for seat, _ in view["stones"].get(place, [])]
    owners += [teller.say("plain.shadow")] if place in view["shadow"] else []
    return f" [{', '.join(owners)}]" if owners else ""


def _market(teller: Teller, level: int) -> Iterator[str]:
    view, say = teller.view, teller.say
    if level == 1:
        for kind in ("crystal", "gear"):
            found = marker(teller.board, view, kind)
            if found is not None:
                number, cost = found
                told = say("preview.buy", goods=goods_signs(cost.goods), points=cost.points)
                yield f"  {say.lead(say('plain.marker', n=number))}{told}"
        return
    for market in (str(level), f"{level}x"):
        if market in view["open"]:
            yield f"  {teller.market(view, market)}"
    down = [
        f"{rank} {say(f'colour.{colour}')}{f' ({teller.tile(name)}: {teller.effects.tile(name)})' if name else ''}"
        for rank, colour, name, _ in view["down"][str(level)]
    ]
    if down:
        yield f"  {say('city.down')} {', '.join(down)}"


def _airship(teller: Teller, seat: int) -> Iterator[str]:
    view, say = teller.view, teller.say
    yield f"{say.lead(teller.names[seat])}{say('score.name')} {view['points'][seat]}, " + say(
        "plain.holds",
        goods=teller.effects.goods(tuple(view["goods"][seat])),
        stones=teller.stones(view["gauge"][seat]),
        reserve=view["reserve"][seat],
        boilers=boilers(teller.board, view, seat),
    )
    if view["character"][seat]:
        yield f"  {capitalized(teller.character(view['character'][seat]))}"
    for slot, name in enumerate(view["room"][seat], 1):
        if name is not None:
            owners = [teller.names[owner] for owner, _ in parasites_on(view, seat, slot)]
            sitting = f" [{say('plain.parasites')} {', '.join(owners)}]" if owners else ""
            yield f"  {slot} {capitalized(teller.with_effects(name))}{sitting}"
    banners = ", ".join(view["banners"][seat])
    if banners:
        yield f"  {say('plain.banners')} {banners}"
