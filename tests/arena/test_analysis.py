"""`boomtown analyse`: what it writes, that it is always the same, and what is made of it by `replay`."""

from __future__ import annotations

import fcntl
import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.analysis import (
    DEFAULT_SEED,
    Analysis,
    Decision,
    analysis_of,
    cost_text,
    decision_from,
    decision_in,
    percents,
    read_analyses,
    side_file,
    summaries,
)
from arena.cli import main
from arena.commands import analyse as command
from arena.commands import replay as replay_command
from arena.commands.replay import chances_text
from arena.face import face_of
from arena.report.replays import replay as page_replay
from arena.terminal.app import Options
from arena.terminal.replay_screen import replay_of
from bots.judge import VERSION, Effort, Judge, Outcome, Verdict
from bots.reasons import Reason
from engine import BoomtownError, State, Stream, new_game
from engine.history import History
from engine.records import build_record, content_hash, dump, game_of, read_record, replay
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


def write_beginning(path: Path) -> Path:
    """The first 30 moves of a game played at random."""
    game = new_game("planet-steam", players=3)
    past, picks = History(game, 1), Stream(1, "picks")
    while len(past.moves) < 30:
        past.push(picks.choice(past.state.legal()))
        past.roll()
    path.write_text(dump(build_record(game, past.moves, seed=1, seats=["a", "b", "c"])))
    return path


def test_a_replay_tells_mistakes_and_what_was_better(tmp_path: Path) -> None:
    path = write_beginning(tmp_path / "games.jsonl")
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
    "line",
    [
        "{}",
        "nonsense",
        '{"record":"x","seed":1,"sims":1,"seconds":null,"decisions":[{"number":0}]}',
        '{"record":"x","seed":1,"sims":0,"seconds":null,"decisions":[]}',
        '{"record":"x","seed":1,"sims":1,"seconds":"two","decisions":[]}',
        "[" * 9999,
    ],
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


def analysed(path: Path, costs_and_errors: list[tuple[float, float]], **way: Any) -> Analysis:
    """An analysis of the first game of the file, kept beside it, with decisions of seat 0 that cost as much."""
    rows = []
    for k, (cost, error) in enumerate(costs_and_errors):
        found = decision(k, 0, cost, error, "p", "??" if cost > error else None)
        rows.append(replace(found, move="take 1 from 0", best="take 1 from 0"))
    analysis = Analysis(
        content_hash(read_record(path)[1]), **{"seed": 1, "sims": 50, "seconds": None, **way}, decisions=rows
    )
    side_file(path).write_text(json.dumps(analysis.data()) + "\n")
    return analysis


def way_on_page(path: Path, analysis: Analysis) -> str:
    game = game_of(read_record(path)[1])
    found = page_replay(face_of(game), game, [], [], analysis).analysis
    assert found is not None
    return str(found["way"])


TOO_LARGE = "errors are too large to find most mistakes"


def test_errors_too_large_to_find_anything_are_told_wherever_the_analysis_is(played: Path, tmp_path: Path) -> None:
    path = copied(played, tmp_path)
    found = analysed(path, [(0.15, 0.24), (0.3, 0.31), (0.02, 0.3), (0.0, 0.0)])
    told = ran("analyse", path, "--sims", 50, "--number", 1)
    assert "100% of 4 decisions not worse than another beyond the error; no marks, 2 in doubt" in told
    whole = f"{TOO_LARGE}: a median of ±28 points where 5 or more seem lost (2 decisions)"
    assert f"{whole}; give more --sims than 50 (default 6,400)" in told
    for arguments in (("--number", 1), ("--at", 0)):
        shown = CliRunner().invoke(main, ["replay", str(path), *map(str, arguments)])
        assert shown.stderr.count(whole) == 1
    assert whole in way_on_page(path, found)
    assert "give more --time than 2" in way_on_page(path, analysed(path, [(0.15, 0.24)], seconds=2.0))


@pytest.mark.parametrize(
    "costs_and_errors",
    [
        [(0.06, 0.11), (0.07, 0.12), (0.1, 0.24)],  # half of those in doubt would be marked if they cost a blunder
        [(0.02, 0.3), (0.04, 0.3), (0.0, 0.0)],  # let go early: the error says nothing of what could be found
        [(0.9, 0.3), (0.6, 0.3), (0.08, 0.12)],  # clear early
        [(0.0, 0.0)],
    ],
)
def test_errors_that_let_mistakes_be_found_are_not_called_too_large(
    played: Path, tmp_path: Path, costs_and_errors: list[tuple[float, float]]
) -> None:
    path = copied(played, tmp_path)
    found = analysed(path, costs_and_errors)
    assert TOO_LARGE not in ran("analyse", path, "--sims", 50, "--number", 1)
    assert TOO_LARGE not in CliRunner().invoke(main, ["replay", str(path), "--number", "1"]).stderr
    assert TOO_LARGE not in way_on_page(path, found)


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


def test_an_illegal_move_is_refused_with_the_nearest_legal_ones(tmp_path: Path) -> None:
    path = write_beginning(tmp_path / "games.jsonl")
    record = read_record(path)[1]
    number = next(k for k, (_, verb, *_) in enumerate(record["moves"]) if verb == "bid")
    state = next(step.state for step in replay(record) if step.number == number)
    bids = [move for move in state.moves() if move.startswith("bid ")]
    refused = ran("replay", path, "--at", number, "--why", "bid 9999", code=2)
    assert f"before move {number} bid 9999 is not legal; legal here: " in refused
    assert f"{bids[-2]}, {bids[-1]} (" in refused
    assert "nonsense is not legal; legal here: " in ran("replay", path, "--at", number, "--why", "nonsense", code=2)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Effort, int]]:
    """With what effort and seed `--why` has the judge look."""
    found: list[tuple[Effort, int]] = []
    judge_state = Judge.judge_state

    def watched(judge: Judge, state: State, played: int, seed: int, number: int) -> Verdict:
        found.append((judge.effort, seed))
        return judge_state(judge, state, played, seed, number)

    monkeypatch.setattr(replay_command.Judge, "judge_state", watched)
    return found


def test_the_same_move_gets_the_same_verdict_from_analysis_and_why(
    tmp_path: Path, asked: list[tuple[Effort, int]]
) -> None:
    path = write_beginning(tmp_path / "games.jsonl")
    ran("analyse", path, "--sims", 64, "--seed", 7)
    asked.clear()
    [analysis] = read_analyses(path).values()
    marked = analysis.mistakes()[0]
    told = ran("replay", path, "--at", marked.number, "--why", marked.move)
    assert told.count(cost_text(marked)) == 2
    assert asked == []
    unmarked = next(one for one in analysis.decisions if not one.is_mistake)
    told = ran("replay", path, "--at", unmarked.number, "--why", unmarked.move)
    assert f"{unmarked.move}: {unmarked.chance:.0%}; no other move is better beyond the error" in told
    assert asked == [(Effort(64), 7)]


@pytest.mark.parametrize("is_there", [False, True])
def test_why_judges_by_default_where_no_analysis_of_this_judge_is(
    played: Path, tmp_path: Path, asked: list[tuple[Effort, int]], is_there: bool
) -> None:
    path = copied(played, tmp_path)
    if is_there:
        ran("analyse", path, "--sims", 1, "--seed", 7)
        side_file(path).write_text(side_file(path).read_text().replace(f'"judge":{VERSION}', '"judge":1'))
    asked.clear()
    ran("replay", path, "--at", 0, "--why", "take 1 from 0")
    assert asked == [(Effort(), DEFAULT_SEED)]


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
