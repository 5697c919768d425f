"""Laws that hold in the oracle's random games of every kind, and that its random play meets what is rare."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.steamopolis.oracle import Oracle, check_record
from tests.steamopolis.oracle.boards import VARIANTS, board_named, header
from tests.steamopolis.oracle.play import STYLES, choose
from tests.steamopolis.oracle.record import exact
from tests.steamopolis.oracle.terms import CHANCE, number

BOARDS = ["section 5", *VARIANTS, *(f"random {seed}" for seed in range(6))]


def check_laws(oracle: Oracle) -> None:
    table, seen = oracle.table, oracle.snapshot()
    assert sum(map(sum, seen["goods"])) + seen["supply"]["crystals"] + seen["supply"]["gears"] == 30
    capacity = sum(room.count("cap") for room in seen["room"])
    assert capacity + table.capacity <= 20
    assert sum(map(len, seen["sponsors"])) + table.sponsors == 5
    assert sum(gala is not None for gala in seen["gala"]) + sum(table.galas) == 8
    for seat, player in enumerate(table.players):
        check_player(table, seat, player)
    names = [n for room in seen["room"] for n in room if n and n[0] == "M"]
    names += [n for banners in seen["banners"] for n in banners]
    names += [n for n in seen["open"].values() if n]
    names += [tile[2] for tiles in seen["down"].values() for tile in tiles if tile[2]]
    assert len(names) == len(set(names))


def check_player(table: Any, seat: int, player: Any) -> None:
    in_hand = table.hand is not None and seat == table.active
    stones = table.n_stones(seat) + player.reserve + in_hand
    assert stones in (4, 5)  # 4 while one comes back or is lifted off the board
    assert all(piece == "." for piece in player.gauge[: player.base])
    assert player.supply + len(player.placed) + (table.beside if table.solo else 0) in (2, 3)
    for victim, slot, which in player.placed:
        assert victim != seat and table.effect(table.players[victim].room[slot], which)
    assert player.points >= 0


def play(players: int, board: str, seed: int, rounds: int, every: int) -> dict[str, Any]:
    """A random game as a record; every so many moves the laws are checked and a snapshot is taken."""
    rng = random.Random(f"{players} {board} {seed}")
    oracle = Oracle(header(players, board_named(board), max_rounds=rounds))
    style, moves, states = rng.choice(STYLES), [], {}
    while True:
        legal = oracle.legal()
        if len(moves) % every == 0 or oracle.mover is None:
            check_laws(oracle)
            states[str(len(moves))] = {**oracle.snapshot(), "legal": [[oracle.mover, *words] for words in legal]}
        if oracle.mover is None:
            break
        assert len(legal) >= 2
        assert [number(words) for words in legal] == sorted({number(words) for words in legal})
        moves.append([oracle.mover, *choose(rng, oracle, style)])
        oracle.play(moves[-1][1:])
    return {**header(players, board_named(board), max_rounds=rounds), "moves": moves, "states": states,
            "result": oracle.result()}  # fmt: skip


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("board", BOARDS)
def test_laws_hold_in_random_games(board: str, players: int) -> None:
    for seed in range(2):
        record = play(players, board, seed, rounds=12, every=3)
        assert len(record["result"]["winners"]) == 1 or record["result"]["lost"]


def test_a_record_is_checked_in_every_key() -> None:
    """The checker agrees with an untouched record and notices any change."""
    record = json.loads(json.dumps(play(2, "section 5", 1, rounds=4, every=1)))
    check_record(record)
    last = str(len(record["moves"]))
    for key in record["states"]["0"]:
        changed = json.loads(json.dumps(record))
        changed["states"][last if key != "legal" else "0"][key] = "changed"
        with pytest.raises(AssertionError, match=key):
            check_record(changed)


def test_observers_see_only_what_they_peeked_at() -> None:
    rng = random.Random(5)
    oracle = Oracle(header(3, max_rounds=40))
    hidden = 0
    while oracle.mover is not None:
        oracle.play(choose(rng, oracle, "verbs"))
        fixed = [tile for tiles in oracle.table.down.values() for tile in tiles if tile.name]
        for seat in range(3):
            shown = [tile[2] for tiles in oracle.observe(seat)["down"].values() for tile in tiles if tile[2]]
            assert sorted(shown) == sorted(tile.name or "" for tile in fixed if seat in tile.seen_by)
            hidden += len(fixed) - len(shown)
    assert hidden > 0


def test_chance_of_backs_is_hypergeometric() -> None:
    oracle = Oracle(header(2))
    oracle.play(["tile", "2", "M01"])
    assert oracle.mover == CHANCE and oracle.legal()[0] == ["back", 2, 1, "purple"]
    assert [str(p) for p in oracle.chance()] == ["4/11", "4/11", "3/11"]
    assert oracle.chance_key() == 200 + 4 * 2 + 1
    oracle.play(["back", 2, 1, "purple"])
    oracle.play(["back", 2, 2, "blue"])
    oracle.play(["back", 2, 3, "orange"])
    oracle.play(["tile", "3", "M02"])
    assert [str(p) for p in oracle.chance()] == ["3/10", "2/5", "3/10"]
    assert exact(oracle.snapshot()["down"]["2"]) == exact(
        [[1, "purple", None, []], [2, "blue", None, []], [3, "orange", None, []]]
    )
