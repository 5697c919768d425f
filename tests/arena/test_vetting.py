"""Naming a bot runs none of its code in the manager."""

import os
import sys

import pytest

from arena import vetting
from arena.identity import content
from arena.running import canonical
from bots import registry as by_name
from bots.registry import SpecError
from bots.registry import _entry_points as entry_points
from engine import new_game

BOT = """\
import os
from dataclasses import dataclass
from bots import Bot, param
with open({trace!r}, "a") as file:
    file.write(f"{{os.getpid()}}\\n")
{more}

@dataclass(frozen=True)
class Params:
    depth: int = param(3, "how deep")

class Mine(Bot):
    Params = Params
    @classmethod
    def refusal(cls, game, params):
        return "it plays with two" if game.n_seats != 2 else None
    def choose(self, observation, legal, budget, rng):
        return legal[0]
"""


@pytest.fixture
def write(tmp_path):
    def made(more="", name="mine.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(BOT.format(trace=str(tmp_path / "trace"), more=more))
        return f"{path}:Mine"

    return made


def test_a_files_bot_is_loaded_in_a_process_of_its_own(write, tmp_path):
    spec = write()
    assert canonical(f"{spec}:depth=3", new_game(players=2), "limits") == spec
    assert canonical(f"{spec}:depth=4", None, "limits") == f"{spec}:depth=4"
    pids = (tmp_path / "trace").read_text().split()
    assert len(pids) == 2
    assert str(os.getpid()) not in pids


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("raise RuntimeError('\\x1b[2J' + 'oh')", "fails to load: RuntimeError:  [2Joh"),
        ("os._exit(3)", "fails to load: its process ended, exit code 3"),
        ("os.kill(os.getppid(), 9); import time; time.sleep(9)", "started"),
        ("for k in range(3, 64):\n    try: os.write(k, b'S' + bytes(8))\n    except OSError: pass", "nonsense"),
        ("bytearray(3 << 29)", "MemoryError"),
    ],
)
def test_what_goes_wrong_there_is_told_in_a_line(write, more, reason):
    with pytest.raises(SpecError) as told:
        canonical(write(more), None, "limits")
    assert reason in str(told.value)
    assert str(told.value).isprintable()


def test_a_file_that_never_ends_has_a_limit(write, monkeypatch):
    monkeypatch.setattr(vetting, "LOAD_LIMIT", 0.5)
    with pytest.raises(SpecError, match=r"more than 0\.5 s"):
        canonical(write("while True: pass"), None, "limits")


def test_a_bot_that_cannot_play_the_game_is_refused(write):
    with pytest.raises(SpecError, match="it plays with two"):
        canonical(write(), new_game(players=3), "limits")


def test_the_file_of_an_entry_point_is_found_without_loading_it(write, tmp_path, monkeypatch):
    write(name="strangers_package/__init__.py")
    write(name="strangers_package/bot.py")
    info = tmp_path / "strangers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[boomtown.bots]\nstranger = strangers_package.bot:Mine\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry_points.cache_clear()
    try:
        assert "stranger" in by_name
        assert content("stranger") is not None
        assert not (tmp_path / "trace").exists()
        assert canonical("stranger:depth=5", None, "limits") == "stranger:depth=5"
        assert "strangers_package" not in sys.modules
        assert str(os.getpid()) not in (tmp_path / "trace").read_text().split()
    finally:
        entry_points.cache_clear()


def test_built_in_bots_need_no_process(monkeypatch):
    monkeypatch.setattr(vetting, "Nursery", None)
    assert canonical("greedy:samples=16", new_game(players=2)) == "greedy"
    with pytest.raises(SpecError, match="no bot is named"):
        canonical("greddy")
