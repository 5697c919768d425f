"""Everything the page shows, as one JSON object. Called by `arena.report.page`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from arena import ratings
from arena.analysis import MARKS, fitting, read_analyses
from arena.face import Face, face_of
from arena.identity import machine
from arena.report.replays import GAMES_PER_CHUNK, Replay, pack, replay
from arena.solo import ranked
from arena.store import StoredGame
from arena.summary import Games, Summary, rated, summarise
from arena.tournament import Settings
from engine import BoomtownError, Game

N_CHECKPOINTS = 24
N_BINS = 24
MAX_TEXT = 600  # characters of a fault's message, and of its program's stderr


class Source(Games, Protocol):
    """What a page is made of: a tournament's store, or a record file."""

    folder: Path  # or file: what the commands are given

    @property
    def machine(self) -> dict[str, Any]: ...
    def moves(self, game: Game, number: int) -> list[int]: ...
    def notes(self, number: int) -> list[list[Any]]: ...
    def content_hash(self, game: Game, one: StoredGame) -> str: ...


def collect(
    store: Source,
    settings: Settings,
    game: Game,
    max_replays: int,
    anchor: str | None,
    tick: Callable[[int, int], None],
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
    winners = _winners(games)
    shown = _choose(games, max_replays)
    face = face_of(game)
    replays = _replay_all(face, game, store, shown, tick)
    return {
        "settings": _settings(settings),
        "face": _face(face, game),
        "own": face.page.data(game),
        "figures": face.page.figures(replays.events, order),
        "bots": order,
        "table": [_row(row) for row in summary.rows],
        "clean": [_row(row) for row in summary.without_faults],
        "pairs": [[order.index(p.a), order.index(p.b), p.games, p.score, p.low, p.high] for p in summary.pairs],
        "anchor": summary.anchor,
        "seats": summary.seats,
        "bySeat": _by_seat(games, order),
        "balance": {"counts": [summary.balance.get(bot, []) for bot in order], "imbalance": summary.imbalance},
        "history": _history(games, order, summary.anchor, anchor_elo),
        "scores": _scores(games, order),
        "games": [_game(game, order, winners.get(game.number, [])) for game in games],
        "replays": {str(game.number): at for at, game in enumerate(shown)},
        "marks": replays.marks,
        "commands": {verb: shlex.join(["boomtown", verb, str(store.folder)]) for verb in ("analyse", "report")},
        "made": {"played": _plain(store.machine), "made": machine()},
        "perChunk": GAMES_PER_CHUNK,
        "chunks": replays.chunks,
        "totals": _totals(summary),
    }


def _settings(settings: Settings) -> dict[str, Any]:
    return {
        "players": settings.players,
        "seed": str(settings.seed),  # a browser's numbers end at 53 bits
        "format": settings.format,
        "time": settings.conditions.time_text,
    }


def _plain(stored: dict[str, Any]) -> dict[str, str | int]:
    """Of what a file says, words and whole numbers."""
    return {key: value for key, value in stored.items() if isinstance(value, (str, int))}


def _face(face: Face, game: Game) -> dict[str, str]:
    """What people call things."""
    return {
        "title": face.title,
        "settings": face.text.settings(game),
        "score": face.score_name,
        "unit": face.page.unit,
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
        "score": row.mean_score if row.games else None,
        "faults": row.faults,
        "better": row.better_than_next,
        "pace": row.seconds_per_move,
        "bot": row.bot,
    }


def _game(game: StoredGame, order: Sequence[str], winners: Sequence[int]) -> list[Any]:
    faults = [[one.seat, one.kind, one.move, one.detail[-MAX_TEXT:], one.stderr[-MAX_TEXT:]] for one in game.faults]
    seats = [order.index(bot) if bot in order else -1 for bot in game.bots]
    counts = game.places is not None
    return [game.number, game.block, seats, counts, game.score, faults, game.n_moves, winners]


def _winners(games: Sequence[StoredGame]) -> dict[int, list[int]]:
    """By the numbers of the games that count: the seats with the best place; of a game for one seat that one, if nobody
    did better on its deal."""
    found: dict[int, list[int]] = {}
    deals: dict[int, list[StoredGame]] = {}
    for game in games:
        if game.places is not None:
            best = min(game.places)
            found[game.number] = [seat for seat, place in enumerate(game.places) if place == best]
            deals.setdefault(game.block, []).append(game)
    for together in deals.values():
        if len(together[0].bots) == 1:
            _, shares = ranked([game.attempt for game in together])
            found.update((game.number, [0] if share else []) for game, share in zip(together, shares, strict=True))
    return found


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


@dataclass
class _Replays:
    chunks: list[str] = field(default_factory=list)  # as the page unpacks them
    events: list[tuple[StoredGame, list[Any]]] = field(default_factory=list)  # of games that count
    marks: dict[str, list[int]] = field(default_factory=dict)  # by game: how many of each of `MARKS`, if it was judged


def _replay_all(
    face: Face, game: Game, store: Source, shown: Sequence[StoredGame], tick: Callable[[int, int], None]
) -> _Replays:
    found = _Replays()
    waiting: list[Replay] = []
    analyses = read_analyses(store.folder)
    for done, stored in enumerate(shown, 1):
        moves, analysis = store.moves(game, stored.number), None
        if analyses:
            analysis = fitting(analyses, store.content_hash(game, stored), game.n_seats, len(moves))
        if analysis is not None and analysis.decisions:
            found.marks[str(stored.number)] = [sum(one.mark == mark for one in analysis.decisions) for mark in MARKS]
        one = replay(face, game, moves, store.notes(stored.number), analysis)
        if stored.places is not None:
            found.events.append((stored, one.events))
        waiting.append(one)
        if len(waiting) == GAMES_PER_CHUNK or done == len(shown):
            found.chunks.append(pack(waiting))
            waiting = []
        tick(done, len(shown))
    return found


def _by_seat(games: Sequence[StoredGame], order: Sequence[str]) -> list[list[list[float]]]:
    """For each bot and seat: games, share of victories, mean score."""
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
    counted = [game for game in games if game.places is not None]
    ends = sorted({max(1, len(counted) * k // N_CHECKPOINTS) for k in range(1, N_CHECKPOINTS + 1)})
    found: list[list[Any]] = []
    for end in ends:
        part = rated(counted[:end])
        if not any(anchor in game.bots for game in part):
            continue
        elos = {row.bot: row.elo for row in ratings.fit(part, anchor, anchor_elo, resamples=0).ratings}
        found.append([end, [elos.get(bot) for bot in order]])
    return found


def _scores(games: Sequence[StoredGame], order: Sequence[str]) -> dict[str, Any]:
    """Histograms over common bins, and quartiles."""
    values: dict[str, list[float]] = {bot: [] for bot in order}
    for game in games:
        if game.places is not None:
            for bot, score in zip(game.bots, game.score, strict=True):
                values[bot].append(score)
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
