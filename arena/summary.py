"""The final table of a tournament: ratings and everything beside them, as data and as text. Called by the commands and
the report. Deterministic but for the time per move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arena import ratings
from arena.faults import FAULTS
from arena.schedule import imbalance
from arena.store import Store, StoredGame


@dataclass
class Row:
    bot: str
    elo: float | None = None
    low: float | None = None
    high: float | None = None
    games: int = 0  # seats played: a bot in two seats of a game counts twice
    wins: float = 0.0  # shared victories split
    mean_place: float = 0.0
    mean_wealth: float = 0.0
    faults: int = 0
    better_than_next: float | None = None
    seconds_per_move: float | None = None

    @property
    def win_rate(self) -> float:
        return self.wins / self.games if self.games else 0.0


@dataclass
class Summary:
    rows: list[Row]
    pairs: list[ratings.Pair]
    seats: list[float]  # effect in Elo
    anchor: str
    n_games: int
    n_void: int
    n_blocks: int
    n_faults: int
    fault_kinds: dict[str, int]
    balance: dict[str, list[int]]  # bot -> games by seat
    without_faults: list[Row] = field(default_factory=list)  # the same fit without faulty games, if there are any

    @property
    def imbalance(self) -> int:
        return imbalance(self.balance)

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        found: dict[str, Any] = {
            "games": self.n_games,
            "void": self.n_void,
            "faults": self.n_faults,
            "fault_kinds": self.fault_kinds,
            "anchor": self.anchor,
            "ratings": [_row_json(row) for row in self.rows],
            "pairs": [
                {"a": p.a, "b": p.b, "games": p.games, "a_ahead": p.a_ahead, "b_ahead": p.b_ahead, "tied": p.tied}
                for p in self.pairs
            ],
            "seats": [round(effect, 3) for effect in self.seats],
            "imbalance": self.imbalance,
        }
        if self.without_faults:
            found["ratings_without_faults"] = [_row_json(row) for row in self.without_faults]
        return found


def _row_json(row: Row) -> dict[str, Any]:
    def rounded(value: float | None, digits: int = 3) -> float | None:
        return None if value is None else round(value, digits) + 0.0

    return {
        "bot": row.bot,
        "elo": rounded(row.elo),
        "low": rounded(row.low),
        "high": rounded(row.high),
        "games": row.games,
        "wins": rounded(row.wins),
        "win_rate": rounded(row.win_rate, 6),
        "mean_place": rounded(row.mean_place, 6),
        "mean_wealth": rounded(row.mean_wealth),
        "faults": row.faults,
        "better_than_next": rounded(row.better_than_next, 6),
    }


def summarise(store: Store, bots: Sequence[str], anchor: str | None = None, anchor_elo: float = 0.0) -> Summary | None:
    """The table of what is stored; None if no game counts yet. `bots` in the order given, the first is the anchor."""
    games = store.games()
    played = [game for game in games if game.places is not None]
    if not played:
        return None
    anchor = anchor or bots[0]
    present = {bot for game in played for bot in game.bots}
    if anchor not in present:
        anchor = next(bot for bot in bots if bot in present)
    rows, table = _rows(played, anchor, anchor_elo)
    timing = store.timing()
    for row in rows:
        seconds, decisions = timing.get(row.bot, (0.0, 0))
        row.seconds_per_move = seconds / decisions if decisions else None
        row.faults = sum(fault.bot == row.bot for game in games for fault in game.faults)
    faults = [fault for game in games for fault in game.faults]
    clean = [game for game in played if not game.faults]
    without: list[Row] = []
    if faults and clean and anchor in {bot for game in clean for bot in game.bots}:
        without = _rows(clean, anchor, anchor_elo)[0]
    balance: dict[str, list[int]] = {}
    for game in games:
        for seat, bot in enumerate(game.bots):
            balance.setdefault(bot, [0] * len(game.bots))[seat] += 1
    order = [row.bot for row in rows]
    return Summary(
        rows,
        ratings.pairs([game.rated for game in played], order),
        table.seats,
        anchor,
        len(played),
        len(games) - len(played),
        table.n_blocks,
        len(faults),
        {kind: n for kind in FAULTS if (n := sum(fault.kind == kind for fault in faults))},
        balance,
        without,
    )


def _rows(games: Sequence[StoredGame], anchor: str, anchor_elo: float) -> tuple[list[Row], ratings.Table]:
    table = ratings.fit([game.rated for game in games], anchor, anchor_elo)
    rows = {rating.bot: Row(rating.bot, rating.elo, rating.low, rating.high, better_than_next=rating.better_than_next)
            for rating in table.ratings}  # fmt: skip
    for game in games:
        assert game.places is not None
        for seat, bot in enumerate(game.bots):
            row = rows[bot]
            row.games += 1
            row.wins += game.shares[seat]
            row.mean_place += game.places[seat]
            row.mean_wealth += game.wealth[seat]
    for row in rows.values():
        row.mean_place /= row.games
        row.mean_wealth /= row.games
    return list(rows.values()), table


def table_text(summary: Summary) -> str:
    """The table for people."""
    names = [row.bot for row in summary.rows]
    width = max(3, *(len(shorten(name)) for name in names))
    lines = [
        f"{'':>2}  {'bot':<{width}} {'elo':>7} {'95% interval':>16} {'games':>6} {'wins':>8} {'win %':>6} {'place':>6} "
        f"{'wealth':>7} {'better':>7} {'faults':>6} {'ms/move':>8}"
    ]
    for rank, row in enumerate(summary.rows, 1):
        lines.append(f"{rank:>2}  {shorten(row.bot):<{width}} {_ratings_text(row)} {_rest_text(row)}")
    lines.append(f"anchored at {shorten(summary.anchor)}; better: the chance of being better than the next one")
    lines.append(_matrix_text(summary, width))
    seats = ", ".join(f"{seat} {effect:+.0f}" for seat, effect in enumerate(summary.seats))
    lines.append(f"seat effects in Elo: {seats}; seat counts of a bot differ by at most {summary.imbalance}")
    if summary.n_faults:
        kinds = ", ".join(f"{n} {kind}" for kind, n in summary.fault_kinds.items())
        lines.append(f"faults: {summary.n_faults} ({kinds}); {summary.n_void} games void")
        if summary.without_faults:
            lines.append("without the games that had faults:")
            for rank, row in enumerate(summary.without_faults, 1):
                lines.append(f"{rank:>2}  {shorten(row.bot):<{width}} {_ratings_text(row)} {row.games:>6}")
    return "\n".join(lines)


def _ratings_text(row: Row) -> str:
    if row.elo is None or row.low is None or row.high is None:
        return f"{'not comparable':>24}"
    interval = f"{row.low:+.0f} to {row.high:+.0f}" if row.low != row.high else "anchor"
    return f"{row.elo:>+7.0f} {interval:>16}"


def _rest_text(row: Row) -> str:
    better = "" if row.better_than_next is None else f"{100 * min(row.better_than_next, 0.999):.1f}%"
    pace = "" if row.seconds_per_move is None else f"{1000 * row.seconds_per_move:.2f}"
    return (
        f"{row.games:>6} {row.wins:>8.1f} {100 * row.win_rate:>5.1f}% {row.mean_place:>6.2f} {row.mean_wealth:>7.1f} "
        f"{better:>7} {row.faults:>6} {pace:>8}"
    )


def _matrix_text(summary: Summary, width: int) -> str:
    """Each row's score against each column in percent, with the half interval."""
    names = [row.bot for row in summary.rows]
    cells: dict[tuple[str, str], str] = {}
    for pair in summary.pairs:
        half = 50 * (pair.high - pair.low)
        cells[pair.a, pair.b] = f"{100 * pair.score:.0f}±{half:.0f}"
        cells[pair.b, pair.a] = f"{100 * (1 - pair.score):.0f}±{half:.0f}"
    head = " ".join(f"{f'#{k}':>7}" for k in range(1, len(names) + 1))
    label = max(width, len("score in % against"))
    lines = [f"{'':>2}  {'score in % against':<{label}} {head}"]
    for rank, name in enumerate(names, 1):
        row = " ".join(f"{cells.get((name, other), '-' if name != other else ''):>7}" for other in names)
        lines.append(f"{rank:>2}  {shorten(name):<{label}} {row}")
    return "\n".join(lines)


def shorten(name: str, most: int = 32) -> str:
    return name if len(name) <= most else f"…{name[1 - most :]}"
