"""Which guide leads the search through which game. `bots/mcts.py` asks; a game without one is searched unguided."""

from __future__ import annotations

import importlib

from bots.guide import Guide
from engine import Game

# game name -> module and class; loaded when first needed
GUIDES: dict[str, str] = {"planet-steam": "bots.planet_steam.guide:PlanetSteamGuide"}


def guide_for(game: Game, noise: float, horizon: int) -> Guide:
    """The guide made for this game, or the one that knows only the contract. `noise` is how often a playout strays from
    the guide's policy, `horizon` how many rounds it goes on before the guide's value model judges (0: to the end)."""
    if game.name not in GUIDES:
        return Guide(game)
    module, _, name = GUIDES[game.name].partition(":")
    guide = getattr(importlib.import_module(module), name)(game, noise=noise, horizon=horizon)
    assert isinstance(guide, Guide)
    return guide
