"""The layout: imports point one way (engine <- bots <- arena), games stay in their rooms, docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "engine": {"engine"},
    "bots": {"engine", "bots"},
    "arena": {"engine", "bots", "arena"},
}
IMPORT = re.compile(r"^\s*(?:from|import|cimport)\s+(engine|bots|arena|tests|benchmarks)\b", re.MULTILINE)

IMPORT_A_ROOM = re.compile(r"^\s*(?:from|import|cimport)\s+(?:engine|bots|arena)\.(\w+)", re.MULTILINE)
ROOMS = {path.parent.name for path in (ROOT / "engine").glob("*/__init__.py")}


def sources(package: str) -> list[Path]:
    kinds = (".py", ".pyx", ".pxd", ".pxi", ".pyi")
    return sorted(path for path in (ROOT / package).rglob("*") if path.suffix in kinds)


def reversed_arrows(package: str, text: str) -> set[str]:
    """The packages that a source of `package` imports and may not."""
    return set(IMPORT.findall(text)) - MAY_IMPORT[package]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_one_way(package: str) -> None:
    found = {
        str(path.relative_to(ROOT)): reversed_arrows(package, path.read_text(encoding="utf-8"))
        for path in sources(package)
    }
    assert len(found) > 3
    assert {name: arrows for name, arrows in found.items() if arrows} == {}


@pytest.mark.parametrize(
    ("package", "line", "arrows"),
    [
        ("engine", "from bots import make", {"bots"}),
        ("engine", "    import arena.cli", {"arena"}),
        ("bots", "from arena.series cimport x", {"arena"}),
        ("bots", "from engine.game cimport Game", set()),
        ("arena", "from tests.games import GAMES", {"tests"}),
        ("engine", '"""not an import: from bots"""', set()),
    ],
)
def test_a_reversed_arrow_is_noticed(package: str, line: str, arrows: set[str]) -> None:
    assert reversed_arrows(package, f"import os\n{line}\n") == arrows


def test_only_a_game_s_own_rooms_import_it() -> None:
    """All others know only the contracts, and so serve any game."""
    found = {}
    for package in MAY_IMPORT:
        for path in sources(package):
            own = path.relative_to(ROOT / package).parts[0]
            others = (ROOMS & set(IMPORT_A_ROOM.findall(path.read_text(encoding="utf-8")))) - {own}
            if others:
                found[str(path.relative_to(ROOT))] = others
    assert {"planet_steam", "steamopolis"} <= ROOMS
    assert found == {}


def modules() -> list[str]:
    paths = [path for package in MAY_IMPORT for path in sources(package) if path.suffix in (".py", ".pyx")]
    paths = [path for path in paths if path.stem != "__main__"]  # importing it runs the command
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name: str) -> None:
    """Cython gathers the examples of a compiled module in its `__test__`, where doctest finds them."""
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:  # an optional dependency: its module's own tests say so
        if (error.name or "").split(".")[0] in MAY_IMPORT:
            raise
        pytest.skip(f"needs {error.name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_docstring_examples_are_found_in_compiled_modules() -> None:
    assert doctest.testmod(importlib.import_module("engine.playout")).attempted >= 5


def test_every_data_file_is_packaged() -> None:
    """The patterns of the wheel (pyproject.toml) and of the sdist (MANIFEST.in) name every kind of file there is."""
    shipped = set(re.findall(r'"\*(\.\w+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    manifest = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    made = {".c", ".so", ".pyc"}
    for package in MAY_IMPORT:
        kinds = {path.suffix for path in (ROOT / package).rglob("*.*") if path.is_file()} - made - {".typed"}
        [rule] = [line.split()[2:] for line in manifest if line.startswith(f"recursive-include {package} ")]
        assert kinds - {".py"} <= shipped
        assert kinds - {".py"} <= {pattern.removeprefix("*") for pattern in rule}
