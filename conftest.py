"""Shared by all tests: the README's examples write their files into a scratch folder."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def scratch_folder_for_the_readme(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    if Path(str(request.node.path)).suffix == ".md":
        monkeypatch.chdir(tmp_path_factory.mktemp("readme"))
