"""Everything the page shows, as one JSON object. Called by `arena.report.page`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arena import ratings
from arena.report.replays import GAMES_PER_CHUNK, Auction, Replay, pack, replay
from arena.store import Store, StoredGame
from arena.summary import Summary, summarise
from arena.tournament import Settings
from engine import BoomtownError
from engine.games import remade

N_CHECKPOINTS = 24
N_BINS = 24
MAX_POINTS = 600  # of single auctions
MAX_TEXT = 600  # characters of a fault's message, and of its program's stderr


def collect(
    store: Store, settings: Settings, max_replays: int, anchor: str | None, tick: Callable[[int, int], None]
) -> dict[str, Any]:
    """The page's data. `tick(done, total)` is called as games are replayed."""
    bots = list(dict.fromkeys(settings.bots))
    fixed = settings.anchor or bots[0]  # whose rating is `anchor_elo`
    anchor = anchor or fixed
    anchor_elo = settings.anchor_elo if anchor == fixed else 0.0
    summary = summarise(store, bots, anchor, anchor_elo)
    if summary is None:
        raise BoomtownError(f"{store.folder}: no finished game to report on")
    games = store.games()
    order = [row.bot for row in summary.rows]
    shown = _choose(games, max_replays)
    auctions, chunks = _replay_all(store, settings, games, shown, tick)
    return {
        "settings": _settings(settings),
        "bots": order,
        "table": [_row(row) for row in summary.rows],
        "clean": [_row(row) for row in summary.without_faults],
        "pairs": [[order.index(p.a), order.index(p.b), p.games, p.score, p.low, p.high] for p in summary.pairs],
        "anchor": summary.anchor,
        "seats": summary.seats,
        "bySeat": _by_seat(games, order),
        "balance": {"counts": [summary.balance.get(bot, []) for bot in order], "imbalance": summary.imbalance},
        "history": _history(games, order, summary.anchor, anchor_elo),
        "wealth": _wealth(games, order),
        "cards": settings.conditions.game.get("board", {}).get("specialists", []),
        "specialists": _specialists(auctions, order),
        "auctions": _points(auctions, order),
        "games": [_game(game, order) for game in games],
        "replays": {str(game.number): at for at, game in enumerate(shown)},
        "perChunk": GAMES_PER_CHUNK,
        "chunks": chunks,
        "totals": _totals(summary),
    }


def _settings(settings: Settings) -> dict[str, Any]:
    game = settings.conditions.game
    return {
        "game": game.get("game", game.get("factory", "")),
        "edition": game.get("edition"),
        "players": settings.players,
        "rules": game.get("rules", []),
        "seed": settings.seed,
        "format": settings.format,
        "time": settings.conditions.time,
        "sims": settings.conditions.sims,
        "onFault": settings.conditions.on_fault,
        "rounds": game.get("board", {}).get("rounds"),
    }


def _totals(summary: Summary) -> dict[str, Any]:
    return {
        "games": summary.n_games,
        "void": summary.n_void,
        "faults": summary.n_faults,
        "kinds": summary.fault_kinds,
    }


def _row(row: Any) -> dict[str, Any]:
    return {
        "elo": row.elo,
        "low": row.low,
        "high": row.high,
        "games": row.games,
        "wins": row.wins,
        "winRate": row.win_rate,
        "place": row.mean_place if row.games else None,
        "wealth": row.mean_score if row.games else None,
        "faults": row.faults,
        "better": row.better_than_next,
        "pace": row.seconds_per_move,
        "bot": row.bot,
    }


def _game(game: StoredGame, order: Sequence[str]) -> list[Any]:
    faults = [[one.seat, one.kind, one.move, one.detail[-MAX_TEXT:], one.stderr[-MAX_TEXT:]] for one in game.faults]
    seats = [order.index(bot) if bot in order else -1 for bot in game.bots]
    return [game.number, game.block, seats, game.places, game.score, faults, game.n_moves, game.seed]


def _choose(games: Sequence[StoredGame], most: int) -> list[StoredGame]:
    """The games to embed: all, or those with faults first and the rest spread evenly."""
    if len(games) <= most:
        return list(games)
    chosen = [game for game in games if game.faults][:most]
    rest = [game for game in games if not game.faults]
    left = most - len(chosen)
    if left > 0:
        chosen += [rest[k * len(rest) // left] for k in range(left)]
    return sorted(chosen, key=lambda game: game.number)


def _replay_all(
    store: Store,
    settings: Settings,
    games: Sequence[StoredGame],
    shown: Sequence[StoredGame],
    tick: Callable[[int, int], None],
) -> tuple[list[tuple[StoredGame, Auction]], list[str]]:
    game = remade(settings.conditions.game)
    auctions: list[tuple[StoredGame, Auction]] = []
    chunks: list[str] = []
    waiting: list[Replay] = []
    for done, stored in enumerate(shown, 1):
        one = replay(game, store.moves(stored.number), store.notes(stored.number))
        if stored.places is not None:
            auctions += [(stored, auction) for auction in one.auctions]
        waiting.append(one)
        if len(waiting) == GAMES_PER_CHUNK or done == len(shown):
            chunks.append(pack(waiting))
            waiting = []
        tick(done, len(shown))
    return auctions, chunks


def _by_seat(games: Sequence[StoredGame], order: Sequence[str]) -> list[list[list[float]]]:
    """For each bot and seat: games, share of victories, mean wealth."""
    n_seats = max(len(game.bots) for game in games)
    sums = np.zeros((len(order), n_seats, 3))
    for game in games:
        if game.places is None:
            continue
        for seat, bot in enumerate(game.bots):
            sums[order.index(bot), seat] += (1, game.shares[seat], game.score[seat])
    counts = np.maximum(sums[:, :, :1], 1)
    return [
        [[float(v) for v in cell] for cell in row]
        for row in np.concatenate([sums[:, :, :1], sums[:, :, 1:] / counts], 2)
    ]


def _history(games: Sequence[StoredGame], order: Sequence[str], anchor: str, anchor_elo: float) -> list[list[Any]]:
    """[games played, [rating of each bot or null]] as the tournament went on."""
    rated = [game for game in games if game.places is not None]
    ends = sorted({max(1, len(rated) * k // N_CHECKPOINTS) for k in range(1, N_CHECKPOINTS + 1)})
    found: list[list[Any]] = []
    for end in ends:
        part = [game.rated for game in rated[:end]]
        if anchor not in {bot for game in part for bot in game.bots}:
            continue
        elos = {row.bot: row.elo for row in ratings.fit(part, anchor, anchor_elo, resamples=0).ratings}
        found.append([end, [elos.get(bot) for bot in order]])
    return found


def _wealth(games: Sequence[StoredGame], order: Sequence[str]) -> dict[str, Any]:
    """Histograms over common bins, and quartiles."""
    values: dict[str, list[float]] = {bot: [] for bot in order}
    for game in games:
        if game.places is not None:
            for bot, wealth in zip(game.bots, game.score, strict=True):
                values[bot].append(wealth)
    everything = [value for bot in order for value in values[bot]]
    low, high = min(everything, default=0.0), max(everything, default=0.0)
    edges = np.linspace(low, high if high > low else low + 1, N_BINS + 1)
    return {
        "edges": [float(edge) for edge in edges],
        "counts": [[int(n) for n in np.histogram(values[bot], edges)[0]] for bot in order],
        "quartiles": [_quartiles(values[bot]) for bot in order],
    }


def _quartiles(values: Sequence[float]) -> list[float] | None:
    return [float(q) for q in np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95])] if values else None


def _specialists(auctions: Sequence[tuple[StoredGame, Auction]], order: Sequence[str]) -> list[list[Any]]:
    """For each bot, card and round: [bot, card, round, times bought, mean price, share of victories, worth]. The worth
    in hindsight is the price that would have left the buyers where the bot usually ends, as compared to its table."""
    cells: dict[tuple[int, int, int], list[tuple[float, float, float]]] = {}
    usual: dict[int, list[float]] = {}
    for game, one in auctions:
        bot = order.index(game.bots[one.seat])
        ahead = game.score[one.seat] - sum(game.score) / len(game.score)
        cells.setdefault((bot, one.card, one.round), []).append((one.price, game.shares[one.seat], ahead))
        usual.setdefault(bot, []).append(ahead)
    found = []
    for (bot, card, number), entries in sorted(cells.items()):
        price, share, ahead = (float(value) for value in np.mean(entries, axis=0))
        found.append([bot, card, number, len(entries), price, share, price + ahead - float(np.mean(usual[bot]))])
    return found


def _points(auctions: Sequence[tuple[StoredGame, Auction]], order: Sequence[str]) -> list[list[Any]]:
    """Single auctions in which the buyer had said what winning was worth: [bot, card, price, worth], thinned evenly."""
    said = [(game, one) for game, one in auctions if one.worth is not None]
    step = max(1, len(said) // MAX_POINTS)
    return [[order.index(game.bots[one.seat]), one.card, one.price, one.worth] for game, one in said[::step]]
