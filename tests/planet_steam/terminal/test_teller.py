"""What is said about moves is true: costs and yields as the engine plays them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from arena.planet_steam.decision import powered
from arena.planet_steam.drawing import wealth_ranges
from arena.planet_steam.output import output_of
from arena.planet_steam.score import round_starts
from arena.terminal.chooser import Chooser
from arena.terminal.drawing import draw_title
from arena.terminal.lang import LANGUAGES
from arena.terminal.palette import DARK, Canvas
from engine import Stream
from engine.planet_steam.notation import RESOURCES
from tests.planet_steam.terminal.games import CONFIGURATIONS, offer_of, positions, steam_table
from tests.planet_steam.terminal.scenes import SEAT, in_phase, recorded
from tests.terminal.driving import table_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("edition", "players", "rules"), CONFIGURATIONS[1::3])
def test_every_move_and_step_can_be_told(language: str, edition: str, players: int, rules: tuple[str, ...]) -> None:
    """In every language: no text lacks a value, no placeholder is left."""
    picks = Stream(1, "some")
    for number, (session, _) in enumerate(positions(edition, players, rules, seed=1)):
        if number % 3:
            continue
        table = table_of(session, language)
        chooser = Chooser(table)
        offer = picks.choice(chooser.offers)
        step = chooser.step_at(offer.path[:-1])
        told = [table.prompt(), table.explain_fully(), table.offer_words(offer), table.preview(offer), table.stage()]
        told += [table.option(step, word) for word in step.words]
        told += [table.ask(step) or "an action", table.section(), table.summary(), table.description()]
        told += [line for _, line in table.tell(len(session.moves) - 1)]
        for text in told:
            assert text
            assert not {"{", "}"} & set(text)


def test_extraction_is_foretold_exactly() -> None:
    """`output_of` is the one place that repeats a rule; it agrees with the engine on every extraction."""
    n = 0
    for edition, players, rules in CONFIGURATIONS:
        if rules == ("all",):
            continue  # the freelance carrier's cargo makes "what fits" more than a carrier's class
        for session, move in positions(edition, players, rules, seed=4):
            if session.game.text(move) != "extract":
                continue
            before = session.state.snapshot()
            seat = before["to_move"]
            made = output_of(before, steam_table(session).teller.river, seat, powered(session))
            after = session.state.copy().apply(move).snapshot()
            capacity = steam_table(session).teller.capacity
            sizes = [capacity(name, size) for name, size in zip(RESOURCES, before["carriers"][seat], strict=True)]
            paid = [0, 0, 0, made.energy]
            held = [have - cost for have, cost in zip(before["goods"][seat], paid, strict=True)]
            expected = [min(have + got, size) for have, got, size in zip(held, made.goods, sizes, strict=True)]
            assert after["goods"][seat] == expected
            n += any(made.goods)
    assert n > 150


def test_previews_give_the_figures() -> None:
    session = recorded("ffg", in_phase("trade", 3))
    table = steam_table(session)
    view = session.view
    assert table.teller.traded() == "quartz"
    preview = table.preview(offer_of(session, "pass"))
    after = session.state.copy().apply(session.game.move("pass")).snapshot()
    assert preview == (
        f"Price {view['price'][0]} → {after['price'][0]}, supply {view['supply'][0]} → {after['supply'][0]}."
    )
    auction = recorded("ffg", in_phase("specialist-bid", 2))
    assert table_of(auction, "de").preview(offer_of(auction, "bid 30")) == (
        "Bietet niemand mehr, zahlst du 30 und behältst 39."
    )


def test_a_roll_is_explained_with_its_targets() -> None:
    session = recorded("ffg", in_phase("claiming", 2))
    words = next(words for words in map(session.game.words, session.state.legal()) if words[0] == "roll")
    missed = session.state.copy().apply(session.game.move(words)).play("die 2")
    targets = ", ".join(session.game.words(move)[1] for move in missed.legal())
    assert (
        table_of(session).preview(offer_of(session, f"roll {words[1]}"))
        == f"4–6: {words[1]} is yours. 1–3: you must take one of {targets}."
    )


def test_wealth_is_shown_as_far_as_it_is_known() -> None:
    session = recorded("ffg", in_phase("trade", 3))
    ranges = wealth_ranges(steam_table(session).teller, session.view)
    for seat, ((low, high), wealth) in enumerate(zip(ranges, session.state.scores(), strict=True)):
        assert low <= wealth <= high
        assert (low == high) == (session.view["credits_low"][seat] == session.view["credits_high"][seat])
    assert ranges[SEAT][0] == ranges[SEAT][1]


def test_the_deal_that_ends_a_round_is_told_with_its_cost() -> None:
    told = {}
    for session, move in positions("ffg", 4, ("price-manipulation",), seed=3):
        before, verb = session.view["round"], session.game.words(move)[0]
        after = session.state.copy().apply(move)
        if session.phase == "certificates" and after.snapshot()["round"] != before:
            later = session.before(len(session.moves))
            later.states.append(after)
            later.moves.append(move)
            told[verb] = table_of(later).tell(len(session.moves))[0][1]
    costs = {
        "pass": "pass",
        "buy-license": "buy a building licence (−1 quartz, −2 water, +1 building licence)",
        "sell-license": "sell a building licence (+15 credits, −1 building licence)",
        "buy-quarters": "buy luxury quarters (−1 quartz, −1 ore, +1 luxury quarters)",
    }
    assert set(told) - {"pass"}
    assert told == {verb: costs[verb] for verb in told}


def test_immobile_tanks_are_not_said_to_move() -> None:
    for rules, said in (((), "Moving what you have is free"), (("immobile-tanks",), "the tanks themselves stay.")):
        session = next(found for found, _ in positions("ffg", 4, rules, seed=1) if found.phase == "tank-phase")
        text = table_of(session).explain()
        assert said in text
        assert ("group tanks" in text) == (rules == ())


def test_supply_bands_are_the_board_s() -> None:
    teller = steam_table(recorded("ffg", in_phase("trade", 3))).teller
    assert teller.supply_bands() == "0–1 +2, 2–3 +1, 4–6 ±0, 7–9 −1, 10–13 −2, 14–16 −3"
    assert [teller.supply_change(0, n) for n in (0, 3, 5, 9, 13, 16)] == [2, 1, 0, -1, -2, -3]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_terminal_and_the_cards_are_shown_whole(language: str, edition: str, players: int) -> None:
    for number, (session, _) in enumerate(positions(edition, players, ("all",), seed=1)):
        if number % 40:
            continue
        table = table_of(session, language)
        for canvas in (Canvas(80, 24, DARK), Canvas(140, 45, DARK)):
            terminal = table.side(canvas, canvas.width - table.board_width(canvas) - 1).plain
            players = table.players(canvas).plain
            assert "…" not in terminal + players
            assert table.say("ui.freelance_none").partition(":")[0] in terminal
            assert all(len(line) <= canvas.width for line in players.split("\n"))
            assert not re.search(r"\d\w", terminal.split("\n")[1][:2])  # the place in the order is no amount


def test_the_title_keeps_a_gap_before_the_evaluation() -> None:
    session = recorded("ffg", in_phase("trade", 3))
    title = draw_title(table_of(session), 44, "Winning chance 39%").plain
    assert "…  Winning chance 39%" in title


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_goal_stands_in_the_title_unless_an_evaluation_does(language: str) -> None:
    table = table_of(recorded("ffg", in_phase("trade", 3)), language)
    assert f" · {table.say('goal.title')} " in draw_title(table, 80).plain
    assert table.say("goal.title") not in draw_title(table, 80, "39%").plain
    assert table.say("goal.title") not in draw_title(table, 44).plain


def test_what_production_at_the_end_of_a_round_did_is_told_as_it_was() -> None:
    """Rules 5.4: tanks were made; or ore or energy is missing, and its price rises."""
    told: Counter[str] = Counter()
    for edition, players, rules in CONFIGURATIONS:
        *_, (session, _) = positions(edition, players, rules, seed=2)
        tops = session.game.board["price_max"]
        for number in round_starts(session)[1:]:
            old, new = session.states[number - 1].snapshot(), session.states[number].snapshot()
            line = table_of(session).tell(number - 1)[-2][1]  # the last one names the new round
            rose = {name for name, a, b, top in zip(RESOURCES, old["price"], new["price"], tops, strict=True)
                    if b == min(a + 4, top)}  # fmt: skip
            kind = "missing" if "missing" in line else "made"
            if kind == "made":
                assert line.startswith(f"{new['market'] - old['market']} new ")
            else:
                assert old["market"] == new["market"]
                assert {name for name in ("ore", "energy") if name in line} <= rose
                assert 0 in (old["supply"][1], old["supply"][3])
            told[kind] += 1
    assert set(told) == {"made", "missing"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_market_is_not_told_as_a_rise_of_prices(language: str) -> None:
    *_, (session, _) = positions("ffg", 4, (), seed=2)
    number = round_starts(session)[1]
    goods = [[1, 1, 1, 1]] * 4
    before = session.game.edit(session.states[number - 1], market=14, supply=[5, 5, 5, 5], goods=goods)
    after = before.copy().apply(session.moves[number - 1])
    session.states[number - 1 : number + 1] = [before, after]
    assert before.snapshot()["price"] == after.snapshot()["price"]
    table = table_of(session, language)
    assert table.tell(number - 1)[-2] == (-1, table.say("event.market_full"))
