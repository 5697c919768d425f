#!/usr/bin/env python3
"""A complete outside bot in Python, without any library: boomtown tournament exec:./examples/outside_bot.py greedy

It bids low, claims what it can, and otherwise takes a random legal move. The protocol is in docs/outside-bots.md.
"""

import json
import random
import sys


def main() -> None:
    rng = random.Random()
    seat = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say({"type": "hello", "protocol": 1, "name": "frugal"})
        elif kind == "new":
            seat = message["seat"]
            rng.seed(message["seed"])  # the same game again: the same moves again
            say({"type": "ready"})
        elif kind == "move":
            move, why = choose(message["legal"], message["observation"], rng)
            say({"type": "bestmove", "number": message["number"], "move": move, "analysis": {"why": why, "seat": seat}})
        elif kind == "quit":
            return


def choose(legal: list, observation: dict, rng: random.Random) -> tuple:
    """A legal move is [seat, verb, arguments...]."""
    verbs = {move[1] for move in legal}
    if "pass" in verbs and "bid" in verbs:
        lowest = min((move for move in legal if move[1] == "bid"), key=lambda move: move[2])
        if lowest[2] <= 10:
            return lowest, "cheap enough"
        return next(move for move in legal if move[1] == "pass"), "too dear"
    for verb in ("claim", "license", "tank", "buy-quarters"):
        if verb in verbs:
            return rng.choice([move for move in legal if move[1] == verb]), "it is worth something at the end"
    return rng.choice(legal), "why not"


def say(message: dict) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
