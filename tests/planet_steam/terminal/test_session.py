"""A session saves every move, goes on after any interruption, and takes back to the same dice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.journal import Journal, JournalError, unfinished
from engine import IllegalMove, Stream, new_game
from engine.records import check_record, read_record

SEATS = [HUMAN, "random", "random"]


@pytest.fixture(autouse=True)
def closed_journals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes what a test leaves open."""
    opened: list[Journal] = []
    make = Journal.__init__

    def init(self: Journal, path: Path, file: BinaryIO) -> None:
        make(self, path, file)
        opened.append(self)

    monkeypatch.setattr(Journal, "__init__", init)
    yield
    for journal in opened:
        journal.close()


def start(folder: Path, seed: int = 5) -> GameSession:
    return GameSession.start(new_game(players=3), seed, SEATS, folder, {"time": 0.5})


def play_on(session: GameSession, n: int | None = None, seed: int = 1) -> None:
    picks = Stream(seed, "picks", len(session.moves))
    while not session.is_over and n != 0:
        session.play(picks.choice(session.state.legal()))
        n = None if n is None else n - 1


def test_a_resumed_game_is_the_same_position(tmp_path: Path) -> None:
    session = start(tmp_path)
    play_on(session, 60)
    path = session.journal.path if session.journal else tmp_path
    session.close()
    again, extra = GameSession.resume(path)
    assert again.moves == session.moves
    assert bytes(again.state) == bytes(session.state)
    assert (again.seats, again.seed, extra) == (SEATS, 5, {"time": 0.5})


def test_a_line_cut_off_by_a_crash_is_dropped(tmp_path: Path) -> None:
    session = start(tmp_path)
    play_on(session, 30)
    assert session.journal is not None
    path = session.journal.path
    session.close()
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in range(last + 1, len(whole)):
        path.write_bytes(whole[:cut])
        again, _ = GameSession.resume(path)
        again.close()
        assert again.moves == session.moves[: len(again.moves)]
        assert len(session.moves) - len(again.moves) >= 1
        assert path.read_bytes() == whole[:last]


def test_undo_goes_to_the_last_decision_of_a_person_and_meets_the_same_dice(tmp_path: Path) -> None:
    session = start(tmp_path)
    play_on(session, 80)
    before = list(session.moves)
    assert session.undo()
    n = len(session.moves)
    assert session.mover == 0
    assert len(session.state.legal()) > 1
    assert n < len(before)
    while len(session.moves) < len(before):  # dice roll by themselves
        session.play(before[len(session.moves)])
    assert session.moves == before
    while session.undo():
        pass
    assert session.moves == before[: len(session.moves)]
    assert session.undo_target() is None


def test_undo_is_saved_too(tmp_path: Path) -> None:
    session = start(tmp_path)
    play_on(session, 50)
    session.undo()
    session.undo()
    play_on(session, 3, seed=2)
    assert session.journal is not None
    path = session.journal.path
    session.close()
    again, _ = GameSession.resume(path)
    assert again.moves == session.moves


def test_a_finished_game_is_a_record_and_its_journal_goes(tmp_path: Path) -> None:
    session = start(tmp_path)
    play_on(session)
    path = session.finish()
    assert path is not None
    assert unfinished(tmp_path) == []
    _, record = read_record(path)
    check_record(record)
    assert record["seats"] == SEATS
    assert record["result"]["wealth"] == [int(score) for score in session.state.scores()]
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_an_illegal_move_is_not_saved(tmp_path: Path) -> None:
    session = start(tmp_path)
    assert session.journal is not None
    before = session.journal.path.read_bytes()
    with pytest.raises(IllegalMove):
        session.play(session.game.move("done"))
    assert session.journal.path.read_bytes() == before


def test_a_game_is_open_in_one_window_only(tmp_path: Path) -> None:
    session = start(tmp_path)
    assert session.journal is not None
    with pytest.raises(JournalError, match="open in another window"):
        Journal.open(session.journal.path)


def test_two_games_started_in_one_second_have_two_journals(tmp_path: Path) -> None:
    names = set()
    for _ in range(3):
        journal = Journal.create(tmp_path, {})
        names.add(journal.path.name)
    assert len(names) == 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a saved game"),
        (b"nonsense\n", "not a saved game"),
        (b'{"format":"boomtown/1"}\n', "not a saved game"),
        (b'{"format":"boomtown-journal/1"}\n', "damaged"),
    ],
)
def test_what_is_no_journal_is_refused_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.journal"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=message) as caught:
        GameSession.resume(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("damage", [{"seed": "abc"}, {"seed": float("inf")}, {"extra": "abc"}])
def test_a_journal_with_an_impossible_header_is_refused_in_one_line(tmp_path: Path, damage: dict[str, Any]) -> None:
    session = start(tmp_path)
    assert session.journal is not None
    path = session.journal.path
    session.close()
    path.write_text(json.dumps(json.loads(path.read_text()) | damage) + "\n")
    with pytest.raises(JournalError, match="damaged") as caught:
        GameSession.resume(path)
    assert "\n" not in str(caught.value)


def test_a_journal_with_an_impossible_move_is_refused(tmp_path: Path) -> None:
    session = start(tmp_path)
    assert session.journal is not None
    path = session.journal.path
    session.journal.append([session.mover, "done"])
    session.close()
    with pytest.raises(JournalError, match="damaged"):
        GameSession.resume(path)


def test_journal_lines_are_plain_json(tmp_path: Path) -> None:
    session = start(tmp_path)
    play_on(session, 5)
    assert session.journal is not None
    lines = [json.loads(line) for line in session.journal.path.read_text().splitlines()]
    assert lines[0]["format"] == "boomtown-journal/1"
    assert [line[1:] for line in lines[1:]] == [
        session.game.words(move)
        for state, move in zip(session.states, session.moves, strict=False)
        if state.mover is not None and state.mover >= 0
    ]
