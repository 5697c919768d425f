"""Loads the policy's weights, fitted to self-play: `weights.json`. `values.pxd` says what each means."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from engine import BoomtownError

DEFAULT = Path(__file__).with_name("weights.json")


@cache
def load_weights(path: Path = DEFAULT) -> dict[str, float]:
    """The weights by name."""
    try:
        found = json.loads(path.read_text())
        return {name: float(value) for name, value in found.items()}
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        raise BoomtownError(f"{path}: no weights file: {fault}") from fault
