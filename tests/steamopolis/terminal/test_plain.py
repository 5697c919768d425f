"""Plain mode of Steamopolis through a pipe, and what `replay` and `board` print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.steamopolis.text import NARRATION, sources
from engine.steamopolis.board import DEFAULT
from engine.steamopolis.notation import VERBS
from tests.terminal.real import boomtown, finished_record, numbers, play, play_killed

FAST = ["--game", "steamopolis", "--bots", "random", "--sims", "5"]


def play_game(folder: Path, players: int, language: str, max_rounds: int) -> Path:
    chosen = ["--players", str(players), "--seed", str(players), "--max-rounds", str(max_rounds), "--lang", language]
    done = play(folder, [*FAST, *chosen], numbers(players, most=12))
    assert (done.returncode, done.stderr) == (0, "")
    path, record = finished_record(folder)
    name = "Stimmpunkte" if language == "de" else "points"
    shown = [int(n) for n in re.findall(rf"{name} (\d+)$", done.stdout, flags=re.MULTILINE | re.IGNORECASE)]
    assert shown[-players:] == record["result"]["points"]
    return path


def test_a_game_through_a_pipe_and_its_replay(tmp_path: Path) -> None:
    path = play_game(tmp_path, 2, "de", 4)
    told = boomtown(tmp_path, ["replay", str(path)])
    assert (told.returncode, told.stderr) == (0, "")
    assert "Round 2; points [" in told.stdout
    assert "Final round; points [" in told.stdout


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_of_every_kind_through_a_pipe(tmp_path: Path, players: int, language: str) -> None:
    play_game(tmp_path, players, language, 12)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_killed_at_random_moments_and_resumed_the_game_goes_on(tmp_path: Path, players: int) -> None:
    play_killed(tmp_path, [*FAST, "--players", str(players), "--seed", str(players), "--max-rounds", "8"], 6)


def test_the_board_says_which_data_are_reconstructed(tmp_path: Path) -> None:
    shown = boomtown(tmp_path, ["board", "--game", "steamopolis", "--players", "4"])
    assert (shown.returncode, shown.stderr) == (0, "")
    for text in ("8M~ sp:1; buy_any", "M44 3 orange cg", "Deduced from the rulebook", "meta.gauge", "districts.1R"):
        assert text in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_every_verb_is_narrated() -> None:
    assert set(NARRATION) == set(VERBS)


def test_sources_are_read_from_the_data_file() -> None:
    found = sources(DEFAULT.read_text(encoding="utf-8"))
    assert "meta.slots" in found["deduced"]
    assert "districts.1R" in found["reconstructed"]
    assert "districts.1L" not in found["reconstructed"]
    assert "market.machine_sp" not in found["deduced"] + found["reconstructed"]
