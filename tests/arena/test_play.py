"""One game: the same for the same seed, the right bot blamed, the right places given."""

import pytest

from arena.play import Clock, play
from arena.schedule import Fixture
from arena.tasks import Conditions, Task, unpack
from arena.tasks import place as places_of
from engine import Stream, new_game
from engine.games import described
from tests.arena.bad_bots import inside
from tests.games import nim_game

NIM = Conditions(described(nim_game(3, 4, 5)))
BAD = f"{inside.__file__}:"


def fixture(*bots: str, seed: int = 1) -> Fixture:
    return Fixture(0, 0, bots, seed, "id")


def steam(players: int = 2, **more) -> Conditions:
    return Conditions(new_game(players=players).header(), **more)


def test_the_same_seed_gives_the_same_game():
    one, other = (play(Task(fixture("random", "greedy")), steam()) for _ in range(2))
    assert one.moves == other.moves
    assert one.places == other.places == [2.0, 1.0]


def test_a_game_follows_the_documented_streams():
    """Dice from Stream(seed, "dice"), a bot's own from Stream(seed, "bot", seat): what `simulate` does."""
    outcome = play(Task(fixture("random", "random", seed=5)), steam())
    game = new_game(players=2)
    state, dice = game.new(), Stream(5, "dice")
    streams = [Stream(5, "bot", seat) for seat in range(2)]
    for move in unpacked(outcome):
        if state.mover == -1:
            assert move == state.roll(dice)
        else:
            legal = state.legal()
            assert move == legal[streams[state.mover].below(len(legal))]
        state.apply(move)
    assert state.is_over
    assert outcome.scores == state.scores()


def unpacked(outcome):
    return list(unpack(outcome.moves, outcome.n_moves))


def dice_of(*bots: str, seed: int) -> dict[tuple[int, int | None], str]:
    """What was rolled in a game: by round, and who moved before."""
    game = new_game(players=2)
    state, before, found = game.new(), None, {}
    for move in unpacked(play(Task(fixture(*bots, seed=seed)), steam())):
        if state.mover == -1:
            found[state.snapshot()["round"], before] = game.text(move)
        before = state.mover
        state.apply(move)
    return found


def test_dice_do_not_depend_on_the_bots():
    """A deal stays the same deal: an event that comes in two games of it comes out alike, whatever was played, rolled
    and drawn before."""
    rolled, n_compared = set(), 0
    for seed in range(20):
        one, other = (dice_of(*bots, seed=seed) for bots in [("random", "random"), ("greedy", "random")])
        shared = one.keys() & other.keys()
        assert {event: one[event] for event in shared} == {event: other[event] for event in shared}
        n_compared += len(shared) - 1  # the first player is diced before anybody is asked
        rolled |= {*one.values()}
    assert n_compared > 100
    assert rolled == {"first 0", "first 1", *(f"die {n}" for n in range(1, 7))}


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Raises", "raises"), ("Illegal", "illegal"), ("ReturnsNone", "illegal"), ("ReturnsText", "illegal"),
     ("SysExits", "dies"), ("CannotBeMade", "raises")],
)  # fmt: skip
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_bot_at_fault_is_blamed_and_placed_last(name, kind, seat):
    bots = ["random"] * 3
    bots[seat] = BAD + name
    outcome = play(Task(fixture(*bots)), steam(3))
    (fault,) = outcome.faults
    assert (fault.seat, fault.bot, fault.kind) == (seat, bots[seat], kind)
    assert outcome.places[seat] == 3.0
    assert outcome.shares[seat] == 0.0
    assert sum(outcome.shares) == pytest.approx(1.0)


def test_a_fault_is_where_it_happened():
    outcome = play(Task(fixture(BAD + "Raises:at=5", "random")), steam())
    (fault,) = outcome.faults
    state, n_asked = new_game(players=2).new(), 0
    for number, move in enumerate(unpacked(outcome)):
        n_asked += state.mover == 0
        if number == fault.move:
            break
        state.apply(move)
    assert n_asked == 5
    assert "ZeroDivisionError" in fault.detail


def test_a_void_game_ends_at_the_fault():
    outcome = play(Task(fixture(BAD + "Raises", "random")), steam(on_fault="void"))
    assert outcome.places is None
    assert outcome.n_moves == outcome.faults[0].move


def test_a_game_of_another_kind():
    outcome = play(Task(fixture("random", "random")), NIM)
    state = nim_game(3, 4, 5).new()
    for move in unpacked(outcome):
        state.play(move)
    assert sorted(outcome.places) == [1.0, 2.0]
    assert outcome.shares == state.result()


def test_an_earlier_fault_is_placed_behind_a_later_one():
    assert places_of([0.0, 1.0, 0.0], [5, 9, 7], []) == ([3.0, 1.0, 2.0], [0.0, 1.0, 0.0])
    assert places_of([0.0, 1.0, 0.0], [5, 9, 7], [1]) == ([2.0, 3.0, 1.0], [0.0, 0.0, 1.0])
    assert places_of([0.0, 1.0, 0.0], [5, 9, 7], [1, 2]) == ([1.0, 3.0, 2.0], [1.0, 0.0, 0.0])
    assert places_of([0.0, 1.0, 0.0], [5, 9, 7], [1, 0, 2]) == ([2.0, 3.0, 1.0], [0.0, 0.0, 1.0])


def test_ties_share_their_places():
    assert places_of([0.5, 0.5, 0.0, 0.0], [9, 9, 4, 4], []) == ([1.5, 1.5, 3.5, 3.5], [0.5, 0.5, 0.0, 0.0])


def test_a_known_fault_is_not_asked_again():
    first = play(Task(fixture(BAD + "Raises", "random")), steam())
    known = Task(fixture(BAD + "Fine", "random"), known=tuple(first.faults))
    again = play(known, steam(), Clock())
    assert again.moves == first.moves
    assert [(fault.kind, fault.move) for fault in again.faults] == [("raises", first.faults[0].move)]
