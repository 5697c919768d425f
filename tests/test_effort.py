"""How a clock, and a time or simulations given on average, are spread over a game's decisions."""

from __future__ import annotations

import pytest

from bots import Budget, TimeControl, ask, make
from bots.bot import TimeControlError
from bots.effort import COUNT_EVERY, MOST_DUES, SAFE_SHARE, Ahead, Pace, Savings, allowance, look_ahead
from bots.planet_steam.guide import KINDS
from bots.players import players_of
from engine import Game, Stream, new_game
from tests.games import nim_game


def opening(game: Game) -> object:
    state, dice = game.new(), Stream(1, "dice")
    while state.mover == -1:
        state.apply(state.roll(dice))
    return state.observe(state.mover)


@pytest.mark.parametrize(
    ("text", "base", "increment", "shown"),
    [("60+0.5", 60.0, 0.5, "60+0.5"), ("5", 5.0, 0.0, "5+0"), ("2.50+0.020", 2.5, 0.02, "2.5+0.02")],
)
def test_time_controls_are_read_and_written_in_one_spelling(
    text: str, base: float, increment: float, shown: str
) -> None:
    found = TimeControl.parse(text)
    assert (found.base, found.increment, str(found)) == (base, increment, shown)
    assert TimeControl.parse(str(found)) == found


@pytest.mark.parametrize(
    ("text", "hint"),
    [("40/60", "one period for all moves"), ("1:30+1", "write seconds: 90"), ("inf", "needs an end"),
     ("0+1", "starts above 0"), ("-5", "starts above 0"), ("5+-1", "adds 0 s or more"), ("5+", "60 or 60+0.5"),
     ("", "60 or 60+0.5"), ("nan", "needs an end"), ("5+1+1", "60 or 60+0.5")],
)  # fmt: skip
def test_other_time_controls_are_refused_with_what_is_right(text: str, hint: str) -> None:
    with pytest.raises(TimeControlError, match=hint.replace("+", r"\+")):
        TimeControl.parse(text)


def test_what_is_left_is_spread_over_what_comes() -> None:
    even = allowance(TimeControl(10, 0), Ahead(choices=100, decisions=50))
    assert even.usual == pytest.approx(0.95 * 10 / 50)
    with_increment = allowance(TimeControl(10, 0.1), Ahead(choices=101, decisions=50))
    assert with_increment.usual == pytest.approx((0.95 * 10 + 0.1 * 100) / 50)
    assert allowance(TimeControl(10, 0), Ahead(100, 50), weight=3).usual == pytest.approx(3 * even.usual)


@pytest.mark.parametrize("left", [0.0, 0.001, 0.3, 60.0])
@pytest.mark.parametrize("ahead", [Ahead(1, 1), Ahead(3, 2), Ahead(400, 200)])
def test_no_decision_takes_more_than_a_safe_share(left: float, ahead: Ahead) -> None:
    for weight in (0.5, 1.0, 50.0):
        found = allowance(TimeControl(left, 0.5), ahead, weight)
        assert 0 <= found.usual <= found.most <= SAFE_SHARE * left


def test_looking_ahead_counts_ones_own_decisions() -> None:
    """Nim with heaps of 1: everybody takes whole heaps, and the last of three has no choice."""
    assert look_ahead(nim_game(1, 1, 1).new().observe(0), Stream(1)) == Ahead(choices=1, decisions=1)
    ahead = look_ahead(opening(new_game(players=2)), Stream(1))
    assert 60 < ahead.decisions < ahead.choices < 400  # a turn that is planned whole is one decision


@pytest.mark.parametrize("n_decisions", [100, 150])
def test_a_game_spends_its_clock_and_keeps_some(n_decisions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decision after decision takes what it usually may, in a game as long as the one looked ahead to or longer."""
    clock, seen = TimeControl(10, 0.05), opening(new_game(players=2))
    left, pace, asked = clock.base, Pace(seen.game, seen.seat), list[int]()
    monkeypatch.setattr("bots.effort.look_ahead", lambda *_: Ahead(*[max(1, 100 - len(asked))] * 2))
    for number in range(n_decisions):
        left -= pace.allow(TimeControl(left, clock.increment), seen, 1.0, Stream(1)).usual
        asked.append(number)
        assert left > 0
        left += clock.increment
    assert left < 0.2 * clock.base


def test_what_a_clock_loses_besides_thinking_is_kept_for_later_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question costs 10 ms of pipes: of what 50 of them leave of the clock, a decision gets its share."""
    monkeypatch.setattr("bots.effort.look_ahead", lambda *_: Ahead(50, 50))
    seen = opening(new_game(players=2))
    pace, left = Pace(seen.game, seen.seat), 10.0
    for is_choice in (True, False):
        pace.asked(TimeControl(left, 0.1))
        pace.answered(TimeControl(left, 0.1), 0.5, is_choice)
        left += (0.1 if is_choice else 0.0) - 0.5 - 0.01
    pace.asked(TimeControl(left, 0.1))
    usual = pace.allow(TimeControl(left, 0.1), seen, 1.0, Stream(1)).usual
    assert usual == pytest.approx((0.95 * left + 0.1 * 49 - 0.01 * 50) / 50)


def test_the_game_is_looked_ahead_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, n_looks = opening(new_game(players=2)), []
    monkeypatch.setattr("bots.effort.look_ahead", lambda *_: n_looks.append(1) or Ahead(50, 50))
    pace = Pace(seen.game, seen.seat)
    for _ in range(2 * COUNT_EVERY + 1):
        pace.allow(TimeControl(10), seen, 1.0, Stream(1))
    assert len(n_looks) == 3


def test_a_search_by_the_clock_plays_and_says_what_it_thought() -> None:
    game = new_game(players=2)
    seen = opening(game)
    bot, legal = make("mcts", game, seen.seat), seen.sample(Stream(1)).legal()
    move = ask(bot, seen, legal, Stream(1, "bot"), Budget(clock=TimeControl(0.5, 0.0)))
    assert move in legal
    assert bot.analysis["sims"] == sum(one["visits"] for one in bot.analysis["candidates"]) > 0


def test_a_level_keeps_to_a_clock() -> None:
    """It thinks as long as it is strong, but with an empty clock no longer."""
    game = new_game(players=2)
    seen = opening(game)
    legal = seen.sample(Stream(1)).legal()
    sims = []
    for budget in (Budget(), Budget(clock=TimeControl(0.0)), Budget(sims=5)):
        bot = make("level:8", game, seen.seat)
        assert ask(bot, seen, legal, Stream(1, "bot"), budget) in legal
        sims.append(bot.analysis["sims"])
    assert sims[1] <= 32 < sims[0] == sims[2]


def test_an_empty_clock_still_gets_an_answer() -> None:
    game = new_game(players=2)
    seen = opening(game)
    bot, legal = make("mcts:threads=2", game, seen.seat), seen.sample(Stream(1)).legal()
    assert ask(bot, seen, legal, Stream(1, "bot"), Budget(clock=TimeControl(0.0))) in legal
    assert bot.analysis["sims"] <= 32


def test_its_own_time_and_simulations_come_before_a_clock() -> None:
    game = new_game(players=2)
    seen = opening(game)
    bot, legal = make("mcts:sims=20", game, seen.seat), seen.sample(Stream(1)).legal()
    ask(bot, seen, legal, Stream(1, "bot"), Budget(clock=TimeControl(1000.0)))
    assert bot.analysis["sims"] == 20


@pytest.mark.parametrize("own", ["time=3600", "sims=1000000000"])
def test_its_own_time_and_simulations_end_with_the_clock(own: str) -> None:
    game = new_game(players=2)
    seen = opening(game)
    bot, legal = make(f"mcts:{own}", game, seen.seat), seen.sample(Stream(1)).legal()
    assert ask(bot, seen, legal, Stream(1, "bot"), Budget(clock=TimeControl(0.4))) in legal
    assert 0 < bot.analysis["sims"] < 1_000_000_000


def test_savings_keep_the_average_at_any_time() -> None:
    purse, rng, spent = Savings(10.0, 6.0), Stream(1), 0.0
    for n in range(1, 200):
        allowed = purse.allow(rng.choice([0.3, 0.7, 1.0, 2.0, 6.0, 100.0]))
        assert 0 <= allowed <= MOST_DUES * 10
        purse.spend(allowed)
        spent += allowed
        assert spent <= n * 10 + 1e-9
    assert spent > 0.9 * 199 * 10


def test_what_easy_decisions_leave_goes_to_those_that_matter() -> None:
    purse = Savings(10.0, 6.0)
    for _ in range(5):
        assert purse.allow(0.3) == pytest.approx(3)
        purse.spend(3)
    assert purse.allow(6.0) == pytest.approx(45)  # 35 were left, and its own due
    purse.spend(46)  # a busy machine: it took more
    assert purse.allow(1.0) == pytest.approx(9)


def test_what_is_never_needed_is_spread_over_all() -> None:
    purse = Savings(10.0, 6.0)
    for _ in range(100):
        purse.allow(0.3)
    assert purse.allow(0.3) == pytest.approx(0.3 * 10 * 1010 / 60)


def test_no_more_is_saved_than_the_highest_stake_takes() -> None:
    """A guide whose decisions are nearly alike leaves hardly anything unused."""
    purse = Savings(10.0, 1.0)
    for _ in range(50):
        purse.spend(min(purse.allow(0.7), 6.0))  # settled early
    assert purse.allow(1.0) > 5 * 10


@pytest.mark.parametrize("even", [False, True])
def test_simulations_are_an_average_unless_even(even: bool) -> None:
    game = new_game(players=2)
    bots = [make(f"mcts:sims=12,even={str(even).lower()}", game, seat) for seat in range(2)]
    state, dice, found = game.new(), Stream(3, "dice"), list[int]()
    while (mover := state.mover) is not None:
        if mover < 0:
            state.apply(state.roll(dice))
            continue
        state.apply(ask(bots[mover], state.observe(mover), state.legal(), dice))
        if mover == 0 and bots[0].analysis is not None:
            found.append(bots[0].analysis["sims"])
    if even:
        assert {*found} == {12}
    else:
        assert max(found) > 3 * 12
        assert max(found) <= MOST_DUES * 12
        assert sum(found) <= 12 * len(found)


def test_a_bot_says_how_long_one_decision_may_take() -> None:
    game = new_game(players=2)
    assert make("mcts:time=0.5", game, 0).longest == MOST_DUES * 0.5
    assert make("mcts:time=0.5,even=true", game, 0).longest is None
    assert make("mcts", game, 0).longest is None


@pytest.mark.parametrize("stake", [0.0, -1.0, float("nan"), float("inf")])
def test_stakes_are_numbers_above_zero_of_every_kind(stake: float) -> None:
    guide = players_of("planet-steam").guide(new_game(players=2), 0.1, 0)
    kinds = dict.fromkeys([*KINDS.values(), "other"], 1.0)
    guide.weigh(kinds)
    for wrong in (kinds | {"trade": stake}, {"trade": 1.0}):
        with pytest.raises(ValueError, match="stakes must be numbers above 0"):
            guide.weigh(wrong)
