"""What another machine says of a game counts only if it can be true."""

from array import array
from dataclasses import replace

import pytest

from arena.cluster import warn_of_plain_lines
from arena.executor import void
from arena.faults import Fault
from arena.play import play
from arena.schedule import Fixture
from arena.tasks import Conditions, Task, pack, unpack
from arena.verify import WrongOutcome, check_outcome
from engine import new_game
from engine.games import described
from tests.arena.bad_bots import inside
from tests.games import nim_game

GAMES = {"steam": new_game(players=2), "nim": nim_game(3, 4, 5)}


def played(name, bots=("greedy", "random")):
    game = GAMES[name]
    conditions = Conditions(described(game))
    task = Task(Fixture(0, 0, tuple(bots), 11, "id"))
    return play(task, conditions), task, conditions, game


@pytest.mark.parametrize("name", GAMES)
def test_what_was_played_is_right(name):
    check_outcome(*played(name))
    check_outcome(*played(name, ("random", f"{inside.__file__}:Raises")))
    _, task, conditions, game = played(name)
    check_outcome(void(task), task, conditions, game)


def damaged(outcome):
    moves = unpack(outcome.moves, outcome.n_moves)
    backwards = array("I", reversed(moves))
    yield replace(outcome, moves=pack(backwards)), "not legal"
    yield replace(outcome, moves=pack(moves[:-1])), "not the"
    yield replace(outcome, moves=pack(moves[:-1]), n_moves=outcome.n_moves - 1), "not ended"
    yield replace(outcome, places=outcome.places[::-1]), "not those"
    yield replace(outcome, scores=[1e9, 0.0]), "not those"
    yield replace(outcome, fixture=replace(outcome.fixture, seed=5)), "another game"
    yield replace(outcome, faults=[Fault(1, "greedy", "raises", 3)]), "does not sit"
    yield replace(outcome, faults=[Fault(7, "greedy", "raises", 3)]), "no fault"
    winner = outcome.places.index(1.0)
    yield replace(outcome, faults=[Fault(winner, outcome.fixture.bots[winner], "raises", 3)]), "not those"
    yield replace(outcome, places=None), "void game without"
    yield "nothing", "another game"


def test_what_cannot_be_true_is_refused():
    outcome, task, conditions, game = played("steam")
    for wrong, message in damaged(outcome):
        with pytest.raises(WrongOutcome, match=message):
            check_outcome(wrong, task, conditions, game)


def test_the_dice_are_the_deals():
    outcome, task, conditions, game = played("steam")
    other = replace(task.fixture, seed=12)
    with pytest.raises(WrongOutcome, match="not what the deal rolls"):
        check_outcome(replace(outcome, fixture=other), Task(other), conditions, game)


@pytest.mark.parametrize(
    ("address", "is_warned"),
    [("tcp://127.0.0.1:8786", False), ("tls://10.0.0.5:8786", False), ("tcp://10.0.0.5:8786", True), ("far:1", True)],
)
def test_an_unencrypted_cluster_elsewhere_is_warned_of(address, is_warned, capsys):
    warn_of_plain_lines(address)
    assert ("not encrypted" in capsys.readouterr().err) == is_warned
