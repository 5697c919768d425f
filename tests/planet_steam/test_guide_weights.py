"""The guide's own weights: read by number of players, checked, and the policy's where there are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bots.fitted import load_guide_weights, load_weights
from bots.planet_steam.weights import DEFAULT, GUIDE
from engine import BoomtownError

POLICY = load_weights(DEFAULT)


def _file(folder: Path, content: Any) -> Path:
    path = folder / "guide.json"
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_file_in_use_can_be_read(players: int) -> None:
    assert load_guide_weights(GUIDE, players, DEFAULT).keys() == POLICY.keys()


def test_without_an_entry_the_weights_are_the_policys(tmp_path: Path) -> None:
    own = {name: value + 1 for name, value in POLICY.items()}
    path = _file(tmp_path, {"players": {"3": own}, "history": []})
    assert load_guide_weights(path, 3, DEFAULT) == own
    assert load_guide_weights(path, 2, DEFAULT) == POLICY


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "no file of the guide's weights"),
        ({}, "'players'"),
        ({"players": {"2": [1.0]}}, "no file of the guide's weights"),
        ({"players": {"2": POLICY | {"luck": 1.0}}}, "with 2 players its weights are not those of the policy: luck"),
        ({"players": {"2": POLICY | {"cash": float("nan")}}}, "weights must be finite numbers: cash"),
        ({"players": {"2": POLICY | {"cash": "much"}}}, "could not convert"),
    ],
)
def test_what_is_no_such_file_is_told(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(BoomtownError, match=message):
        load_guide_weights(_file(tmp_path, content), 2, DEFAULT)
