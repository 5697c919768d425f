"""What a game's bots room offers, and what a game without one gets; a stranger's room is asked as ours are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import bots
from arena.cli import main
from bots import SpecError, parse_spec
from bots.registry import _load_named, unused
from engine import SettingsError, Stream, games, new_game
from tests.games import nim_game

NARROW = """
from bots import Bot

class Narrow(Bot):
    games = ("chess", "go")
    def choose(self, observation, legal, budget, rng):
        return legal[0]
"""
ROOM = """
from bots import Bot
from bots.players import Players

class Own(Players):
    levels = ("random", "copycat")
    strongest = "copycat"
    bots = {"copycat": "stranger.bots:Copycat", "greedy": "stranger.bots:Copycat", "ghost": "stranger.bots:Ghost"}

PLAYERS = Own()

class Copycat(Bot):
    '''Always the first legal move.'''
    name = "copycat"
    games = ("stranger",)
    def choose(self, observation, legal, budget, rng):
        return legal[0]
"""
STRANGER = """
from engine.games import GameType
from tests.games.nim.engine import GAME as NIM, Nim

class Stranger(Nim):
    @property
    def name(self):
        return "stranger"

GAME = GameType("stranger", "Stranger", "Nim under another name; 2 players", Stranger, NIM.settings)
"""


def test_a_bot_says_what_to_use_where_it_cannot_play(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"^bot heuristic: nim has no policy for it to play; use mcts$"):
        bots.make("heuristic", nim_game(3), 0)
    with pytest.raises(SpecError, match=r"^bot level:level=8: nim has levels 1 to 7, not 8$"):
        parse_spec("level:8").check(nim_game(3))
    (tmp_path / "mine.py").write_text(NARROW)
    with pytest.raises(SpecError, match=r"mine\.py:Narrow: it plays chess, go, not nim$"):
        bots.make(f"{tmp_path}/mine.py:Narrow", nim_game(3), 0)


def test_a_game_without_a_room_has_levels_and_a_strongest() -> None:
    game = nim_game(3, 4, 5)
    state = game.new()
    assert bots.strongest(game) == bots.strongest("nim") == "mcts"
    assert bots.levels(game) == bots.levels("nim")
    for n, spec in enumerate(bots.levels(game), 1):
        assert bots.ask(bots.make(f"level:{n}", game, 0), state.observe(0), state.legal(), Stream(1)) in state.legal()
        assert str(parse_spec(spec)) == spec


def test_a_room_has_its_own_levels() -> None:
    game = new_game("planet-steam")
    assert bots.levels(game) == bots.levels("planet-steam") != bots.levels("nim")
    assert [str(parse_spec(spec)) for spec in bots.levels(game)] == list(bots.levels(game))
    for spec in (*bots.levels(game), bots.strongest(game), "heuristic"):
        parse_spec(spec).check(game)


def test_a_style_is_one_of_those_that_the_game_has() -> None:
    game = new_game("planet-steam")
    assert str(parse_spec("heuristic:style=trader,noise=0.1")) == "heuristic:noise=0.1,style=trader"
    for style in bots.players_of(game).styles:
        parse_spec(f"heuristic:style={style}").check(game)
    known = "all-round, builder, trader, bully, miser, inventor"
    with pytest.raises(SpecError, match=rf"^bot heuristic:style=tradr: .* \(did you mean trader\?\): it has {known}$"):
        bots.make("heuristic:style=tradr", game, 0)
    with pytest.raises(SpecError, match=r"steamopolis has no style 'trader': it has none; leave style out$"):
        bots.make("heuristic:style=trader", new_game("steamopolis"), 0)
    listed = CliRunner().invoke(main, ["bots"]).output
    assert "            style=miser: leaves auctions to others and saves\n" in listed
    assert "style=miser" not in CliRunner().invoke(main, ["bots", "--game", "steamopolis"]).output


def test_a_level_that_does_not_search_has_styles() -> None:
    game = new_game("planet-steam")
    player = bots.make("level:3,style=trader", game, 0).player  # type: ignore[attr-defined]
    assert f"heuristic:{player.params}" == f"heuristic:{parse_spec('heuristic:noise=0.15,style=trader').params}"
    with pytest.raises(SpecError, match=r"level 8 of planet-steam has no styles: levels 1 to 5 do$"):
        bots.make("level:8,style=trader", game, 0)
    with pytest.raises(SpecError, match=r"has no style 'tradr' \(did you mean trader\?\): it has all-round"):
        bots.make("level:3,style=tradr", game, 0)
    with pytest.raises(
        SpecError, match=r"level 6 of steamopolis has no styles: none of its levels does; leave style out"
    ):
        bots.make("level:6,style=trader", new_game("steamopolis"), 0)
    with pytest.raises(SpecError, match=r"level 3 of nim has no styles: none of its levels does; leave style out$"):
        bots.make("level:3,style=trader", nim_game(3), 0)


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Somebody's game with a bots room, to be opened by its path; gone afterwards."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "engine.py").write_text(STRANGER)
    (folder / "bots.py").write_text(ROOM)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "_paths", dict(games._paths))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "stranger"]:
        del sys.modules[name]
    games.game_type.cache_clear()
    _load_named.cache_clear()


def test_a_strangers_room_is_asked(stranger: Path) -> None:
    assert "copycat" not in bots.registry
    name = games.open_game(str(stranger))
    assert bots.strongest(name) == "copycat"
    assert "copycat" in bots.registry
    game = games.new_game(name)
    state = game.new()
    bot = bots.make("level:2", game, 0)
    assert bots.ask(bot, state.observe(0), state.legal(), Stream(1)) == state.legal()[0]
    with pytest.raises(SpecError, match=r"^bot copycat: it plays stranger, not nim$"):
        bots.make("copycat", nim_game(3), 0)
    with pytest.raises(SpecError, match=r"^bot ghost: stranger\.bots:Ghost fails to load: AttributeError"):
        parse_spec("ghost")
    assert dict(unused())["greedy"] == "stranger.bots:Copycat of stranger is not used: a built-in bot has this name"


def test_the_table_of_bots_is_that_of_a_game(stranger: Path) -> None:
    listed = CliRunner().invoke(main, ["bots", "--game", str(stranger)]).output
    assert "copycat     Always the first legal move.\n" in listed
    assert "\nheuristic" not in listed
    assert "copycat" not in CliRunner().invoke(main, ["bots", "--game", "nim"]).output
    assert "Elo" not in CliRunner().invoke(main, ["bots", "--game", "nim"]).output
    assert "\nheuristic" in CliRunner().invoke(main, ["bots", "--game", "planet-steam"]).output


def test_a_game_that_offers_nothing_to_train_says_so() -> None:
    for words in ([], ["policy"], ["value", "--help"]):
        result = CliRunner().invoke(main, ["train", "--game", "nim", *words])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "boomtown: nim has nothing to train: its bots know only the rules\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "game stranger: its bots fail to load: ZeroDivisionError: division by zero"),
        ("PLAYERS = 3", "game stranger: stranger.bots exports no PLAYERS, a bots.players.Players"),
        ("import no_such_module", "game stranger: its bots fail to load: ModuleNotFoundError: No module named"),
    ],
)
def test_a_room_that_is_none_is_told_and_hurts_no_other(stranger: Path, text: str, message: str) -> None:
    (stranger / "bots.py").write_text(text)
    name = games.open_game(str(stranger))
    with pytest.raises(SettingsError) as caught:
        bots.levels(name)
    assert str(caught.value).startswith(message)
    assert dict(unused())["stranger"].startswith(message)
    assert parse_spec("mcts:sims=3").params.sims == 3
    with pytest.raises(SpecError, match="no bot is named 'copycat'"):
        parse_spec("copycat")


def test_listing_random_does_not_load_the_search() -> None:
    code = (
        "import sys, bots; bots.parse_spec('random'); print('bots.search' in sys.modules, 'bots.guide' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
