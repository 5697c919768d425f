"""What is said when a tournament has ended: the table, as wide as the terminal, the faults, the files."""

import json
import re
import shlex
import traceback
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.ratings import Pair
from arena.running import EXIT, _message
from arena.store import Store
from arena.summary import Row, Summary, shorten, summarise, table_text
from tests.arena.bad_bots import inside

BAD = f"{inside.__file__}:"
SMALL = ["--players", "2", "--jobs", "1", "--quiet"]


def boomtown(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def league(*names, faults=0):
    """A table in which everyone has played everyone."""
    rows = [Row(name, 1234.0, -1100.0, 1500.0, 10_000, 5432.5, 1.5, 1234.5, faults, 0.5, 1.25) for name in names]
    pairs = [Pair(a, b, 100, 50, 50, 0, 0.5, 0.4, 0.6) for k, a in enumerate(names) for b in names[k + 1 :]]
    kinds = dict.fromkeys(("raises", "illegal", "overtime", "dies"), 1000) if faults else {}
    balance = {name: [2000] * 5 for name in names}
    return Summary(rows, pairs, [-100.0] * 5, names[0], 10_000, 12, 2000, 4 * faults, kinds, balance, rows[:faults])


LONG = [f"exec:/home/someone/bots/strong-{k}/bin/planet --depth {k}" for k in range(5)]


@pytest.mark.parametrize("columns", [80, 100, 120, 200])
@pytest.mark.parametrize("names", [["random", "greedy"], LONG, [f"bot{k}" for k in range(12)]], ids=len)
def test_the_table_fits_the_terminal(columns, names):
    text = table_text(league(*names, faults=2), columns)
    assert max(map(len, text.splitlines())) <= columns
    n_rows = len(re.findall(r"^ *\d+  \S", text, re.M))
    assert n_rows % len(names) == 2 % len(names)  # whole blocks, and the two rows without faults


def test_a_narrow_terminal_gets_the_least_important_columns_below():
    head, *rest = table_text(league("random", "greedy"), 80).splitlines()
    assert head.split() == ["bot", "elo", "95%", "interval", "games", "wins", "win", "%", "score", "faults"]
    assert rest[2].split() == ["bot", "place", "better", "ms/move"]
    assert rest[3].split() == ["1", "random", "1.50", "50.0%", "1250.00"]
    wide = table_text(league("random", "greedy"), 120).splitlines()
    assert wide[0].split()[-5:] == ["place", "score", "better", "faults", "ms/move"]
    assert wide[3].startswith("anchored at")


def test_long_names_lose_their_middle():
    assert shorten("random", 8) == "random"
    assert shorten("exec:/home/someone/bots/mybot", 16) == "exec:…bots/mybot"
    row = table_text(league(*LONG), 80).splitlines()[5]
    assert re.match(r" 5  exec:/\S*…\S+ --depth 4 ", row)


def test_names_that_look_the_same_when_cut_are_given_in_full():
    twins = [f"mcts:{'a' * 30}{k}{'b' * 30}" for k in "xy"]
    text = table_text(league(*twins), 80)
    assert f" 1 is {twins[0]}\n 2 is {twins[1]}\n" in text
    assert " 1 is " not in table_text(league(*LONG), 80)


def test_only_the_anchor_is_marked_and_zero_has_no_minus():
    summary = league("random", "greedy")
    summary.rows[0].is_anchor = True
    summary.rows[0].low = summary.rows[0].high = summary.rows[0].elo = -7.6e-15
    summary.rows[1].low, summary.rows[1].high, summary.rows[1].elo = -0.4, -0.4, -0.4
    summary.seats = [-0.2, 0.2]
    lines = table_text(summary, 120).splitlines()
    assert lines[1].split()[1:4] == ["random", "+0", "anchor"]
    assert lines[2].split()[1:6] == ["greedy", "+0", "+0", "to", "+0"]
    assert "seat effects in Elo: 0 +0, 1 +0;" in lines[-1]


def test_the_fit_names_its_anchor(tmp_path):
    boomtown("tournament", "random", "greedy", *SMALL, "--games", 4, "--out", tmp_path / "t")
    with Store(tmp_path / "t") as store:
        rows = summarise(store, ["random", "greedy"], "greedy").rows
    assert [row.bot for row in rows if row.is_anchor] == ["greedy"]


def test_a_score_has_its_interval():
    summary = league("random", "greedy")
    summary.pairs = [Pair("random", "greedy", 6, 6, 0, 0, 1.0, 0.667, 1.0)]
    first, second = table_text(summary, 80).splitlines()[-4:-2]
    assert first.endswith("  100 (67–100)")
    assert second.endswith("  0 (0–33)")


def test_the_terminal_is_asked(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert table_text(league("random", "greedy")) == table_text(league("random", "greedy"), 120)
    monkeypatch.setenv("COLUMNS", "80")
    assert table_text(league("random", "greedy")) == table_text(league("random", "greedy"), 80)


@pytest.mark.parametrize(("on_fault", "n", "code"), [("stop", 1, EXIT["faults"]), ("void", 4, EXIT["complete"])])
def test_faults_are_told_when_no_game_counts(tmp_path, on_fault, n, code):
    words = ["tournament", BAD + "Raises", "random", *SMALL, "--games", 4, "--on-fault", on_fault]
    found = boomtown(*words, "--out", tmp_path / "a b", "--report")
    assert found.exit_code == code
    assert f"faults: {n} ({n} raises); {n} game{'s' * (n != 1)} void" in found.stdout
    assert "ZeroDivisionError" in found.stdout
    command = re.search(r"boomtown (replay .* --number 1 --at \d+)", found.stdout).group(1)
    assert boomtown(*shlex.split(command)).exit_code == 0
    data = json.loads(boomtown(*words, "--out", tmp_path / "json", "--json").stdout)
    assert (data["games"], data["void"], data["faults"]) == (0, n, n)
    assert data["fault_kinds"] == {"raises": n}
    rows = [(row["elo"], row["mean_place"], row["faults"]) for row in data["ratings"]]
    assert rows == [(None, None, n), (None, None, 0)]


def test_a_message_of_a_fault_is_one_line_of_the_terminal(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    bot = tmp_path / "wordy.py"
    bot.write_text(
        "from bots import Bot\n\n\nclass Wordy(Bot):\n    name = 'wordy'\n\n"
        "    def choose(self, observation, legal, budget, rng):\n        raise ValueError('\\x1b[2J' + 200 * 'word ')\n"
    )
    found = boomtown("tournament", f"{bot}:Wordy", "random", *SMALL, "--games", 2, "--out", tmp_path / "t")
    (line, _) = [line for line in found.stdout.splitlines() if "ValueError" in line]
    assert line.startswith("    ValueError: ?[2Jword word")
    assert len(line) == 80
    assert line.endswith("…")


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (ValueError("x\ny"), "ValueError: x y"),
        (ValueError("x\n  y\n\nz"), "ValueError: x y z"),
        (SyntaxError("no", ("a.py", 1, 1, "a b")), "SyntaxError: no"),
        (KeyError(), "KeyError"),
    ],
)
def test_an_exception_is_told_by_its_class_and_whole_message(raised, told):
    try:
        raise raised
    except Exception as error:
        assert _message("".join(traceback.format_exception(error))) == told


def test_a_fault_without_a_traceback_is_told_by_its_last_line():
    assert [_message(text) for text in ("", "took 2 s", "a\n b \n")] == ["", "took 2 s", "b"]


def test_bots_that_the_schedule_did_not_reach_are_listed(tmp_path):
    bots = ["random", "greedy", BAD + "Fine", BAD + "Illegal"]
    found = boomtown("tournament", *bots, *SMALL, "--games", 2, "--out", tmp_path / "t")
    assert re.search(r"^ 3  greedy +not rated +0 +- +- +- +0$", found.stdout, re.M)
    assert re.search(r"^ 4 .*:Illegal +not rated +0 +- +- +- +0$", found.stdout, re.M)
    assert "not rated: --games 2 is less than one lap of the meetings (12 games)" in found.stdout
    with Store(tmp_path / "t") as store:
        last = summarise(store, bots).as_json()["ratings"][-1]
    assert (last["bot"], last["elo"], last["games"], last["win_rate"]) == (bots[3], None, 0, None)
    assert boomtown("report", tmp_path / "t").exit_code == 0
    whole = boomtown("tournament", "--resume", "--out", tmp_path / "t", "--games", 12, "--quiet")
    assert "not rated" not in whole.stdout


@pytest.mark.parametrize("command", ["tournament", "compare"])
def test_a_record_file_that_cannot_be_written_is_refused_before_the_games(tmp_path, command):
    record = tmp_path / "nowhere" / "x.jsonl"
    found = boomtown(command, "random", "greedy", *SMALL, "--games", 2, "--out", tmp_path / "t", "--record", record)
    assert found.exit_code == 2
    assert found.stderr.count("\n") == 1
    assert f"the folder {record.parent} is not there" in found.stderr
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.part"])
def test_games_that_are_there_move_aside(tmp_path, name):
    (tmp_path / name).write_text("old games\n")
    assert boomtown("simulate", "--record", tmp_path / "x.jsonl").exit_code == 0
    assert (tmp_path / "x.jsonl.old").read_text() == "old games\n"
    assert (tmp_path / "x.jsonl").read_text().startswith('{"format"')
    assert not (tmp_path / "x.jsonl.part").exists()


def test_a_tournament_writes_over_no_games_but_its_own(tmp_path):
    record, words = tmp_path / "x.jsonl", ["tournament", "random", "greedy", *SMALL, "--out", tmp_path / "t"]
    record.write_text("old games\n")
    assert boomtown(*words, "--games", 2, "--record", record).exit_code == 0
    assert boomtown(*words, "--games", 4, "--resume", "--record", record).exit_code == 0
    assert len(record.read_text().splitlines()) == 4
    assert {path.name for path in tmp_path.iterdir()} == {"x.jsonl", "x.jsonl.old", "t"}
    assert (tmp_path / "x.jsonl.old").read_text() == "old games\n"
    record.write_text("other games\n")
    assert boomtown(*words, "--resume", "--record", record).exit_code == 0
    assert (tmp_path / "x.jsonl.old").read_text() == "old games\n"
    assert (tmp_path / "x.jsonl.old-2").read_text() == "other games\n"
    assert boomtown(*words, "--resume", "--record", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


def test_the_table_is_printed_when_a_file_cannot_be_written_after_all(tmp_path):
    (tmp_path / "x.jsonl.part").mkdir()
    words = ["tournament", "random", "greedy", *SMALL, "--games", 2, "--out", tmp_path / "t"]
    found = boomtown(*words, "--record", tmp_path / "x.jsonl")
    assert found.exit_code == 2
    assert "95% interval" in found.stdout
    message = r"boomtown: .*x\.jsonl: cannot be written: .*; mend that and go on with --resume\n"
    assert re.fullmatch(message, found.stderr)
