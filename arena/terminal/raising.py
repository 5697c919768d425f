"""How bots bid at a table with people: at once what the price would come to anyway, not one by one.

A match lets bots raise as they like; people wait for every raise. Here the auction is played on in imagination, from
what the bidder knows, the others by the game's policy: the bidder's last raise in it is bid now. Of several imagined
positions the cheapest outcome counts, so nothing is lost by the jump as far as the bidder can judge.
"""

from __future__ import annotations

import math
from typing import Any

from arena.face import face_of
from bots import Bot
from bots.players import Policy, players_of
from engine import Game, Observation, State, Stream

N_IMAGINED = 4
MAX_RAISES = 200  # of one imagined auction


def raised(bot: Bot, game: Game, seen: Observation, move: int) -> int:
    """The bid to make instead of a bot's bid; other moves stay as they are."""
    face, players = face_of(game), players_of(game)
    state = seen.sample(Stream(0, "raising"))
    bid = face.price(state, move)
    limit = _limit(bot)
    if not bid or limit is None or not players.has_policy:
        return move
    policy = players.policy(game)
    last = min(_last_raise(game, seen.sample(Stream(k, "raising")), limit, policy) for k in range(N_IMAGINED))
    bids = [(price, other) for other in state.legal() if bid < (price := face.price(state, other) or 0) <= last]
    return max(bids)[1] if bids else move


def _limit(bot: Bot) -> float | None:
    """What the bot would pay: as it says itself, or whatever its policy says; None: nobody knows."""
    worth = (bot.analysis or {}).get("worth")
    if worth is not None:
        return float(worth)
    inner: Any = getattr(bot, "player", bot)
    return math.inf if hasattr(inner, "policy") else None


def _last_raise(game: Game, state: State, limit: float, policy: Policy) -> int:
    """What the mover bids last when the auction goes on one by one."""
    face, seat, last = face_of(game), state.mover, 0
    for k in range(MAX_RAISES):
        if state.mover is None or state.mover < 0:
            break
        prices = {move: face.price(state, move) for move in state.legal()}
        if all(price is None for price in prices.values()):
            break
        if state.mover == seat and limit < math.inf:
            move = min(
                (move for move, price in prices.items() if price), key=lambda one: prices[one] or 0, default=None
            )
            if move is None or (prices[move] or 0) > limit:
                break
        else:
            move = policy.advise(state.observe(state.mover), Stream(k, "raising"))[0]
        if state.mover == seat:
            if not prices.get(move):
                break
            last = prices[move] or 0
        state.apply(move)
    return last
