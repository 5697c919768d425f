"""The examples of docs/environments.md run, each if its library is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
LIBRARIES = ("pettingzoo", "gymnasium", "pyspiel")


def libraries_of(example: str) -> list[str]:
    return [name for name in LIBRARIES if re.search(rf"import {name}|adapters.{name}", example)]


def test_every_library_has_an_example() -> None:
    assert {name for example in EXAMPLES for name in libraries_of(example)} == set(LIBRARIES)
    assert any("Batch(" in example for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: "-".join(libraries_of(example)) or "engine")
@pytest.mark.filterwarnings("ignore")
def test_the_example_runs(example: str) -> None:
    for name in libraries_of(example):
        pytest.importorskip(name)
    exec(compile(example, str(PAGE), "exec"), {})
