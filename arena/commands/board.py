"""`boomtown board`: draws the start position with its tracks, and says which data is reconstructed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click

from arena.colours import paint, say
from arena.options import GameChoice, game_options
from engine.planet_steam.board import board_path, reconstructed
from engine.planet_steam.drawing import draw_map, draw_players, draw_terminal
from engine.planet_steam.editions import BY_NAME
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.notation import RESOURCES

WIDTH = 80


@click.command(
    epilog="""\b
Examples:
  boomtown board
  boomtown board --edition ludoart --players 2
  boomtown board --board mine.toml --players 4

\b
To correct the data of your own copy of the game:
  cp "$(boomtown board --path)" mine.toml
"""
)
@game_options
@click.option("--path", is_flag=True, help="Print only where the edition's data file is.")
def board(choice: GameChoice, path: bool) -> None:
    """Draw the map, market, tracks and start position, and list which data is reconstructed."""
    game = choice.new()
    assert isinstance(game, PlanetSteam)
    if path:
        click.echo(board_path(game.edition))
        return
    snapshot = game.new().snapshot()
    parts = [
        paint(f"Planet Steam ({game.edition}), {game.n_seats} players, {game.board['rounds']} rounds", "head"),
        draw_map(game, snapshot, paint),
        draw_terminal(game, snapshot, paint),
        "\n".join(draw_tracks(game.board)),
        "\n".join(draw_cards(game.board, game.edition)),
        draw_players(game, snapshot, paint),
        "\n".join(draw_sources(reconstructed(game.edition, choice.given.get("board"), game.n_seats))),
    ]
    say("\n\n".join(parts))


def draw_tracks(board: dict[str, Any]) -> Iterator[str]:
    """The tank market, the supply track and the price tracks."""
    prices = board["tank_prices"]
    yield paint("  Tank market: price by tanks left", "head")
    left = range(len(prices), 0, -1)
    for start in range(0, len(prices), 14):
        part = slice(start, start + 14)
        counts = (paint(f"{n:>5}", "head") if n == board["market"] else f"{n:>5}" for n in left[part])
        yield "  left " + "".join(counts)
        yield "  price" + "".join(f"{price:>5}" for price in prices[part])
    yield ""
    yield paint("  Supply: price change after each deal", "head")
    for names, changes in _by_resource(board["supply_change"]):
        yield from _wrapped([f"{names}{item}" if k == 0 else item for k, item in enumerate(_supply_ranges(changes))])
    yield ""
    yield paint("  Prices", "head")
    for name, low, start, high in zip(
        RESOURCES, board["price_min"], board["price_start"], board["price_max"], strict=True
    ):
        track = " ".join(f"[{price}]" if price == start else str(price) for price in range(low, high + 1))
        yield textwrap.shorten(f"  {name:<7} {track}", WIDTH) if len(track) > WIDTH - 10 else f"  {name:<7} {track}"
    for names, spaces in _by_resource(board["capacity"]):
        capacity = ", ".join(f"class {level} {space}" for level, space in enumerate(spaces, 1))
        yield f"  carriers: {names}{capacity}; freelance carrier {board['freelance']}"


def _by_resource(lists: list[list[int]]) -> Iterator[tuple[str, list[int]]]:
    """Each different list with the names of its resources; one for all four has none."""
    for one in dict.fromkeys(map(tuple, lists)):
        names = [name for name, other in zip(RESOURCES, lists, strict=True) if tuple(other) == one]
        yield "" if len(names) == len(lists) else f"{', '.join(names)}: ", list(one)


def _supply_ranges(changes: list[int]) -> Iterator[str]:
    """`4-6 0`: stretches of the track with the same change."""
    for change, run in groupby(enumerate(changes), key=lambda pair: pair[1]):
        supplies = [supply for supply, _ in run]
        span = f"{supplies[0]}-{supplies[-1]}" if len(supplies) > 1 else str(supplies[0])
        kind = "rise" if change > 0 else "fall" if change < 0 else ""
        yield paint(f"{span}: {change:+d}" if change else f"{span}: 0", kind)


def draw_cards(board: dict[str, Any], edition: str) -> Iterator[str]:
    words = BY_NAME[edition].words
    yield paint("  Specialists", "head")
    yield from _wrapped(
        f"{number} {' + '.join(words[role] for role in roles) or '-'}"
        for number, roles in enumerate(board["specialists"], 1)
    )


def draw_sources(names: list[str]) -> Iterator[str]:
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
