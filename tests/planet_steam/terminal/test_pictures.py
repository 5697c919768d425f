"""Pictures of eight typical screens, in two sizes, dark and light, compared with those stored in `pictures/`.

Compared is what a person sees: characters, colours and places, not the SVG's ids. They are drawn anew by
`python -m tests.planet_steam.terminal.scenes`; look at them before they are committed.
"""

from __future__ import annotations

import asyncio
import html
import re

import pytest

from tests.planet_steam.terminal.scenes import SCENES, SIZES, Scene, picture_path, shoot

Piece = tuple[float, float, str, str]


def pieces(svg: str) -> list[Piece]:
    """Every run of text and every coloured ground: row, column, style, characters."""
    styles = dict(re.findall(r"\.terminal-\d+-(r\d+) \{ ?(.*?) ?\}", svg))
    found: list[Piece] = []
    for name, x, y, text in re.findall(
        r'<text class="terminal-\d+-(r\d+)" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', svg, flags=re.DOTALL
    ):
        found.append((float(y), float(x), styles[name].strip().rstrip(";"), html.unescape(text)))
    for fill, x, y, width in re.findall(r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', svg):
        found.append((float(y), float(x), fill, width))
    return sorted(found)


@pytest.mark.parametrize("is_light", [False, True], ids=["dark", "light"])
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "140x45"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_screen_looks_as_it_did(scene: Scene, size: tuple[int, int], is_light: bool) -> None:
    path = picture_path(scene, size, is_light)
    actual, stored = pieces(asyncio.run(shoot(scene, size, is_light))), pieces(path.read_text("utf-8"))
    assert len(stored) > 40
    different = [pair for pair in zip(actual, stored, strict=False) if pair[0] != pair[1]]
    assert (different[:3], len(actual)) == ([], len(stored)), f"{path.name} looks different"
