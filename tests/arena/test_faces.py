"""Games by the default face: `replay` and `board` of games that have no room in the arena."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.colours import painter
from arena.face import Face, face_of
from engine import new_game
from tests.games import FOLDERS, nim_game


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in args])


def recorded(folder: Path, name: str, *more: object) -> Path:
    path = folder / f"{name}.jsonl"
    found = run("simulate", "--game", FOLDERS[name], "--seed", 3, "--record", path, *more)
    assert found.exit_code == 0, found.output
    return path


def test_a_replay_of_nim(tmp_path: Path) -> None:
    """Scores change with the last move: who takes the last one has 1."""
    *moves, end, count = run("replay", recorded(tmp_path, "nim")).stdout.splitlines()
    assert moves[0].startswith("    0  seat 0 plays take ")
    assert [line for line in moves if line.endswith(")")] == [moves[-1]]
    winner = (len(moves) - 1) % 2
    assert moves[-1].startswith(f"{len(moves) - 1:>5}  seat {winner} plays take ")
    assert moves[-1].endswith(" (score +1)")
    assert end == f"{len(moves)} moves; score {1 - winner}, {winner}; seat {winner} (random) wins"
    assert count == f"1 game, {len(moves)} moves: all as recorded"


def test_a_position_of_nim_is_its_snapshot(tmp_path: Path) -> None:
    lines = run("replay", recorded(tmp_path, "nim"), "--at", 0).stdout.splitlines()
    assert lines[:4] == ["heaps: [3, 4, 5]", "to_move: 0", "", lines[3]]
    assert lines[3].startswith("move 0: seat 0 plays take ")


def test_a_replay_of_hidden_bids(tmp_path: Path) -> None:
    lines = run("replay", recorded(tmp_path, "sealed")).stdout.splitlines()
    assert [line[7:10] for line in lines[:3]] == ["die", "die", "die"]
    assert lines[3].startswith("    3  seat 0 plays ")


def test_a_replay_for_one_seat_has_rounds_and_no_victory(tmp_path: Path) -> None:
    path = recorded(tmp_path, "patience", "--games", 40)
    outcomes = run("replay", path).stdout.splitlines()[:-1]
    longest = max(range(40), key=lambda k: int(outcomes[k].split()[2]))
    assert all("; score " in line and line.endswith("; seat 0 (random) alone") for line in outcomes)
    lines = run("replay", path, "--number", longest + 1).stdout.splitlines()
    heads = [line for line in lines if line.startswith("Round ")]
    assert heads == [f"Round {k}" for k in range(1, len(heads) + 1)]
    assert len(heads) > 1


@pytest.mark.parametrize(("name", "title"), [("nim", "Nim"), ("patience", "Patience")])
def test_board_of_a_game_without_data(name: str, title: str) -> None:
    found = run("board", "--game", FOLDERS[name])
    first, *rest = found.stdout.splitlines()
    assert first == f"{title} has no data besides its rules. The start position:"
    assert "\n".join(rest).strip() == new_game(name).new().draw()
    found = run("board", "--game", FOLDERS[name], "--path")
    assert found.exit_code == 2
    assert found.stderr.startswith(f"boomtown: {name} has no data file; leave out --path ")
    assert found.stderr.count("\n") == 1


def test_settings_that_were_chosen_are_named() -> None:
    text = face_of("nim").text
    assert text.settings(nim_game(3, 4, 5)) == ""
    assert text.settings(nim_game(7)) == "heaps 7"


def test_changes_begin_with_the_mover() -> None:
    game = new_game("sealed")
    before = game.new()
    for move in ("die 1", "die 6", "die 5", "bid 2"):
        before.play(move)
    now = before.copy().play("bid 4")
    assert (before.scores(), now.scores()) == ([0, 0], [10, 6])
    assert Face("sealed").text.changes(before, now, 1) == "score +6; seat 0 score +10"
    assert Face("sealed").text.changes(before, now, None) == "seat 0 score +10; seat 1 score +6"


def test_a_game_paints_kinds_of_its_own() -> None:
    paint = painter({"seal": {"fg": "red"}})
    assert paint("x", "seal") == "\x1b[31mx\x1b[0m"
    assert paint("x", "head") == "\x1b[1mx\x1b[0m"
    assert paint("x", "nothing") == "x"
