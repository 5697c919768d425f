"""Games for the tests of the terminal: every edition, number of players and all rules; random, but meeting much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arena.planet_steam.table import PlanetSteamTable
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.steps import Offer
from engine import Stream, new_game
from tests.terminal.driving import table_of

CONFIGURATIONS = [
    (edition, players, rules)
    for edition in ("ffg", "ludoart")
    for players in (2, 3, 4, 5)
    for rules in ((), ("all",), ("sabotage", "price-manipulation"))
]


def new_session(edition: str, players: int, rules: tuple[str, ...], seed: int, **settings: Any) -> GameSession:
    """A game among people, with open credits unless said otherwise."""
    game = new_game(players=players, edition=edition, rules=list(rules), **{"credits": "open", **settings})
    return GameSession(game, seed, [HUMAN] * players)


def steam_table(session: GameSession, language: str = "en") -> PlanetSteamTable:
    table = table_of(session, language)
    assert isinstance(table, PlanetSteamTable)
    return table


def offer_of(session: GameSession, text: str) -> Offer:
    """A legal move as what a person chooses."""
    move = session.game.move(text)
    return Offer(tuple(session.game.words(move)), (move,))


def lively(session: GameSession, picks: Stream) -> int:
    """A random legal move, but one that bids little and builds much, so that rare decisions come up."""
    legal = session.state.legal()
    game = session.game
    verbs = {game.words(move)[0] for move in legal}
    if "activate" in verbs and picks.below(4):
        return int(game.move("activate"))
    if "bid" in verbs:
        bids = [move for move in legal if game.words(move)[0] == "bid"]
        return int(picks.choice([move for move in legal if move not in bids] + bids[:2]))
    if session.phase == "tank-phase" and picks.below(8):
        wanted = picks.choice(sorted(verbs - {"done"}) or ["done"])
        wanted = "move-supercharger" if "move-supercharger" in verbs and picks.below(2) else wanted
        wanted = "supercharger" if "supercharger" in verbs else wanted
        return int(picks.choice([move for move in legal if game.words(move)[0] == wanted]))
    return int(picks.choice(legal))


def positions(edition: str, players: int, rules: tuple[str, ...], seed: int) -> Iterator[tuple[GameSession, int]]:
    """Every decision of a lively game, with the move that is played next."""
    session = new_session(edition, players, rules, seed)
    picks = Stream(seed, "lively")
    while not session.is_over:
        move = lively(session, picks)
        yield session, move
        if len(session.state.legal()) and move in session.state.legal():
            session.play(move)
