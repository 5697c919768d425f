"""Stores that somebody tampered with, half made, of another program, or taken away: one line, exit 2."""

import json
import shutil
import sqlite3
import zlib
from array import array

import pytest

from arena.identity import content, move_signature
from arena.play import play
from arena.schedule import Schedule
from arena.store import FILE, VERSION, Store, StoreError
from arena.tasks import Conditions, Task, pack, unpack
from engine import IllegalMove, Stream, new_game
from engine.games import described
from engine.playout import replay
from tests.arena.bad_bots import inside
from tests.games import nim_game
from tests.test_cli import run as run_words

NIM = Conditions(described(nim_game(3, 4, 5)))
SMALL = ("--players", 2, "--games", 4, "--jobs", 1, "--quiet", "--seed", 3)


def run(*words):
    return run_words(*map(str, words))


def random_moves(game, seed):
    state, rng, moves = game.new(), Stream(seed), array("I")
    while (mover := state.mover) is not None:
        moves.append(state.roll(rng) if mover < 0 else rng.choice(state.legal()))
        state.apply(moves[-1])
    return moves, state


@pytest.mark.parametrize("seed", range(5))
def test_checked_replay_plays_what_is_legal_and_nothing_else(seed):
    game = new_game(players=3)
    moves, end = random_moves(game, seed)
    assert replay(game, moves) == end
    rng = Stream(seed, "damage")
    for _ in range(50):
        wrong = moves[:]
        at = rng.below(len(wrong))
        legal = replay(game, moves[:at]).legal()
        wrong[at] = rng.draw() & 0xFFFFFFFF
        if wrong[at] not in legal:
            with pytest.raises(IllegalMove, match=f"move {at}, number {wrong[at]}, is not legal"):
                replay(game, wrong)
    with pytest.raises(IllegalMove, match="the game is over"):
        replay(game, moves + moves[:1])


def test_bombs_and_wrong_lengths_are_not_unpacked():
    assert list(unpack(pack([1, 2, 3]), 3)) == [1, 2, 3]
    for block, n_moves in (
        (zlib.compress(bytes(1 << 26)), 5),
        (pack([1, 2]), 3),
        (pack([1, 2, 3]), 2),
        (pack([1, 2]) + b"x", 2),
        (pack([1, 2])[:-1], 2),
        (pack([]), -1),
        (pack([]), 1 << 40),
    ):
        with pytest.raises(ValueError, match="moves"):
            unpack(block, n_moves)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played") / "t"
    assert run("tournament", "random", f"{inside.__file__}:Raises", *SMALL, "--out", folder).exit_code == 0
    return folder


@pytest.fixture
def copied(played, tmp_path):
    shutil.copytree(played, tmp_path / "t")
    return tmp_path / "t"


def change(folder, statement, *values):
    with sqlite3.connect(folder / FILE) as db:
        db.execute(statement, values)
    db.close()


def refused(folder, *words):
    found = run(*words)
    assert found.exit_code == 2
    assert "Traceback" not in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1
    return found.stderr


def reversed_moves(block):
    plain = array("I", zlib.decompress(block))
    plain.reverse()
    return zlib.compress(plain.tobytes())


DAMAGE = {
    "moves reversed": ("moves", reversed_moves),
    "a bomb": ("moves", lambda block: zlib.compress(bytes(1 << 27))),
    "no bytes": ("moves", lambda block: 17),
    "too many moves": ("n_moves", lambda n: 1 << 60),
    "a number as text": ("n_moves", lambda n: "many"),
    "a place too few": ("places", lambda text: "[1.0]"),
    "infinite shares": ("shares", lambda text: "[Infinity, 0]"),
    "nested lists": ("score", lambda text: "[" * 100_000),
    "bots that are no names": ("bots", lambda text: "[1, null]"),
    "a seat that is not there": (
        "faults",
        lambda text: json.dumps([{"seat": 7, "bot": "x", "kind": "raises", "move": 1}]),
    ),
    "no kind of fault": ("faults", lambda text: json.dumps([{"seat": 0, "bot": "x", "kind": "sings", "move": 1}])),
    "notes of another length": ("notes", lambda text: "[[1]]"),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_game_is_one_line(copied, how):
    column, damage = DAMAGE[how]
    with sqlite3.connect(copied / FILE) as db:
        (value,) = db.execute(f"SELECT {column} FROM game WHERE number = 0").fetchone()
        db.execute(f"UPDATE game SET {column} = ? WHERE number = 0", (damage(value),))
    db.close()
    assert f"{FILE}: cannot be read: " in refused(copied, "report", copied)


SETTINGS = {
    "the future": (lambda stored: {**stored, "version": VERSION + 1}, f"version {VERSION + 1}"),
    "a key of the future": (lambda stored: {**stored, "weather": "fine"}, "settings cannot be read"),
    "no bots": (lambda stored: {**stored, "bots": None}, "settings cannot be read"),
    "no conditions": (lambda stored: {**stored, "conditions": []}, "settings cannot be read"),
    "an unknown game": (
        lambda stored: {**stored, "conditions": {**stored["conditions"], "game": {"game": "chess"}}},
        "unknown game",
    ),
    "other move numbers": (lambda stored: {**stored, "moves": "0123456789abcdef"}, "numbered by other rules"),
}


@pytest.mark.parametrize("how", SETTINGS)
@pytest.mark.parametrize("command", [("report",), ("tournament", "--resume", "--quiet", "--out")])
def test_settings_of_another_program_are_refused_in_a_line(copied, how, command):
    changed, message = SETTINGS[how]
    with Store(copied) as store:
        stored = json.loads(store.get("settings"))
    change(copied, "UPDATE meta SET value = ? WHERE key = 'settings'", json.dumps(changed(stored)))
    assert message in refused(copied, *command, copied)


def test_moves_are_signed_by_what_they_mean():
    signatures = [move_signature(new_game(players=players)) for players in (2, 3)]
    assert signatures[0] != signatures[1]
    assert move_signature(new_game(players=2)) == signatures[0]
    assert move_signature(nim_game(3, 4, 5)) != move_signature(nim_game(3, 4, 6))


def test_a_changed_bot_is_noticed(tmp_path):
    bot, out = tmp_path / "bot.py", tmp_path / "t"
    text = f"from tests.arena.bad_bots.inside import Fine\n\n\nclass Mine(Fine):\n    {'x' * 3} = 1\n"
    bot.write_text(text)
    spec = f"{bot}:Mine"
    assert run("tournament", "random", spec, *SMALL, "--out", out).exit_code == 0
    with Store(out) as store:
        before = [game.id for game in store.games()]
    again = ("tournament", "--resume", "--quiet", "--out", out, "--games", 8)
    bot.write_text(text + "# another\n")
    found = run(*again)
    assert (found.exit_code, "has changed" in found.stderr) == (2, True)
    assert run(*again, "--accept-changed-bots").exit_code == 0
    with Store(out) as store:
        after = [game.id for game in store.games()]
        programs = store.settings["programs"]
    assert after[:4] == before
    assert programs == {spec: content(spec)}
    fresh = tmp_path / "fresh"
    run("tournament", "random", spec, *SMALL[:2], "--games", 8, *SMALL[4:], "--out", fresh)
    with Store(fresh) as store:
        anew = [game.id for game in store.games()]
    assert anew[4:] == after[4:]
    assert not set(anew) & set(before)


def test_a_changed_program_is_noticed(copied):
    change(copied, "UPDATE meta SET value = ? WHERE key = 'program'", '{"version": "0.1", "signature": 5}')
    found = run("tournament", "--resume", "--quiet", "--out", copied)
    assert (found.exit_code, "version 0.1, signature 5" in found.stderr) == (2, True)
    assert run("tournament", "--resume", "--quiet", "--out", copied, "--accept-changed-bots").exit_code == 0


@pytest.mark.parametrize("left", ["nothing", "an empty file", "a database without tables", "a lock"])
def test_a_half_made_folder_is_taken_over(tmp_path, left):
    out = tmp_path / "t"
    out.mkdir()
    if left == "an empty file":
        (out / FILE).touch()
    elif left == "a lock":
        (out / "lock").touch()
    elif left == "a database without tables":
        Store(out, writes=True, create=True).close()
    assert run("tournament", "random", "greedy", *SMALL, "--out", out).exit_code == 0


def test_somebody_elses_database_is_not_taken_over(tmp_path):
    change(tmp_path, "CREATE TABLE secrets (x)")
    assert "of no tournament" in refused(tmp_path, "tournament", "random", "greedy", *SMALL, "--out", tmp_path)


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_store_that_is_taken_away_is_noticed(tmp_path, how):
    games = [play(Task(fixture), NIM) for fixture in Schedule(["random", "greedy"], 2, 1).first(2)]
    with Store(tmp_path, writes=True, create=True) as store:
        store.add(games[:1])
        (tmp_path / FILE).unlink()
        if how == "replaced":
            (tmp_path / FILE).touch()
        with pytest.raises(StoreError, match="under the run"):
            store.add(games[1:])
