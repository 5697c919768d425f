"""The debug build (asserts and bounds checks on) plays random games without a complaint.

In compiled `noexcept` code an exception, so also a failed assert, is printed and swallowed. So the games run in a
process of their own in which such an exception is an error, on a build in a folder of its own.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scratch_build import ScratchBuild

N_GAMES = 512  # over as many of the configurations
# The hook ends the process: a swallowed exception leaves the state half changed, and what follows may never end.
HOOK = """
import os, sys
def complain(found):
    print(type(found.exc_value).__name__, found.exc_value, flush=True)
    os._exit(3)
sys.unraisablehook = complain
"""
PLAY = """
import engine
from tests.planet_steam.soak import soak
assert engine.__file__.startswith(sys.argv[1]), engine.__file__
sys.exit(soak(int(sys.argv[2]), 1, 1, True))
"""
# An opener without credits cannot come up (rules 10), and `open_bidding` asserts it: here it is made to.
BREAK = """
from engine import new_game
game = new_game(players=2)
state = game.new().play("first 0").play("upgrade ore").play("upgrade ore").play("bid 1").play("pass").play("take 1")
game.edit(state, credits=[5, 0]).play("bonus ore")
"""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> ScratchBuild:
    """Of one game's rules: each more takes as long again. `make debug` builds all."""
    return ScratchBuild(tmp_path_factory.mktemp("debug"), without=["steamopolis"], BOOMTOWN_DEBUG="1")


def test_debug_build_plays_random_games_with_asserts_on(build: ScratchBuild) -> None:
    done = build.run("-c", HOOK + PLAY, str(Path(build.folder)), str(N_GAMES))
    assert done.returncode == 0, done.stdout
    assert f"{N_GAMES} games" in done.stdout
    assert "0 violations" in done.stdout


def test_debug_build_really_asserts(build: ScratchBuild) -> None:
    done = build.run("-c", HOOK + BREAK)
    assert done.returncode == 3
    assert "AssertionError" in done.stdout
