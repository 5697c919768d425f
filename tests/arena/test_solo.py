"""Games for one seat: each bot plays each deal alone, and is ranked on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena import ratings
from arena.cli import main
from arena.play import play
from arena.schedule import Schedule, meetings
from arena.solo import Attempt, compared, ranked
from arena.store import Store
from arena.tasks import Conditions, Task, place
from engine.games import described, new_game
from tests.arena.bad_bots import inside
from tests.games import FOLDERS

SOLO = Conditions(described(new_game("patience")))
BOTS = ("random", "greedy", "mcts:sims=20")


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("round-robin", [("a", "b", "c")]),
        ("gauntlet", [("a", "b"), ("a", "c")]),
        ("ladder", [("a", "b"), ("b", "c")]),
    ],
)
def test_bots_meet_on_deals(kind: str, found: list[tuple[str, ...]]) -> None:
    assert meetings(["a", "b", "c", "a"], 1, kind) == found


def test_a_block_is_a_deal_played_by_each_bot_alone() -> None:
    schedule = Schedule(BOTS, 1, 7)
    block = schedule.block(4)
    assert [fixture.bots for fixture in block] == [(bot,) for bot in BOTS]
    assert len({fixture.seed for fixture in block}) == 1
    assert [fixture.number for fixture in block] == [12, 13, 14]
    assert len({fixture.id for fixture in schedule.first(60)}) == 60


def test_the_same_deal_is_the_same_luck() -> None:
    """Two names of the same player play the same game, whoever plays beside them."""
    block = Schedule(("greedy", "greedy:samples=16", "random"), 1, 3).block(0)
    one, two, _ = (play(Task(fixture), SOLO) for fixture in block)
    assert (one.moves, one.scores) == (two.moves, two.scores)


def test_ranks_go_by_fault_share_and_score() -> None:
    attempts = [
        Attempt(0, "lost", False, 0.0, 9.0),
        Attempt(0, "best", False, 0.5, 15.0),
        Attempt(0, "faulty", True, 0.9, 27.0),
        Attempt(0, "second", False, 0.5, 14.0),
        Attempt(0, "lost too", False, 0.0, 9.0),
    ]
    assert ranked(attempts) == ([3.5, 1.0, 5.0, 2.0, 3.5], [0.0, 1.0, 0.0, 0.0, 0.0])


def test_comparisons_do_not_depend_on_the_order_of_games() -> None:
    attempts = [Attempt(k // 3, "abc"[k % 3], False, 0.0, float(k * 7 % 5)) for k in range(30)]
    games = compared(attempts)
    assert len(games) == 30
    assert sorted(games, key=repr) == sorted(compared(reversed(attempts)), key=repr)
    one, two = ratings.fit(games, "a"), ratings.fit(compared(reversed(attempts)), "a")
    assert one == two
    assert one.seats == [0.0]


def test_a_fault_leaves_no_share() -> None:
    assert place([0.6], [18.0], [0]) == ([1.0], [0.0])
    assert place([0.6], [18.0], []) == ([1.0], [0.6])


def _json(*args: Any) -> dict[str, Any]:
    found = CliRunner().invoke(main, [*map(str, args)])
    assert found.exit_code == 0, found.output
    return dict(json.loads(found.stdout))


def test_a_solo_tournament_ranks_bots_and_is_the_same_for_any_jobs(tmp_path: Path) -> None:
    args = ["tournament", *BOTS, "--game", FOLDERS["patience"], "--games", 90, "--seed", 5, "--quiet", "--json"]
    found = _json(*args, "--jobs", 1, "--out", tmp_path / "a")
    assert found == _json(*args, "--jobs", 2, "--out", tmp_path / "b")
    assert found["games"] == 90
    rows = {row["bot"]: row for row in found["ratings"]}
    assert [row["games"] for row in rows.values()] == [30, 30, 30]
    assert sum(row["wins"] for row in rows.values()) == pytest.approx(30, abs=0.01)  # thirds are rounded
    assert rows["mcts:sims=20"]["elo"] > rows["greedy"]["elo"]
    assert rows["mcts:sims=20"]["mean_score"] > 1
    assert found["seats"] == [0.0]
    lines = [(tmp_path / name / "results.jsonl").read_bytes() for name in "ab"]
    assert lines[0] == lines[1]


def test_a_folder_is_resumed_without_naming_the_game(tmp_path: Path) -> None:
    args = ["tournament", *BOTS, "--game", FOLDERS["patience"], "--seed", 5, "--quiet", "--json", "--out"]
    whole = _json(*args, tmp_path / "a", "--games", 30)
    _json(*args, tmp_path / "b", "--games", 9)
    assert whole == _json("tournament", "--resume", "--games", 30, "--quiet", "--json", "--out", tmp_path / "b")


def test_a_part_of_a_deal_is_no_rating_yet(tmp_path: Path) -> None:
    found = _json(
        "tournament", *BOTS, "--game", FOLDERS["patience"], "--games", 1, "--quiet", "--json", "--out", tmp_path / "a"
    )
    assert found["games"] == 1
    assert all(row["elo"] is None for row in found["ratings"])


def test_a_sequential_test_decides_between_solo_players(tmp_path: Path) -> None:
    found = CliRunner().invoke(
        main, ["compare", "greedy", "mcts:sims=40", "--game", str(FOLDERS["patience"]), "--sprt", "0,60",
               "--games", "2000", "--quiet", "--out", str(tmp_path / "a")],
    )  # fmt: skip
    assert found.exit_code == 11, found.output


def test_a_faulty_solo_player_comes_last(tmp_path: Path) -> None:
    bad = f"{inside.__file__}:Raises:at=1"
    found = _json(
        "tournament", "random", bad, "--game", FOLDERS["patience"], "--games", 20, "--quiet", "--json",
        "--out", tmp_path / "a",
    )  # fmt: skip
    assert [row["bot"] for row in found["ratings"]] == ["random", bad]
    assert found["ratings"][1]["wins"] == 0
    with Store(tmp_path / "a") as store:
        assert {game.shares for game in store.games() if game.faults} == {(0.0,)}
