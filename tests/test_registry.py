"""Bot specs: what they parse to, and that every mistake is answered with what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
from bots import SpecError, parse_spec
from engine import Stream
from tests.games.nim import Nim

CUSTOM = '''
from dataclasses import dataclass
from bots import Bot, param

@dataclass(frozen=True)
class Settings:
    rank: int = param(0, "which legal move to play", low=0)
    bold: bool = param(False, "unused")

class Fixed(Bot):
    """Always the move of the same rank."""
    Params = Settings
    def choose(self, observation, legal, budget, rng):
        return legal[self.params.rank]

class NoBot:
    pass
'''


def test_a_spec_is_a_name_with_parameters() -> None:
    spec = parse_spec("greedy:samples=4")
    assert (spec.name, spec.params.samples) == ("greedy", 4)
    assert str(spec) == "greedy:samples=4"
    assert str(parse_spec("greedy:samples=16")) == str(parse_spec("greedy")) == "greedy"
    assert parse_spec("greedy:5").params.samples == 5


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "did you mean greedy?"),
        ("nobody-knows-this", "valid: random, greedy"),
        ("greedy:sample=3", "no parameter 'sample'; did you mean samples?"),
        ("greedy:samples=many", "samples is a whole number, not 'many'"),
        ("greedy:samples=0", "samples is at least 1, not 0"),
        ("greedy:samples=1,samples=2", "samples is given twice"),
        ("random:speed=3", "no parameter 'speed'; it has none"),
        ("no/such/file.py:Bot", "there is no file no/such/file.py"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=r"^bot ") as caught:
        parse_spec(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_registered_bot_describes_itself() -> None:
    assert list(bots.registry)[:2] == ["random", "greedy"]
    for name, (cls, params) in bots.registry.items():
        assert cls.name == name
        assert bots.describe(cls).endswith(".")
        assert params.__dataclass_params__.frozen
        for parameter in bots.parameters(cls):
            assert parameter.help, f"{name}: {parameter.name} has no help"
        assert str(parse_spec(name)) == name


def test_a_bot_says_which_games_it_plays() -> None:
    with pytest.raises(SpecError, match="plays planet-steam, not nim"):
        bots.make("heuristic", Nim((3,)), 0)


def test_a_file_can_hold_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(CUSTOM)
    game = Nim((3,))
    bot = bots.make(f"{path}:Fixed:rank=2,bold=yes", game, 0)
    state = game.new()
    assert bot.params.bold is True
    assert bot.choose(state.observe(0), state.legal(), bots.Budget(), Stream(1)) == state.legal()[2]
    with pytest.raises(SpecError, match="no class 'Fixd'; did you mean Fixed"):
        parse_spec(f"{path}:Fixd")
    with pytest.raises(SpecError, match="no subclass of"):
        parse_spec(f"{path}:NoBot")
    path.write_text("1 / 0")
    with pytest.raises(SpecError, match="ZeroDivisionError"):
        parse_spec(f"{path}:Fixed")
