"""Shared by all tests: the examples of README and docs write their files into a scratch folder."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def scratch_folder_for_pages(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    if Path(str(request.node.path)).suffix == ".md":
        monkeypatch.chdir(tmp_path_factory.mktemp("page"))
