"""Where this room keeps what was fitted to self-play; `bots/fitted.py` reads it."""

from pathlib import Path

DEFAULT = Path(__file__).with_name("weights.json")  # the policy's weights: see values.pxd
GUIDE = Path(__file__).with_name("guide_weights.json")  # the guide's, by number of players, where they differ
STYLES = Path(__file__).with_name("styles.json")  # what the styles multiply the policy's weights by
VALUE = Path(__file__).with_name("value.json")  # the value model, by rounds left from 1: see value.pxd
STAKES = Path(__file__).with_name("stakes.json")  # how much thought each kind of decision deserves
