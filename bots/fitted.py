"""Reads what was fitted to self-play: the weights of a policy and of a guide, and a value model. Rooms say where theirs
lie."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from bots.players import check_finite
from engine import BoomtownError


@cache
def load_weights(path: Path) -> dict[str, float]:
    """The weights by name."""
    try:
        found = json.loads(path.read_text())
        return {name: float(value) for name, value in found.items()}
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        raise BoomtownError(f"{path}: no weights file: {fault}") from fault


@cache
def load_guide_weights(path: Path, players: int, policy: Path) -> dict[str, float]:
    """What leads the search with so many players: the policy's weights where none were fitted through the search."""
    usual = load_weights(policy)
    try:
        found = json.loads(path.read_text())["players"].get(str(players), usual)
        weights = {name: float(value) for name, value in found.items()}
        if odd := sorted(weights.keys() ^ usual.keys()):
            raise ValueError(f"with {players} players its weights are not those of the policy: {', '.join(odd)}")
        check_finite(weights)
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as fault:
        raise BoomtownError(f"{path}: no file of the guide's weights: {fault}") from fault
    return weights


@cache
def load_style(path: Path, style: str, policy: Path) -> dict[str, float]:
    """The weights of a style: the policy's, each times its factor."""
    usual = load_weights(policy)
    try:
        factors = {name: float(factor) for name, factor in json.loads(path.read_text())[style].items()}
        if odd := sorted(factors.keys() - usual.keys()):
            raise ValueError(f"style {style} has factors of weights that the policy lacks: {', '.join(odd)}")
        weights = {name: value * factors.get(name, 1.0) for name, value in usual.items()}
        check_finite(weights)
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as fault:
        raise BoomtownError(f"{path}: no file of styles: {fault}") from fault
    return weights


@cache
def load_value(path: Path, *parts: str) -> dict[str, Any]:
    """These parts of a value model; the file tells more, such as the games behind it."""
    try:
        found = json.loads(path.read_text())
        return {part: found[part] for part in parts}
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BoomtownError(f"{path}: no value model: {fault}") from fault


@cache
def load_stakes(path: Path, players: int) -> dict[str, float]:
    """How much thought each kind of decision deserves with so many players."""
    try:
        found = json.loads(path.read_text())["players"][str(players)]
        return {name: float(value) for name, value in found.items()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as fault:
        raise BoomtownError(f"{path}: no file of stakes: {fault}") from fault
