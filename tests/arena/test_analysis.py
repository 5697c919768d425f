"""`boomtown analyse`: what it writes, that it is always the same, and what is made of it by `replay`."""

from __future__ import annotations

import fcntl
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.analysis import (
    Analysis,
    Decision,
    analysis_of,
    decision_from,
    decision_in,
    percents,
    read_analyses,
    side_file,
    summaries,
)
from arena.cli import main
from arena.commands import analyse as command
from arena.commands.replay import chances_text
from arena.terminal.app import Options
from arena.terminal.replay_screen import replay_of
from bots.judge import VERSION, Outcome, Verdict
from bots.reasons import Reason
from engine import BoomtownError, Stream, new_game
from engine.history import History
from engine.records import build_record, content_hash, dump, read_record
from tests.games import FOLDERS

KEYS = ["number", "seat", "move", "best", "chance", "best_chance", "cost", "error", "mark"]
QUICK = ("--sims", 1)


def ran(*arguments: Any, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.output


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of nim, whose decisions are few."""
    path = tmp_path_factory.mktemp("analysis") / "games.jsonl"
    ran("simulate", "--game", FOLDERS["nim"], "--games", 2, "--seed", 3, "--record", path)
    return path


def copied(path: Path, folder: Path) -> Path:
    target = folder / "games.jsonl"
    target.write_bytes(path.read_bytes())
    return target


def test_a_line_per_game_with_every_decision(played: Path, tmp_path: Path) -> None:
    path = copied(played, tmp_path)
    lines = [json.loads(line) for line in ran("analyse", path, *QUICK, "--json").splitlines()]
    assert len(lines) == 2
    for line, text in zip(lines, path.read_text().splitlines(), strict=True):
        record = json.loads(text)
        assert line["decisions"]
        for decision in line["decisions"]:
            assert list(decision)[: len(KEYS)] == KEYS
            seat, *words = record["moves"][decision["number"]]
            assert decision["seat"] == seat
            assert decision["move"] == " ".join(map(str, words))
            assert decision["cost"] == pytest.approx(decision["best_chance"] - decision["chance"])
            assert decision["cost"] >= 0
            assert sum(decision["before"]) == pytest.approx(1)
            assert sum(decision["after"]) == pytest.approx(1)
            is_marked = decision["cost"] > decision["error"] and decision["cost"] >= 0.05
            assert (decision["mark"] is not None) == is_marked
    assert side_file(path).read_text().splitlines() == [json.dumps(line, separators=(",", ":")) for line in lines]


def test_the_same_bytes_for_any_number_of_jobs_and_after_a_stop(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copied(played, tmp_path)
    found = []
    for jobs in (1, 2, 3):
        side_file(path).unlink(missing_ok=True)
        ran("analyse", path, *QUICK, "--jobs", jobs)
        found.append(side_file(path).read_bytes())
    assert len(set(found)) == 1
    side_file(path).unlink()
    judged, n_calls = command.judged, 0

    def stopped(*given: Any) -> list[Decision]:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 2:
            raise KeyboardInterrupt
        return judged(*given)

    monkeypatch.setattr(command, "judged", stopped)
    ran("analyse", path, *QUICK, code=130)
    n_calls = 10  # goes on: what is left, and no more
    ran("analyse", path, *QUICK)
    n_decisions = sum(len(json.loads(line)["decisions"]) for line in found[0].decode().splitlines())
    assert n_calls - 10 <= -(-n_decisions // command.CHUNK)
    assert side_file(path).read_bytes() == found[0]
    assert {*tmp_path.iterdir()} == {path, side_file(path)}


def test_what_a_stopped_run_leaves_outlives_runs_of_other_games_and_other_ways(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copied(played, tmp_path)
    left = side_file(path).with_name(f"{side_file(path).name}.decisions")
    judged, n_calls = command.judged, 0
    n_first, n_second = (len(command.decision_numbers(read_record(path, k)[1], "here")) for k in (1, 2))
    monkeypatch.setattr(command, "CHUNK", 1)

    def stopped(*given: Any) -> list[Decision]:
        nonlocal n_calls
        n_calls += 1
        if n_calls == n_first + 2:  # at the second decision of the second game
            raise KeyboardInterrupt
        return judged(*given)

    monkeypatch.setattr(command, "judged", stopped)
    ran("analyse", path, *QUICK, code=130)
    entries = left.read_text()
    assert {json.loads(line)["record"] for line in entries.splitlines()} == {content_hash(read_record(path, 2)[1])}
    ran("analyse", path, *QUICK, "--number", 1)
    ran("analyse", path, "--sims", 16, "--seed", 9, "--number", 1)
    left.write_text(entries + '{"way": {"cut')
    n_calls = 100
    ran("analyse", path, *QUICK, "--number", 2)
    assert n_calls - 100 == n_second - 1
    assert not left.exists()


def test_two_runs_do_not_judge_the_same_file_at_once(played: Path, tmp_path: Path) -> None:
    path = copied(played, tmp_path)
    with side_file(path).with_name(f"{side_file(path).name}.decisions").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert "another run judges these games" in " ".join(ran("analyse", path, *QUICK, code=2).split())
    ran("analyse", path, *QUICK)


@pytest.mark.parametrize(
    ("before", "after", "cost", "error", "mark"),
    [
        ((0.55, 0.45), (0.49996, 0.50004), 0.05, 0.0, "?!"),  # 0.05004, told as 0.05
        ((0.55, 0.45), (0.50004, 0.49996), 0.05, 0.0, "?!"),  # 0.04996, told as 0.05: marked, as it reads
        ((0.7, 0.3), (0.6, 0.4), 0.1, 0.09996, None),  # told as 0.1 ± 0.1
    ],
)
def test_a_mark_fits_the_numbers_as_they_are_written(
    before: tuple[float, ...], after: tuple[float, ...], cost: float, error: float, mark: str | None
) -> None:
    state = new_game("planet-steam", players=2).new()
    one, other = state.legal()[:2]
    outcomes = Outcome(other, before, (0.0, 0.0)), Outcome(one, after, (0.0, 0.0))
    verdict = Verdict(0, outcomes[1], outcomes, before[0] - after[0], 0.0, error)
    found = decision_in(state, one, verdict, 0)
    assert (found.cost, found.mark) == (cost, mark)
    assert (found.mark is not None) == (found.is_mistake and found.cost >= 0.05)


N_JUDGED = 10  # decisions of a game that are looked at, spread over it


@pytest.mark.parametrize(("name", "players"), [("planet-steam", 2), ("steamopolis", 2), ("steamopolis", 1)])
def test_real_games_the_same_bytes_for_any_number_of_jobs_and_chances_that_add_up_at_every_move(
    name: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a seat alone the expected share is told, and nothing is left to add up to."""
    path = tmp_path / "games.jsonl"
    ran("simulate", "--game", name, "--players", players, "--bot", "heuristic", "--seed", 5, "--record", path)
    numbers = command.decision_numbers

    def some(*given: Any) -> list[int]:
        found = numbers(*given)
        return found[:: -(-len(found) // N_JUDGED)]

    monkeypatch.setattr(command, "decision_numbers", some)
    found = []
    for jobs in (1, 2):
        side_file(path).unlink(missing_ok=True)
        ran("analyse", path, "--sims", 256, "--jobs", jobs)
        found.append(side_file(path).read_bytes())
    assert found[0] == found[1]
    record = read_record(path)[1]
    analysis = analysis_of(path, record)
    assert analysis is not None
    assert N_JUDGED // 2 <= len(analysis.decisions) <= N_JUDGED
    told = [chances_text(analysis.chances(number)) for number in range(len(record["moves"]))]
    if players == 1:
        assert all(re.fullmatch(r"expected share (\d|\d\d|100)%", text) for text in told)
    else:
        assert all(text.startswith("winning chances ") for text in told)
        assert {sum(map(int, re.findall(r"(\d+)%", text))) for text in told} == {100}
    assert len(set(told)) > 1
    headings = [line for line in ran("replay", path).splitlines() if " · " in line and line.endswith("%")]
    assert headings
    assert {line.partition(" · ")[2] for line in headings} <= set(told)


def test_what_is_judged_already_is_not_judged_again(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copied(played, tmp_path)
    ran("analyse", path, *QUICK, "--number", 2)
    assert len(read_analyses(path)) == 1
    ran("analyse", path, *QUICK)
    assert [one.record for one in read_analyses(path).values()] == [
        content_hash(read_record(path, number)[1]) for number in (1, 2)
    ]
    with monkeypatch.context() as patch:
        patch.setattr(command, "judged", lambda *given: pytest.fail("judged again"))
        ran("analyse", path, *QUICK)
    side, known = side_file(path), read_analyses(path)
    side.write_text(side.read_text().replace(f'"judge":{VERSION}', '"judge":1'))
    assert {one.judge for one in read_analyses(path).values()} == {1}
    ran("analyse", path, *QUICK)  # another judge said that
    assert read_analyses(path) == known


def test_what_an_earlier_judge_said_is_told_as_such(played: Path, tmp_path: Path) -> None:
    path = copied(played, tmp_path)
    ran("analyse", path, *QUICK)
    shown = CliRunner().invoke(main, ["replay", str(path), "--at", "0"])
    assert "earlier judge" not in shown.stderr
    side = side_file(path)
    side.write_text(side.read_text().replace(f'"judge":{VERSION}', '"judge":1'))
    again = CliRunner().invoke(main, ["replay", str(path), "--at", "0"])
    assert again.stdout == shown.stdout
    assert f"earlier judge; `boomtown analyse {path}` judges anew" in again.stderr
    assert [one.is_outdated for one in read_analyses(path).values()] == [True, True]
    screen = replay_of(path, 1, 0, Options())
    assert not screen._judged


def test_an_analysis_is_good_for_its_own_record_only(played: Path, tmp_path: Path) -> None:
    path = copied(played, tmp_path)
    ran("analyse", path, *QUICK)
    record = read_record(path)[1]
    assert analysis_of(path, record) is not None
    assert "winning chances" in ran("replay", path, "--at", 0)
    path.write_text(path.read_text().replace('"seats":["random"', '"seats":["Random"'))
    assert analysis_of(path, read_record(path)[1]) is None
    assert "winning chances" not in ran("replay", path, "--at", 0)


def test_a_replay_tells_mistakes_and_what_was_better(tmp_path: Path) -> None:
    """Of the beginning of a game played at random."""
    path, game = tmp_path / "games.jsonl", new_game("planet-steam", players=3)
    past, picks = History(game, 1), Stream(1, "picks")
    while len(past.moves) < 30:
        past.push(picks.choice(past.state.legal()))
        past.roll()
    path.write_text(dump(build_record(game, past.moves, seed=1, seats=["a", "b", "c"])))
    ran("analyse", path, "--sims", 64)
    [analysis] = read_analyses(path).values()
    told = ran("replay", path)
    mistakes = analysis.mistakes()
    assert len(mistakes) >= 3
    assert told.count(" better: ") == len(mistakes)
    first = mistakes[0]
    assert f"{first.mark} better: " in ran("replay", path, "--at", first.number)
    n_moves = len(read_record(path)[1]["moves"])
    for number in range(n_moves + 1):
        assert sum(percents(analysis.chances(number))) == 100


@pytest.mark.parametrize(
    "line", ["{}", "nonsense", '{"record":"x","seed":1,"sims":1,"seconds":null,"decisions":[{"number":0}]}', "[" * 9999]
)
def test_a_side_file_that_is_none_is_one_line(played: Path, tmp_path: Path, line: str) -> None:
    path = copied(played, tmp_path)
    side_file(path).write_text(f"{line}\n")
    with pytest.raises(BoomtownError, match="no analysis"):
        read_analyses(path)
    told = ran("replay", path, code=2)
    assert told.count("\n") == 1
    assert "no analysis" in told


@pytest.mark.parametrize(
    ("name", "value"),
    [("before", [float("nan"), 0.5]), ("cost", float("inf")), ("mark", "!!"), ("number", -1), ("seat", 2)],
)
def test_a_damaged_decision_is_none(name: str, value: object) -> None:
    entry = asdict(decision(3, 0, 0.3, 0.05, "bids", "??"))
    assert decision_from(entry).number == 3
    with pytest.raises(ValueError, match=r"before|cost|mark|seat"):
        decision_from({**entry, name: value})


def test_an_analysis_of_other_seats_or_beyond_the_end_is_not_shown(played: Path, tmp_path: Path) -> None:
    path = copied(played, tmp_path)
    record = read_record(path)[1]
    for wrong in (
        decision(len(record["moves"]), 0, 0.3, 0.05, "bids", "??"),
        Decision(0, 0, "a", "b", 0.2, 0.5, 0.3, 0.05, "??", 0.0, "bids", [1.0], [1.0], []),
    ):
        side_file(path).write_text(json.dumps(Analysis(content_hash(record), 1, 16, None, [wrong]).data()) + "\n")
        assert analysis_of(path, record) is None
        assert "winning chances" not in ran("replay", path, "--at", 0)
    ran("analyse", path, *QUICK)
    assert analysis_of(path, record) is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sims", 1, "--time", 1), "give one of them"),
        (("--number", 9), "has no game 9; use 1 to 2"),
        (("--sims", 0), "0 is not in the range"),
        (("--time", "nan"), "not a finite number"),
    ],
)
def test_wrong_options_are_one_line(played: Path, arguments: tuple[Any, ...], message: str) -> None:
    told = ran("analyse", played, *arguments, code=2)
    assert message in " ".join(told.split())


def test_a_file_that_is_no_record_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("{}\n")
    assert "no record" in ran("analyse", tmp_path / "x", code=2)


def decision(number: int, seat: int, cost: float, error: float, phase: str, mark: str | None) -> Decision:
    return Decision(number, seat, "a", "b", 0.5 - cost, 0.5, cost, error, mark, 0.0, phase, [0.5, 0.5], [0.5, 0.5], [])


def test_a_summary_counts_nothing_within_its_error() -> None:
    rows = [
        decision(0, 0, 0.30, 0.05, "bids", "??"),
        decision(1, 0, 0.04, 0.05, "trade", None),
        decision(2, 0, 0.10, 0.02, "trade", "?"),
        decision(3, 1, 0.0, 0.0, "trade", None),
    ]
    one, two = summaries(Analysis("x", 1, 512, None, rows))
    assert one.average_loss == pytest.approx(0.4 / 3, abs=1e-4)
    assert one.share_best == pytest.approx(1 / 3, abs=1e-4)
    assert one.marks == {"?": 1, "??": 1}
    assert list(one.phases.items()) == [("bids", 0.3), ("trade", 0.1)]
    assert one.costliest == [0, 2]
    assert (two.average_loss, two.share_best, two.costliest) == (0.0, 1.0, [])


def test_between_decisions_the_chances_are_those_after_the_last() -> None:
    one = Decision(3, 0, "a", "b", 0.2, 0.6, 0.4, 0.1, "??", 0.0, "p", [0.6, 0.4], [0.2, 0.8], [])
    analysis = Analysis("x", 1, 512, None, [one])
    assert [analysis.chances(number) for number in (0, 3, 4, 9)] == [[0.6, 0.4], [0.6, 0.4], [0.2, 0.8], [0.2, 0.8]]


def test_why_not_that_move_is_answered_for_any_legal_one_and_refused_in_a_line_for_others(played: Path) -> None:
    told = ran("replay", played, "--at", 0, "--why", "take 1 from 0")
    assert "take 1 from 0: " in told
    assert "better" in told
    for arguments, message in (
        (("--at", 0, "--why", "take 99 from 0"), "take 99 from 0"),
        (("--why", "take 1 from 0"), "say with --at before which move"),
    ):
        refused = ran("replay", played, *arguments, code=2)
        assert message in " ".join(refused.split())


def test_reasons_are_kept_beside_the_record_and_a_file_without_them_is_read() -> None:
    one = decision(3, 0, 0.3, 0.05, "bids", "??")
    reason = {"quantity": "score", "seat": 1, "gain": -4.5, "error": 1.0}
    entry = {**asdict(one), "reasons": [reason]}
    assert decision_from(entry).told_reasons == [Reason("score", 1, -4.5, 1.0)]
    del entry["reasons"]
    assert decision_from(entry) == one
    for wrong in ({**reason, "seat": 2}, {**reason, "gain": "much"}, {"quantity": "score"}):
        with pytest.raises(ValueError, match=r"seat|reasons"):
            decision_from({**entry, "reasons": [wrong]})
