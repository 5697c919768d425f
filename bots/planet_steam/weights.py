"""Reads the policy's weights, fitted by training, from weights.json."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "weights.json"


@cache
def load_weights() -> dict[str, float]:
    """The weights in force, by the names of `Weights` in taste.pxd."""
    found: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["policy"]
    return found
