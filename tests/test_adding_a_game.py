"""`docs/adding-a-game.md` is true: its code, put into a copy of the tree as it says and nothing else, is a game."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs `boomtown` in a copy of the tree that has the page's game."""
    tree = tmp_path_factory.mktemp("tree")
    for floor in ("engine", "bots", "arena"):
        shutil.copytree(ROOT / floor, tree / floor, ignore=shutil.ignore_patterns("*.c", "__pycache__"))
    files = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    assert set(files) == {"engine/hop/game.pyx", "engine/hop/settings.py", "engine/hop/__init__.py"}
    for name, text in files.items():
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONSAFEPATH": "1"}

    def python(*arguments: object) -> str:
        words = [sys.executable, *map(str, arguments)]
        done = subprocess.run(
            words, cwd=tree, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    python("-m", "Cython.Build.Cythonize", "-q", "-i", "-3", "engine/hop/game.pyx")
    return lambda *arguments: python("-m", "arena", *arguments)


def test_it_is_listed_with_its_settings(run: Run) -> None:
    assert "hop " in run("games")
    assert "--fields          Length of the track: 5 to 100 (default: 20)." in run("games", "hop")


def test_it_plays_a_tournament_with_a_report(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "t"
    bots = ("random", "greedy", "mcts:sims=50")
    text = run("tournament", *bots, "--game", "hop", "--fields", 30, "--games", 40, "--quiet", "--report", "--out", out)
    assert "anchored at random" in text
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Hop" in page


def test_its_games_are_recorded_and_replayed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run("simulate", "--game", "hop", "--games", 3, "--snapshots", "every", "--record", path)
    record = json.loads(path.read_text().splitlines()[0])
    assert record["settings"] == {"fields": 20}
    assert len({words[2] for words in record["moves"] if words[1] == "die"}) > 1
    assert "3 games" in run("replay", path)
    assert run("perft", "--game", "hop", "--depth", 2).endswith("depth 2: 7\n")
