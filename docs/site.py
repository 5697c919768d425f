"""What the documentation site has beyond the pages in this folder, each from its one source: the README as its first
page and its measurements as a page of their own, the changelog, pictures, `--help` of every command, docstrings. MkDocs
calls `on_files` and `on_page_markdown` (hooks of `mkdocs.yml`); mkdocstrings uses `CompiledDocstrings`."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import click
import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from arena.cli import main

ROOT = Path(__file__).parent.parent
MEASURED = ("Strength", "Speed")  # sections of the README that are the page of benchmarks
BROUGHT = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"(?P<text>!?\[[^\]]*\])\((?P<path>[^)#\s:]+)(?P<anchor>#[^)]*)?\)")
WIDTH = 80  # of help texts
FLOORS = {
    "engine": "The rules",
    "bots": "The bots",
    "arena.adapters.pettingzoo": "PettingZoo",
    "arena.adapters.gymnasium": "Gymnasium",
    "arena.adapters.openspiel": "OpenSpiel",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are made here, and the pictures and files outside that pages show."""
    pages = {name: _read(source) for source, name in BROUGHT.items()}
    pages["index.md"], pages["benchmarks.md"] = _split(pages["index.md"])
    pages |= {"commands.md": _commands(), "reference.md": _reference()}
    for name, text in pages.items():
        files.append(File.generated(config, name, content=_with_site_links(text, ROOT)))
    for page in (ROOT / "docs").glob("*.md"):
        _bring(files, config, page.read_text(encoding="utf-8"), page.parent)
    for source in BROUGHT:
        _bring(files, config, _read(source), ROOT)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links out of this folder lead to where the site has their goal."""
    is_made = page.file.generated_by is not None
    return markdown if is_made else _with_site_links(markdown, ROOT / "docs")


# -- pages -------------------------------------------------------------------------------------------------------------


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _split(readme: str) -> tuple[str, str]:
    """The README without its measurements, and these alone."""
    head, *sections = re.split(r"^(?=## )", readme, flags=re.MULTILINE)
    measured = [one for one in sections if one.split("\n")[0].removeprefix("## ") in MEASURED]
    rest = [one for one in sections if one not in measured]
    return head + "".join(rest), "# Benchmarks\n\n" + "".join(measured)


def _commands() -> str:
    """`--help` of every command."""
    texts = ["# Commands", "What `boomtown COMMAND --help` prints."]
    context = click.Context(main, info_name="boomtown", terminal_width=WIDTH, max_content_width=WIDTH)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        inner = click.Context(command, context, name, terminal_width=WIDTH, max_content_width=WIDTH)
        texts.append(f"## boomtown {name}\n\n```text\n{command.get_help(inner)}\n```")
    return "\n\n".join(texts)


def _reference() -> str:
    """The public names of each floor, for mkdocstrings to fill in."""
    texts = ["# Python reference", "From the docstrings. [Five minutes at the Python prompt](python.md) is a start."]
    for module, title in FLOORS.items():
        texts.append(f"## {title}: `{module}`")
        public = getattr(importlib.import_module(module), "__all__", None) if "." not in module else None
        texts += [f"::: {module}.{name}" for name in public] if public else [f"::: {module}"]
    return "\n\n".join(texts)


# -- links and files ---------------------------------------------------------------------------------------------------


def _goal(path: str, folder: Path) -> Path | None:
    """What a link of a page in `folder` leads to, from the root; None: it is no file of the tree."""
    found = (folder / path).resolve()
    return found.relative_to(ROOT) if found.is_relative_to(ROOT) and found.is_file() else None


def _with_site_links(text: str, folder: Path) -> str:
    def renamed(link: re.Match[str]) -> str:
        goal = _goal(link["path"], folder)
        if goal is None:
            return link[0]
        return f"{link['text']}({_place(goal)}{link['anchor'] or ''})"

    return LINK.sub(renamed, text)


def _place(goal: Path) -> str:
    """Where the site has a file of the tree."""
    if str(goal) in BROUGHT:
        return BROUGHT[str(goal)]
    return str(goal.relative_to("docs")) if goal.parts[0] == "docs" else f"files/{goal}"


def _bring(files: Files, config: MkDocsConfig, text: str, folder: Path) -> None:
    """The files outside that a page links or shows."""
    for link in LINK.finditer(text):
        goal = _goal(link["path"], folder)
        if goal is None or goal.parts[0] == "docs" or str(goal) in BROUGHT or files.get_file_from_path(_place(goal)):
            continue
        files.append(File.generated(config, _place(goal), abs_src_path=str(ROOT / goal)))


# -- docstrings --------------------------------------------------------------------------------------------------------


class CompiledDocstrings(griffe.Extension):
    """Gives what stubs declare the docstrings of the compiled modules, and fences examples at the Python prompt."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        is_declared = obj.docstring is None and obj.filepath.suffix == ".pyi"
        is_property = obj.is_attribute and "property" in obj.labels
        if is_declared and (obj.is_class or obj.is_function or is_property) and obj.name != "__init__":
            text = inspect.getdoc(_imported(obj.path))
            if text:
                obj.docstring = griffe.Docstring(text, parent=obj)
        if obj.docstring is not None:
            obj.docstring.value = re.sub(
                r"^(>>> .*?)(?=\n\n|\Z)", r"```pycon\n\1\n```", obj.docstring.value, flags=re.MULTILINE | re.DOTALL
            )


def _imported(path: str) -> Any:
    """An object by its dotted name; None: there is none."""
    parts = path.split(".")
    for n in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:n]))
        except ModuleNotFoundError:
            continue
        for name in parts[n:]:
            found = getattr(found, name, None)
        return found
    return None
