"""The commands tournament, compare and report, as a user meets them."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.running import EXIT, load_settings
from engine.records import check_record, read_records
from tests.arena.bad_bots import inside, outside_path

BAD = f"{inside.__file__}:"
SMALL = ["--players", "2", "--jobs", "1", "--quiet", "--seed", "0"]


def boomtown(*words):
    """Runs the real program."""
    return subprocess.run(
        [sys.executable, "-m", "arena", *map(str, words)], capture_output=True, text=True, timeout=120
    )


def quick(*words):
    """Runs it in this process, for what does not end in an error message."""
    return CliRunner().invoke(main, [str(word) for word in words], standalone_mode=False)


def test_json_has_the_documented_shape(tmp_path):
    found = boomtown("tournament", "random", "greedy", *SMALL, "--games", 12, "--out", tmp_path / "t", "--json")
    assert (found.returncode, found.stderr) == (0, "")
    data = json.loads(found.stdout)
    assert (data["games"], data["faults"]) == (12, 0)
    assert [row["bot"] for row in data["ratings"]] == ["greedy", "random"]
    wanted = {"bot", "elo", "low", "high", "games", "wins", "win_rate", "mean_place", "mean_wealth", "faults"}
    assert all(wanted <= set(row) for row in data["ratings"])
    (pair,) = data["pairs"]
    assert set(pair) == {"a", "b", "games", "a_ahead", "b_ahead", "tied"}
    assert pair["a_ahead"] + pair["b_ahead"] + pair["tied"] == 12
    assert sum(row["wins"] for row in data["ratings"]) == 12


def test_the_same_bytes_for_any_number_of_jobs(tmp_path):
    outputs = []
    for jobs in (1, 3):
        out = tmp_path / str(jobs)
        options = ["--games", 20, "--jobs", jobs, "--force", "--record", out / "games.jsonl", "--out", out, "--json"]
        found = boomtown("tournament", "random", "greedy", "--players", 3, "--seed", 0, "--quiet", *options)
        outputs.append((found.stdout, (out / "results.jsonl").read_bytes(), (out / "games.jsonl").read_bytes()))
    assert outputs[0] == outputs[1]
    for _, record in read_records(tmp_path / "1" / "games.jsonl"):
        check_record(record)


def test_resuming(tmp_path):
    out = tmp_path / "t"
    assert quick("tournament", "random", "greedy", *SMALL, "--games", 6, "--seed", 4, "--out", out).return_value == 0
    again = boomtown("tournament", "random", "greedy", "--out", out)
    assert again.returncode == 2
    assert "add --resume" in again.stderr
    other = boomtown("tournament", "random", "greedy", "--seed", 5, "--time", "0.5", "--resume", "--out", out)
    assert other.returncode == 2
    assert "resume with other settings: --time: stored none, asked 0.5; --seed: stored 4, asked 5" in other.stderr
    assert "Traceback" not in other.stderr
    more = boomtown("tournament", "--resume", "--out", out, "--games", 10, "--quiet", "--json")
    assert json.loads(more.stdout)["games"] == 10


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random", "greedyy"], "did you mean greedy"),
        (["random"], "two different bots"),
        (["random", "random"], "two different bots (boomtown bots lists them); see main tournament --help\n"),
        (["heuristic", "heuristic:noise=0"], "heuristic and heuristic:noise=0 are the same bot"),
        (["random", "greedy", "--players", "6"], "6"),
        (["random", "greedy", "--edition", "fgg"], "ffg"),
        (["random", "exec:./no-such-bot"], "no-such-bot is not there"),
        (["random", "greedy", "--sprt", "9,3"], "elo0 (9) must be below elo1 (3)"),
        (["random", "greedy", BAD + "Fine", "--sprt", "0,3"], "compares two bots"),
        (["random", "greedy", "--anchor", "mcts"], "does not play"),
        (["random", "greedy", "--config", "nowhere.toml"], "cannot be read"),
        (["--resume", "--out", "nowhere"], "holds no tournament"),
        (["--resume"], "--resume needs --out"),
        (["random", "greedy", "--cluster", "tcp://127.0.0.1:1"], "--cluster"),
    ],
)
def test_wrong_settings_are_one_line_and_exit_2(words, message, tmp_path, monkeypatch):
    monkeypatch.setattr("arena.cluster.CONNECT_SECONDS", 1)
    out = [] if "--out" in words or "--resume" in words else ["--out", tmp_path / "t"]
    found = CliRunner().invoke(main, ["tournament", *words, *map(str, out)])
    assert found.exit_code == 2
    assert message in found.stderr
    assert found.stderr.count("\n") == 1


def test_options_from_a_file(tmp_path):
    config = tmp_path / "league.toml"
    config.write_text(
        'bots = ["random", "greedy"]\nplayers = 2\ngames = 8\nseed = 9\non-fault = "void"\njobs = 1\ntime = 0.5\n'
    )
    found = boomtown("tournament", "--config", config, "--games", 4, "--out", tmp_path / "t", "--quiet", "--json")
    assert json.loads(found.stdout)["games"] == 4
    assert load_settings(tmp_path / "t").conditions.time == 0.5
    assert load_settings(tmp_path / "t").conditions.on_fault == "void"
    config.write_text("bot = []\ngamez = 8\n")
    found = boomtown("tournament", "--config", config)
    assert found.returncode == 2
    assert "unknown bot (did you mean bots?), gamez (did you mean game?); known: anchor" in found.stderr


def test_faults_are_told_and_can_be_replayed(tmp_path):
    out = tmp_path / "t"
    found = boomtown(
        "tournament", BAD + "Raises", f"exec:{outside_path} dies", "random", *SMALL, "--games", 6, "--out", out
    )
    assert found.returncode == 0
    assert "faults: 8 (4 raises, 4 dies)" in found.stdout
    command = re.search(r"boomtown (replay \S+ --number 1 --at \d+)", found.stdout)
    replayed = boomtown(*command.group(1).split())
    assert replayed.returncode == 0
    assert "1 game" in replayed.stdout
    limited = boomtown("tournament", BAD + "Raises", "random", *SMALL, "--max-faults", 2, "--out", tmp_path / "limited")
    assert limited.returncode == EXIT["faults"] == 4


def test_interrupted_and_resumed(tmp_path):
    out = tmp_path / "t"
    words = ["tournament", "random", "greedy", "--players", "2", "--games", "3000", "--out", str(out), "--jobs", "1"]
    process = subprocess.Popen([sys.executable, "-m", "arena", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while not (out / "tournament.sqlite-wal").exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == EXIT["interrupted"] == 3
    assert b"go on with: boomtown tournament --resume --out" in stdout
    assert b"Traceback" not in stderr


def test_compare_answers_in_words_and_exit_code(tmp_path):
    options = ["--players", 2, "--quiet", "--jobs", 1, "--sprt", "0,200"]
    yes = boomtown("compare", "random", "greedy", *options, "--out", tmp_path / "yes")
    assert yes.returncode == EXIT["H1"] == 11
    assert yes.stdout.startswith("Yes: greedy is better than random.")
    no = boomtown("compare", "greedy", "random", *options, "--out", tmp_path / "no")
    assert no.returncode == EXIT["H0"] == 10
    assert no.stdout.startswith("No: random is not 200 Elo better than greedy.")
    short = boomtown("compare", "greedy", "random", *options, "--games", 4, "--out", tmp_path / "short")
    assert short.returncode == EXIT["undecided"] == 12
    assert len(set(EXIT.values()) | {2}) == len(EXIT) + 1


def test_a_report_is_complete_in_itself(tmp_path):
    out = tmp_path / "t"
    bots = ["greedy", "random", BAD + "Raises:at=40"]
    assert quick("tournament", *bots, *SMALL, "--games", 12, "--out", out).return_value == 0
    found = boomtown("report", out)
    assert found.returncode == 0
    page = (out / "report.html").read_text("utf-8")
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", page)
    assert "http://" not in page.replace("http://www.w3.org", "")
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))
    assert len(data["games"]) == len(data["replays"]) == 12
    assert data["bots"][0] == "greedy"
    assert data["own"]["rounds"] == 7
    assert "bought" in data["figures"]
    assert sum(len(game[5]) for game in data["games"]) == 8


def test_replays_in_the_page_lead_to_the_final_state(tmp_path):
    from arena.face import face_of
    from arena.report.replays import replay
    from arena.store import Store
    from engine.games import remade

    out = tmp_path / "t"
    quick("tournament", "greedy", "random", *SMALL, "--games", 2, "--rules", "all", "--out", out)
    game = remade(load_settings(out).conditions.game)
    with Store(out) as store:
        moves = store.moves(game, 0)
    found = replay(face_of(game), game, moves, [])
    state = json.loads(json.dumps(found.first))
    final = game.new()
    for (_, _, changes, *_), move in zip(found.steps, moves, strict=True):
        for change in json.loads(json.dumps(changes)):
            if len(change) == 2:
                state[change[0]] = change[1]
            elif change[2] is None and isinstance(state[change[0]], dict):
                del state[change[0]][change[1]]
            else:
                state[change[0]][change[1]] = change[2]
        assert state == final.apply(move).snapshot()


@pytest.mark.parametrize(("on_fault", "n_games"), [("forfeit", 4), ("void", 0)])
def test_a_record_file_holds_games_that_ended_and_no_key_of_our_own(tmp_path, on_fault, n_games):
    record = tmp_path / "games.jsonl"
    bots = [BAD + "Raises", "random"]
    options = ["--players", 2, "--games", 4, "--on-fault", on_fault, "--quiet", "--out", tmp_path / "t"]
    boomtown("tournament", *bots, *options, "--record", record)
    games = [json.loads(line) for line in record.read_text().splitlines()]
    assert len(games) == n_games
    assert all("faults" not in game and game["result"] for game in games)
    faulty = (tmp_path / "t" / "faults.jsonl").read_text().splitlines()
    assert [json.loads(line)["faults"][0]["kind"] for line in faulty] == ["raises"] * 4
