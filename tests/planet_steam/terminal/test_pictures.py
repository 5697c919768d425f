"""Pictures of eight typical screens, in two sizes, dark and light, compared with those stored in `pictures/`."""

from __future__ import annotations

import pytest

from tests.planet_steam.terminal.scenes import ALL
from tests.terminal.scenes import Picture, differences


@pytest.mark.parametrize("picture", ALL, ids=lambda picture: picture.path.stem)
def test_the_screen_looks_as_it_did(picture: Picture) -> None:
    assert differences(picture) == []
