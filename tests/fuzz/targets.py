"""One function per input that may come from anybody: bytes in, nothing out; any exception but our own is a find.

Each begins with valid files (`seeds`), so that mutations get past the first check; what a fuzzer found is kept in
`tests/fuzz/corpus/NAME/` and tried at every run.
"""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import click

from arena import wire
from arena.commands.tournament import read_config, tournament
from arena.faults import BotFault
from arena.hosts import HostedBot
from arena.outside import OutsideBot
from arena.play import play
from arena.running import load_settings
from arena.schedule import Schedule
from arena.store import FILE, Store
from arena.tasks import Conditions, Task, pack, unpack
from arena.terminal.game_session import GameSession
from arena.tournament import Settings
from bots.planet_steam.training import Training
from engine import BoomtownError, Game, Stream, new_game
from engine.games import remade
from engine.planet_steam.board import board_path
from engine.playout import replay
from engine.records import build_record, check_record, dump, read_records
from tests.hostile_calls import callables, fitting, pool

HERE = Path(__file__).parent


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="boomtown-fuzz-"))


def _file(data: bytes, name: str) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


@cache
def _game() -> Game:
    return new_game(players=2)


@cache
def _played() -> tuple[list[int], int]:
    game = new_game(players=2)
    state, rng, moves = game.new(), Stream(3), []
    while (mover := state.mover) is not None:
        moves.append(state.roll(rng) if mover < 0 else rng.choice(state.legal()))
        state.apply(moves[-1])
    return moves, 3


def records(data: bytes) -> None:
    with suppress(BoomtownError):
        for _, record in read_records(_file(data, "games.jsonl")):
            check_record(record)


def boards(data: bytes) -> None:
    with suppress(BoomtownError):
        game = new_game(players=3, board=str(_file(data, "board.toml")))
        state, rng = game.new(), Stream(1)
        for _ in range(200):
            if (mover := state.mover) is None:
                break
            state.apply(state.roll(rng) if mover < 0 else rng.choice(state.legal()))


def databases(data: bytes) -> None:
    folder = _folder() / "store"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / FILE).write_bytes(data)
    with suppress(BoomtownError):
        game = remade(load_settings(folder).conditions.game)
        with Store(folder) as store:
            for stored in store.games():
                with suppress(BoomtownError):
                    store.moves(game, stored.number)
                store.notes(stored.number)
            store.timing()


def moves(data: bytes) -> None:
    """The packed moves of one stored game."""
    for n_moves in (len(data), len(_played()[0])):
        with suppress(ValueError):
            replay(_game(), unpack(data, n_moves))


def configs(data: bytes) -> None:
    with suppress(BoomtownError, click.ClickException):
        context = click.Context(tournament)
        read_config(context, tournament.params[0], _file(data, "league.toml"))


def journals(data: bytes) -> None:
    """A saved game, taken up again and looked at."""
    with suppress(BoomtownError):
        session, _ = GameSession.resume(_file(data, "game.journal"))
        try:
            assert session.view is not None
        finally:
            session.close()


def checkpoints(data: bytes) -> None:
    with suppress(BoomtownError):
        Training.load(_file(data, "checkpoint.json"))


def protocol(data: bytes) -> None:
    """What an outside program writes, whatever it is asked."""
    answer = _file(data, "answer")
    with suppress(BotFault):
        game = new_game(players=2)
        bot = OutsideBot(f"cat {answer}", game, 0, 1)
        try:
            state = game.new().apply(game.new().legal()[0])
            bot.choose(state.observe(0), state.legal(), Conditions(game.header()).budget, Stream(1))
        finally:
            bot.close()


def calls(data: bytes) -> None:
    """The public Python face: which callable, and with what, by the bytes."""
    values = pool()
    known = list(callables(values))
    stream = iter(data[:120])
    for first in stream:
        name, call = known[(first << 8 | next(stream, 0)) % len(known)]
        args = fitting(name, [values[next(stream, 0) % len(values)] for _ in range(next(stream, 0) % 6)])
        with suppress(Exception):
            call(*args)


def lines(data: bytes) -> None:
    """What a foreign Python bot's process writes on its line."""
    game = new_game(players=2)
    state = game.new().apply(game.new().legal()[0])
    ours, theirs = socket.socketpair()
    with ours, theirs, tempfile.TemporaryFile() as capture, suppress(BotFault):
        theirs.sendall(data[:60_000])
        theirs.shutdown(socket.SHUT_WR)
        bot = HostedBot.__new__(HostedBot)
        bot.seat, bot.limit, bot.analysis, bot._number = 0, 1.0, None, 0
        bot._capture, bot._line, bot._process = capture, ours, _NoProcess()  # type: ignore[assignment]
        bot.choose(state.observe(0), state.legal(), Conditions(game.header()).budget, Stream(1))


class _NoProcess:
    def pause(self) -> None: ...

    def resume(self) -> None: ...

    def finish(self, order: bytes = b"E") -> tuple[str, bool]:
        return "exit code 0", False


def _journal() -> bytes:
    """A game of some moves, one of them taken back."""
    folder = Path(tempfile.mkdtemp(prefix="boomtown-fuzz-"))
    session, rng = GameSession.start(new_game(players=2), 3, ["human", "human"], folder), Stream(3)
    for _ in range(12):
        session.play(rng.choice(session.state.legal()))
    session.undo()
    session.close()
    (path,) = folder.iterdir()
    found = path.read_bytes()
    shutil.rmtree(folder)
    return found


def _store() -> bytes:
    game = new_game(players=2)
    settings = Settings(("random", "greedy"), 2, Conditions(game.header()), games=4).identified()
    folder = Path(tempfile.mkdtemp(prefix="boomtown-fuzz-"))
    with Store(folder, writes=True, create=True) as store:
        store.set_settings(settings.as_dict())
        schedule = Schedule(settings.bots, 2, 0, settings=settings.conditions.identity)
        store.add([play(Task(fixture), settings.conditions) for fixture in schedule.first(4)])
    found = (folder / FILE).read_bytes()
    shutil.rmtree(folder)
    return found


def seeds(name: str) -> list[bytes]:
    """Valid inputs, and what the corpus holds."""
    game = new_game(players=2)
    played, seed = _played()
    record = dump(build_record(game, played, seed=seed, seats=["random", "random"])).encode()
    hello = b'{"type":"hello"}\n{"type":"ready"}\n{"type":"bestmove","move":["pass"]}\n'
    made: dict[str, Callable[[], list[bytes]]] = {
        "records": lambda: [record],
        "boards": lambda: [board_path("ffg").read_bytes()],
        "databases": lambda: [_store()],
        "moves": lambda: [pack(played)],
        "configs": lambda: [b'bots = ["random", "greedy"]\nplayers = 2\ngames = 8\nseed = 9\nquiet = true\n'],
        "journals": lambda: [_journal()],
        "checkpoints": lambda: [b'{"seed": 1, "generation": 2, "mean": [0.5], "pool": []}'],
        "protocol": lambda: [hello],
        "calls": lambda: [bytes(range(120)), bytes(range(255, 135, -1))],
        "lines": lambda: [wire.HEAD.pack(b"M", 1, wire.ANSWER.size) + wire.ANSWER.pack(1, 3, 0.5, 0.5),
                          wire.HEAD.pack(b"E", 1, 0) + wire.HEAD.pack(b"R", 1, 3) + b"Oh!"],
    }  # fmt: skip
    kept = sorted((HERE / "corpus" / name).glob("*"))
    return [*made[name](), *(path.read_bytes() for path in kept)]


TARGETS = {one.__name__: one for one in
           (records, boards, databases, moves, configs, journals, checkpoints, protocol, calls, lines)}  # fmt: skip
