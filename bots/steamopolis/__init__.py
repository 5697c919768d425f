"""Steamopolis' bots room: guide and policy of one compiled judgement, levels, ratings, and what can be trained."""

from __future__ import annotations

from bots.players import Players, Policy
from engine import Game


class SteamopolisPlayers(Players):
    has_policy = True

    def policy(self, game: Game) -> Policy:
        from bots.steamopolis.adviser import Adviser
        from engine.steamopolis.game import Steamopolis

        assert isinstance(game, Steamopolis)
        return Adviser(game)


PLAYERS = SteamopolisPlayers()
