"""The command `boomtown`: what it prints, what it says about mistakes, its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import bots
from arena.cli import COMMANDS, main
from arena.commands import play
from arena.random_play import play_random_seats
from arena.series import Series, game_seed, play_game, play_series
from engine import Stream, new_game
from engine.planet_steam.board import board_path
from engine.records import read_records

BOOMTOWN = [sys.executable, "-c", "from arena.cli import main; main(prog_name='boomtown')"]


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def real(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*BOOMTOWN, *args], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "three.jsonl"
    result = run("simulate", "--games", "3", "--players", "3", "--seed", "1", "--record", str(path))
    assert result.exit_code == 0, result.output
    return path


@pytest.fixture(scope="module")
def own_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("boards") / "mine.toml"
    text = board_path("ludoart").read_text(encoding="utf-8")
    path.write_text(text.replace("3 = 10\n", "3 = 11\n", 1), encoding="utf-8")
    return path


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_simulate_prints_games_moves_and_speed() -> None:
    result = run("simulate", "--games", "20", "--players", "2", "--seed", "3")
    assert result.exit_code == 0
    first, *seats = result.stdout.splitlines()
    assert first.startswith("20 games, ")
    assert first.endswith(" moves/s")
    assert [line.split(":")[0] for line in seats] == ["seat 0 random", "seat 1 random"]


def test_simulate_is_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two", "again")]
    for path, jobs in zip(files, ("1", "2", "1"), strict=True):
        args = ["--games", "40", "--rules", "all", "--seed", "1", "--record", str(path), "--jobs", jobs]
        assert run("simulate", *args).exit_code == 0
    one, two, again = (path.read_bytes() for path in files)
    assert one == two == again
    assert one.count(b"\n") == 40


def test_each_game_of_a_series_has_its_own_seed(record: Path) -> None:
    seeds = [game["seed"] for _, game in read_records(record)]
    assert seeds == [game_seed(1, number) for number in range(3)]
    assert len(set(seeds)) == 3
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_simulate_records_what_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    options = ["--edition", "ludoart", "--rules", "expert,sabotage", "--recall", "all", "--credits", "hidden"]
    options += ["--river-neutrals", "2", "--players", "5", "--snapshots", "none", "--bot", "greedy", "--bot", "random"]
    result = run("simulate", *options, "--record", str(path))
    assert result.exit_code == 0, result.output
    [(_, game)] = read_records(path)
    assert game["edition"] == "ludoart"
    assert game["rules"] == [
        "reduced-start",
        "river-limits",
        "sabotage",
        "variable-claims",
        "variable-trading-order",
    ]
    assert game["settings"] == {"credits": "hidden", "recall": "all", "river-neutrals": 2}
    assert game["seats"] == ["greedy", "random", "random", "random", "random"]
    assert game["states"] == {}
    assert f"written to {path}" in result.stdout


def test_compiled_random_seats_play_what_the_bot_plays() -> None:
    game = new_game(players=4, rules=["all"])
    for seed in range(5):
        state, dice = game.new(), Stream(seed, "dice")
        streams = [Stream(seed, "bot", seat) for seat in range(4)]
        players = [bots.make("random", game, seat) for seat in range(4)]
        moves = []
        while (mover := state.mover) is not None:
            if mover == -1:
                moves.append(state.roll(dice))
            else:
                moves.append(players[mover].choose(state.observe(mover), state.legal(), bots.Budget(), streams[mover]))
            state.apply(moves[-1])
        fast = game.new()
        streams = [Stream(seed, "bot", seat) for seat in range(4)]
        assert play_random_seats(fast, dice, streams) == moves
        assert bytes(fast) == bytes(state)


def test_seats_of_bots_play_the_same_with_and_without_records() -> None:
    game = new_game(players=2)
    moves, state = play_game(game, ("greedy", "random"), 5)
    assert play_game(game, ("greedy", "random"), 5)[0] == moves
    [played] = play_series(Series(game, ("greedy", "random"), 0, "none"), 1)
    assert played.line is not None
    assert len(json.loads(played.line)["moves"]) == played.n_moves
    assert state.is_over


# -- replay ------------------------------------------------------------------------------------------------------------


def test_replay_checks_all_games_and_tells_each_in_a_line(record: Path) -> None:
    result = run("replay", str(record))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["game 1", "game 2", "game 3"]
    assert lines[3].startswith("3 games, ")
    assert lines[3].endswith(" moves: all as recorded")


def test_replay_tells_one_game_move_by_move(record: Path) -> None:
    game = [game for _, game in read_records(record)][1]
    result = run("replay", str(record), "--number", "2")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    rounds = [line for line in lines if line.startswith("Round")]
    moves = [line for line in lines if line.startswith("  ")]
    assert len(rounds) == 6
    assert len(moves) == len(game["moves"])
    assert moves[0] == f"    0  seat {game['moves'][0][2]} is first player"
    assert moves[1] == f"    1  seat {game['moves'][1][0]} upgrades the {game['moves'][1][2]} carrier"
    assert run("replay", str(record), "--number", "2", "--follow").stdout == result.stdout


def test_replay_draws_a_position(record: Path) -> None:
    result = run("replay", str(record), "--at", "4")
    assert result.exit_code == 0
    assert "round 1 of 6" in result.stdout
    assert "\nmove 4: seat " in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()) <= 80


def test_replay_on_the_screen_needs_a_terminal(record: Path) -> None:
    result = run("replay", str(record), "--tui")
    assert result.exit_code == 2
    assert "--tui needs a terminal" in result.stderr


def test_replay_quiet_only_checks(record: Path) -> None:
    result = run("replay", str(record), "--quiet")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)


def test_replay_names_file_line_move_and_key_of_the_first_difference(record: Path, tmp_path: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    game = json.loads(lines[1])
    k = sorted(map(int, game["states"]))[1]
    game["states"][str(k)]["supply"][2] += 1
    path = tmp_path / "spoilt.jsonl"
    path.write_text(lines[0] + json.dumps(game) + "\n" + lines[2], encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"boomtown: {path}:2: move {k}: supply[2]: recorded ")
    assert result.stderr.count("\n") == 1
    assert run("replay", str(path), "--number", "3").exit_code == 0


def test_replay_uses_the_records_own_board(own_board: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    assert run("simulate", "--players", "3", "--board", str(own_board), "--record", str(path)).exit_code == 0
    [(_, game)] = read_records(path)
    assert (game["edition"], game["board"]["market"]) == ("ludoart", 11)
    assert run("replay", str(path)).exit_code == 0
    assert run("replay", str(path), "--board", str(own_board)).exit_code == 0


# -- board and perft ---------------------------------------------------------------------------------------------------


def test_board_is_coloured_only_where_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("arena.colours.is_terminal", lambda: True)
    assert "\x1b[" in run("board").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("board").stdout


def test_perft_counts_every_depth() -> None:
    result = run("perft", "--depth", "4", "--players", "2")
    assert result.stdout == "depth 0: 1\ndepth 1: 2\ndepth 2: 8\ndepth 3: 32\ndepth 4: 3,200\n"


def test_perft_of_a_recorded_position_divides(record: Path) -> None:
    result = run("perft", "--depth", "2", "--record", str(record), "--number", "2", "--at", "1", "--divide")
    lines = result.stdout.splitlines()
    assert lines[:4] == ["upgrade quartz: 4", "upgrade ore: 4", "upgrade water: 4", "upgrade energy: 4"]
    assert lines[4:] == ["depth 0: 1", "depth 1: 4", "depth 2: 16"]


def test_perft_at_the_end_of_a_game(record: Path) -> None:
    n_moves = len(next(read_records(record))[1]["moves"])
    result = run("perft", "--depth", "5", "--record", str(record), "--at", str(n_moves))
    assert result.stdout.splitlines()[-1] == "depth 5: 1"


# -- mistakes ----------------------------------------------------------------------------------------------------------

MISTAKES = [
    (["simulate", "--players", "6"], "players 6: use 2 to 5"),
    (["simulate", "--players", "two"], "players 'two': use 2 to 5"),
    (["simulate", "--edition", "fgg"], "edition 'fgg' (did you mean ffg?): use ffg or ludoart"),
    (["simulate", "--rules", "sabotag"], "rules 'sabotag' (did you mean sabotage?): use "),
    (["simulate", "--bot", "gredy"], "no bot is named 'gredy'; did you mean greedy?"),
    (["simulate", "--bot", "exec:./mine"], "bot exec:./mine: programs (exec:) play in tournament and compare only"),
    (["simulate", "--bot", "mine.py"], "bot mine.py: name the class too: mine.py:Class"),
    (["play", "--bots", "exec:./mine"], "bot exec:./mine: programs (exec:) play in tournament and compare only"),
    (["play", "--bots", ""], "--bots '': names no bot; see boomtown bots, or leave the option out"),
    (["play", "--bots", ","], "--bots ',': names no bot"),
    (["tournament", "mine.py", "random"], "bot mine.py: name the class too: mine.py:Class"),
    (["simulate", "--players", "2", *["--bot", "random"] * 3], "3 bots for 2 seats: give at most 2"),
    (["simulate", "--games", "x"], "'x' is not a valid whole number"),
    (["library", "abc"], "'abc' is not a valid whole number"),
    (["play", "--time", "1", "--sims", "5"], "--time and --sims: give one of them"),
    (["serve", "--prot", "9000"], "No such option '--prot'"),
    (["serve", "--", "--foo"], "No such option '--foo'; see boomtown play --help"),
    (["serve", "--reports", "no-such-folder"], "Directory 'no-such-folder' does not exist"),
    (
        ["train", "value", "--players", "9", "--checkpoint", "x.npz", "--output", "y.json"],
        "--players 9: there are networks",
    ),
    (["simulate", "--games", "0"], "Invalid value for '--games': 0 is not in the range x>=1"),
    (["simulate", "--record", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl: cannot be written: No such file"),
    (["simulate", "--recall", "often"], "recall 'often': use 0 to 6, or all"),
    (["simulate", "--recall", "²"], "recall '²': use 0 to 6, or all"),
    (["simulate", "--recall", "7"], "recall 7: use 0 to 6, or all"),
    (["simulate", "--credits", "secret"], "credits 'secret': use hidden or open"),
    (["simulate", "--river-neutrals", "9"], "river-neutrals 9: use die, or 0 to 6 agreed"),
    (
        ["simulate", "--edition", "ludoart", "--river-neutrals", "die"],
        "river-neutrals 'die': use a whole number from 0",
    ),
    (["simulate", "--board", "/nowhere.toml"], "/nowhere.toml: cannot be read: No such file or directory"),
    (["simulate", "--number", "5"], "No such option '--number'"),
    (["simulat"], "unknown command 'simulat' (did you mean simulate?); use "),
    (["replay"], "Missing argument 'FILE'"),
    (["replay", "/nowhere.jsonl"], "/nowhere.jsonl: cannot be read: No such file or directory"),
    (["board", "--edition", "x"], "edition 'x': use ffg or ludoart"),
    (["board", "--path", "--board", "/nowhere.toml"], "/nowhere.toml: cannot be read: No such file or directory"),
    (["replay", "/nowhere.jsonl", "--tui"], "/nowhere.jsonl: cannot be read: No such file or directory"),
    (["replay", "/nowhere.jsonl", "--tui", "--lang", "xx"], "unknown language 'xx'; use en, de, fr"),
    (["replay", "/nowhere.jsonl", "--lang", "de"], "--lang: goes with --tui; leave it out"),
    (["board", "--players", "1"], "players 1: use 2 to 5"),
    (["perft"], "Missing option '--depth'"),
    (["perft", "--depth", "-1"], "Invalid value for '--depth'"),
    (["perft", "--depth", "1", "--at", "3"], "--number and --at need --record FILE"),
]


@pytest.mark.parametrize(("args", "message"), MISTAKES, ids=[" ".join(args) for args, _ in MISTAKES])
def test_a_mistake_gets_one_line_and_exit_code_2(args: list[str], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("boomtown: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--number", "4"], "has no game 4; use 1 to 3"),
        (["--at", "9999"], "no move 9999: use --at 0 to "),
        (["--edition", "ludoart"], ":1: edition: the record has ffg, --edition asks for ludoart"),
        (["--players", "4"], ":1: players: the record has 3, --players asks for 4"),
        (["--rules", "expert"], ":1: rules: the record has none, --rules asks for reduced-start,"),
    ],
)
def test_a_record_that_is_not_the_one_asked_for(record: Path, options: list[str], message: str) -> None:
    for command in (["replay"], ["perft", "--depth", "1", "--record"]):
        result = run(*command, str(record), *options)
        assert result.exit_code == 2
        assert message in result.stderr
        assert result.stderr.count("\n") == 1


def test_a_record_whose_board_differs(own_board: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    run("simulate", "--players", "3", "--board", str(own_board), "--record", str(path))
    result = run("replay", str(path), "--edition", "ludoart")
    assert result.exit_code == 2
    assert result.stderr == (
        f"boomtown: {path}:1: its board differs from edition ludoart: board.market: recorded 11, expected 10\n"
    )


def test_unwritable_paths_are_noticed_before_a_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object) -> None:
        raise AssertionError("played")

    monkeypatch.setattr("arena.commands.simulate.play_series", never)
    assert run("simulate", "--record", "/nowhere/at/all.jsonl").exit_code == 2


@pytest.mark.parametrize(("term", "can_draw"), [("dumb", False), ("xterm-256color", True)])
def test_play_does_not_draw_on_a_dumb_terminal(monkeypatch: pytest.MonkeyPatch, term: str, can_draw: bool) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}.isatty", lambda: True)
    monkeypatch.setenv("TERM", term)
    assert play._can_draw() == can_draw


FAILING = """
import sys
from bots import Bot

class Raises(Bot):
    def choose(self, observation, legal, budget, rng):
        raise RuntimeError("lost my\\nmap")

class Exits(Bot):
    def choose(self, observation, legal, budget, rng):
        sys.exit(3)

class Illegal(Bot):
    def choose(self, observation, legal, budget, rng):
        legal.append(max(legal) + 1)
        return legal[-1]

class Nothing(Bot):
    def choose(self, observation, legal, budget, rng):
        return None

class True_(Bot):
    def choose(self, observation, legal, budget, rng):
        return True

class CannotBeMade(Bot):
    def __init__(self, game, seat, params):
        raise RuntimeError("no engine today")

    def choose(self, observation, legal, budget, rng):
        return legal[0]

class Unspeakable(Bot):
    def __repr__(self):
        return 1 // 0

    def choose(self, observation, legal, budget, rng):
        return self
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Raises", "raised RuntimeError: lost my map ({path}:7)"),
        ("Exits", "raised SystemExit: 3 ({path}:11)"),
        ("Illegal", "returned 4194308; 4 moves are legal, such as upgrade quartz"),
        ("Nothing", "returned None; 4 moves are legal, such as upgrade quartz"),
        ("True_", "returned True; 4 moves are legal, such as upgrade quartz"),
        ("Unspeakable", "raised ZeroDivisionError: "),
        ("CannotBeMade", "cannot be made: RuntimeError: no engine today ({path}:28)"),
    ],
)
def test_a_bot_that_fails_is_named_with_its_seat(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, message: str, jobs: str
) -> None:
    path = tmp_path / "failing.py"
    path.write_text(FAILING)
    bot = f"{path}:{name}"
    result = run("simulate", "--games", "2", "--players", "2", "--bot", "random", "--bot", bot, "--jobs", jobs)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"boomtown: bot {bot} in seat 1 {message.format(path=path)}")
    assert result.stderr.count("\n") == 1
    assert capfd.readouterr().err == ""  # of the workers


def test_ctrl_c_says_so_and_leaves_whole_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(series: Series, n_games: int, jobs: int) -> object:
        yield from play_series(series, 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.commands.simulate.play_series", interrupted)
    path = tmp_path / "x.jsonl"
    result = run("simulate", "--games", "5", "--record", str(path))
    assert (result.exit_code, result.stderr) == (130, "boomtown: stopped\n")
    assert len(list(read_records(path))) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    result = run("simulate", "--record", "/dev/full")
    assert (result.exit_code, result.stderr) == (
        2,
        "boomtown: /dev/full: cannot be written: No space left on device\n",
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"boomtown {command}" in result.stdout
    assert "Examples:" in result.stdout


def test_help_lists_every_command_in_a_line_of_its_own_with_examples() -> None:
    result = run("--help")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for command, (_, summary) in COMMANDS.items():
        [line] = [line for line in lines if line.split()[:1] == [command]]
        assert line.split(maxsplit=1)[1] == summary
        assert len(line) <= 80
    examples = [line.split()[1] for line in lines if line.startswith("    boomtown ")]
    assert len(examples) >= 3
    assert set(examples) <= set(COMMANDS)


def test_help_of_compare_names_the_codes_its_runs_end_with() -> None:
    said = run("compare", "--help").stdout
    assert "Exit codes: 10 no (H0); 11 yes (H1); 12 undecided" in said
    assert "0 complete" not in said


# -- real processes ----------------------------------------------------------------------------------------------------


def test_real_process_bad_edition() -> None:
    done = real("simulate", "--edition", "ludo-art")
    assert done.returncode == 2
    assert done.stderr == "boomtown: edition 'ludo-art' (did you mean ludoart?): use ffg or ludoart\n"
    assert done.stdout == ""


def test_real_process_truncated_and_foreign_records(record: Path, tmp_path: Path) -> None:
    content = record.read_bytes()
    for name, cut, said in (
        ("cut.jsonl", content[:-200], ":3: the record is cut off in the middle of the line"),
        ("foreign.jsonl", b"PK\x03\x04\x00\xff", ":1: no record: expected one JSON object per line"),
    ):
        path = tmp_path / name
        path.write_bytes(cut)
        done = real("replay", str(path))
        assert done.returncode == 2
        assert done.stderr == f"boomtown: {path}{said}\n"


def test_real_process_plays_in_processes_and_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    assert real("simulate", "--games", "20", "--jobs", "2", "--record", str(path)).returncode == 0
    done = real("replay", str(path), "--quiet")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["replay {record} --number 1", "replay {record}", "bots", "bots --help", "--help"])
def test_real_process_is_quiet_when_its_reader_goes(record: Path, command: str) -> None:
    """As any program that dies of SIGPIPE looks to the shell: neither 1, "the answer is no", nor 0."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as output:
        done = subprocess.run(
            [*BOOMTOWN, *command.format(record=record).split()],
            stdout=output, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (141, "")


def redirected(redirection: str, *args: str) -> subprocess.CompletedProcess[str]:
    """A real process whose standard streams a shell has changed."""
    command = ["sh", "-c", f'"$@" {redirection}', "sh", *BOOMTOWN, *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("args", [("bots",), ("simulate", "--games", "2"), ("--help",)])
def test_real_process_whose_output_is_full(args: tuple[str, ...]) -> None:
    done = redirected(">/dev/full", *args)
    said = "boomtown: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_real_process_whose_output_is_closed() -> None:
    done = redirected(">&-", "bots")
    assert (done.returncode, done.stderr) == (
        2,
        "boomtown: standard output is closed; give it a file, or /dev/null\n",
    )


@pytest.mark.parametrize("redirection", ["2>&-", "2>&- <&-"])
@pytest.mark.parametrize("args", [("simulate", "--games", "4"), ("tournament", "random", "greedy", "--games", "4")])
def test_real_process_works_without_input_and_errors(tmp_path: Path, args: tuple[str, ...], redirection: str) -> None:
    done = redirected(redirection, *args, *(["--out", str(tmp_path / "out")] if args[0] == "tournament" else []))
    assert done.returncode == 0
    assert "random" in done.stdout


@pytest.mark.parametrize("module", ["click", "arena.commands.simulate"])
def test_real_process_stopped_while_it_loads(tmp_path: Path, module: str) -> None:
    """Ctrl-C in the first tenths of a second, here exactly when a module is looked for."""
    code = f"""
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
from arena.cli import main
main(prog_name="boomtown")
"""
    done = subprocess.run([sys.executable, "-c", code, "simulate"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "boomtown: stopped\n")


def test_real_process_stops_at_ctrl_c_with_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    command = [*BOOMTOWN, "simulate", "--games", "1000000", "--jobs", "2", "--record", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not any(file.stat().st_size for file in tmp_path.iterdir()):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert (process.returncode, said) == (130, "boomtown: stopped\n")
    content = path.read_bytes()
    assert content.endswith(b"\n")
    assert all(json.loads(line)["result"] for line in content.splitlines())


def test_a_replay_whose_screen_fails_says_so_by_the_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.terminal.replay_screen.run_replay", lambda *_: 1)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with monkeypatch.context() as patch:
        patch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True, raising=False)
        assert CliRunner().invoke(main, ["replay", str(tmp_path / "any"), "--tui"]).exit_code == 1
