"""Games for the tests of the terminal: every number of players; random, but meeting much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arena.steamopolis.table import SteamopolisTable
from arena.terminal.game_session import HUMAN, GameSession
from engine import Stream, new_game
from tests.terminal.driving import table_of

PLAYERS = (1, 2, 3, 4)
# What a person wants to do, most wanted first: chosen three times of four, so that rare decisions come up.
WANTED = ("buy", "marker", "board", "infest", "sap", "tap", "use", "upper", "lower", "run", "aim")


def new_session(players: int, seed: int, max_rounds: int = 30) -> GameSession:
    """A game among people."""
    game = new_game("steamopolis", players=players, max_rounds=max_rounds)
    return GameSession(game, seed, [HUMAN] * players)


def steam_table(session: GameSession, language: str = "en") -> SteamopolisTable:
    table = table_of(session, language)
    assert isinstance(table, SteamopolisTable)
    return table


def lively(session: GameSession, picks: Stream) -> int:
    """A random legal move, but rather one that does something."""
    legal, words = session.legal, session.game.words
    if picks.below(4):
        wanted = [move for verb in WANTED for move in legal if words(move)[0] == verb]
        if wanted:
            verb = words(wanted[0])[0]
            return int(picks.choice([move for move in wanted if words(move)[0] == verb]))
    return int(picks.choice(legal))


def positions(players: int, seed: int, max_rounds: int = 30) -> Iterator[tuple[GameSession, int]]:
    """Every decision of a lively game, with the move that is played next."""
    session = new_session(players, seed, max_rounds)
    picks = Stream(seed, "lively")
    while not session.is_over:
        move = lively(session, picks)
        yield session, move
        session.play(move)


def at_action(players: int, **changes: Any) -> GameSession:
    """A position to try things in, the person to choose an action."""
    session = new_session(players, 2)
    while session.phase != "action":
        session.play(session.legal[0])
    session.states[-1] = session.game.edit(session.state, **changes)
    return session
