"""Planet Steam in the HTML report: what `page.js` beside this draws its board, specialists and auctions from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.face import Page
from arena.planet_steam.text import planet_steam
from engine import Game, State
from engine.planet_steam.editions import BY_NAME

if TYPE_CHECKING:
    from arena.store import StoredGame

MAX_POINTS = 600  # of single auctions


class Bid(NamedTuple):
    """A bid of whatever is auctioned; the last one before a specialist is taken is its price."""

    price: int
    worth: float | None  # what the bidder said winning was worth, if it said so


class Taken(NamedTuple):
    """A specialist bought."""

    seat: int
    card: int
    round: int


class Auction(NamedTuple):
    game: StoredGame
    taken: Taken
    bid: Bid


class PlanetSteamPage(Page):
    script = Path(__file__).with_name("page.js")
    unit = "credits"

    def data(self, game: Game) -> dict[str, Any]:
        chosen = planet_steam(game)
        edition = BY_NAME[chosen.edition]
        words = edition.words
        return {
            "across": not edition.lines_are_rows,
            "mooring": "A" if edition.lines_are_rows else "C",
            "rounds": chosen.board["rounds"],
            "river": chosen.board["river"],
            "cards": [" + ".join(words[role] for role in roles) for roles in chosen.board["specialists"]],
            "words": {key: words[key] for key in ("round", "market", "licences_short", "quarters_short")},
        }

    def position(self, state: State) -> dict[str, Any]:
        return state.snapshot()

    def event(self, state: State, move: int, worth: float | None) -> Bid | Taken | None:
        verb, *rest = state.game.words(move)
        if verb == "bid":
            return Bid(rest[0], worth)
        if verb == "take":
            return Taken(state.mover or 0, rest[0], state.snapshot()["round"])
        return None

    def figures(self, games: Sequence[tuple[StoredGame, list[Any]]], bots: Sequence[str]) -> dict[str, Any]:
        auctions = [one for game, events in games for one in _auctions(game, events)]
        return {"bought": _bought(auctions, bots), "said": _said(auctions, bots)}


def _auctions(game: StoredGame, events: list[Bid | Taken]) -> Iterator[Auction]:
    last = Bid(0, None)
    for event in events:
        if isinstance(event, Bid):
            last = event
        else:
            yield Auction(game, event, last)


def _bought(auctions: Sequence[Auction], bots: Sequence[str]) -> list[list[Any]]:
    """For each bot, card and round: [bot, card, round, times bought, mean price, share of victories, worth]. The worth
    in hindsight is the price that would have left the buyers where the bot usually ends, as compared to its table."""
    cells: dict[tuple[int, int, int], list[tuple[float, float, float]]] = {}
    usual: dict[int, list[float]] = {}
    for game, (seat, card, number), bid in auctions:
        bot = bots.index(game.bots[seat])
        ahead = game.score[seat] - sum(game.score) / len(game.score)
        cells.setdefault((bot, card, number), []).append((bid.price, game.shares[seat], ahead))
        usual.setdefault(bot, []).append(ahead)
    found = []
    for (bot, card, number), entries in sorted(cells.items()):
        price, share, ahead = map(fmean, zip(*entries, strict=True))
        found.append([bot, card, number, len(entries), price, share, price + ahead - fmean(usual[bot])])
    return found


def _said(auctions: Sequence[Auction], bots: Sequence[str]) -> list[list[Any]]:
    """Single auctions in which the buyer had said what winning was worth: [bot, card, price, worth], thinned evenly."""
    said = [one for one in auctions if one.bid.worth is not None]
    step = max(1, len(said) // MAX_POINTS)
    return [[bots.index(game.bots[taken.seat]), taken.card, *bid] for game, taken, bid in said[::step]]
