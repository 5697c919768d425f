"""Figures as people read them: a table over the set-ups of each game, and a comparison with an earlier run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BoomtownError
from engine.games import game_type

# Key of a figure and what it is called, in the order of the table: those that every game has, then the floors.
GAME_LABELS = {
    "moves_per_second": "random playouts, moves/s",
    "games_per_second": "random playouts, games/s",
    "moves_per_second_all_cores": "moves/s, all cores",
    "copy_ns": "copy, ns",
    "memcpy_ns": "memcpy of its size, ns",
    "legal_ns": "legal, ns",
    "apply_ns": "apply, ns",
    "roll_ns": "roll, ns",
    "observe_ns": "observe, ns",
    "sample_ns": "sample, ns",
    "knowledge_ns": "hash of what a seat knows, ns",
    "state_bytes": "state, bytes",
    "python_moves_per_second": "Python face, moves/s",
    "notation_ns": "Python face, moves(), ns",
    "perft_nodes_per_second": "perft, nodes/s",
    "sims_per_second": "search, sims/s",
    "sims_per_second_full_playouts": "search, full playouts",
    "sims_per_second_one_round": "search, horizon 1",
    "sims_per_second_random": "search, random playouts",
    "sims_per_second_2_threads": "search, 2 threads",
    "simulate_games_per_second": "simulate, games/s",
    "arena_games_per_second": "tournament, games/s",
}
LABELS = {
    **GAME_LABELS,
    "random_ns": "floor: a random number, ns",
    "bare_move_ns": "floor: a bare C move, ns",
}
LABEL_WIDTH = max(map(len, LABELS.values()))
COLUMN_WIDTH = 9


class CompareError(BoomtownError):
    """A file that is no earlier run."""


def short(value: float) -> str:
    """Three digits: `28.7M`, `512k`, `13.6`."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= size:
            scaled = value / (1e3 if unit == "k" else size)
            return f"{scaled:.3g}{unit}" if scaled < 1000 else f"{scaled:.0f}{unit}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"


def tables(run: Mapping[str, Any], width: int) -> Iterator[str]:
    """A run as lines of text; a game's set-ups that are too wide for one table get several."""
    where = run["machine"]
    yield f"boomtown {where['boomtown']}, {where['date']}, {where['processor']}, {where['cores']} cores"
    yield f"Python {where['python']}, {where['system']}"
    yield ""
    most = max(1, (width - LABEL_WIDTH) // COLUMN_WIDTH)
    for name, rows in run["games"].items():
        n_tables = -(-len(rows) // most)
        size = -(-len(rows) // n_tables)
        for start in range(0, len(rows), size):
            yield from _table(game_type(name).title, rows[start : start + size])
            yield ""
    for key, value in run["floors"].items():
        yield f"{LABELS[key].ljust(LABEL_WIDTH)}{value:9.1f}"
    yield f"{'signature'.ljust(LABEL_WIDTH)} {run['signature']}"


def _table(title: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A column per set-up, a line per figure."""
    yield title.ljust(LABEL_WIDTH) + "".join(row["label"].rjust(COLUMN_WIDTH) for row in rows)
    for key, label in GAME_LABELS.items():
        if key in rows[0]:
            yield label.ljust(LABEL_WIDTH) + "".join(short(row[key]).rjust(COLUMN_WIDTH) for row in rows)


def read_run(path: Path) -> dict[str, Any]:
    """An earlier run, as `boomtown bench --json` wrote it."""
    try:
        run = json.loads(path.read_text())
    except OSError as error:
        raise CompareError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        run = None
    if not isinstance(run, dict) or not isinstance(run.get("signature_parts"), dict):
        raise CompareError(f"{path}: no earlier run; write one with `boomtown bench --json > FILE`")
    if not isinstance(run.get("games"), dict):
        raise CompareError(f"{path}: a run of an older version; write a new one with `boomtown bench --json > FILE`")
    return run


def comparison(now: Mapping[str, Any], then: Mapping[str, Any], name: str) -> Iterator[str]:
    """Ratios of the standard set-ups' figures, above 1 where this run is faster; and what the signatures say."""
    yield f"{'':{LABEL_WIDTH}}{'now':>9}{'then':>9}{'speed':>8}   (then: {name}, {_where(then)})"
    for game, rows in now["games"].items():
        new, old = _standard(rows), _standard(then["games"].get(game, []))
        if new and old:
            yield game_type(game).title
            yield from _ratios(new, old, GAME_LABELS)
    yield from _ratios(now["floors"], then.get("floors", {}), LABELS)
    yield from signature_lines(now, then, name)


def _standard(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    return next((row for row in rows if row["is_standard"]), {})


def _ratios(now: Mapping[str, Any], then: Mapping[str, Any], labels: Mapping[str, str]) -> Iterator[str]:
    for key, label in labels.items():
        if key in now and isinstance(then.get(key), (int, float)) and then[key] and now[key]:
            ratio = now[key] / then[key]
            if key.endswith("_ns"):
                ratio = 1 / ratio
            shown = "" if key == "state_bytes" else f"{ratio:7.2f}x"
            yield f"{label:{LABEL_WIDTH}}{short(now[key]):>9}{short(then[key]):>9}{shown:>8}"


def changed_parts(now: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """Of the parts that were computed now, those that are not as they were."""
    old = then["signature_parts"]
    return [part for part, value in now["signature_parts"].items() if old.get(part) != value]


def signature_lines(now: Mapping[str, Any], then: Mapping[str, Any], name: str) -> Iterator[str]:
    """Whether both behave alike, and if not, in which part they differ."""
    changed = changed_parts(now, then)
    if not changed:
        yield f"signature {now['signature']}: as in {name}"
        return
    yield f"signature {now['signature']}, {name} has {then['signature']}: behaviour changed in {', '.join(changed)}"
    yield "if that is meant, `make signature` updates the stored one: commit it with the change"


def _where(run: Mapping[str, Any]) -> str:
    where = run.get("machine", {})
    return f"{where.get('date', 'no date')}, {where.get('processor', 'unknown machine')}"
