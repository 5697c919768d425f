"""Planet Steam in lines of text: what `board` and `replay` print."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.face import face_of
from engine import new_game
from engine.planet_steam.board import board_path

TEXT = face_of("planet-steam").text


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("players", ["2", "3", "4", "5"])
def test_board_fits_80_columns_and_lists_what_is_reconstructed(edition: str, players: str) -> None:
    result = run("board", "--edition", edition, "--players", players)
    assert result.exit_code == 0
    assert max(len(line) for line in result.stdout.splitlines()) <= 80
    listed = result.stdout.partition("Reconstructed")[2]
    assert "tank_prices" in listed
    assert ("market" in listed) == (edition == "ffg")
    assert ("specialists" in listed) == (players != "4")
    assert "\x1b" not in result.stdout


def test_board_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = board_path("ludoart").read_text(encoding="utf-8")
    path.write_text(text.replace("3 = 10\n", "3 = 11\n", 1), encoding="utf-8")
    result = run("board", "--board", str(path), "--players", "3")
    assert result.exit_code == 0
    assert "(ludoart), 3 players" in result.stdout
    assert "production hall 11 " in result.stdout


def test_board_path() -> None:
    assert run("board", "--path", "--edition", "ludoart").stdout == f"{board_path('ludoart')}\n"


def test_a_replay_says_what_each_move_changed(tmp_path: Path) -> None:
    path = str(tmp_path / "one.jsonl")
    assert run("simulate", "--players", "3", "--seed", "1", "--record", path).exit_code == 0
    lines = run("replay", path).stdout.splitlines()
    heads = [line for line in lines if line.startswith("Round ")]
    assert len(heads) == 6
    assert re.fullmatch(r"Round 1; price \(supply\): quartz \d+ \(\d+\), .*; credits \[\d+, \d+, \d+\]", heads[0])
    assert any(re.search(r"  seat (\d) buys \d water \(credits -\d+, water \+\d\)$", line) for line in lines)
    assert re.fullmatch(r"\d+ moves; wealth \d+, \d+, \d+; seat \d \(random\) wins", lines[-2])


def test_what_a_move_changes_names_the_others() -> None:
    """Who passes last makes the other pay the bid."""
    state = new_game(players=2).new()
    while "bid 1" not in state.moves():
        state.apply(state.legal()[0])
    state.play("bid 1")
    payer, before = 1 - state.mover, state.copy()
    state.play("pass")
    assert TEXT.changes(before, state, before.mover) == f"seat {payer} credits -1"
    assert TEXT.changes(before, state, payer) == "credits -1"


def test_colours_of_its_own() -> None:
    painted = set()

    def paint(text: str, kind: str) -> str:
        painted.add(kind)
        return text

    TEXT.draw(new_game(players=2).new(), paint)
    assert {"river", "closed", "neutral"} <= painted & set(TEXT.styles)
