"""`boomtown bench`: its keys, comparison with an earlier run, and that the signature sees what it should."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.bench import report, signature
from arena.bench.loops import Positions
from arena.cli import main
from arena.commands import bench
from arena.identity import program
from engine import new_game
from engine.games import game_type

FIGURES = {
    "moves_per_second": 28e6,
    "games_per_second": 75_000.0,
    "copy_ns": 7.0,
    "memcpy_ns": 6.0,
    "state_bytes": 368,
}


def _run(figures: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    run: dict[str, Any] = {
        "signature": 11,
        "signature_parts": {"rules": 1, "search": 2},
        "floors": {"random_ns": 1.5},
        "machine": {
            "date": "2026-01-02",
            "processor": "Steam Engine",
            "cores": 2,
            "system": "Linux",
            "python": "3.11",
            "boomtown": "1",
        },
        "games": {"planet-steam": [{"label": "4", "is_standard": True, **FIGURES, **(figures or {})}]},
    }
    return run | changes


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure", lambda names, seconds: _run())


def _compare(tmp_path: Path, then: dict[str, Any], *options: str) -> Any:
    path = tmp_path / "then.json"
    path.write_text(json.dumps(then))
    return CliRunner().invoke(main, ["bench", "--compare", str(path), *options])


def test_the_same_signature_passes_however_slow_it_is(measured: None, tmp_path: Path) -> None:
    found = _compare(tmp_path, _run({"moves_per_second": 56e6, "copy_ns": 14.0}))
    assert found.exit_code == 0
    assert "28M      56M   0.50x" in found.output  # moves per second: half as fast
    assert "7.0     14.0   2.00x" in found.output  # nanoseconds: twice as fast
    assert "signature 11: as in" in found.output


@pytest.mark.parametrize("options", [(), ("--json",), ("--quick",)])
def test_a_changed_signature_fails_and_names_the_part(measured: None, tmp_path: Path, options: tuple[str]) -> None:
    found = _compare(tmp_path, _run(signature=12, signature_parts={"rules": 1, "search": 3}), *options)
    assert found.exit_code == 1
    assert "behaviour changed in search\n" in found.output


def test_json_is_one_object(measured: None) -> None:
    found = CliRunner().invoke(main, ["bench", "--json"])
    assert found.exit_code == 0
    assert json.loads(found.output)["games"]["planet-steam"][0]["games_per_second"] == 75_000


@pytest.mark.parametrize(("width", "n_tables"), [(80, 2), (103, 1)])
def test_the_tables_fit_the_terminal(width: int, n_tables: int) -> None:
    rows = [{"label": f"ffg {n}", "is_standard": n == 4, **FIGURES} for n in range(8)]
    lines = list(report.tables(_run(games={"planet-steam": rows}), width))
    assert max(map(len, lines)) <= width
    assert sum(line.startswith("copy, ns") for line in lines) == n_tables
    assert sum(line.count("28M") for line in lines) == 8


def test_a_bar_counts_the_figures_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(bench, "signature", lambda names: (11, {"rules": 1}))
    monkeypatch.setattr(bench.figures, "measure", lambda game, seconds: ({key: 1.0} for key in report.GAME_LABELS))
    monkeypatch.setattr(bench.figures, "floors", dict)
    bench.measure(["planet-steam"], 0.0)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    run = bench.measure(["planet-steam"], 0.0)
    said = capsys.readouterr().err
    n = 8 * len(report.GAME_LABELS)
    assert f"| 0/{n} " in said
    assert f"| {n * 7 // 8}/{n} " in said
    assert "Planet Steam ludo 5" in said
    assert len(run["games"]["planet-steam"]) == 8


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"signature_parts": "x"}', "root:x:0"])
def test_a_file_that_is_no_run_is_one_line_and_exit_2(measured: None, tmp_path: Path, text: str) -> None:
    path = tmp_path / "then.json"
    path.write_text(text)
    found = CliRunner().invoke(main, ["bench", "--compare", str(path)])
    assert found.exit_code == 2
    assert found.output == f"boomtown: {path}: no earlier run; write one with `boomtown bench --json > FILE`\n"


def test_a_missing_file_is_one_line_and_exit_2(measured: None) -> None:
    found = CliRunner().invoke(main, ["bench", "--compare", "/nowhere/at/all"])
    assert (found.exit_code, found.output.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [(28_700_000, "28.7M"), (512_345, "512k"), (12_000, "12k"), (9_876, "9876"), (368, "368"), (13.62, "13.6")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert report.short(value) == text


def test_a_run_of_an_older_version_is_told_apart(measured: None, tmp_path: Path) -> None:
    found = _compare(tmp_path, {"signature": 1, "signature_parts": {}, "games": []})
    assert found.exit_code == 2
    assert "a run of an older version" in found.output


def test_one_game_is_compared_with_its_own_parts_only() -> None:
    then = _run(signature_parts={"nim.rules": 1, "planet-steam.rules": 2})
    assert report.changed_parts(_run(signature_parts={"nim.rules": 1}), then) == []
    assert report.changed_parts(_run(signature_parts={"nim.rules": 3}), then) == ["nim.rules"]


def test_the_signature_sees_rules_and_search_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = replace(game_type("planet-steam"), signed=({"players": 2},), searched=({"players": 2},))
    monkeypatch.setattr(signature, "game_type", lambda name: kind)
    whole, before = signature.signature(["x"])
    assert signature.signature(["x"]) == (whole, before)
    monkeypatch.setattr(signature, "SEARCH_SIMS", signature.SEARCH_SIMS + 50)
    other_whole, other_search = signature.signature(["x"])
    kind = replace(kind, signed=({"players": 2, "rules": ["sabotage"]},))
    _, other_rules = signature.signature(["x"])
    assert {key for key in before if before[key] != other_search[key]} == {"x.search"}
    assert whole != other_whole
    assert "x.rules" in {key for key in before if other_search[key] != other_rules[key]}
    assert other_rules["x.search"] == other_search["x.search"]


def test_the_packaged_signature_is_the_stored_one() -> None:
    stored = json.loads((Path(__file__).parents[2] / "benchmarks" / "signature.json").read_text())
    assert program()["signature"] == stored["signature"] == signature.whole(stored["signature_parts"])


def test_positions_are_the_same_every_time() -> None:
    game = new_game(players=3)
    one, two = Positions(game), Positions(game)
    assert [bytes(state) for state in one.states_at()] == [bytes(state) for state in two.states_at()]
    assert one.n_decisions > 1000
    assert {state.mover for state in one.states_at()} == {0, 1, 2}
