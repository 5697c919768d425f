"""What Nim is set up with."""

from __future__ import annotations

from dataclasses import dataclass

from engine.settings import GameSettings, setting


@dataclass(frozen=True)
class Settings(GameSettings):
    heaps: int = setting(345, "Sizes of up to four heaps, a digit each", low=1, high=9999)
