"""Planet Steam in lines of text: what `replay` prints of its moves and positions, and `board` of its data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from arena.colours import Paint
from arena.face import Text, tell_shifts
from engine import Game, State
from engine.planet_steam.board import board_path, reconstructed
from engine.planet_steam.drawing import draw, draw_map, draw_players, draw_terminal
from engine.planet_steam.editions import BY_NAME
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.narration import narrate
from engine.planet_steam.notation import RESOURCES

WIDTH = 80
STYLES: Mapping[str, Mapping[str, Any]] = {
    "river": {"fg": "bright_blue"},
    "closed": {"fg": "bright_black"},
    "neutral": {"fg": "white", "dim": True},
    "airship": {"fg": "cyan"},
}


def planet_steam(game: Game) -> PlanetSteam:
    """The game as the type that it is."""
    assert isinstance(game, PlanetSteam)
    return game


def words_of(game: Game) -> Mapping[str, str]:
    """What the game's edition calls things."""
    return BY_NAME[planet_steam(game).edition].words


class PlanetSteamText(Text):
    styles = STYLES

    def draw(self, state: State, paint: Paint) -> str:
        game = planet_steam(state.game)
        return draw(game, state.snapshot(), game.step(state), paint)

    def tell(self, state: State, move: int) -> str:
        game = planet_steam(state.game)
        words = game.words(move)
        resource = game.step(state)["resource"] if words[0] in ("buy", "sell") else None
        return narrate(words, resource, game.edition)

    def changes(self, before: State, now: State, mover: int | None) -> str:
        """What somebody has more or less of: `credits -14, water +2; seat 3 credits -9`."""
        return tell_shifts(_holdings(before.snapshot()), _holdings(now.snapshot()), mover)

    def heading(self, state: State) -> str:
        now = state.snapshot()
        terminal = zip(RESOURCES, now["price"], now["supply"], strict=True)
        market = ", ".join(f"{name} {price} ({supply})" for name, price, supply in terminal)
        word = words_of(state.game)["round"].capitalize()
        return f"{word} {now['round']}; price (supply): {market}; credits {now['credits']}"

    def settings(self, game: Game) -> str:
        chosen = planet_steam(game)
        return ", ".join([chosen.edition, *(chosen.rules or ["standard rules"])])

    def data_file(self, game: Game) -> Path | None:
        return board_path(planet_steam(game).edition)

    def board(self, game: Game, given: Mapping[str, Any], paint: Paint) -> Iterator[str]:
        chosen = planet_steam(game)
        snapshot, data = game.new().snapshot(), chosen.board
        length = f"{data['rounds']} {words_of(game)['round']}s"
        yield paint(f"{self.face.title} ({chosen.edition}), {game.n_seats} players, {length}", "head")
        yield draw_map(chosen, snapshot, paint)
        yield draw_terminal(chosen, snapshot, paint)
        yield "\n".join(draw_tracks(data, words_of(game), paint))
        yield "\n".join(draw_cards(data, words_of(game), paint))
        yield draw_players(chosen, snapshot, paint)
        yield "\n".join(draw_sources(reconstructed(chosen.edition, given.get("board"), game.n_seats), paint))


def _holdings(snapshot: dict[str, Any]) -> list[dict[str, int]]:
    """By seat, what moves change."""
    names = ("credits", *RESOURCES)
    stocks = zip(snapshot["credits"], snapshot["goods"], strict=True)
    return [dict(zip(names, (total, *goods), strict=True)) for total, goods in stocks]


# -- the data ----------------------------------------------------------------------------------------------------------


def draw_tracks(board: dict[str, Any], words: Mapping[str, str], paint: Paint) -> Iterator[str]:
    """The tank market, the supply track and the price tracks."""
    prices = board["tank_prices"]
    yield paint(f"  {words['market'].capitalize()}: price by tanks left", "head")
    left = range(len(prices), 0, -1)
    for start in range(0, len(prices), 14):
        part = slice(start, start + 14)
        counts = (paint(f"{n:>5}", "head") if n == board["market"] else f"{n:>5}" for n in left[part])
        yield "  left " + "".join(counts)
        yield "  price" + "".join(f"{price:>5}" for price in prices[part])
    yield ""
    yield paint("  Supply: price change after each deal", "head")
    for names, changes in _by_resource(board["supply_change"]):
        ranges = enumerate(_supply_ranges(changes, paint))
        yield from _wrapped([f"{names}{item}" if k == 0 else item for k, item in ranges])
    yield ""
    yield paint("  Prices", "head")
    for name, low, start, high in zip(
        RESOURCES, board["price_min"], board["price_start"], board["price_max"], strict=True
    ):
        track = " ".join(f"[{price}]" if price == start else str(price) for price in range(low, high + 1))
        yield textwrap.shorten(f"  {name:<7} {track}", WIDTH) if len(track) > WIDTH - 10 else f"  {name:<7} {track}"
    for names, spaces in _by_resource(board["capacity"]):
        capacity = ", ".join(f"class {level} {space}" for level, space in enumerate(spaces, 1))
        yield f"  {words['carrier']}s: {names}{capacity}; freelance carrier {board['freelance']}"


def _by_resource(lists: list[list[int]]) -> Iterator[tuple[str, list[int]]]:
    """Each different list with the names of its resources; one for all four has none."""
    for one in dict.fromkeys(map(tuple, lists)):
        names = [name for name, other in zip(RESOURCES, lists, strict=True) if tuple(other) == one]
        yield "" if len(names) == len(lists) else f"{', '.join(names)}: ", list(one)


def _supply_ranges(changes: list[int], paint: Paint) -> Iterator[str]:
    """`4-6 0`: stretches of the track with the same change."""
    for change, run in groupby(enumerate(changes), key=lambda pair: pair[1]):
        supplies = [supply for supply, _ in run]
        span = f"{supplies[0]}-{supplies[-1]}" if len(supplies) > 1 else str(supplies[0])
        kind = "rise" if change > 0 else "fall" if change < 0 else ""
        yield paint(f"{span}: {change:+d}" if change else f"{span}: 0", kind)


def draw_cards(board: dict[str, Any], words: Mapping[str, str], paint: Paint) -> Iterator[str]:
    yield paint("  Specialists", "head")
    yield from _wrapped(
        f"{number} {' + '.join(words[role] for role in roles) or '-'}"
        for number, roles in enumerate(board["specialists"], 1)
    )


def draw_sources(names: list[str], paint: Paint) -> Iterator[str]:
    yield paint("  Reconstructed, not stated in any rulebook's text", "head")
    yield from _wrapped(names or ["nothing"])


def _wrapped(items: Iterator[str] | list[str]) -> Iterator[str]:
    """Items separated by commas, broken before the right edge; colours take no room."""
    line, room = "  ", WIDTH - 2
    for item in items:
        size = len(click.unstyle(item)) + 2
        if size > room and line.strip():
            yield line.rstrip()
            line, room = "  ", WIDTH - 2
        line += f"{item}, "
        room -= size
    yield line.rstrip().rstrip(",")
