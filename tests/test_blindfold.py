"""No bot sees what its seat may not see: change only hidden information, keep the seeds, get the same decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

import bots
from bots import Bot, Budget
from engine import Game, Observation, State, Stream, new_game
from tests.games import GAMES

BUDGET = Budget(sims=40)
# Games in which somebody has something to hide, and how far apart the positions tested are.
HIDING = {
    "sealed": 1,
    "steam-2": 23,
    "steam-4-optional": 23,
    "steam-5-all": 23,
    "ludoart-3-hidden": 23,
    "city-2": 7,
    "city-4": 41,
}
LEAST = 30  # positions with a choice and something hidden, in each game
N_GAMES = 20
# Every bot of ours as it comes, and those that think otherwise with other parameters; several threads never decide
# twice alike.
SPECS = (
    *(name for name in bots.registry if not bots.is_foreign(name)),
    "mcts:guided=false",
    "mcts:horizon=0,settle=true",
    "level:6",
    "greedy:samples=4",
    "heuristic:style=miser,noise=0.1",
)

Maker = Callable[[State, int], Bot]


@cache
def _made(name: str) -> Game:
    if name == "ludoart-3-hidden":
        return new_game("planet-steam", players=3, edition="ludoart", credits="hidden", recall=0)
    return GAMES[name]()


def _positions(game: Game, every: int) -> Iterator[State]:
    """Choices in games of players who err now and then; where there is no such player, of random ones."""
    spec = "heuristic:noise=0.2" if bots.players_of(game).has_policy else "random"
    for k in range(N_GAMES):
        streams, dice = [Stream(k, "bot", seat) for seat in range(game.n_seats)], Stream(k, "dice")
        players = [bots.make(spec, game, seat) for seat in range(game.n_seats)]
        state, n = game.new(), 0
        while not state.is_over:
            if state.mover == -1:
                state.apply(state.roll(dice))
                continue
            seat, legal = state.mover, state.legal()
            if len(legal) > 1:
                if n % every == 0:
                    yield state.copy()
                n += 1
            state.apply(players[seat].choose(state.observe(seat), legal, BUDGET, streams[seat]))


def _differences(maker: Maker, game: Game, every: int) -> tuple[int, int]:
    """How often the decision depends on hidden information, and in how many positions that could have been."""
    n_different = n_positions = 0
    for k, state in enumerate(_positions(game, every)):
        seat = state.mover
        other = state.observe(seat).sample(Stream(k, "hidden"))
        if other == state:
            continue
        n_positions += 1
        first, second = (_decision(maker, truth, seat) for truth in (state, other))
        n_different += first != second
    return n_different, n_positions


def _decision(maker: Maker, truth: State, seat: int) -> int:
    legal = truth.legal()
    seen = truth.observe(seat)
    before = bytes(seen)
    move = maker(truth, seat).choose(seen, legal, BUDGET, Stream(11, "bot", seat))
    assert bytes(seen) == before
    assert move in truth.legal()
    return move


def _can_play(spec: str, game: Game) -> bool:
    found = bots.parse_spec(spec)
    return found.cls.refusal(game, found.params) is None


@pytest.mark.parametrize(
    ("bot", "name"),
    [(spec, name) for spec in SPECS for name in sorted(HIDING) if _can_play(spec, _made(name))],
)
def test_blindfold(bot: str, name: str) -> None:
    game = _made(name)
    n_different, n_positions = _differences(lambda _, seat: bots.make(bot, game, seat), game, HIDING[name])
    assert n_positions >= LEAST
    assert n_different == 0


class Cheat(Bot):
    """Has been slipped the truth, and lets it decide."""

    def __init__(self, truth: State, seat: int) -> None:
        super().__init__(truth.game, seat)
        self.truth = truth

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        return legal[self.truth.hash() % len(legal)]


@pytest.mark.parametrize("name", sorted(HIDING))
def test_a_cheat_is_found_out(name: str) -> None:
    n_different, n_positions = _differences(Cheat, _made(name), HIDING[name])
    assert n_different > n_positions / 4


# -- over a game: memory, kept trees, savings --------------------------------------------------------------------------


def _twin_decisions(maker: Maker, truth: State, twin: State, seed: int) -> Iterator[bool]:
    """Whether the seat to move decides alike in two games that differ only in what it cannot see, decision by decision
    until it sees a difference. The others make the same moves in both, and the dice are the same."""
    states, seat = [truth.copy(), twin.copy()], truth.mover
    players = [maker(state, seat) for state in states]
    streams, others, dice = [Stream(seed, "bot", seat) for _ in states], Stream(seed, "others"), Stream(seed, "dice")
    while not any(state.is_over for state in states) and states[0].mover == states[1].mover:
        mover, move = states[0].mover, 0
        if mover == -1:
            move = states[0].roll(dice)
        elif mover != seat:
            shared = [move for move in states[0].legal() if move in states[1].legal()]
            if not shared:
                return
            move = others.choice(shared)
        else:
            seen = [state.observe(seat) for state in states]
            if bytes(seen[0]) != bytes(seen[1]):
                return
            legal = states[0].legal()
            move, same = (
                player.choose(one, legal, Budget(), stream)
                for player, one, stream in zip(players, seen, streams, strict=True)
            )
            if len(legal) > 1:
                yield move == same
            if move != same:
                return
        for state in states:
            state.apply(move)


def _twin_games(maker: Maker, name: str) -> list[list[bool]]:
    """So many pairs of games from positions of one, each told decision by decision."""
    found: list[list[bool]] = []
    for k, state in enumerate(_positions(_made(name), HIDING[name])):
        twin = state.observe(state.mover).sample(Stream(k, "hidden"))
        if twin != state:
            found.append(list(_twin_decisions(maker, state, twin, k)))
        if len(found) == LEAST:
            break
    return found


@pytest.mark.parametrize("name", sorted(HIDING.keys() - {"sealed"}))  # in which everybody decides once
def test_over_a_game_memory_decides_by_what_its_seat_has_seen_and_by_nothing_else(name: str) -> None:
    found = _twin_games(lambda truth, seat: bots.make("mcts:sims=8", truth.game, seat), name)
    assert all(same for pair in found for same in pair)
    assert sum(map(len, found)) >= 10 * LEAST


def test_over_a_game_a_cheat_is_found_out() -> None:
    assert sum(not all(pair) for pair in _twin_games(Cheat, "steam-2")) > LEAST / 2
