"""The library: games listed, named, gone on with, replayed and analysed; the standing, and opponents that follow it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

import bots
from arena.cli import main
from arena.commands.play import _left_last
from arena.terminal.app import Options, start_session
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.journal import is_free, unfinished
from arena.terminal.lang import Catalogue
from arena.terminal.library import Played, call, played
from arena.terminal.library_screen import LibraryScreen
from arena.terminal.replay_screen import ReplayScreen
from arena.terminal.setup import Setup
from arena.terminal.standing import fitting_level, measured, standing_in
from arena.terminal.table_screen import TableScreen
from arena.terminal.widgets import Box
from engine import Stream, new_game
from engine.errors import BoomtownError
from tests.games import FOLDERS
from tests.terminal.driving import run, screen_text, until


def saved(folder: Path, n_moves: int | None = None, seed: int = 3) -> GameSession:
    """A game of nim against `random`, to its end or for so many moves."""
    session, picks = (
        GameSession.start(new_game(str(FOLDERS["nim"])), seed, [HUMAN, "random"], folder),
        Stream(seed, "picks"),
    )
    while not session.is_over and (n_moves is None or len(session.moves) < n_moves):
        session.play(picks.choice(session.legal))
    session.finish()
    session.close()
    return session


def against(level: int, places: list[int], game: str = "planet-steam") -> Played:
    """A finished game of somebody in the first seat; `places` of all seats."""
    scores = [100.0 - place for place in places]
    seats = [HUMAN, *[str(bots.parse_spec(f"level:{level}" if level else "mcts"))] * (len(places) - 1)]
    return Played(Path("x.jsonl"), "", game, seats, 9, scores, [k for k, one in enumerate(places) if one == 1], 0.0)


def rating_of(*games: Played) -> float:
    found = standing_in("planet-steam", games).elo
    assert found is not None
    return found


def test_the_folder_tells_of_every_game_and_leaves_out_what_is_none(tmp_path: Path) -> None:
    over, open_one = saved(tmp_path), saved(tmp_path, 2)
    (tmp_path / "broken.jsonl").write_text("{}\n")
    (tmp_path / "empty.journal").write_text("")
    found = {one.is_over: one for one in played(tmp_path)}
    assert len(played(tmp_path)) == 2
    assert found[True].scores == over.state.scores()
    assert found[True].winners == over.state.winners()
    assert found[False].n_moves == len(open_one.moves) == 2
    assert found[False].game == "nim"


@pytest.mark.parametrize(
    "changed",
    [{"result": [1]}, {"result": "x"}, {"result": {"scores": [10**400, 1], "winners": [0]}}],
)
def test_what_is_damaged_is_left_out_and_the_others_are_listed(
    tmp_path: Path, changed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path)
    path = next(tmp_path.glob("*.jsonl"))
    (tmp_path / "b.jsonl").write_text(json.dumps({**json.loads(path.read_text()), **changed}) + "\n")
    assert [one.path for one in played(tmp_path)] == [path]
    monkeypatch.setenv("BOOMTOWN_GAMES", str(tmp_path))
    result = CliRunner().invoke(main, ["library"])
    assert result.exit_code == 0
    assert "random" in result.output


def test_games_that_are_not_known_here_are_listed_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path)
    saved(tmp_path, 2)
    for path in [*tmp_path.glob("*.jsonl"), *tmp_path.glob("*.journal")]:
        path.write_text(path.read_text().replace('"game":"nim"', '"game":"no-such-game"'))
    assert [one.title for one in played(tmp_path)] == ["no-such-game"] * 2
    monkeypatch.setenv("BOOMTOWN_GAMES", str(tmp_path))
    result = CliRunner().invoke(main, ["library"])
    assert result.exit_code == 0
    assert result.output.count("no-such-game") == 3  # two games and the standing

    async def script(pilot: Pilot[Any], screen: LibraryScreen) -> None:
        await pilot.pause()
        assert "no-such-game" in screen_text(pilot.app)

    run(LibraryScreen(Options(folder=tmp_path)), script)


def test_a_seat_that_no_level_has_is_listed_as_it_is_written(tmp_path: Path) -> None:
    saved(tmp_path)
    path = next(tmp_path.glob("*.jsonl"))
    path.write_text(path.read_text().replace('"random"', '"level:\\u001b[31mx"'))
    assert [one.opponents() for one in played(tmp_path)] == ["level:?[31mx"]


def test_a_name_is_kept_and_taken_away(tmp_path: Path) -> None:
    saved(tmp_path)
    call(played(tmp_path)[0], "  the  long evening ")
    assert played(tmp_path)[0].name == "the long evening"
    call(played(tmp_path)[0], "")
    assert played(tmp_path)[0].name == ""
    with pytest.raises(BoomtownError, match="at most 40 characters"):
        call(played(tmp_path)[0], "x" * 41)


def test_a_rating_lies_where_the_games_put_it() -> None:
    level_5 = measured("planet-steam")["level:level=5"]
    won, lost = against(5, [1, 2]), against(5, [2, 1])
    few, many = standing_in("planet-steam", [won, lost]), standing_in("planet-steam", [won, lost] * 8)
    assert few.elo == pytest.approx(level_5, abs=0.01)
    assert (few.n_games, few.n_won, few.n_rated, few.against) == (2, 1, 2, {"level:5": (2, 1)})
    widths = [float(one.high or 0) - float(one.low or 0) for one in (few, many)]
    assert 3 * widths[1] > widths[0] > 2 * widths[1]  # eight times the games: a little more than a third
    assert rating_of(*[won] * 30, *[lost] * 10) == pytest.approx(level_5 + 190.8, abs=5)  # 3 : 1; the prior pulls
    assert rating_of(against(5, [3, 1, 2])) < rating_of(against(5, [2, 1, 3])) < rating_of(against(5, [1, 2, 3]))


def test_games_that_say_nothing_do_not_count() -> None:
    standing = standing_in("planet-steam", [against(0, [1, 2]), against(5, [1, 2], game="nim")])
    assert (standing.n_games, standing.n_won, standing.n_rated, standing.elo) == (1, 1, 0, None)


def test_opponents_follow_the_player() -> None:
    assert fitting_level("planet-steam", []) == 2
    assert fitting_level("planet-steam", [against(4, [1, 2]), against(4, [2, 1])]) == 4
    assert fitting_level("planet-steam", [against(8, [1, 2])] * 9) == 8
    session = start_session(Setup(settings={"players": 2}, follows=True), Options())
    assert session.seats == [HUMAN, "level:level=2"]


def test_the_command_lists_names_and_refuses_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOMTOWN_GAMES", str(tmp_path))

    def told(*words: str, code: int = 0) -> str:
        found = CliRunner().invoke(main, ["library", *words, "--lang", "en"])
        assert found.exit_code == code, found.output
        return found.output

    assert "No game has been played here yet." in told()
    session = saved(tmp_path)
    saved(tmp_path, 2)
    told("1", "--name", "rainy Sunday")
    listed = told()
    assert "rainy Sunday" in listed
    assert "goes on after 2 moves" in listed
    assert " : ".join(f"{score:g}" for score in session.state.scores()) in listed
    assert "1 game, won" in listed
    assert "has no game 7; use 1 to 2" in told("7", code=2)
    assert "need the number of a game" in told("--analyse", code=2)
    over = next(k for k, one in enumerate(played(tmp_path), 1) if one.is_over)
    assert "the game is not over" in told(str(3 - over), "--analyse", code=2)
    assert "decisions of" in told(str(over), "--analyse")
    assert "analysed" in told()
    assert "without one: boomtown replay" in told(str(over), code=2)


def test_the_screen_names_replays_and_goes_on(tmp_path: Path) -> None:
    saved(tmp_path)
    saved(tmp_path, 2)

    async def script(pilot: Pilot[Any], screen: LibraryScreen) -> None:
        app = pilot.app
        assert "goes on after 2 moves" in screen_text(app)
        await pilot.press("n", *"tea time".replace(" ", "_"), "enter")
        assert "tea_time" in screen_text(app)
        over = next(k for k, one in enumerate(screen.games) if one.is_over)
        await pilot.press("home", *["down"] * over, "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("right", "escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("home", *["down"] * (1 - over), "a")
        assert "Only a game that is over can be analysed" in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(app.screen, LibraryScreen))
        opened: Any = app.screen
        here = next(k for k, one in enumerate(opened.games) if not one.is_over)
        assert not is_free(opened.games[here].path)
        await pilot.press("home", *["down"] * here, "enter")
        assert "open in another window" in screen_text(app)
        opened.say = Catalogue("de")
        await pilot.press("enter")
        assert "in einem anderen Fenster offen" in screen_text(app)
        await pilot.press("f1")
        assert isinstance(app.screen, Box)
        await pilot.press("escape")

    run(LibraryScreen(Options(folder=tmp_path)), script)


def test_resuming_takes_the_last_game_that_nobody_has_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOMTOWN_GAMES", str(tmp_path))
    older, last = (GameSession.start(new_game(str(FOLDERS["nim"])), 3, [HUMAN, HUMAN], tmp_path) for _ in range(2))
    assert older.journal is not None
    assert last.journal is not None
    paths = [last.journal.path, older.journal.path]
    os.utime(paths[1], (1, 1))
    older.close()
    assert unfinished(tmp_path) == paths
    assert [is_free(path) for path in paths] == [False, True]
    assert _left_last(None) == paths[1]
    last.close()
    assert _left_last(None) == paths[0]


def test_levels_are_named_in_the_player_s_language(tmp_path: Path) -> None:
    one = Played(tmp_path, "", "nim", [HUMAN, "level:level=2", "level:level=2", "random"], 0, None, [], 0.0)
    assert one.opponents() == "2 × level:2, random"
    assert one.opponents(Catalogue("de")) == "2 × Stufe 2, random"


def test_an_analysis_from_the_screen_is_kept_beside_the_record(tmp_path: Path) -> None:
    saved(tmp_path)

    async def script(pilot: Pilot[Any], screen: LibraryScreen) -> None:
        await pilot.press("a")
        assert "…" in screen_text(pilot.app)
        process = screen._analysing[screen.games[0].path]
        while process.poll() is None:
            await pilot.pause(0.05)
        await until(pilot, lambda: screen_text(pilot.app).count("✓") == 2)  # that of the keys, and this game's

    run(LibraryScreen(Options(folder=tmp_path)), script)
    assert played(tmp_path)[0].is_analysed


@pytest.mark.parametrize("is_kept", [True, False])
def test_the_end_of_a_game_opens_its_replay_and_comes_back(tmp_path: Path, is_kept: bool) -> None:
    session = saved(tmp_path)
    path = session.record_path if is_kept else None

    async def script(pilot: Pilot[Any], screen: EndScreen) -> None:
        shown = screen_text(pilot.app)
        assert "r replay" in shown
        assert ("1 game, won" in shown) == is_kept
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        opened: Any = pilot.app.screen
        await pilot.press("end")
        assert opened.at == len(session.moves)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)

    run(EndScreen(session, Options(folder=tmp_path), path), script)
