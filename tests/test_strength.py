"""The strength report's arithmetic and its plot; the matches themselves take hours."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from benchmarks.strength import SERIES, drawn, wilson


def test_wilson_intervals() -> None:
    assert wilson(36, 36) == pytest.approx((0.9036, 1.0), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_matches_have_names_and_commands_of_their_own() -> None:
    for game, n in (("planet-steam", 14), ("steamopolis", 4)):
        found = SERIES[game].matches
        assert len({match.name for match in found}) == len({match.command for match in found}) == len(found) == n


def test_the_plot_is_a_picture_with_every_step() -> None:
    ratings = [{"bot": f"mcts:sims={sims},settle=true", "elo": float(sims)} for sims in SERIES["planet-steam"].sims]
    root = ElementTree.fromstring(drawn(SERIES["planet-steam"].sims, [(80.0, 100), (75.5, 100), (60.0, 100)], ratings))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text and text.endswith("of 100")] == ["80% of 100", "76% of 100", "60% of 100"]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 3
