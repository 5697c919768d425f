#!/usr/bin/env python3
"""An outside program that attacks in the way its first argument says, at its third decision. For the tests."""

import json
import os
import signal
import socket
import sys
import time
from pathlib import Path


def say(message):
    print(json.dumps(message), flush=True)


def read_memory():
    Path(f"/proc/{os.environ['BOOMTOWN_TEST_PID']}/mem").open("rb").close()


def edit_database():
    with Path(os.environ["BOOMTOWN_TEST_SECRET"]).open("r+b") as file:
        file.write(b"mine")


def connect():
    socket.create_connection(("127.0.0.1", int(os.environ["BOOMTOWN_TEST_PORT"])), timeout=1).close()


def signal_referee():
    os.kill(int(os.environ["BOOMTOWN_TEST_PID"]), 0)


def write_beside():
    Path(__file__).with_name("was-here").touch()


REACHES = [read_memory, edit_database, connect, signal_referee, write_beside]


def attack(how, message):
    if how == "signals-parent":
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1000)
    elif how == "signals-all":  # in a namespace of its own only
        os.kill(-1, signal.SIGKILL)
        time.sleep(1000)
    elif how == "hoards":
        hoard = bytearray(3 << 29)
        say({"type": "error", "message": f"has {len(hoard)} bytes"})
    elif how == "fills-disk":
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with Path(f"/tmp/boomtown-fills-disk-{os.getpid()}").open("wb") as file:
            Path(file.name).unlink()
            for _ in range(100):
                file.write(bytes(1 << 20))
    elif how == "reaches":
        could = []
        for way in REACHES:
            try:
                way()
            except OSError:
                continue
            could.append(way.__name__)
        say({"type": "error", "message": f"could: {could}"})


def main():
    how = sys.argv[1]
    n_asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "hello"})
        elif message["type"] == "new":
            say({"type": "ready"})
        elif message["type"] == "move":
            n_asked += 1
            if how == "forks":
                for _ in range(127):
                    if os.fork() == 0:
                        os.setsid()
                        time.sleep(1000)
            elif how == "orphans":  # no attack: they end at once
                for _ in range(3):
                    if (child := os.fork()) == 0:
                        os.fork()
                        os._exit(0)
                    os.waitpid(child, 0)
            elif n_asked == 3:
                try:
                    attack(how, message)
                except (OSError, MemoryError) as error:
                    say({"type": "error", "message": type(error).__name__})
                continue
            say({"type": "bestmove", "move": message["legal"][0]})
        elif message["type"] == "quit":
            return


main()
