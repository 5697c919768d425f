"""Strangers' games go through every command as our own do, found by the path of their folder.

`play` and `replay --tui` in a real terminal: tests/terminal; the report in a browser: tests/arena.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from tests.games import FOLDERS

GAMES = sorted(FOLDERS)


def boomtown(*arguments: Any) -> Result:
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def ran(*arguments: Any, code: int = 0) -> str:
    result = boomtown(*arguments)
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture(scope="module", params=GAMES)
def folder(request: pytest.FixtureRequest) -> Path:
    return FOLDERS[request.param]


@pytest.fixture(scope="module")
def records(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    told = ran("simulate", "--game", folder, "--games", 3, "--seed", 1, "--snapshots", "every", "--record", path)
    assert told.startswith("3 games, ")
    return path


def test_simulate_writes_the_same_games_for_any_jobs(folder: Path, records: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    ran("simulate", "--game", folder, "--games", 3, "--seed", 1, "--snapshots", "every", "--record", again, "--jobs", 2)
    assert again.read_bytes() == records.read_bytes()
    assert json.loads(records.read_text().splitlines()[0])["format"] == "boomtown/2"


def test_replay_checks_tells_and_draws(folder: Path, records: Path) -> None:
    assert "3 games, " in ran("replay", records, "--game", folder)
    one = ran("replay", records, "--number", 2)
    assert one.splitlines()[-1].endswith("all as recorded")
    n_moves = len(json.loads(records.read_text().splitlines()[0])["moves"])
    assert f"move {n_moves - 1}: " in ran("replay", records, "--at", n_moves - 1)
    changed = json.loads(records.read_text().splitlines()[0])
    changed["moves"][-1] = [changed["moves"][-1][0], "nonsense"]
    wrong = records.with_name("wrong.jsonl")
    wrong.write_text(json.dumps(changed) + "\n")
    assert "nonsense" in boomtown("replay", wrong).stderr
    ran("replay", wrong, code=1)


def test_perft_counts_from_the_start_and_from_a_record(folder: Path, records: Path) -> None:
    assert "depth 2: " in ran("perft", "--game", folder, "--depth", 2)
    assert "depth 1: " in ran("perft", "--depth", 1, "--record", records, "--number", 3, "--at", 1, "--divide")


def test_tournament_resume_report_and_compare(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "t"
    bots = ("random", "greedy", "mcts:sims=20")
    ran("tournament", *bots, "--game", folder, "--games", 6, "--seed", 3, "--quiet", "--out", out)
    told = json.loads(ran("tournament", "--resume", "--out", out, "--games", 12, "--quiet", "--json"))
    assert told["games"] == 12
    assert {row["bot"] for row in told["ratings"]} == set(bots)
    ran("report", out, "--quiet")
    assert folder.name in (out / "report.html").read_text("utf-8").lower()
    verdict = boomtown("compare", "random", "mcts:sims=20", "--game", folder, "--games", 40, "--seed", 1, "--quiet",
                       "--out", tmp_path / "c")  # fmt: skip
    assert verdict.exit_code in (10, 11, 12)
    assert "SPRT" in verdict.stdout or "Elo" in verdict.stdout


def test_bench_measures_and_signs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.commands.bench.QUICK_SECONDS", 0.001)
    run = json.loads(ran("bench", "--quick", "--json", "--game", folder))
    assert list(run["games"]) == [folder.name]
    assert run["games"][folder.name][0]["moves_per_second"] > 0
    assert set(run["signature_parts"]) == {
        f"{folder.name}.{part}" for part in ("rules", "notation", "sampling", "search")
    }


def test_lists_and_drawings(folder: Path) -> None:
    assert folder.name in ran("games", folder)
    assert "mcts" in ran("bots", "--game", folder)
    assert ran("board", "--game", folder).strip()
    assert "nothing" in boomtown("train", "--game", folder, "policy", "--checkpoint", "x", "--output", "y").stderr


def test_the_old_spellings_are_answered_with_the_new(records: Path) -> None:
    for arguments, said in (
        (("replay", records, "--game", "3"), "use --number 3"),
        (("perft", "--depth", "1", "--record", records, "--game", "2"), "use --number 2"),
        (("play", "--game", "a.journal"), "use --file a.journal"),
    ):
        result = boomtown(*arguments)
        assert result.exit_code == 2
        assert said in result.stderr
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "--start-sp", "3"), "--start-sp is a setting of steamopolis: add --game steamopolis"),
        (("simulate", "--game", "steamopolis", "--rules", "all"), "--rules is a setting of planet-steam: add --game"),
        (("simulate", "--game", "steamopolis", "--players", "5"), "players 5: use 1 to 4"),
    ],
)
def test_a_setting_of_another_game_is_told_whose_it_is(arguments: tuple[str, ...], said: str) -> None:
    result = boomtown(*arguments)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert said in result.stderr
