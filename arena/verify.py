"""Whether what another machine says of a game can be true. Used for clusters: nothing counts that was not replayed."""

from __future__ import annotations

from arena.faults import FAULTS, Fault
from arena.tasks import CLOSING, Conditions, Outcome, Task, place, unpack
from engine import BoomtownError, Game, Stream
from engine.playout import replay


class WrongOutcome(BoomtownError):
    """An outcome that contradicts the rules, the deal or itself."""


def check_outcome(outcome: object, task: Task, conditions: Conditions, game: Game) -> None:
    """Raises `WrongOutcome` unless these moves are legal, the dice the deal's, and the results what follows from them.
    Which move a bot chose, and how long it thought, nobody else can know."""
    if not isinstance(outcome, Outcome) or outcome.fixture != task.fixture:
        raise WrongOutcome("another game than was asked for")
    n_seats = len(task.fixture.bots)
    for fault in outcome.faults:
        if not isinstance(fault, Fault) or fault.kind not in FAULTS or not 0 <= fault.seat < n_seats:
            raise WrongOutcome(f"{fault!r:.80} is no fault")
        if fault.bot != task.fixture.bots[fault.seat] or not 0 <= fault.move <= CLOSING:
            raise WrongOutcome(f"a fault of {fault.bot}, which does not sit in seat {fault.seat}")
    try:
        moves = unpack(outcome.moves, outcome.n_moves)
        end = replay(game, moves)
    except (ValueError, TypeError) as error:
        raise WrongOutcome(f"the game of {', '.join(task.fixture.bots)}: {error}") from None
    _check_dice(game, list(moves), task.fixture.seed)
    is_void = bool(outcome.faults) and conditions.on_fault != "forfeit"
    if not is_void and not end.is_over and outcome.places is not None:
        raise WrongOutcome("the game has not ended")
    scores = [float(score) for score in end.scores()]
    places, shares = place(end.result(), scores, [fault.seat for fault in outcome.faults])
    if outcome.places is None:
        places, shares = None, [0.0] * n_seats  # type: ignore[assignment]
        if not is_void and moves:
            raise WrongOutcome("a void game without a fault")
    elif is_void:
        raise WrongOutcome("a game with a fault, which voids it, that counts")
    if (outcome.places, outcome.shares) != (places, shares) or (moves and outcome.scores != scores):
        raise WrongOutcome("places, shares or scores are not those of its moves")


def _check_dice(game: Game, moves: list[int], seed: int) -> None:
    state, dice = game.new(), Stream(seed, "dice")
    for number, move in enumerate(moves):
        if state.mover == -1 and state.roll(dice) != move:
            raise WrongOutcome(f"move {number} is not what the deal rolls")
        state.apply(move)
