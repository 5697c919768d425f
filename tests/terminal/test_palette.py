"""Colours can be read on dark and light; texts are cut and broken to a width."""

from __future__ import annotations

from rich.text import Text

from arena.planet_steam.drawing import NEUTRAL
from arena.terminal.palette import CURSOR, DARK, LIGHT, SEATS, fit, wrap


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_colours_can_be_read_on_dark_and_light() -> None:
    """WCAG's 4.5:1 for every style of the palettes on their own ground, and for the seats' colours."""
    for palette, ground in ((DARK, "#121212"), (LIGHT, "#e0e0e0")):
        for style in vars(palette).values():
            assert contrast(style.split()[-1], ground) >= 4.5, (style, ground)
    for style in (*SEATS, NEUTRAL, CURSOR):
        ink, _, ground = style.removeprefix("bold ").partition(" on ")
        assert contrast(ink, ground) >= 4.5, style


def test_texts_are_cut_and_broken_to_a_width() -> None:
    assert [fit("steam", width) for width in (3, 5, 7)] == ["st…", "steam", "steam  "]
    assert fit("7", 3, right=True) == "  7"
    assert wrap(Text("one two\u00a0three four"), 9).plain == "one\ntwo\u00a0three\nfour"
