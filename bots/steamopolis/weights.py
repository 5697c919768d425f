"""Where this room keeps what was fitted to self-play; `bots/fitted.py` reads it."""

from pathlib import Path

DEFAULT = Path(__file__).with_name("weights.json")  # the policy's weights: see worth.pxd
VALUE = Path(__file__).with_name("value.json")  # the value model, a network for each number of players: see value.pxd
