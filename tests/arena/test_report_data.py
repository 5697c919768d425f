"""What the page draws its graph and its better lines from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.analysis import Analysis, Decision, read_analyses, side_file
from arena.cli import main
from arena.face import face_of
from arena.report.recorded import Recorded
from arena.report.replays import UNITS, Replay, chances, replay
from arena.store import Store
from engine import BoomtownError, Game, Stream
from engine.games import remade
from engine.history import History
from engine.records import build_record, dump
from tests.games import FOLDERS, nim_game

FACE = face_of("nim")


def ran(*words: Any, code: int = 0) -> str:
    found = CliRunner().invoke(main, list(map(str, words)))
    assert found.exit_code == code, found.output
    return found.output


def replays(folder: Path) -> list[Replay]:
    """All games of an analysed tournament."""
    analyses = read_analyses(folder)
    with Store(folder) as store:
        settings = store.settings
        assert settings is not None
        game = remade(settings["conditions"]["game"])
        return [
            replay(
                face_of(game),
                game,
                store.moves(game, one.number),
                store.notes(one.number),
                analyses[store.content_hash(game, one)],
            )
            for one in store.each()
        ]


@pytest.fixture(scope="module", params=["nim", "patience"])
def judged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("judged") / "t"
    game = "--game", FOLDERS[request.param]
    ran("tournament", "random", "greedy", *game, "--games", 4, "--seed", 3, "--quiet", "--out", out)
    ran("analyse", out, "--sims", 4, "--quiet")
    return out


def test_chances_of_all_seats_add_up_at_every_move(judged: Path) -> None:
    """A seat alone has its expected share, between nothing and all."""
    for one in replays(judged):
        assert one.analysis is not None
        found = one.analysis["chances"]
        numbers = [number for number, _ in found]
        assert numbers == sorted(set(numbers))
        assert numbers[0] == 0
        assert numbers[-1] <= len(one.steps)
        for _, values in found:
            assert all(isinstance(value, int) and 0 <= value <= UNITS for value in values)
            if len(values) > 1:
                assert sum(values) == UNITS


def test_a_better_line_leads_from_where_the_mistake_was_made(judged: Path) -> None:
    for one in replays(judged):
        assert one.analysis is not None
        for number, mark, cost, best, steps, why in one.analysis["marks"]:
            assert why == "" or why.startswith("On average, compared with the other move: ")
            assert mark in ("?!", "?", "??")
            assert " points: " in cost
            assert steps[0][:2] == [one.steps[number][0], best]
            assert best != one.steps[number][1]


def played(game: Game, n: int) -> list[int]:
    past, picks = History(game, 1), Stream(1, "picks")
    while len(past.moves) < n and past.state.mover is not None:
        past.push(picks.choice(past.state.legal()))
        past.roll()
    return list(past.moves)


def decision(number: int, before: list[float], after: list[float], **more: Any) -> Decision:
    values: dict[str, Any] = {"mark": None, "best": "", "line": []} | more
    return Decision(
        number, 0, "", values["best"], 0.2, 0.6, 0.4, 0.1, values["mark"], 0.0, "", before, after, values["line"]
    )


def test_chances_hold_until_the_next_ones_and_end_with_what_was_won() -> None:
    game = nim_game(3, 4, 5)
    moves = played(game, 99)
    end = game.new()
    for move in moves:
        end.apply(move)
    third = [1 / 3, 2 / 3]
    one = Analysis("", 1, 1, None, [decision(1, [0.6, 0.4], [0.2, 0.8]), decision(2, [0.2, 0.8], third)])
    won = [round(UNITS * share) for share in end.result()]
    assert chances(one, end, len(moves)) == [
        [0, [6000, 4000]],
        [2, [2000, 8000]],
        [3, [3333, 6667]],
        [len(moves), won],
    ]
    assert chances(one, game.new(), 3)[-1] == [3, [3333, 6667]]  # not over: nobody has won anything


def test_a_line_that_cannot_be_played_is_refused() -> None:
    game = nim_game(3, 4, 5)
    moves = played(game, 3)
    line = ["take 1 from 0", "take 3 from 0"]
    wrong = decision(0, [0.6, 0.4], [0.2, 0.8], mark="??", best=line[0], line=line)
    with pytest.raises(BoomtownError, match="take 3 from 0 cannot be played; analyse it anew"):
        replay(FACE, game, moves, [], Analysis("", 1, 1, None, [wrong]))


def test_a_tournaments_analysis_is_beside_its_store_and_in_its_page(judged: Path) -> None:
    assert side_file(judged) == judged / "tournament.sqlite.analysis"
    assert side_file(judged).is_file()
    assert f"kept in {side_file(judged)}" in ran("analyse", judged, "--sims", 4, "--quiet")
    ran("report", judged, "--quiet")
    page = (judged / "report.html").read_text("utf-8")
    assert f'"analyse":"boomtown analyse {judged}"' in page
    assert '"marks":{"0":[' in page


def test_a_folder_without_a_tournament_is_one_line(tmp_path: Path) -> None:
    told = ran("analyse", tmp_path, code=2)
    assert "holds no tournament" in told
    assert told.count("\n") == 1


def test_games_of_a_tournament_are_counted_from_1(judged: Path) -> None:
    assert "has no game 5; use 1 to 4" in ran("analyse", judged, "--number", 5, code=2)


def test_a_page_of_recorded_games_with_what_was_found_in_them(tmp_path: Path) -> None:
    path, game = tmp_path / "games.jsonl", ("--game", FOLDERS["nim"])
    ran("simulate", *game, "--games", 2, "--seed", 3, "--record", path)
    ran("analyse", path, *game, "--number", 2, "--sims", 4, "--quiet")
    assert f"{path}.html: " in ran("report", path, *game, "--quiet")
    page = Path(f"{path}.html").read_text("utf-8")
    assert "<title>Games of games.jsonl</title>" in page
    assert '"marks":{"1":[' in page
    assert f'"analyse":"boomtown analyse {path}"' in page


def test_recorded_games_of_two_kinds_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for name in ("nim", "sealed"):
        ran("simulate", "--game", FOLDERS[name], "--games", 1, "--record", tmp_path / name)
    path.write_text((tmp_path / "nim").read_text() + (tmp_path / "sealed").read_text())
    told = ran("report", path, code=2)
    assert told == f"boomtown: {path}:2: another game, or with other settings, than the first; give each a file\n"


def test_an_unfinished_game_does_not_count(tmp_path: Path) -> None:
    game, path = nim_game(3, 4, 5), tmp_path / "games.jsonl"
    records = [build_record(game, played(game, n), seed=n, seats=["You", "greedy"]) for n in (99, 2)]
    path.write_text("".join(map(dump, records)))
    whole, part = Recorded(path).games()
    assert whole.places is not None
    assert sorted(whole.places) == [1.0, 2.0]
    assert part.places is None
    assert (whole.block, part.block) == (0, 1)
