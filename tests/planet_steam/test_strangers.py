"""The strangers that strength is measured with: they play any game to its end, and not badly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bots import Bot, ask, make
from engine import Game, Stream, new_game
from tests.planet_steam import strangers
from tests.planet_steam.strangers import STYLES, nearest

TABLES = [
    {"players": 2, "edition": "ffg", "rules": ["all"]},
    {"players": 3, "edition": "ludoart", "rules": ["expert"]},
    {"players": 4, "edition": "ffg"},
    {"players": 5, "edition": "ludoart", "rules": ["all"]},
]


def seated(spec: str, game: Game, seat: int) -> Bot:
    found: Bot = getattr(strangers, spec)(game, seat) if spec in STYLES else make(spec, game, seat)
    return found


def shares(specs: list[str], seed: int, **settings: Any) -> list[float]:
    """Every answer is checked by `ask`: a move that is not legal is an error."""
    game = new_game(**{"players": len(specs), **settings})
    players = [seated(spec, game, seat) for seat, spec in enumerate(specs)]
    state, dice = game.new(), Stream(seed, "dice")
    choices = [Stream(seed, "bot", seat) for seat in range(len(specs))]
    while (mover := state.mover) is not None:
        if mover < 0:
            state.apply(state.roll(dice))
        else:
            state.apply(ask(players[mover], state.observe(mover), state.legal(), choices[mover]))
    return state.result()


@pytest.mark.parametrize("settings", TABLES, ids=lambda table: f"{table['players']} players")
def test_every_style_plays_whole_games_of_every_kind(settings: dict[str, Any]) -> None:
    players, names = settings["players"], list(STYLES)
    for first in range(0, len(names), players):
        table = [names[(first + k) % len(names)] for k in range(players)]
        assert sum(shares(table, first, **settings)) == pytest.approx(1.0)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_beats_chance(style: str) -> None:
    assert shares([style, "random"], 1)[0] + shares(["random", style], 2)[1] == 2.0


def test_the_nearest_zones_are_the_first_unclaimed_ones_in_four_directions() -> None:
    zones: dict[str, object] = {f"{letter}{line}": 0 for letter in "ABCDEF" for line in range(1, 8)}
    zones |= {"C6": ".", "C7": ".", "F4": ".", "A1": ".", "B4": "x"}
    assert sorted(nearest(zones, "C4")) == ["C6", "F4"]


def test_they_know_nothing_of_the_houses_judgement() -> None:
    """Whatever they import, no policy, guide or search of ours is loaded by it."""
    place = Path(strangers.__file__)
    code = (
        "import importlib.util as u, sys; s = u.spec_from_file_location('x', sys.argv[1]); m = u.module_from_spec(s); "
    )
    code += (
        "sys.modules['x'] = m; s.loader.exec_module(m); print(*sorted(n for n in sys.modules if n.startswith('bots')))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(place)], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "bots" in loaded
    assert not [name for name in loaded if name.startswith("bots.planet_steam") or name in ("bots.search", "bots.mcts")]
