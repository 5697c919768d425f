"""Replays a record through the oracle and compares everything it states. Tests call it on the engine's records."""

from __future__ import annotations

import json
from typing import Any

from tests.planet_steam.oracle.oracle import Oracle


def exact(value: Any) -> str:
    """Text that tells 1 from true and from 1.0, whatever the order of keys."""
    return json.dumps(value, sort_keys=True)


def check_record(record: dict[str, Any]) -> None:
    """Raises AssertionError naming the move number and the key of the first difference."""
    assert record["rules"] == sorted(set(record["rules"])), "rules are not sorted"
    oracle = Oracle(record)
    moves, states = record["moves"], record["states"]
    strays = set(states) - {str(number) for number in range(len(moves) + 1)}
    assert not strays, f"states of no move: {sorted(strays)}"
    for number in range(len(moves) + 1):
        if str(number) in states:
            check_snapshot(oracle, states[str(number)], number)
        if number < len(moves):
            seat, *words = moves[number]
            assert seat == oracle.to_move, f"move {number}, to_move: {seat}, by the rules {oracle.to_move}"
            assert words in oracle.legal(), f"move {number}, legal: {seat} {words} is not"
            oracle.play(words)
    assert oracle.to_move is None, f"move {len(moves)}, to_move: {oracle.to_move}, but the record ends"
    result = {"wealth": oracle.wealth(), "winners": oracle.winners()}
    for key, value in result.items():
        assert record["result"][key] == value, f"result, {key}: {record['result'][key]}, by the rules {value}"


def check_snapshot(oracle: Oracle, stored: dict[str, Any], number: int) -> None:
    expected = oracle.snapshot()
    assert set(stored) - {"legal"} == set(expected), f"move {number}, keys: {set(stored) ^ set(expected)}"
    for key, value in expected.items():
        assert exact(stored[key]) == exact(value), f"move {number}, {key}: {stored[key]}, by the rules {value}"
    if "legal" in stored:
        check_legal(oracle, stored["legal"], number)


def check_legal(oracle: Oracle, stored: list[Any], number: int) -> None:
    """A move is written with its seat, also in `legal`."""
    found = [exact(move) for move in stored]
    expected = {exact([oracle.to_move, *words]) for words in oracle.legal()}
    assert len(set(found)) == len(found), f"move {number}, legal: a move stands twice"
    missing, surplus = sorted(expected - set(found))[:5], sorted(set(found) - expected)[:5]
    assert not missing and not surplus, f"move {number}, legal: missing {missing}, surplus {surplus}"
