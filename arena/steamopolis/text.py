"""Steamopolis in lines of text: what `replay` prints of its moves and positions, and `board` of its data."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arena.colours import Paint
from arena.face import Text, tell_shifts
from engine import Game, State
from engine.steamopolis.board import DEFAULT
from engine.steamopolis.drawing import draw, draw_city
from engine.steamopolis.game import Steamopolis

WIDTH = 80
SOURCES = ("deduced", "reconstructed")
STYLES: Mapping[str, Mapping[str, Any]] = {
    "shadow": {"fg": "white", "dim": True},
    "purple": {"fg": "magenta"},
    "blue": {"fg": "bright_blue"},
    "orange": {"fg": "yellow"},
}
# What a move does, without naming the mover; numbers are the places of its operands.
NARRATION = {
    "tile": "{1} is laid out in market {0}",
    "back": "level {0}, rank {1}: a {2} banner",
    "face": "level {0}: the tile is {1}",
    "passenger": "passenger tile: banker to {0}, stoker to {1}",
    "character": "seat {0} is character {1}",
    "start": "seat {0} gets start machine {1}",
    "skip": "declines",
    "use": "uses the effect",
    "steam": "makes steam",
    "aim": "takes the stone of value {0} to set a destination",
    "fly": "flies to {0}",
    "run": "leads pressure into the next machine",
    "set": "sets {0} as a destination",
    "board": "takes the passenger aboard",
    "buy": "buys the tile of market {0} as a {1}",
    "marker": "buys the front marker of the {0} row",
    "pay": "pays with {0} crystal sponsors, {1} gear sponsors, {2} galas",
    "remove": "removes the machine in slot {0}",
    "spend": "gives up the stone of value {0}",
    "slot": "installs it in slot {0}",
    "install": "installs the start machine, {0} up, in slot {1}",
    "put": "puts the marker on value {0}",
    "box": "boxes the marker",
    "discard": "discards the marker on value {0}",
    "raise": "raises the pressure to {0}",
    "order": "leaves the arrows on {0}",
    "take": "takes {0} crystals and {1} gears",
    "keep": "keeps {0} crystals",
    "sponsor": "gains a sponsor, {0} side up",
    "gala": "announces a {0} gala",
    "flip": "turns the {0} sponsor over",
    "arrow": "turns up the arrow of the stone on {0}",
    "peek": "peeks at rank {1} on level {0}",
    "visit": "uses district {0} too",
    "upper": "chooses the upper side",
    "lower": "chooses the lower side",
    "infest": "puts a parasite on seat {0}'s slot {1} ({2})",
    "lift": "takes up the parasite on seat {0}'s slot {1} ({2})",
    "sap": "uses seat {0}'s slot {1} ({2}) by a parasite",
    "shake": "shakes off seat {2}'s parasite on slot {0} ({1})",
    "tap": "uses the open tile of level {0} ({1}) by a parasite",
}


def steamopolis(game: Game) -> Steamopolis:
    """The game as the type that it is."""
    assert isinstance(game, Steamopolis)
    return game


class SteamopolisText(Text):
    styles = STYLES

    def draw(self, state: State, paint: Paint) -> str:
        game = steamopolis(state.game)
        return draw(game, state.snapshot(), game.step(state), paint)

    def tell(self, state: State, move: int) -> str:
        verb, *operands = state.game.words(move)
        if verb in ("aim", "spend", "put", "discard"):  # a field is known by the value printed on it
            operands = [steamopolis(state.game).board["meta"]["gauge"][operands[0] - 1], *operands[1:]]
        return NARRATION[verb].format(*operands)

    def changes(self, before: State, now: State, mover: int | None) -> str:
        """What somebody has more or less of: `points +2, gears -2; seat 3 crystals +1`."""
        return tell_shifts(_holdings(before.snapshot()), _holdings(now.snapshot()), mover)

    def heading(self, state: State) -> str:
        now = state.snapshot()
        name = "Final round" if now["final"] else f"Round {now['round']}" if now["round"] else "Set-up"
        return f"{name}; points {now['points']}, statues {len(now['statues'])}, passenger tiles {now['stack']}"

    def data_file(self, game: Game) -> Path | None:
        return DEFAULT

    def board(self, game: Game, given: Mapping[str, Any], paint: Paint) -> Iterator[str]:
        chosen = steamopolis(game)
        players = "solo" if game.n_seats == 1 else f"{game.n_seats} players"
        yield paint(f"{self.face.title} ({players}), {chosen.max_rounds} rounds at most", "head")
        yield draw_city(chosen, game.new().snapshot(), paint)
        yield "\n".join(draw_districts(chosen, paint))
        yield "\n".join(draw_tiles(chosen.board, paint))
        path = Path(given["board"]) if given.get("board") else DEFAULT
        yield "\n".join(draw_sources(path.read_text(encoding="utf-8"), paint))


def _holdings(snapshot: dict[str, Any]) -> list[dict[str, int]]:
    """By seat, what moves change."""
    rows = zip(snapshot["points"], snapshot["goods"], snapshot["reserve"], snapshot["tiles"], strict=True)
    names = ("points", "crystals", "gears", "reserve", "tiles")
    return [dict(zip(names, (points, *goods, *rest), strict=True)) for points, goods, *rest in rows]


# -- the data ----------------------------------------------------------------------------------------------------------


def draw_districts(game: Steamopolis, paint: Paint) -> Iterator[str]:
    """Every district that is in play, in the language of effects."""
    yield paint("  Districts (~ static)", "head")
    for name, (effect, is_static) in game.board["districts"].items():
        if name[1] != "M" or game.n_seats == 4:
            yield f"  {name}{'~' if is_static else ' '} {effect}"


def draw_tiles(board: Mapping[str, Any], paint: Paint) -> Iterator[str]:
    """Machines: rank, banner, own cost, boilers, effects, storage."""
    yield paint("  Machines: rank, banner, cost on the tile, boilers, storage, effects", "head")
    for name, (rank, colour, cost, boilers, active, passive, storage) in board["machines"].items():
        effects = " / ".join(filter(None, [active, passive]))
        yield f"  {name} {rank} {paint(f'{colour:<6}', colour)} {cost:<3} {boilers} {storage}  {effects}"
    yield paint("  Start machines and capacity tile: boilers, storage, effects", "head")
    for name, (boilers, active, passive, storage) in board["start"].items():
        yield f"  {name:<8} {boilers} {storage}  {' / '.join(filter(None, [active, passive]))}"
    yield paint("  Characters", "head")
    for name, effect in board["characters"].items():
        yield f"  {name:>2} {effect}"


def sources(text: str) -> dict[str, list[str]]:
    """By kind of source the keys of a data file whose comment names it.

    >>> sources("[meta]\\nslots = [1]  # deduced (rules 1.4)\\nx = 1  # stated")
    {'deduced': ['meta.slots'], 'reconstructed': []}
    """
    found: dict[str, list[str]] = {kind: [] for kind in SOURCES}
    table, of_table = "", ""
    for line in text.splitlines():
        code, _, comment = line.partition("#")
        head = re.match(r"\[(\w+)\]", code)
        key = re.match(r"(\w+)\s*=", code)
        if head:
            table, of_table = head[1], comment
        for kind in SOURCES:
            if key and kind in (comment or of_table):
                found[kind].append(f"{table}.{key[1]}")
    return found


def draw_sources(text: str, paint: Paint) -> Iterator[str]:
    heads = ("Deduced from the rulebook's text and examples", "Reconstructed, not stated in any rulebook's text")
    for head, names in zip(heads, sources(text).values(), strict=True):
        yield paint(f"  {head}", "head")
        listed = textwrap.fill(", ".join(names) or "nothing", WIDTH - 2, break_long_words=False)
        yield textwrap.indent(listed, "  ")
