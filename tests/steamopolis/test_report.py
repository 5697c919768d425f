"""Steamopolis in the HTML report, in a real browser: city and figures drawn, a game clicked through, no error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.arena.browser import CLICK_THROUGH, IN_BROWSER, tournament, visit

pytestmark = IN_BROWSER

FIGURES = """
  found.bought = all('#bought tr').map((row) => [...row.cells].map((cell) => cell.textContent));
  found.ends = all('#ends tr').slice(1).map((row) => Number(row.cells[1].textContent));
"""


@pytest.mark.parametrize("players", [1, 2])
def test_a_tournament_of_steamopolis_on_its_page(tmp_path: Path, players: int) -> None:
    chosen = ["--game", "steamopolis", "--players", players, "--games", 4, "--max-rounds", 5]
    page = tournament(tmp_path, "greedy", "random", *chosen)
    city = "found.city = all('#board svg rect').length; found.airships = all('#side tr').length;"
    found = visit(tmp_path, page, FIGURES + CLICK_THROUGH + city)
    assert [row[0] for row in found["bought"][1:]] == ["greedy", "random"]
    assert sum(found["ends"]) == 4
    assert found["moves"] > 40
    assert found["pictures"] > 20
    assert found["city"] >= 16
    assert re.search(r"The end: ", found["words"][-1])
