"""Steamopolis in the HTML report, in a real browser: city and figures drawn, a game clicked through, no error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.arena.browser import CLICK_THROUGH, IN_BROWSER, tournament, visit

pytestmark = IN_BROWSER

FIGURES = """
  const rows = (id) => all(`#${id} tr`).map((row) => [...row.cells].map((cell) => cell.textContent));
  found.bought = rows('bought');
  found.ends = rows('ends').slice(1).map((row) => Number(row[1]));
  found.titles = rows('titles');
  found.sources = all('#sources text').map((one) => one.textContent);
  found.bars = all('#sources rect').length;
  found.tiles = all('#tiles rect').filter((one) => Number(one.getAttribute('height')) > 0).length;
"""
CITY = "found.city = all('#board svg rect').length; found.airships = all('#side tr').length;"


@pytest.mark.parametrize("players", [1, 2])
def test_a_tournament_of_steamopolis_on_its_page(tmp_path: Path, players: int) -> None:
    chosen = ["--game", "steamopolis", "--players", players, "--games", 4, "--max-rounds", 5, "--seed", 2]
    page = tournament(tmp_path, "greedy", "random", *chosen)
    found = visit(tmp_path, page, FIGURES + CLICK_THROUGH + CITY)
    assert sorted(row[0] for row in found["bought"][1:]) == ["greedy", "random"]
    assert sum(found["ends"]) == 4
    assert {"greedy", "random", "points per game"} <= set(found["sources"])
    assert found["bars"] >= 2
    assert found["tiles"] >= 1
    assert [sum(map(int, row[1:])) for row in found["titles"][1:]] == ([2, 2] if players == 1 else [])
    assert found["moves"] > 40
    assert found["pictures"] > 20
    assert found["city"] >= 16
    assert found["airships"] == players + 1
    assert re.search(r"The end: ", found["words"][-1])
