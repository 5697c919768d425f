"""Bots that attack the referee, their opponent or the machine, each in one way. For the tests of isolation."""

import ctypes
import gc
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from tests.arena.bad_bots.inside import Bad


class LeavesThread(Bad):
    """A thread ends the process while somebody else should be thinking."""

    def misbehave(self, legal):
        threading.Timer(0.001, lambda: os._exit(7)).start()
        return legal[0]


class RaisesLater(Bad):
    """A thread raises into the main thread, again and again."""

    def misbehave(self, legal):
        main = threading.main_thread().ident

        def attack():
            while True:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), ctypes.py_object(SystemExit))
                time.sleep(0.001)

        threading.Thread(target=attack, daemon=True).start()
        return legal[0]


class Ponders(Bad):
    """A thread that holds the interpreter's lock all the time; the bot itself plays on."""

    def misbehave(self, legal):
        def ponder():
            while True:
                sum(range(100_000))

        for _ in range(3):
            threading.Thread(target=ponder, daemon=True).start()
        return legal[0]


class KillsParent(Bad):
    def misbehave(self, legal):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(5)
        return legal[0]


class KillsEverybody(Bad):
    """Signals all its ancestors up to the zygote, which is where the name of the command changes."""

    def misbehave(self, legal):
        pid = os.getppid()
        above = []
        while pid > 1:
            try:
                if b"arena.zygote" not in Path(f"/proc/{pid}/cmdline").read_bytes():
                    break
                above.append(pid)
                pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                break
        for one in above:
            os.kill(one, signal.SIGKILL)
        time.sleep(5)
        return legal[0]


def others() -> list[int]:
    """All processes of the arena but this one and those above it."""
    above, pid = {os.getpid()}, os.getppid()
    while pid > 1:
        above.add(pid)
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) not in above:
            try:
                line = (folder / "cmdline").read_bytes()
                is_ours = int((folder / "stat").read_text().rpartition(")")[2].split()[1]) not in (0, 1)
            except OSError:
                continue
            if b"arena.zygote" in line and is_ours and _zygote(int(folder.name)) in above:
                found.append(int(folder.name))
    return found


def _zygote(pid: int) -> int:
    """The first process above this one in a chain of the arena's."""
    while pid > 1:
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        if b"arena.zygote" not in Path(f"/proc/{parent}/cmdline").read_bytes():
            return pid
        pid = parent
    return pid


class KillsOpponent(Bad):
    """Kills whoever plays beside it, while it is asked itself."""

    def misbehave(self, legal):
        for pid in others():
            os.kill(pid, signal.SIGKILL)
        return legal[0]


class KillsOpponentLater(Bad):
    """Leaves somebody behind, who kills the bots beside it while they are asked: those that are not stopped."""

    def misbehave(self, legal):
        me = os.getpid()
        if os.fork() == 0:
            os.setsid()
            while True:
                time.sleep(0.005)
                for pid in others():
                    if pid != me and Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S":
                        os.kill(pid, signal.SIGKILL)
        return legal[0]


class Dawdles(Bad):
    def choose(self, observation, legal, budget, rng):
        time.sleep(0.05)
        return legal[rng.below(len(legal))]


class KillsItself(Bad):
    def misbehave(self, legal):
        os.kill(os.getpid(), signal.SIGKILL)
        return legal[0]


class NeverMade(Bad):
    def __init__(self, game, seat, params=None):
        super().__init__(game, seat, params)
        time.sleep(60)


class SlowWords(Bad):
    """Raises what takes for ever to print."""

    def misbehave(self, legal):
        class Slow(Exception):
            def __str__(self):
                time.sleep(60)
                return ""

        raise Slow


class ClosesLine(Bad):
    def misbehave(self, legal):
        for descriptor in range(3, 64):
            try:
                os.close(descriptor)
            except OSError:
                continue
        time.sleep(60)
        return legal[0]


class LooksForState(Bad):
    """Says what it finds: a state of the game anywhere in its memory, or in the frames above it."""

    def misbehave(self, legal):
        found = [one for one in gc.get_objects() if type(one).__name__ in ("State", "Fixture", "Task", "_Table")]
        frame = sys._getframe()
        while frame is not None:
            found += [one for one in frame.f_locals.values() if type(one).__name__ in ("State", "Task", "_Table")]
            frame = frame.f_back
        raise RuntimeError(f"found {len(found)}: {[type(one).__name__ for one in found]}")


class ReplacesArena(Bad):
    """Makes itself the winner, if anybody uses what it changes."""

    def misbehave(self, legal):
        import arena.play
        import arena.verify

        arena.play.place = lambda shares, scores, out: ([1.0, 2.0], [1.0, 0.0])
        return max(legal) + 1


class CountsGames(Bad):
    """Raises in the second game that its process plays."""

    n_games = 0

    def choose(self, observation, legal, budget, rng):
        if self.seen == 0:
            type(self).n_games += 1
        self.seen += 1
        if type(self).n_games > 1:
            raise RuntimeError("a global variable survived")
        return legal[rng.below(len(legal))]


class Hoards(Bad):
    def misbehave(self, legal):
        self.hoard = bytearray(3 << 29)
        return legal[0]


class FillsDisk(Bad):
    def misbehave(self, legal):
        path = Path("/tmp/boomtown-fills-disk")
        with path.open("wb") as file:
            path.unlink()
            for _ in range(100):
                file.write(bytes(1 << 20))
        return legal[0]


class FloodsLine(Bad):
    """Writes a wrong message on every socket it has."""

    def misbehave(self, legal):
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b"M" + b"\xff" * 200)
            except OSError:
                continue
        return legal[0]


class SendsPickle(Bad):
    """A pickle that would run a command, on every line it has."""

    def misbehave(self, legal):
        import pickle

        class Run:
            def __reduce__(self):
                return os.system, ("touch /tmp/boomtown-was-here",)

        data = pickle.dumps(Run())
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, len(data).to_bytes(4, "big") + data)
            except OSError:
                continue
        return legal[0]


class Escapes(Bad):
    """Under bubblewrap: raises if anything outside can be read, signalled, written or reached."""

    def misbehave(self, legal):
        seen = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]
        commands = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in seen]
        held = []
        if any(b"arena.nursery" not in line for line in commands):
            held.append("sees other processes")
        for name, attempt in {
            "writes beside its file": lambda: Path(__file__).with_name("was-here").touch(),
            "writes into the home": lambda: (Path.home() / "boomtown-was-here").touch(),
            "makes a connection": lambda: socket.create_connection(("127.0.0.1", self.params.at), timeout=1).close(),
            "reads the tournament": lambda: Path(os.environ["BOOMTOWN_TEST_SECRET"]).read_bytes(),
        }.items():
            try:
                attempt()
            except OSError:
                continue
            held.append(name)
        Path("/tmp/scratch").write_text("its own")
        raise RuntimeError(f"could: {held}")
