"""A session of any game saves every move, goes on after an interruption, and takes back to the same dice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.journal import JournalError, game_in, unfinished
from engine import IllegalMove, Stream, new_game
from engine.records import check_record, read_record
from tests.games import FOLDERS


def start(name: str, folder: Path) -> GameSession:
    game = new_game(name)
    return GameSession.start(game, 5, [HUMAN] * game.n_seats, folder, {"time": 0.5})


def play_on(session: GameSession, n: int | None = None) -> None:
    picks = Stream(1, "picks", len(session.moves))
    while not session.is_over and n != 0:
        session.play(picks.choice(session.legal))
        n = None if n is None else n - 1


@pytest.fixture(params=list(FOLDERS))
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GameSession]:
    session = start(request.param, tmp_path)
    yield session
    session.close()


def path_of(session: GameSession) -> Path:
    assert session.journal is not None
    return session.journal.path


def test_a_resumed_game_is_the_same_position(session: GameSession) -> None:
    play_on(session, 1)
    path = path_of(session)
    session.close()
    assert game_in(path) == session.game.name
    again, extra = GameSession.resume(path)
    again.close()
    assert (again.moves, bytes(again.state), extra) == (session.moves, bytes(session.state), {"time": 0.5})


def test_a_saved_game_opens_the_folder_that_its_game_came_from(session: GameSession) -> None:
    header = json.loads(path_of(session).read_text().splitlines()[0])
    assert header["folder"] == str(FOLDERS[session.game.name].resolve())


def test_undo_meets_the_same_dice(session: GameSession) -> None:
    play_on(session)
    before = list(session.moves)
    assert session.undo()
    assert session.is_humans_turn
    assert session.moves == before[: len(session.moves)]
    while len(session.moves) < len(before):  # dice roll by themselves
        session.play(before[len(session.moves)])
    assert session.moves == before


def test_a_finished_game_is_a_record_and_its_journal_goes(session: GameSession, tmp_path: Path) -> None:
    play_on(session)
    path = session.finish()
    assert path is not None
    check_record(read_record(path)[1])
    assert unfinished(tmp_path) == []


def test_an_illegal_move_is_not_saved(session: GameSession) -> None:
    before = path_of(session).read_bytes()
    illegal = {"nim": "take 9 from 0", "sealed": "die 3", "patience": "die 3"}[session.game.name]
    with pytest.raises(IllegalMove):
        session.play(session.game.move(illegal))
    assert path_of(session).read_bytes() == before


def test_a_damaged_journal_is_refused_in_one_line(session: GameSession) -> None:
    path = path_of(session)
    session.close()
    path.write_text(path.read_text() + '[0,"nonsense"]\n')
    with pytest.raises(JournalError, match="damaged") as caught:
        GameSession.resume(path)
    assert "\n" not in str(caught.value)


def test_legal_moves_are_listed_once_per_position(session: GameSession) -> None:
    first = session.legal
    assert session.legal is first
    session.play(first[0])
    if not session.is_over:
        assert session.legal == session.state.legal()
