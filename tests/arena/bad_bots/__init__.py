"""Bots that misbehave, each in one way."""

from pathlib import Path

outside_path = Path(__file__).parent / "outside.py"
