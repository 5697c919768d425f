"""The final table of a tournament: ratings and everything beside them, as data and as text. Called by the commands and
the report. Deterministic but for the time per move.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from arena import ratings
from arena.face import face_of
from arena.faults import FAULTS
from arena.schedule import imbalance, meetings, seat_counts
from arena.solo import Attempt, compared, ranked
from arena.store import StoredGame
from arena.wording import counted

MIN_NAME = 24  # a longer name is cut to this before columns move to a second block


@dataclass
class Row:
    bot: str
    elo: float | None = None
    low: float | None = None
    high: float | None = None
    games: int = 0  # seats played in games that count: a bot in two seats of a game counts twice
    wins: float = 0.0  # shared victories split
    mean_place: float = 0.0
    mean_score: float = 0.0
    faults: int = 0
    better_than_next: float | None = None
    seconds_per_move: float | None = None
    is_anchor: bool = False  # its rating is given, so it has no interval

    @property
    def win_rate(self) -> float:
        return self.wins / self.games if self.games else 0.0


@dataclass
class Summary:
    rows: list[Row]  # best first; bots that no game counts for last
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
    n_asked: int = 0  # by --games
    n_lap: int = 0  # games in one lap of all meetings
    score_alias: str = ""  # the game's own name for the score, if it has one

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
            "ratings": [_row_json(row, self.score_alias) for row in self.rows],
            "pairs": [
                {"a": p.a, "b": p.b, "games": p.games, "a_ahead": p.a_ahead, "b_ahead": p.b_ahead, "tied": p.tied}
                for p in self.pairs
            ],
            "seats": [round(effect, 3) for effect in self.seats],
            "imbalance": self.imbalance,
        }
        if self.without_faults:
            found["ratings_without_faults"] = [_row_json(row, self.score_alias) for row in self.without_faults]
        return found


def _row_json(row: Row, alias: str) -> dict[str, Any]:
    def rounded(value: float | None, digits: int = 3) -> float | None:
        return None if value is None else round(value, digits) + 0.0

    def mean(value: float, digits: int = 3) -> float | None:
        return rounded(value, digits) if row.games else None

    return {
        "bot": row.bot,
        "elo": rounded(row.elo),
        "low": rounded(row.low),
        "high": rounded(row.high),
        "games": row.games,
        "wins": rounded(row.wins),
        "win_rate": mean(row.win_rate, 6),
        "mean_place": mean(row.mean_place, 6),
        "mean_score": mean(row.mean_score),
        **({f"mean_{alias}": mean(row.mean_score)} if alias else {}),
        "faults": row.faults,
        "better_than_next": rounded(row.better_than_next, 6),
    }


class Games(Protocol):
    """Where games are kept: a tournament's store, or whatever gives the same."""

    @property
    def settings(self) -> dict[str, Any] | None: ...
    def games(self) -> list[StoredGame]: ...
    def timing(self) -> dict[str, tuple[float, int]]: ...


def summarise(store: Games, bots: Sequence[str], anchor: str | None = None, anchor_elo: float = 0.0) -> Summary | None:
    """The table of what is stored; None if nothing is. `bots` in the order given, the first is the anchor."""
    games = store.games()
    if not games:
        return None
    played = [game for game in games if game.places is not None]
    present = {bot for game in played for bot in game.bots}
    anchor = ratings.anchor_among(bots, present, anchor)
    rows, table = _rows(played, anchor, anchor_elo) if played else ([], None)
    order = [row.bot for row in rows]
    rows += [Row(bot) for bot in dict.fromkeys(bots) if bot not in present]
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
    stored = store.settings
    return Summary(
        rows,
        ratings.pairs(rated(played), order),
        table.seats if table else [0.0] * len(games[0].bots),
        anchor,
        len(played),
        len(games) - len(played),
        table.n_blocks if table else 0,
        len(faults),
        {kind: n for kind in FAULTS if (n := sum(fault.kind == kind for fault in faults))},
        seat_counts(game.bots for game in games),
        without,
        *((stored["games"], _lap(stored), face_of(stored["conditions"]["game"]["game"]).score_alias) if stored else ()),
    )


def _lap(settings: dict[str, Any]) -> int:
    """Games until every meeting has had one deal, in every rotation that is another seating."""
    found = meetings(settings["bots"], settings["players"], settings["format"])
    if settings["players"] == 1:
        return sum(map(len, found))
    return sum(len({meeting[turn:] + meeting[:turn] for turn in range(len(meeting))}) for meeting in found)


def rated(games: Sequence[StoredGame]) -> list[ratings.Game]:
    """What games say about who is better: their finishing orders or, of games for one seat, the order on each deal."""
    if games and len(games[0].bots) == 1:
        return compared(game.attempt for game in games)
    return [game.rated for game in games]


def _standings(games: Sequence[StoredGame]) -> Iterator[tuple[str, float, float, float]]:
    """Bot, share of the first place, place and score, for each seat of each game; alone, a bot's place on its deal."""
    if len(games[0].bots) > 1:
        for game in games:
            assert game.places is not None
            yield from zip(game.bots, game.shares, game.places, game.score, strict=True)
        return
    deals: dict[int, list[Attempt]] = {}
    for game in games:
        deals.setdefault(game.block, []).append(game.attempt)
    for attempts in deals.values():
        for attempt, place, share in zip(attempts, *ranked(attempts), strict=True):
            yield attempt.bot, share, place, attempt.score


def _rows(games: Sequence[StoredGame], anchor: str, anchor_elo: float) -> tuple[list[Row], ratings.Table | None]:
    comparisons = rated(games)
    is_anchored = any(anchor in game.bots for game in comparisons)
    table = ratings.fit(comparisons, anchor, anchor_elo) if is_anchored else None
    rows = {
        one.bot: Row(one.bot, one.elo, one.low, one.high, better_than_next=one.better_than_next)
        for one in (table.ratings if table else ())
    }
    for bot, share, place, score in _standings(games):
        row = rows.setdefault(bot, Row(bot))
        row.games += 1
        row.wins += share
        row.mean_place += place
        row.mean_score += score
    for row in rows.values():
        row.mean_place /= row.games
        row.mean_score /= row.games
    rows[anchor].is_anchor = table is not None
    return list(rows.values()), table


@dataclass(frozen=True)
class Column:
    name: str
    cell: Callable[[Row], str]
    moves: bool = False  # to a second block, where the terminal is narrow


COLUMNS = [
    Column("elo", lambda row: "" if row.elo is None else _signed(row.elo)),
    Column("95% interval", lambda row: _interval(row)),
    Column("games", lambda row: str(row.games)),
    Column("wins", lambda row: _mean(row, f"{row.wins:.1f}")),
    Column("win %", lambda row: _mean(row, f"{100 * row.win_rate:.1f}%")),
    Column("place", lambda row: _mean(row, f"{row.mean_place:.2f}"), moves=True),
    Column("score", lambda row: _mean(row, f"{row.mean_score:.1f}")),
    Column("better", lambda row: _better(row.better_than_next), moves=True),
    Column("faults", lambda row: str(row.faults)),
    Column("ms/move", lambda row: _pace(row.seconds_per_move), moves=True),
]


def table_text(summary: Summary, columns: int | None = None) -> str:
    """The table for people, as wide as the terminal (80 if there is none)."""
    columns = columns or shutil.get_terminal_size().columns
    faults = _faults_line(summary, columns)
    if not summary.n_games:
        return "\n".join(["no game counts, so there are no ratings", *faults])
    longest = max(len(row.bot) for row in summary.rows)
    shown = [replace(c, name=summary.score_alias or c.name) if c.name == "score" else c for c in COLUMNS]
    blocks = [shown]
    if _room(summary.rows, shown, columns) < min(longest, MIN_NAME):
        blocks = [[column for column in shown if column.moves is moved] for moved in (False, True)]
    room = min(max(8, _room(summary.rows, blocks[0], columns)), longest)
    lines = []
    for block in blocks:
        lines += _block_lines(summary.rows, block, room)
    lines += _joined([f"anchored at {shorten(summary.anchor, columns - 13)}",
                      "better: the chance of being better than the next one"], columns)  # fmt: skip
    if any(row.bot not in summary.balance for row in summary.rows) and summary.n_asked < summary.n_lap:
        lines.append(
            f"not rated: --games {summary.n_asked} is less than one lap of the meetings ({summary.n_lap} games)"
        )
    lines += _full_names(summary.rows, room)
    lines += _matrix_lines(summary, room, columns)
    if len(summary.seats) > 1:
        seats = ", ".join(f"{seat} {_signed(effect)}" for seat, effect in enumerate(summary.seats))
        balance = f"seat counts of a bot differ by at most {summary.imbalance}"
        lines += _joined([f"seat effects in Elo: {seats}", balance], columns)
    lines += faults
    if summary.without_faults:
        lines.append("without the games that had faults:")
        lines += _block_lines(summary.without_faults, COLUMNS[:3], room)[1:]
    return "\n".join(lines)


def _room(rows: Sequence[Row], block: Sequence[Column], columns: int) -> int:
    """What is left for the names."""
    return columns - 4 - sum(1 + _width(rows, column) for column in block)


def _width(rows: Sequence[Row], column: Column) -> int:
    return max(len(column.name), *(len(column.cell(row)) for row in rows))


def _block_lines(rows: Sequence[Row], block: Sequence[Column], room: int) -> list[str]:
    """Rank, name, and these columns; the head first."""
    width = max(3, *(len(shorten(row.bot, room)) for row in rows))
    widths = [_width(rows, column) for column in block]
    lines = [f"    {'bot':<{width}}" + "".join(f" {c.name:>{w}}" for c, w in zip(block, widths, strict=True))]
    for rank, row in enumerate(rows, 1):
        cells = "".join(f" {c.cell(row):>{w}}" for c, w in zip(block, widths, strict=True))
        lines.append(f"{rank:>2}  {shorten(row.bot, room):<{width}}{cells}".rstrip())
    return lines


def _interval(row: Row) -> str:
    if row.low is None or row.high is None:
        return "not comparable" if row.games else "not rated"
    return "anchor" if row.is_anchor else f"{_signed(row.low)} to {_signed(row.high)}"


def _signed(value: float) -> str:
    """Whole, with its sign; what rounds to zero is +0."""
    return f"{round(value):+d}"


def _mean(row: Row, text: str) -> str:
    return text if row.games else "-"


def _better(chance: float | None) -> str:
    return "" if chance is None else f"{100 * min(chance, 0.999):.1f}%"


def _pace(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:.2f}"


def _faults_line(summary: Summary, columns: int) -> list[str]:
    if not summary.n_faults:
        return []
    kinds = ", ".join(f"{n} {kind}" for kind, n in summary.fault_kinds.items())
    return _joined([f"faults: {summary.n_faults} ({kinds})", f"{counted(summary.n_void, 'game')} void"], columns)


def _joined(parts: Sequence[str], columns: int) -> list[str]:
    """In one line, if it fits."""
    line = "; ".join(parts)
    return [line] if len(line) <= columns else list(parts)


def _full_names(rows: Sequence[Row], room: int) -> list[str]:
    """If shortening made two names the same."""
    if len({shorten(row.bot, room) for row in rows}) == len(rows):
        return []
    return [f"{rank:>2} is {row.bot}" for rank, row in enumerate(rows, 1)]


def _matrix_lines(summary: Summary, room: int, columns: int) -> list[str]:
    """Each row's score against each column in percent, with its 95% interval; as many columns at a time as fit."""
    names = [row.bot for row in summary.rows if row.games]
    cells: dict[tuple[str, str], str] = {}
    if not summary.pairs:
        return []
    for pair in summary.pairs:
        cells[pair.a, pair.b] = _score(pair.score, pair.low, pair.high)
        cells[pair.b, pair.a] = _score(1 - pair.score, 1 - pair.high, 1 - pair.low)
    title = "score in % against"
    label = max(len(title), *(len(shorten(name, room)) for name in names))
    width = 2 + max(map(len, cells.values()))
    at_once = max(1, (columns - 4 - label) // width)
    lines = []
    for start in range(0, len(names), at_once):
        others = names[start : start + at_once]
        heads = (f"#{start + k}" for k in range(1, len(others) + 1))
        lines.append(f"    {title:<{label}}" + "".join(f"{head:>{width}}" for head in heads))
        for rank, name in enumerate(names, 1):
            row = "".join(f"{cells.get((name, other), '-' if name != other else ''):>{width}}" for other in others)
            lines.append(f"{rank:>2}  {shorten(name, room):<{label}}{row}".rstrip())
    return lines


def _score(score: float, low: float, high: float) -> str:
    return f"{100 * score:.0f} ({100 * low:.0f}–{100 * high:.0f})"


def shorten(name: str, most: int = 32) -> str:
    """Cut in the middle: a path's end and a bot's first letters say most."""
    if len(name) <= most:
        return name
    head = (most - 1) // 3
    return f"{name[:head]}…{name[head + 1 - most :]}"
