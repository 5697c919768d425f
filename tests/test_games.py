"""Games are found without a list: those of the house, installed ones by an entry point, any by its folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine import SettingsError, new_game
from engine.games import described, game_names, game_type, open_game, remade, room
from tests.games import FOLDERS

ROOT = Path(__file__).parent.parent


def _fresh(code: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    """Runs code in a Python of its own, which has opened no game yet."""
    lines = [f"import sys; sys.path[:0] = {[str(path) for path in (*paths, ROOT)]!r}", code]
    return subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)


def test_our_own_games_are_the_packages_of_the_engine() -> None:
    rooms = {path.parent.name.replace("_", "-") for path in (ROOT / "engine").glob("*/__init__.py")}
    assert rooms <= set(game_names())
    assert game_names()[0] == "planet-steam"
    for name in rooms:
        assert game_type(name).name == name
        assert game_type(name).game.__name__
        assert new_game(name).name == name


def test_a_room_that_is_missing_is_none() -> None:
    assert room("planet-steam", "engine") is not None
    assert room("nim", "engine") is not None
    assert room("nim", "bots") is None
    assert room("chess", "engine") is None


def test_a_folder_opens_a_game_and_a_description_opens_it_again() -> None:
    code = f"""
from engine.games import described, game_names, new_game, open_game, remade
print(game_names(), open_game({str(FOLDERS["nim"])!r}), game_names())
print(described(new_game("nim", heaps=12)))
"""
    done = _fresh(code)
    names, description = done.stdout.splitlines()
    before, after = names.split(" nim [")
    assert "'nim'" not in before
    assert "'nim'" in after  # with its neighbours: the package of the tests' games opens all of them
    again = _fresh(f"from engine.games import remade\nprint(remade({description}).heaps)")
    assert again.stdout == "(1, 2)\n", again.stderr


def test_an_installed_game_is_found_by_its_entry_point(tmp_path: Path) -> None:
    info = tmp_path / "stranger-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[boomtown.games]\nnim = tests.games.nim\n")
    code = "from engine.games import game_names, new_game\nprint(game_names()[-1], new_game('nim').name)"
    done = _fresh(code, tmp_path)
    assert done.stdout == "nim nim\n", done.stderr


def test_a_description_of_a_record_opens_no_folder() -> None:
    header = {**described(new_game("nim")), "game": "nim"}
    done = _fresh(f"from engine.games import game_of\ntry: game_of({header!r})\nexcept ValueError as e: print(e)")
    assert done.stdout.startswith("unknown game 'nim'")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("planet-stream", "unknown game 'planet-stream' (did you mean planet-steam?); use planet-steam"),
        ("/nowhere/at/all", "unknown game '/nowhere/at/all'; use planet-steam"),
    ],
)
def test_an_unknown_game_is_told_with_the_known_ones(name: str, said: str) -> None:
    with pytest.raises(SettingsError) as error:
        open_game(name)
    assert str(error.value).startswith(said)
    assert str(error.value).endswith("or the folder of a game")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import no_such_module", "fails to load: ModuleNotFoundError: No module named 'no_such_module'"),
        ("GAME = 3", "exports no GAME, an engine.games.GameType"),
        ("", "exports no GAME"),
    ],
)
def test_a_faulty_game_is_told_in_a_line(tmp_path: Path, text: str, said: str) -> None:
    folder = tmp_path / f"faulty_{abs(hash(text))}"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "engine.py").write_text(text)
    with pytest.raises(SettingsError) as error:
        open_game(str(folder))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_games_of_other_folders_cannot_take_a_name(tmp_path: Path) -> None:
    folder = tmp_path / "impostor"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "engine.py").write_text("from engine.planet_steam import GAME\n")
    with pytest.raises(SettingsError, match="its game is named planet-steam, as another game is"):
        open_game(str(folder))


def test_a_game_is_the_same_after_its_description() -> None:
    game = new_game("planet-steam", players=3, rules=["expert"])
    assert "folder" not in described(game)
    assert remade(described(game)).header() == game.header()
