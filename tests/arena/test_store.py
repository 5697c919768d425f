"""The store: a game is there once or not at all, and no two runs write."""

import os
import sqlite3

import pytest

from arena.play import play
from arena.schedule import Schedule
from arena.store import FILE, Store, StoreError, differences
from arena.tasks import Conditions, Task, unpack
from engine.games import described
from tests.games import nim_game

NIM = Conditions(described(nim_game(3, 4, 5)))
SCHEDULE = Schedule(["random", "greedy"], 2, 1, settings=NIM.as_dict())


def outcomes(n):
    return [play(Task(fixture), NIM) for fixture in SCHEDULE.first(n)]


def test_games_come_back_as_they_went_in(tmp_path):
    games = outcomes(4)
    with Store(tmp_path, writes=True, create=True) as store:
        store.add(reversed(games))
    with Store(tmp_path) as store:
        found = store.games()
        assert [game.id for game in found] == [fixture.id for fixture in SCHEDULE.first(4)]
        assert [list(game.places) for game in found] == [game.places for game in games]
        assert [game.rated.bots for game in found] == [game.fixture.bots for game in games]
        assert store.moves(nim_game(3, 4, 5), found[2].number) == list(unpack(games[2].moves, games[2].n_moves))
        assert {bot: decisions for bot, (_, decisions) in store.timing().items()} == {
            bot: sum(g.decisions[g.fixture.bots.index(bot)] for g in games) for bot in ("random", "greedy")
        }


def test_a_game_cannot_be_stored_twice(tmp_path):
    games = outcomes(3)
    with Store(tmp_path, writes=True, create=True) as store:
        store.add(games[:1])
        with pytest.raises(StoreError, match="another run has stored"):
            store.add([games[1], games[0], games[2]])
        assert [game.number for game in store.games()] == [0]  # all or none
        store.add(games[1:])
        assert [game.number for game in store.games()] == [0, 1, 2]


def test_full_synchronisation(tmp_path):
    with Store(tmp_path, writes=True, create=True) as store:
        assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_one_writer(tmp_path):
    with Store(tmp_path, writes=True, create=True):
        with pytest.raises(StoreError, match="another run"):
            Store(tmp_path, writes=True)
        Store(tmp_path).close()  # reading is free
    Store(tmp_path, writes=True).close()


def test_a_stopping_rule_drops_what_was_played_ahead(tmp_path):
    with Store(tmp_path, writes=True, create=True) as store:
        store.add(outcomes(10))
        store.stop_after(2, "H1")
        assert {game.block for game in store.games()} == {0, 1, 2}
        assert store.get("stopped") == "H1"
        assert sum(decisions for _, decisions in store.timing().values()) > 0


def test_no_tournament_there(tmp_path):
    with pytest.raises(StoreError, match="holds no tournament"):
        Store(tmp_path / "nowhere")


def test_a_file_that_cannot_be_opened_leaves_no_lock_behind(tmp_path):
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    for _ in range(2):
        with pytest.raises(StoreError, match="file is not a database"):
            Store(tmp_path, writes=True)
    (tmp_path / FILE).unlink()
    Store(tmp_path, writes=True, create=True).close()


READERS = {
    "bots": Store.games,
    "shares": Store.games,
    "faults": Store.games,
    "moves": lambda store: store.moves(nim_game(3, 4, 5), 0),
    "notes": lambda store: store.notes(0),
    "seconds": Store.timing,
}


@pytest.mark.parametrize("column", READERS)
@pytest.mark.parametrize("damage", ["[1,", "5", b"\0"])
def test_damaged_values_are_told_in_a_line(tmp_path, column, damage):
    with Store(tmp_path, writes=True, create=True) as store:
        store.add(outcomes(2))
        store._db.execute(f"UPDATE {'timing' if column == 'seconds' else 'game'} SET {column} = ?", (damage,))
        with pytest.raises(StoreError, match=rf"{FILE}: cannot be read: "):
            READERS[column](store)


def test_a_damaged_file_is_told_in_a_line(tmp_path):
    with Store(tmp_path, writes=True, create=True) as store:
        store.set_settings({})
        store.add(outcomes(2))
    damaged = tmp_path / FILE
    damaged.write_bytes(damaged.read_bytes()[:4096] + bytes(damaged.stat().st_size - 4096))
    with Store(tmp_path) as store:
        for read in (Store.games, Store.timing, lambda store: store.settings):
            with pytest.raises(StoreError, match="malformed"):
                read(store)
    with Store(tmp_path, writes=True) as store, pytest.raises(StoreError, match="malformed"):
        store.stop_after(0, "H1")


def test_damaged_settings_are_told_in_a_line(tmp_path):
    with Store(tmp_path, writes=True, create=True) as store:
        store.set("settings", "{")
        with pytest.raises(StoreError, match="cannot be read: Expecting"):
            _ = store.settings


def test_differences_are_named():
    old = {"seed": 1, "conditions": {"time": None, "game": {"edition": "ffg"}}, "bots": ["a"]}
    new = {"seed": 1, "conditions": {"time": 0.5, "game": {"edition": "ludoart"}}, "bots": ["a", "b"]}
    assert differences(old, new) == {
        "bots": 'stored ["a"], asked ["a","b"]',
        "conditions.game.edition": 'stored "ffg", asked "ludoart"',
        "conditions.time": "stored none, asked 0.5",
    }


def without_writing(monkeypatch, folder):
    """As in a read-only folder, also for root: no log can be made."""
    monkeypatch.setattr(os, "access", lambda path, mode: path != folder)
    connect = sqlite3.connect

    def connected(target, **options):
        if "immutable=1" not in str(target) and not (folder / f"{FILE}-shm").exists():
            raise sqlite3.OperationalError("unable to open database file")
        return connect(target, **options)

    monkeypatch.setattr(sqlite3, "connect", connected)


def test_a_read_only_folder_is_read(tmp_path, monkeypatch):
    folder = tmp_path / "a?b#c"
    with Store(folder, writes=True, create=True) as store:
        store.add(outcomes(2))
    files = sorted(folder.iterdir())
    without_writing(monkeypatch, folder)
    with Store(folder) as store:
        assert len(store.games()) == 2
    assert sorted(folder.iterdir()) == files


def test_a_read_only_folder_whose_run_was_killed_is_refused(tmp_path, monkeypatch):
    Store(tmp_path, writes=True, create=True).close()
    (tmp_path / f"{FILE}-wal").write_text("games, perhaps")
    without_writing(monkeypatch, tmp_path)
    with pytest.raises(StoreError, match="unable to open database file; its folder is read-only: copy it to one"):
        Store(tmp_path)


def test_reading_leaves_nothing_behind(tmp_path):
    Store(tmp_path, writes=True, create=True).close()
    files = sorted(tmp_path.iterdir())
    with Store(tmp_path) as store:
        assert store.games() == []
    assert sorted(tmp_path.iterdir()) == files
