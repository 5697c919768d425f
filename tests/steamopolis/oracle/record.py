"""Replays a record through the oracle and compares everything it states. Tests call it on the engine's records."""

from __future__ import annotations

import json
from typing import Any

from tests.steamopolis.oracle.oracle import Oracle


def exact(value: Any) -> str:
    """Text that tells 1 from true and from 1.0, whatever the order of keys."""
    return json.dumps(value, sort_keys=True)


def check_record(record: dict[str, Any]) -> None:
    """Raises AssertionError naming the move number and the key of the first difference."""
    assert set(record["settings"]) == {"max_rounds", "start_sp"}, "settings has other keys"
    oracle = Oracle(record)
    moves, states = record["moves"], record["states"]
    strays = set(states) - {str(number) for number in range(len(moves) + 1)}
    assert not strays, f"states of no move: {sorted(strays)}"
    for number in range(len(moves) + 1):
        if str(number) in states:
            check_snapshot(oracle, states[str(number)], number)
        if number < len(moves):
            seat, *words = moves[number]
            assert seat == oracle.mover, f"move {number}, to_move: {seat}, by the rules {oracle.mover}"
            assert words in oracle.legal(), f"move {number}, legal: {seat} {words} is not"
            oracle.play(words)
    assert oracle.mover is None, f"move {len(moves)}, to_move: {oracle.mover}, but the record ends"
    result = oracle.result()
    assert exact(record["result"]) == exact(result), f"result: {record['result']}, by the rules {result}"


def check_snapshot(oracle: Oracle, stored: dict[str, Any], number: int) -> None:
    expected = oracle.snapshot()
    if "legal" in stored:
        expected["legal"] = [[oracle.mover, *words] for words in oracle.legal()]
    assert set(stored) == set(expected), f"move {number}, keys: {set(stored) ^ set(expected)}"
    for key, value in expected.items():
        assert exact(stored[key]) == exact(value), f"move {number}, {key}: {stored[key]}, by the rules {value}"
