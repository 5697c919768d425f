"""Pictures of typical screens at 80×24 and 160×50, compared with those stored in `pictures/`."""

from __future__ import annotations

import pytest

from tests.steamopolis.terminal.scenes import ALL
from tests.terminal.scenes import Picture, differences


@pytest.mark.parametrize("picture", ALL, ids=lambda picture: picture.path.stem)
def test_the_screen_looks_as_it_did(picture: Picture) -> None:
    assert differences(picture) == []
