"""Bots that speak the outside protocol (`boomtown bot`), and the walk through it (`boomtown check-bot`)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.checking import check
from arena.cli import main
from arena.outside import OutsideBot
from arena.speaking import speak
from bots import Budget, SpecError, ask, make
from engine import Game, Stream, new_game
from tests.arena.bad_bots import outside_path

ROOT = Path(__file__).parent.parent.parent
OURS = f"{sys.executable} -m arena bot"


def conversation(spec: str, *messages: object) -> list[dict[str, object]]:
    said: list[dict[str, object]] = []
    speak(spec, [json.dumps(message) for message in messages], lambda line: said.append(json.loads(line)))
    return said


def test_a_bot_greets_and_gets_ready_and_ends_at_quit() -> None:
    new = {"type": "new", "game": new_game(players=2).header(), "seat": 1, "seats": 2, "seed": 5}
    said = conversation("greedy", {"type": "hello"}, {"type": "weather"}, new, {"type": "quit"}, {"type": "hello"})
    assert said == [{"type": "hello", "protocol": 1, "name": "greedy"}, {"type": "ready"}]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "move", "number": 1, "legal": []},
        {"type": "new", "game": {"game": "chess"}, "seat": 0, "seed": 1},
        [1, 2],
    ],
)
def test_what_cannot_be_answered_is_said_as_an_error(message: object) -> None:
    (said,) = conversation("random", message)
    assert said["type"] == "error"


def test_a_wrong_spec_is_told_at_once() -> None:
    with pytest.raises(SpecError):
        conversation("gredy")


@pytest.mark.parametrize("game", [new_game(players=2), new_game("steamopolis", players=2)], ids=lambda game: game.name)
def test_a_speaking_bot_plays_as_it_does_inside(game: Game) -> None:
    """Asked in the same positions, with the same stream, it answers the same."""
    inside, mine = make("greedy", game, 0), Stream(9, "bot", 0)
    state, dice, picks = game.new(), Stream(3, "dice"), Stream(3, "picks")
    outside = OutsideBot(f"{OURS} greedy", game, 0, seed=9)
    try:
        for _ in range(40):
            while state.mover == -1:
                state.apply(state.roll(dice))
            legal = state.legal()
            if state.mover == 0:
                seen = state.observe(0)
                move = outside.choose(seen, legal, Budget(), picks)
                assert move == ask(inside, seen, legal, mine)
                state.apply(move)
            else:
                state.apply(picks.choice(legal))
    finally:
        outside.close()


def test_a_block_that_reads_otherwise_is_refused() -> None:
    game = new_game(players=2)
    state = game.new().play("first 0")
    question = {
        "type": "move", "number": 1, "legal": [[0, *game.words(move)] for move in state.legal()],
        "observation": {**state.observe(0).view(), "round": 5}, "block": "",
    }  # fmt: skip
    new = {"type": "new", "game": game.header(), "seat": 0, "seats": 2, "seed": 5}
    said = conversation("random", new, question)
    assert said[1]["type"] == "error"


def faults(command: str) -> dict[str, str | None]:
    found = {}
    for finding in check(command, [new_game(players=2)], seconds=1.0, seed=1):
        found[finding.step] = finding.fault
    return found


@pytest.mark.parametrize("program", [f"{sys.executable} {ROOT / 'examples' / 'outside_bot.py'}", f"{OURS} random"])
def test_good_programs_pass(program: str) -> None:
    found = faults(program)
    found.pop("quit ends it within 0.1 s")  # an interpreter of a busy machine may take longer to end
    assert len(found) == 6 and set(found.values()) == {None}


def test_a_program_that_is_not_there_is_found_out() -> None:
    assert faults("./no-such-program") == {
        "hello and new are answered": "dies: cannot be started: No such file or directory"
    }


@pytest.mark.parametrize(("how", "kind"), [("illegal", "illegal"), ("error", "raises"), ("dies", "dies")])
def test_faults_are_named(how: str, kind: str) -> None:
    wrong = [fault for fault in faults(f"{outside_path} {how}").values() if fault]
    assert wrong and wrong[0].startswith(f"{kind}: ")


def test_the_command_says_what_is_wrong_and_ends_with_one() -> None:
    result = CliRunner().invoke(main, ["check-bot", "exec:./no-such-program"])
    assert result.exit_code == 1
    assert result.output.startswith("WRONG  hello and new are answered: dies")
