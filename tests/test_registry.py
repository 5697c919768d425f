"""Bot specs: what they parse to, and that every mistake is answered with what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import bots
from arena.adapters.openspiel_bot import OpenSpielBot
from arena.cli import main
from bots import SpecError, parse_spec
from bots.planet_steam import PlanetSteamPlayers
from bots.registry import _entry_points, _load_named, unused
from engine import Stream
from tests.games import nim_game

CUSTOM = '''
from dataclasses import dataclass
from bots import Bot, param

@dataclass(frozen=True)
class Settings:
    rank: int = param(0, "which legal move to play", low=0)
    bold: bool = param(False, "unused")

class Fixed(Bot):
    """Always the move of the same rank."""
    Params = Settings
    def choose(self, observation, legal, budget, rng):
        return legal[self.params.rank]

class NoBot:
    pass
'''

FAULTY = """
from __future__ import annotations
from dataclasses import dataclass
from bots import Bot, param

class Playing(Bot):
    def choose(self, observation, legal, budget, rng):
        return legal[0]

class Abstract(Bot):
    pass

class TakesNoParams(Playing):
    def __init__(self, game, seat):
        self.seat = seat

class PlainParams(Playing):
    class Params:
        speed = 3

@dataclass(frozen=True)
class Wanting:
    speed: int
    force: float = param(1.0, "unused")

class Required(Playing):
    Params = Wanting

@dataclass(frozen=True)
class Picky:
    low: int = param(1, "at most high")
    high: int = param(2, "at least low")
    def __post_init__(self):
        if self.low > self.high:
            raise ValueError("low is above\\nhigh")

class Checks(Playing):
    Params = Picky

@dataclass(frozen=True)
class Unknown:
    speed: Velocity = 3

class UnknownType(Playing):
    Params = Unknown

class Hungry(Playing):
    def __init__(self, game, seat, params):
        raise MemoryError
"""


def test_a_spec_is_a_name_with_parameters() -> None:
    spec = parse_spec("greedy:samples=4")
    assert (spec.name, spec.params.samples) == ("greedy", 4)
    assert str(spec) == "greedy:samples=4"
    assert str(parse_spec("greedy:samples=16")) == str(parse_spec("greedy")) == "greedy"
    assert parse_spec("greedy:5").params.samples == 5


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "did you mean greedy?"),
        ("nobody-knows-this", "valid: random, greedy"),
        ("greedy:sample=3", "no parameter 'sample'; did you mean samples?"),
        ("greedy:samples=many", "samples is a whole number, not 'many'"),
        ("greedy:samples=0", "samples is at least 1 and at most 1000000, not 0"),
        ("greedy:samples=1000000000000", "samples is at least 1 and at most 1000000, not 1000000000000"),
        ("mcts:sims=99999999999999999999999", "sims is at least 1 and at most 1000000000000, not 9999"),
        ("mcts:memory=100000000", "memory is at least 1 and at most 100000, not 100000000"),
        ("mcts:memory=100000000000000000", "memory is at least 1 and at most 100000, not 1"),
        ("mcts:width=1e12", "width is at least 1 and at most 1000000, not 1e12"),
        ("mcts:width=inf", "width is a number, not 'inf'"),
        ("mcts:widening=inf", "widening is a number, not 'inf'"),
        ("mcts:widening=1e7", "widening is at least 0 and at most 10000, not 1e7"),
        ("mcts:exploration=1e300", "exploration is at least 0 and at most 1000000, not 1e300"),
        ("mcts:time=inf", "time is a number or none, not 'inf'"),
        ("mcts:exploration=nan", "exploration is a number or none, not 'nan'"),
        ("greedy:samples=1,samples=2", "samples is given twice"),
        ("random:speed=3", "no parameter 'speed'; it has none"),
        ("no/such/file.py:Bot", "there is no file no/such/file.py"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=r"^bot ") as caught:
        parse_spec(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_registered_bot_describes_itself() -> None:
    assert list(bots.registry)[:2] == ["random", "greedy"]
    for name, (cls, params) in bots.registry.items():
        assert cls.name == name
        assert bots.describe(cls).endswith(".")
        assert params.__dataclass_params__.frozen
        for parameter in bots.parameters(cls):
            assert parameter.help, f"{name}: {parameter.name} has no help"
        assert str(parse_spec(name)) == name


def test_a_file_can_hold_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(CUSTOM)
    game = nim_game(3)
    bot = bots.make(f"{path}:Fixed:rank=2,bold=yes", game, 0)
    state = game.new()
    assert bot.params.bold is True
    assert bot.choose(state.observe(0), state.legal(), bots.Budget(), Stream(1)) == state.legal()[2]
    with pytest.raises(SpecError, match="no class 'Fixd'; did you mean Fixed"):
        parse_spec(f"{path}:Fixd")
    with pytest.raises(SpecError, match="no subclass of"):
        parse_spec(f"{path}:NoBot")
    path.write_text("1 / 0")
    with pytest.raises(SpecError, match="ZeroDivisionError"):
        parse_spec(f"{path}:Fixed")


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.py"
    path.write_text(FAULTY)
    return path


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("Abstract", "Abstract does not define choose"),
        ("TakesNoParams", "TakesNoParams.__init__ does not take (self, game, seat, params)"),
        ("PlainParams", "PlainParams.Params is no dataclass"),
        ("Required", "speed must be given: speed=..."),
        ("Required:force=2", "speed must be given: speed=..."),
        ("Checks:low=3", "low is above high"),
        ("UnknownType", "UnknownType.Params has a type that is not there: NameError: name 'Velocity' is not defined"),
    ],
)
def test_a_faulty_bot_in_a_file_is_named_in_one_line(faulty: Path, rest: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec(f"{faulty}:{rest}")
    assert str(caught.value) == f"bot {faulty}:{rest}: {message}"


def test_a_required_parameter_can_be_given(faulty: Path) -> None:
    spec = parse_spec(f"{faulty}:Required:speed=4")
    assert str(spec) == f"{faulty}:Required:speed=4"
    assert [parameter.default for parameter in bots.parameters(spec.cls)] == ["...", "1.0"]


def test_a_file_that_exits_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "leaves.py"
    path.write_text("import sys\nsys.exit('no licence')")
    with pytest.raises(SpecError, match=r"leaves\.py fails to load: SystemExit: no licence$"):
        parse_spec(f"{path}:Any")


def test_too_little_memory_is_an_error(faulty: Path) -> None:
    with pytest.raises(SpecError, match="Hungry: there is too little memory to make it"):
        bots.make(f"{faulty}:Hungry", nim_game(3), 0)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Packages on the path: one with sound and faulty bots, one that comes second, one with broken metadata."""
    for package, points in (
        ("junk", "junk"),
        ("second", "fixed = second:Fixed"),
        ("first", "fixed = first:Fixed\nbroken = no_such_module:Bot\ngone = first:Gone\ngreedy = first:Fixed"),
    ):
        info = tmp_path / package / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[boomtown.bots]\n{points}\n")
        (tmp_path / package / f"{package}.py").write_text(CUSTOM)
        monkeypatch.syspath_prepend(str(tmp_path / package))
    for cached in (_entry_points, _load_named):
        cached.cache_clear()
    yield
    for cached in (_entry_points, _load_named):
        cached.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_broken_entry_point_fails_alone() -> None:
    assert parse_spec("fixed:rank=1").params.rank == 1
    assert parse_spec("greedy").cls.__module__ == "bots.greedy"
    with pytest.raises(SpecError, match=r"^bot broken: entry point no_such_module:Bot fails to load: ModuleNot"):
        parse_spec("broken")
    with pytest.raises(SpecError, match=r"^bot gone: entry point first:Gone fails to load: AttributeError"):
        parse_spec("gone")
    with pytest.raises(SpecError, match=r"valid: random, greedy, heuristic, mcts, level, broken, fixed, gone\b"):
        parse_spec("nobody-knows-this")


@pytest.mark.usefixtures("installed")
def test_entry_points_that_are_not_used_are_told() -> None:
    told = dict(unused())
    assert told["greedy"] == "entry point first:Fixed is not used: a built-in bot has this name"
    assert told["fixed"] == "entry point second:Fixed is not used: first:Fixed has this name"
    assert told["junk"].startswith("its entry points cannot be read: ")


@pytest.mark.usefixtures("installed")
def test_the_table_of_bots_tells_what_cannot_be_used() -> None:
    result = CliRunner().invoke(main, ["bots"])
    assert result.exit_code == 0, result.output
    told = " ".join(result.output.split())
    assert "broken cannot be used: entry point no_such_module:Bot fails to load: ModuleNotFoundError: No" in told
    assert "greedy entry point first:Fixed is not used: a built-in bot has this name" in told
    assert "rank=0: which legal move to play" in told


def test_the_table_of_bots_fits_80_columns() -> None:
    lines = CliRunner().invoke(main, ["bots"]).output.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith(" " * 14) for line in lines) > 3  # long ones go on, indented


def test_ratings_are_shown_and_damaged_ones_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlanetSteamPlayers, "ratings", tmp_path / "elo.json")
    assert "Elo" not in CliRunner().invoke(main, ["bots"]).output
    (tmp_path / "elo.json").write_text('{"random": 12.4, "mcts:sims=125": 2000}')
    output = CliRunner().invoke(main, ["bots"]).output
    assert "equally likely. Elo 12.\n" in output
    assert "mcts:sims=125: Elo 2000\n" in output
    for damaged in ("", "{", "[1]", '{"random": "good"}', '{"random": null}', '{"random": NaN}'):
        (tmp_path / "elo.json").write_text(damaged)
        result = CliRunner().invoke(main, ["bots"])
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert result.stderr.startswith(f"boomtown: {tmp_path / 'elo.json'}: no table of ratings by bot: ")


def documented() -> str:
    """The table of parameters in docs/bots.md."""
    rows = ["| bot | parameter | default | |", "| --- | --- | --- | --- |"]
    own = {name: cls for name, (cls, _) in bots.registry.items() if not bots.is_foreign(name)}
    for name, cls in {**own, OpenSpielBot.name: OpenSpielBot}.items():
        rows += [f"| `{name}` | `{one.name}` | {one.default} | {one.help} |" for one in bots.parameters(cls)]
    return "\n".join(rows)


def test_the_docs_list_every_parameter() -> None:
    text = (Path(__file__).parents[1] / "docs" / "bots.md").read_text()
    found = text.split("<!-- parameters -->")[1].split("<!-- end -->")[0].strip()
    assert found == documented(), f"docs/bots.md should say:\n{documented()}"


def test_every_bot_has_a_measured_rating() -> None:
    rated = bots.players_of("planet-steam").read_ratings()
    assert {spec.split(":")[0] for spec in rated} == {name for name in bots.registry if not bots.is_foreign(name)}
