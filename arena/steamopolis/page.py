"""Steamopolis in the HTML report: what `page.js` beside this draws its city, airships and figures from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.face import Page
from arena.steamopolis.text import steamopolis
from engine import Game, State

if TYPE_CHECKING:
    from arena.store import StoredGame

N_STATUES = 3  # standing, they end the game (rules 1.10)


class Bought(NamedTuple):
    """A tile, as "machine" or "banner"; or a marker, by its row."""

    seat: int
    use: str
    name: str


class Ended(NamedTuple):
    """How a game stood at a move: the last one says why the end came."""

    round: int
    statues: int
    stack: int
    tile: bool


class SteamopolisPage(Page):
    script = Path(__file__).with_name("page.js")
    unit = "points"

    def data(self, game: Game) -> dict[str, Any]:
        chosen = steamopolis(game)
        board = chosen.board
        return {
            "districts": {name: row for name, row in board["districts"].items() if name[1] != "M" or game.n_seats == 4},
            "machines": board["machines"],
            "start": board["start"],
            "gauge": board["meta"]["gauge"],
            "bonus": board["bonus"]["number"],
            "rounds": chosen.max_rounds,
        }

    def position(self, state: State) -> dict[str, Any]:
        return state.snapshot()

    def event(self, state: State, move: int, worth: float | None) -> Bought | Ended | None:
        verb, *rest = state.game.words(move)
        if verb == "buy":
            return Bought(state.mover or 0, rest[1], str(state.snapshot()["open"][rest[0]]))
        if verb == "marker":
            return Bought(state.mover or 0, "marker", rest[0])
        if verb in ("steam", "fly", "aim", "skip"):  # every turn of the end has one of them
            now = state.snapshot()
            return Ended(now["round"], len(now["statues"]), now["stack"], now["tile"] is not None)
        return None

    def figures(self, games: Sequence[tuple[StoredGame, list[Any]]], bots: Sequence[str]) -> dict[str, Any]:
        return {"bought": _bought(games, bots), "ends": _ends(games)}


def _bought(games: Sequence[tuple[StoredGame, list[Any]]], bots: Sequence[str]) -> list[list[Any]]:
    """For each bot and use: [bot, use, seats that played, tiles bought]."""
    counts: Counter[tuple[int, str]] = Counter()
    seats: Counter[int] = Counter()
    for game, events in games:
        seats.update(bots.index(name) for name in game.bots)
        counts.update((bots.index(game.bots[one.seat]), one.use) for one in events if isinstance(one, Bought))
    return [[bot, use, seats[bot], n] for (bot, use), n in sorted(counts.items())]


def _ends(games: Sequence[tuple[StoredGame, list[Any]]]) -> dict[str, int]:
    """How many games ended by statues, by passengers, by neither (the round limit, or lost alone)."""
    found = {"statues": 0, "passengers": 0, "other": 0}
    for _, events in games:
        last = [one for one in events if isinstance(one, Ended)]
        if last and last[-1].statues >= N_STATUES:
            found["statues"] += 1
        elif last and not last[-1].tile:
            found["passengers"] += 1
        else:
            found["other"] += 1
    return found
