"""Plain mode of Steamopolis through a pipe, and what `replay` and `board` print."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from arena.steamopolis.text import NARRATION, sources
from arena.terminal.journal import unfinished
from engine import Stream
from engine.records import check_record, read_record
from engine.steamopolis.board import DEFAULT
from engine.steamopolis.notation import VERBS
from tests.terminal.real import BOOMTOWN, ROOT, environment

FAST = ["--game", "steamopolis", "--bots", "random", "--sims", "5"]


def boomtown(folder: Path, arguments: list[str], given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*BOOMTOWN, *arguments],
        input=given,
        env=environment(folder),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )


def numbers(seed: int, n: int = 20_000) -> str:
    """Many numbers, most of them small; those that are wrong at a prompt are answered and asked again."""
    picks = Stream(seed, "numbers")
    return "".join(f"{picks.below(5 if picks.below(5) else 12)}\n" for _ in range(n))


def play_game(folder: Path, players: int, language: str, max_rounds: int) -> Path:
    chosen = ["--players", str(players), "--seed", str(players), "--max-rounds", str(max_rounds), "--lang", language]
    done = boomtown(folder, ["play", *FAST, *chosen], numbers(players))
    assert (done.returncode, done.stderr) == (0, "")
    (path,) = folder.glob("*.jsonl")
    _, record = read_record(path)
    check_record(record)
    name = "Stimmpunkte" if language == "de" else "points"
    shown = [int(n) for n in re.findall(rf"{name} (\d+)$", done.stdout, flags=re.MULTILINE | re.IGNORECASE)]
    assert shown[-players:] == record["result"]["points"]
    assert unfinished(folder) == []
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
