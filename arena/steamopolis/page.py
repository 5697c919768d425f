"""Steamopolis in the HTML report: what `page.js` beside this draws its city, airships and figures from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.face import Page
from arena.steamopolis.text import steamopolis
from arena.terminal.lang import load
from engine import Game, State
from engine.steamopolis.game import TITLES
from engine.steamopolis.notation import SOURCES

if TYPE_CHECKING:
    from arena.store import StoredGame

N_STATUES = 3  # standing, they end the game (rules 1.10)


class Bought(NamedTuple):
    """A tile, as "machine" or "banner"; or a marker, by its row."""

    seat: int
    use: str
    name: str


class Ending(NamedTuple):
    """How a game stood at a move: the first with the end triggered says what triggered it."""

    is_near: bool
    statues: int
    has_tile: bool


class Step(NamedTuple):
    """What a move has to do with the figures."""

    earned: tuple[tuple[int, str, int], ...]  # seat, source and points, where there are any
    bought: Bought | None
    ending: Ending | None


class SteamopolisPage(Page):
    script = Path(__file__).with_name("page.js")
    unit = "points"

    def data(self, game: Game) -> dict[str, Any]:
        chosen = steamopolis(game)
        board, words = chosen.board, load(self.face.lang, "en")
        return {
            "districts": {name: row for name, row in board["districts"].items() if name[1] != "M" or game.n_seats == 4},
            "machines": board["machines"],
            "start": board["start"],
            "gauge": board["meta"]["gauge"],
            "bonus": board["bonus"]["number"],
            "rounds": chosen.max_rounds,
            "sources": SOURCES,
            "titles": [f"{least} {words[f'title.{rank}']}" for rank, least in enumerate(TITLES)],
        }

    def position(self, state: State) -> dict[str, Any]:
        return state.snapshot()

    def event(self, state: State, move: int, worth: float | None) -> Step | None:
        verb, *rest = state.game.words(move)
        bought = ending = None
        if verb == "buy":
            bought = Bought(state.mover or 0, rest[1], str(state.snapshot()["open"][rest[0]]))
        elif verb == "marker":
            bought = Bought(state.mover or 0, "marker", rest[0])
        elif verb in ("steam", "fly", "aim", "skip"):  # every turn of the end has one of them
            now = state.snapshot()
            ending = Ending(now["ending"], len(now["statues"]), now["tile"] is not None)
        by_seat = steamopolis(state.game).earned(state, move)
        earned = tuple((seat, source, n) for seat, found in enumerate(by_seat) for source, n in found.items() if n)
        return Step(earned, bought, ending) if earned or bought or ending else None

    def figures(self, games: Sequence[tuple[StoredGame, list[Any]]], bots: Sequence[str]) -> dict[str, Any]:
        return {
            "sources": _sources(games, bots),
            "bought": _bought(games, bots),
            "tiles": _tiles(games),
            "ends": _ends(games),
            "titles": _titles(games, bots),
        }


Games = Sequence[tuple["StoredGame", list[Step]]]


def _sources(games: Games, bots: Sequence[str]) -> list[list[float]]:
    """For each bot: mean points by source, in the order of `SOURCES`. What a solo game starts with counts as time."""
    sums = [Counter[str]() for _ in bots]
    seats: Counter[int] = Counter()
    for game, steps in games:
        seated = [bots.index(name) for name in game.bots]
        seats.update(seated)
        earned = [one for step in steps for one in step.earned]
        for seat, source, n in earned:
            sums[seated[seat]][source] += n
        for seat, bot in enumerate(seated):
            sums[bot]["time"] += int(game.score[seat]) - sum(n for owner, _, n in earned if owner == seat)
    return [[total[source] / max(seats[bot], 1) for source in SOURCES] for bot, total in enumerate(sums)]


def _bought(games: Games, bots: Sequence[str]) -> list[list[Any]]:
    """For each bot and use: [bot, use, seats that played, tiles bought]."""
    counts: Counter[tuple[int, str]] = Counter()
    seats: Counter[int] = Counter()
    for game, steps in games:
        seats.update(bots.index(name) for name in game.bots)
        counts.update((bots.index(game.bots[step.bought.seat]), step.bought.use) for step in steps if step.bought)
    return [[bot, use, seats[bot], n] for (bot, use), n in sorted(counts.items())]


def _tiles(games: Games) -> dict[str, list[float]]:
    """By tile: [bought as machine, as banner, victories shared by the buyers]."""
    found: dict[str, list[float]] = {}
    for game, steps in games:
        for one in (step.bought for step in steps):
            if one and one.use != "marker":
                row = found.setdefault(one.name, [0, 0, 0])
                row[one.use == "banner"] += 1
                row[2] += game.shares[one.seat]
    return found


def _ends(games: Games) -> dict[str, int]:
    """How many games ended by statues, by passengers, by the round limit, or were lost alone."""
    found = {"statues": 0, "passengers": 0, "limit": 0, "lost": 0}
    for game, steps in games:
        near = [step.ending for step in steps if step.ending and step.ending.is_near]
        if len(game.bots) == 1 and not game.score[0]:
            found["lost"] += 1
        elif near and near[0].statues >= N_STATUES:
            found["statues"] += 1
        elif near and not near[0].has_tile:
            found["passengers"] += 1
        else:
            found["limit"] += 1
    return found


def _titles(games: Games, bots: Sequence[str]) -> list[list[int]]:
    """Solo: for each bot how many games were lost, then how many ended with each title (rules 1.11)."""
    found = [[0] * (1 + len(TITLES)) for _ in bots]
    for game, _ in games:
        points = game.score[0]
        found[bots.index(game.bots[0])][sum(points >= least for least in TITLES) if points > 0 else 0] += 1
    return found if games and len(games[0][0].bots) == 1 else []
