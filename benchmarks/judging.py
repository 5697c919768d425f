"""What a version's value model says of positions in stored games: each seat's winning chance at every round's start.

`PYTHON judging.py FILE`, by the interpreter of any version whose guides have `judgement`: prints a line of JSON for
each game of a file of `benchmarks.selfplay`, a list of chances by round. Of this file only the standard library is
needed, all else is that version's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def judged(game: Any, moves: list[int]) -> Iterator[tuple[int, list[float]]]:
    """Where playouts stop, which is where a round starts: the round, and each seat's chance of victory."""
    from bots.players import players_of

    guide = players_of(game).guide(game, 0.0, 1)
    state, before = game.new(), None
    for move in moves:
        now = state.snapshot().get("round")
        if now != before and before is not None:
            yield now, guide.judgement(state)[0]
        before = now
        if move not in (state.legal() if state.mover >= 0 else [one for one, _ in state.chance()]):
            raise SystemExit("the moves of these games mean something else in this version")
        state.apply(move)


def main() -> None:
    path = Path(sys.argv[1])
    sys.path.pop(0)  # the folder of this file: it is another version's
    from engine.games import game_of

    with path.open() as file:
        game = game_of(json.loads(next(file))["game"])
        for line in file:
            print(json.dumps(list(judged(game, json.loads(line)["moves"]))))


if __name__ == "__main__":
    main()
