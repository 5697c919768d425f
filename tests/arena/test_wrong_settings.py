"""What a user gets wrong, or leaves out when resuming: one line, exit code 2, nothing lost."""

import json
import re
import sys
from datetime import datetime

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.running import load_settings
from arena.store import Store

BOTS = ["random", "greedy"]


def boomtown(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def refused(*words):
    """The one line that the program says."""
    found = boomtown(*words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("boomtown: ")
    assert found.stderr.count("\n") == 1
    return found.stderr


def test_resuming_takes_what_is_not_given_from_the_folder(tmp_path):
    out = tmp_path / "sb"
    given = ["--players", 2, "--rules", "sabotage", "--credits", "open", "--jobs", 1, "--quiet", "--out", out]
    assert boomtown("tournament", *BOTS, *given, "--games", 2).exit_code == 0
    header = load_settings(out).conditions.game
    again = boomtown(
        "tournament", "--resume", "--players", 2, "--games", 4, "--out", out, "--jobs", 1, "--quiet", "--json"
    )
    assert json.loads(again.stdout)["games"] == 4
    assert load_settings(out).conditions.game == header
    other = refused("tournament", "--resume", "--out", out, "--players", 3)
    assert other == "boomtown: cannot resume with other settings: --players: stored 2, asked 3\n"
    other = refused("tournament", "--resume", "--out", out, "--edition", "ludoart", "--rules", "")
    assert '--edition: stored "ffg", asked "ludoart"; --rules: stored ["sabotage"], asked []' in other
    assert len(other) < 250
    other = refused("tournament", "--resume", "--out", out, "--recall", "all", "--on-fault", "void", "--until-error", 9)
    for difference in ("--recall: stored", '--on-fault: stored "forfeit", asked "void"', "--until-error: stored none"):
        assert difference in other
    fewer = boomtown("tournament", "--resume", "--out", out, "--games", 3, "--quiet")
    assert fewer.exit_code == 0
    assert fewer.stderr == f"{out}: 4 games are there, more than --games 3; all count\n"


@pytest.mark.parametrize("kind", ["file", "program"])
def test_resuming_needs_the_bots(tmp_path, monkeypatch, kind):
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    bot = home / "mine.py"
    bot.write_text(f"#!{sys.executable}\nfrom bots.random_bot import RandomBot\n\n\nclass Mine(RandomBot):\n    pass\n")
    bot.chmod(0o755)
    spec = {"file": "mine.py:Mine", "program": "exec:./mine.py"}[kind]
    options = ["--players", 2, "--jobs", 1, "--quiet", "--out", tmp_path / "t"]
    monkeypatch.chdir(home)
    assert boomtown("tournament", spec, "random", *options, "--games", 2).exit_code == 0
    results = (tmp_path / "t" / "results.jsonl").read_bytes()
    monkeypatch.chdir(away)
    text = refused("tournament", "--resume", *options, "--games", 8)
    assert f"cannot be resumed: bot {spec}: the" in text
    assert "resume in the folder where the run was started" in text
    monkeypatch.chdir(home)
    bot.rename("other.py")
    assert f"cannot be resumed: bot {spec}: the" in refused("tournament", "--resume", *options, "--games", 8)
    with Store(tmp_path / "t") as store:
        assert len(store.games()) == 2
    assert (tmp_path / "t" / "results.jsonl").read_bytes() == results


def test_an_anchor_is_kept_and_reported(tmp_path):
    out = tmp_path / "t"
    options = ["--players", 2, "--jobs", 1, "--quiet", "--json", "--out", out]
    anchored = boomtown("tournament", *BOTS, *options, "--games", 4, "--anchor", "greedy", "--anchor-elo", 1000)
    again = boomtown("tournament", "--resume", *options, "--games", 6)
    for found in (anchored, again):
        rows = {row["bot"]: row for row in json.loads(found.stdout)["ratings"]}
        assert rows["greedy"]["elo"] == rows["greedy"]["low"] == 1000
        assert rows["random"]["elo"] < 1000
    assert boomtown("report", out, "--quiet").exit_code == 0
    page = (out / "report.html").read_text("utf-8")
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))
    greedy = data["bots"].index("greedy")
    assert (data["anchor"], data["table"][greedy]["elo"], data["history"][-1][1][greedy]) == ("greedy", 1000, 1000)
    moved = boomtown("tournament", "--resume", *options, "--anchor", "random", "--anchor-elo", 0)
    assert {row["bot"]: row["elo"] for row in json.loads(moved.stdout)["ratings"]}["random"] == 0


def test_a_folder_that_cannot_be_written_in(tmp_path):
    (tmp_path / "lock").mkdir()
    text = refused("tournament", *BOTS, "--out", tmp_path)
    assert f"{tmp_path}: cannot be written in: Is a directory" in text


@pytest.mark.parametrize("name", ["results.jsonl", "faults.jsonl", "report.html"])
def test_files_that_are_no_tournaments_are_not_written_over(tmp_path, name):
    (tmp_path / name).write_text("mine")
    text = refused("tournament", *BOTS, "--games", 2, "--out", tmp_path)
    assert f"{tmp_path}: no tournament, but {name} would be written over; choose another --out" in text
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_runs_of_the_same_second_have_folders_of_their_own(tmp_path, monkeypatch):
    class Clock:
        now = staticmethod(lambda: datetime(2026, 1, 2, 3, 4, 5))

    monkeypatch.setattr("arena.running.datetime", Clock)
    monkeypatch.chdir(tmp_path)
    for _ in range(3):
        assert boomtown("tournament", *BOTS, "--players", 2, "--games", 1, "--jobs", 1, "--quiet").exit_code == 0
    assert "no bot is named" in refused("tournament", "nobody", "random")  # and makes no folder
    names = sorted(path.name for path in (tmp_path / "tournaments").iterdir())
    assert names == ["20260102-030405", "20260102-030405-2", "20260102-030405-3"]
    monkeypatch.chdir(tmp_path / "tournaments" / names[0])
    (tmp_path / "tournaments" / names[0] / "tournaments").write_text("a file")
    assert "cannot be made: Not a directory; choose another place by --out" in refused("tournament", *BOTS)


def test_without_dask_no_folder_is_made(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    assert "pip install -e '.[cluster]'" in refused(
        "tournament", *BOTS, "--cluster", "tcp://127.0.0.1:8786", "--out", tmp_path / "t"
    )
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("option", ["--anchor-elo", "--time", "--grace", "--patience", "--until-error"])
@pytest.mark.parametrize("value", ["nan", "inf", "1e999"])
def test_numbers_are_finite(tmp_path, option, value):
    text = refused("tournament", *BOTS, option, value, "--out", tmp_path / "t")
    assert f"Invalid value for '{option}': {value} is not a finite number" in text


def test_numbers_are_in_their_ranges(tmp_path):
    assert "0.0 is not in the range x>0" in refused("tournament", *BOTS, "--time", 0, "--out", tmp_path / "t")
    assert "'abc' is not a valid number" in refused("compare", *BOTS, "--grace", "abc", "--out", tmp_path / "t")
    assert re.search(
        r"--anchor-elo NUMBER +The anchor's rating\.\s+\[default: 0\.0\]", boomtown("tournament", "--help").output
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = [4]", "games: [4] is neither a text nor a number"),
        ("games = 4.7", "games: '4.7' is not a valid whole number"),
        ("games = 0", "games: 0 is not in the range x>=1"),
        ("games = true", "games: true is neither a text nor a number"),
        ('out = ["a"]', "out: ['a'] is neither a text nor a number"),
        ('out = "a\\u0000b"', "out: embedded null byte"),
        ("rules = [[]]", "rules: [[]] is neither a text nor a number"),
        ("quiet = 3", "quiet: 3 is neither true nor false"),
        ('quiet = "no"', "quiet: 'no' is neither true nor false"),
        ('bots = "random"', "bots: 'random' is no list of names"),
        ("bots = [1, 2]", "bots: [1, 2] is no list of names"),
        ("time = nan", "time: nan is not a finite number"),
        ('on-fault = "shrug"', "on-fault: 'shrug' is not one of"),
        ("seed = 1979-05-27", "seed: datetime.date(1979, 5, 27) is neither a text nor a number"),
        ("[games]\nat-most = 3", "games: {'at-most': 3} is neither a text nor a number"),
        ("games = ", "no TOML"),
    ],
)
def test_wrong_values_in_a_file_are_named(tmp_path, text, message):
    config = tmp_path / "league.toml"
    config.write_text(text, "utf-8")
    assert f"{config}: {message}" in refused("tournament", *BOTS, "--config", config)


def test_files_that_are_no_text(tmp_path):
    config = tmp_path / "league.toml"
    config.write_bytes(b'edition = "\xff"\n')
    assert f"{config}: no TOML: 'utf-8' codec" in refused("tournament", *BOTS, "--config", config)
    config.write_text("a = " + "[" * 100_000)
    assert f"{config}: no TOML" in refused("tournament", *BOTS, "--config", config)
    config.write_text("board = 3\n")
    assert "3: " in refused("tournament", *BOTS, "--config", config, "--out", tmp_path / "t")
    assert not (tmp_path / "t").exists()


def test_values_of_a_file_are_parsed_as_on_the_command_line(tmp_path):
    config = tmp_path / "duel.toml"
    config.write_text(
        'a = "random"\nb = "greedy"\nplayers = 2\nrules = ["sabotage", "river-limits"]\nsprt = [0, 30.5]\ngames = "4"\n'
        "quiet = true\njobs = 1\njson = true\npatience = 30\n"
    )
    found = boomtown("compare", "--config", config, "--out", tmp_path / "t")
    assert json.loads(found.stdout)["sprt"]["elo1"] == 30.5
    settings = load_settings(tmp_path / "t")
    assert (settings.players, settings.games, settings.conditions.patience) == (2, 4, 30.0)
    assert settings.conditions.game["rules"] == ["river-limits", "sabotage"]
    assert settings.anchor == "random"
