#!/usr/bin/env python3
"""An outside bot that misbehaves in the way its first argument says, at its third decision or in the way that it talks.
For the tests of faults and of `boomtown check-bot`."""

import json
import os
import random
import sys
import time


def say(message):
    print(json.dumps(message), flush=True)


def misbehave(how, message):
    if how == "illegal":
        say({"type": "bestmove", "move": [message["legal"][0][0], "fly", "moon"]})
    elif how == "other-seat":
        say({"type": "bestmove", "move": [9, *message["legal"][0][1:]]})
    elif how == "no-move":
        say({"type": "bestmove"})
    elif how == "error":
        say({"type": "error", "message": "out of ideas"})
    elif how == "dies":
        print("last words", file=sys.stderr, flush=True)
        os._exit(7)
    elif how == "hangs":
        time.sleep(1000)
    elif how == "garbage":
        print('{"type": "bestm', flush=True)
        time.sleep(1000)
    elif how == "long-line":
        sys.stdout.write("x" * (3 << 20))
        sys.stdout.flush()
        time.sleep(1000)
    elif how == "chatty":
        while True:
            print("x" * 1000)
    elif how == "chatty-stderr":
        while True:
            print("x" * 1000, file=sys.stderr)
    elif how == "loud":  # more on stderr than is read at full speed, and a good answer
        for _ in range(2 << 10):
            print("x" * 1023, file=sys.stderr)
        say({"type": "bestmove", "move": message["legal"][0]})
    elif how == "closes-stdout":
        os.close(1)
        time.sleep(1000)
    elif how == "waits":  # takes its time, and no more
        time.sleep(0.15)
        say({"type": "bestmove", "move": message["legal"][0]})
    elif how == "forks":  # a detached child that outlives its parent, and a good answer
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(0)
        say({"type": "bestmove", "move": message["legal"][0]})
    elif how == "talks":  # chatter that the protocol allows
        print("thinking ...", flush=True)
        say({"type": "info", "depth": 3})
        say({"type": "bestmove", "number": message["number"] - 1, "move": message["legal"][-1]})
        say({"type": "bestmove", "number": message["number"], "move": message["legal"][0][1:]})
    elif how == "double":  # answers twice: the second answer is no answer to the next question
        say({"type": "bestmove", "number": message["number"], "move": message["legal"][0]})
        say({"type": "bestmove", "number": message["number"], "move": [message["legal"][0][0], "fly", "moon"]})


TALK = {"stranger", "first", "stays", "unseeded", "future", "slow"}  # misbehave in how they talk


def check_order(how, message, is_begun):
    """For those who fall over what they do not expect."""
    known = {"type", "number", "time", "sims", "clock", "observation", "legal"}
    is_known = message["type"] in ("hello", "new", "quit") or (message["type"] == "move" and {*message} <= known)
    if how == "stranger" and not is_known:
        raise ValueError("never heard of it")
    if how == "first" and message["type"] == "move" and not is_begun:
        raise ValueError("which game?")


def main():
    how = sys.argv[1]
    rng = random.Random(None if how == "unseeded" else 1)
    if how == "mute":
        time.sleep(1000)
    n_asked = 0
    is_begun = False
    for line in sys.stdin:
        message = json.loads(line)
        check_order(how, message, is_begun)
        if message["type"] == "hello":
            say({"type": "hello", "protocol": 7} if how == "future" else {"type": "hello"})
        elif message["type"] == "new":
            is_begun = True
            say({"type": "ready"})
        elif message["type"] == "move":
            n_asked += 1
            if how == "slow":
                time.sleep(0.01)
            if n_asked == 3 and how not in ("fine", *TALK):
                misbehave(how, message)
                continue
            say({"type": "bestmove", "move": rng.choice(message["legal"])})
        elif message["type"] == "quit" and how != "stays":
            return
    while how == "stays":
        time.sleep(1)


main()
