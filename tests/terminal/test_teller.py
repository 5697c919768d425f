"""What is said about moves is true: costs and yields as the engine plays them."""

from __future__ import annotations

import re

import pytest

from arena.terminal.chooser import Chooser
from arena.terminal.drawing import DARK, MapShape, draw_players, draw_terminal, draw_title, wealth_ranges
from arena.terminal.lang import LANGUAGES, Catalogue
from arena.terminal.output import output_of
from arena.terminal.teller import Teller
from engine import Stream
from tests.terminal.games import CONFIGURATIONS, positions
from tests.terminal.scenes import SEAT, in_phase, recorded


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("edition", "players", "rules"), CONFIGURATIONS[1::3])
def test_every_move_and_step_can_be_told(language: str, edition: str, players: int, rules: tuple[str, ...]) -> None:
    """In every language: no text lacks a value, no placeholder is left."""
    picks = Stream(1, "some")
    for number, (session, _) in enumerate(positions(edition, players, rules, seed=1)):
        if number % 3:
            continue
        teller = Teller(session, Catalogue(language, edition))
        chooser = Chooser(session)
        step = chooser.step
        words = chooser.moves[picks.choice(list(chooser.moves))]
        told = [teller.prompt(), teller.explain(), teller.move(words), teller.preview(words), teller.phase()]
        told += [teller.option(step.kind, word) for word in step.words]
        told.append(teller.ask(step.kind, [word for word in step.words if word is not None], step.prefix))
        told += [line for _, line in teller.tell(len(session.moves) - 1)]
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
            made = output_of(before, session.game.board["river"], seat, session.powered())
            after = session.state.copy().apply(move).snapshot()
            capacity = session.game.board["capacity"]
            sizes = [capacity[r][size - 1] for r, size in enumerate(before["carriers"][seat])]
            paid = [0, 0, 0, made.energy]
            held = [have - cost for have, cost in zip(before["goods"][seat], paid, strict=True)]
            expected = [min(have + got, size) for have, got, size in zip(held, made.goods, sizes, strict=True)]
            assert after["goods"][seat] == expected
            n += any(made.goods)
    assert n > 150


def test_previews_give_the_figures() -> None:
    session = recorded("ffg", in_phase("trade", 3))
    teller = Teller(session, Catalogue("en", "ffg"))
    view = session.view
    assert teller.traded() == "quartz"
    preview = teller.preview(["pass"])
    after = session.state.copy().apply(session.game.move("pass")).snapshot()
    assert preview == (
        f"Price {view['price'][0]} → {after['price'][0]}, supply {view['supply'][0]} → {after['supply'][0]}."
    )
    auction = recorded("ffg", in_phase("specialist-bid", 2))
    assert Teller(auction, Catalogue("de", "ffg")).preview(["bid", 30]) == (
        "Bietet niemand mehr, zahlst du 30 und behältst 39."
    )


def test_a_roll_is_explained_with_its_targets() -> None:
    session = recorded("ffg", in_phase("claiming", 2))
    teller = Teller(session, Catalogue("en", "ffg"))
    words = next(words for words in map(session.game.words, session.state.legal()) if words[0] == "roll")
    missed = session.state.copy().apply(session.game.move(words)).play("die 2")
    targets = ", ".join(session.game.words(move)[1] for move in missed.legal())
    assert teller.preview(words) == f"4–6: {words[1]} is yours. 1–3: you must take one of {targets}."


def test_wealth_is_shown_as_far_as_it_is_known() -> None:
    session = recorded("ffg", in_phase("trade", 3))
    for seat, ((low, high), wealth) in enumerate(zip(wealth_ranges(session), session.state.scores(), strict=True)):
        assert low <= wealth <= high
        assert (low == high) == (session.view["credits_low"][seat] == session.view["credits_high"][seat])
    assert wealth_ranges(session)[SEAT][0] == wealth_ranges(session)[SEAT][1]


def test_the_deal_that_ends_a_round_is_told_with_its_cost() -> None:
    told = {}
    for session, move in positions("ffg", 4, ("price-manipulation",), seed=3):
        before, verb = session.view["round"], session.game.words(move)[0]
        after = session.state.copy().apply(move)
        if session.phase == "certificates" and after.snapshot()["round"] != before:
            later = session.before(len(session.moves))
            later.states, later.moves = [*later.states, after], [*later.moves, move]
            told[verb] = Teller(later, Catalogue("en", "ffg")).tell(len(session.moves))[0][1]
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
        text = Teller(session, Catalogue("en", "ffg")).explain()
        assert said in text
        assert ("group tanks" in text) == (rules == ())


def test_supply_bands_are_the_board_s() -> None:
    teller = Teller(recorded("ffg", in_phase("trade", 3)), Catalogue("en", "ffg"))
    assert teller.supply_bands() == "0–1 +2, 2–3 +1, 4–6 ±0, 7–9 −1, 10–13 −2, 14–16 −3"
    assert [teller.supply_change(0, n) for n in (0, 3, 5, 9, 13, 16)] == [2, 1, 0, -1, -2, -3]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_terminal_and_the_cards_are_shown_whole(language: str, edition: str, players: int) -> None:
    for number, (session, _) in enumerate(positions(edition, players, ("all",), seed=1)):
        if number % 40:
            continue
        teller = Teller(session, Catalogue(language, edition))
        for width, is_big in ((80, False), (140, True)):
            side = width - MapShape(edition, is_big).width - 1
            terminal = draw_terminal(session, teller, side, is_big, DARK).plain
            table = draw_players(session, teller, width, is_big, DARK).plain
            assert "…" not in terminal + table
            assert teller.say("ui.freelance_none").partition(":")[0] in terminal
            assert all(len(line) <= width for line in table.split("\n"))
            assert not re.search(r"\d\w", terminal.split("\n")[1][:2])  # the place in the order is no amount


def test_the_title_keeps_a_gap_before_the_evaluation() -> None:
    session = recorded("ffg", in_phase("trade", 3))
    title = draw_title(session, Teller(session, Catalogue("en", "ffg")), 44, "Winning chance 39%").plain
    assert "…  Winning chance 39%" in title
