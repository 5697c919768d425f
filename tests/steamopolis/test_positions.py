"""The suite of positions as a strength regression; `python -m tests.steamopolis.positions` prints the table."""

from __future__ import annotations

import pytest

from tests.positions import solved
from tests.steamopolis.positions import Position, best_of
from tests.steamopolis.positions.__main__ import parse
from tests.steamopolis.positions.suite import SUITE


@pytest.mark.parametrize("position", SUITE, ids=[position.name for position in SUITE])
def test_the_best_moves_are_proven(position: Position) -> None:
    """Looking through everything that follows finds those moves and no others; alone, that the others lose at once."""
    state = position.state()
    assert state.mover == position.seat
    accepted = {text for text in state.moves() if position.accepts(text)}
    assert accepted < set(state.moves())
    assert best_of(state, 1 if position.players == 1 else 60) == accepted


def test_names_are_unique_and_there_are_enough() -> None:
    assert len({position.name for position in SUITE}) == len(SUITE) >= 25


def test_the_tables_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--help"])
    assert ended.value.code == 0
    assert "usage: python -m tests.steamopolis.positions" in capsys.readouterr().out


@pytest.mark.parametrize(("spec", "least"), [("heuristic", 26), ("mcts:sims=2000", 30)])
def test_strength(spec: str, least: int) -> None:
    """Of 32 positions: what was reached (29 and 32), less a few that are close."""
    found = solved(spec, SUITE)
    missed = [name for name, is_right in found.items() if not is_right]
    assert len(SUITE) - len(missed) >= least, f"{spec} misses {', '.join(missed)}"
