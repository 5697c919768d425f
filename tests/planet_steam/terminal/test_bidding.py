"""Auctions for people: cards in sight, bare numbers, a limit that the program bids up to, bots that jump; and the keys
of a round."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

import bots
from arena.terminal.app import Options
from arena.terminal.chooser import Chooser
from arena.terminal.game_session import HUMAN, GameSession, Order
from arena.terminal.raising import raised
from arena.terminal.steps import END, Offer
from arena.terminal.table_screen import TableScreen
from engine import Stream, new_game
from engine.history import History
from engine.planet_steam.notation import BID_PHASES
from tests.planet_steam.terminal.scenes import SEAT, in_phase, recorded
from tests.terminal.driving import run, screen_text, table_of, text_of

MAX_KEYS = 30  # of a typical round


@pytest.mark.parametrize(
    ("language", "players"), [("en", 2), ("fr", 2), ("de", 3), ("fr", 3), ("fr", 4), ("de", 5), ("fr", 5)]
)
def test_the_cards_for_sale_and_what_each_does_are_in_sight(
    language: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At length in a big window, everywhere in a few words at least, however much there is to say beside the map."""
    session = GameSession(new_game(players=players), 3, [HUMAN] * players)
    while session.phase != "specialist-bid":
        session.play(session.legal[0])

    def check(app: Any, screen: TableScreen, styles: tuple[str, ...]) -> None:
        lines = text_of(app, "sale").split("\n")
        assert all(any(row.startswith(line) for row in screen_text(app).split("\n")) for line in lines)
        shown = " ".join(" ".join(lines).split())
        for number, roles in enumerate(session.game.board["specialists"], 1):
            assert f"{number} " in shown
            told = [[" ".join(screen.say(f"{style}.{role}").split()) for role in roles] for style in styles]
            assert any(all(words in shown for words in one) for one in told), (roles, shown)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        for size in ((80, 24), (120, 40), (140, 45), (200, 50)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            check(pilot.app, screen, ("benefit",) if size == (200, 50) else ("benefit", "sale"))
            await pilot.press("b")

    screen = TableScreen(session, Options(language=language))
    monkeypatch.setattr(screen, "notes", lambda: "advice " * 400)
    run(screen, script)


def test_a_bare_number_is_what_the_program_may_bid() -> None:
    chooser = Chooser(table_of(recorded("ffg", in_phase("specialist-bid", 2))))
    assert chooser.press("3").error is None
    assert chooser.press("0").error is None
    pressed = chooser.press("enter")
    assert pressed.offer is not None
    assert (pressed.offer.path, pressed.offer.limit) == (("limit", 30), 30)


def test_a_bare_zone_is_a_claim() -> None:
    chooser = Chooser(table_of(recorded("ffg", in_phase("claiming", 2))))
    for key in "B1":
        chooser.press(key)
    pressed = chooser.press("enter")
    assert pressed.offer is not None
    assert pressed.offer.path == ("roll", "B1")


def test_the_program_bids_up_to_the_limit_and_then_passes() -> None:
    session = GameSession(new_game(players=2), 3, [HUMAN, "random"])
    session_table = table_of(session)
    while session.phase != "specialist-bid" or session.mover != 0:
        session.play(session.legal[0])
    session.choose(next(offer for offer in Chooser(session_table).offers if offer.limit == 7))
    bids = []
    while session.phase == "specialist-bid":
        if session.mover == 0:
            move = session_table.proxy()
            assert move is not None
            session.play(move, by_order=True)
            bids.append(session.game.text(move))
        else:  # raises by one, always
            session.play(next(move for move in session.legal if session.game.words(move)[0] == "bid"))
    assert bids == ["bid 3", "bid 5", "bid 7", "pass"] or bids == ["bid 4", "bid 6", "pass"]
    number = session.undo_target()
    assert number is not None
    assert session.phase != "specialist-bid"
    session.undo()
    assert (session.phase, session.mover, session.order) == ("specialist-bid", 0, None)
    assert not [move for move in session.moves if session.game.text(move) == "bid 3"]


def test_a_limit_holds_for_one_auction_alone() -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    session.order = Order(SEAT, 40, session.moves.index(session.moves[3]))  # given in the round before
    assert table_of(session).proxy() is None
    assert session.order is None


def test_a_bot_jumps_to_what_the_price_would_come_to() -> None:
    """Of the first round's auctions none takes more than three raises of a seat, where one by one it is a dozen."""
    game = new_game(players=4)
    past, n_raises = History(game, 5), 0
    past.roll()
    players = [bots.make("heuristic", game, seat) for seat in range(4)]
    while past.state.snapshot()["round"] == 1:
        state, seat = past.state, past.state.mover or 0
        seen = state.observe(seat)
        move = bots.ask(players[seat], seen, state.legal(), Stream(len(past.moves), "test"), bots.Budget())
        jumped = raised(players[seat], game, seen, move)
        assert jumped in state.legal()
        if game.phase(state) in BID_PHASES and game.words(jumped)[0] == "bid":
            n_raises += 1
            assert game.words(jumped)[1] >= game.words(move)[1]
        else:
            assert jumped == move
        past.push(jumped)
        past.roll()
    assert n_raises <= 14


def test_what_a_mark_for_extraction_does_is_said() -> None:
    session = recorded("ffg", in_phase("extraction", 3))
    table = table_of(session)
    zone = next(offer.path[1] for offer in table.offers() if offer.path[0] == "power")
    session.choose(next(offer for offer in table.offers() if offer.path == ("power", zone)))
    again = next(offer for offer in table.offers() if offer.path == ("power", zone))
    assert table.offer_words(again) == f"switch {zone} off"


def test_idle_tanks_beside_energy_are_warned_of_and_a_second_enter_extracts() -> None:
    session = recorded("ffg", in_phase("extraction", 3))

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        n = len(session.moves)
        await pilot.press("e", "enter")
        assert "though there is energy" in text_of(pilot.app, "detail")
        assert len(session.moves) == n
        await pilot.press("enter")
        assert len(session.moves) > n

    run(TableScreen(session, Options()), script)


def short_keys(chooser: Chooser, offer: Offer) -> list[str]:
    """What a person presses who looks where the cursor stands: bare numbers and zones, Tab for the next one."""
    if offer.path == (chooser.table.default(),):
        return ["enter"]
    keys: list[str] = []
    path, cursor = chooser.base, chooser.cursor
    while True:
        step, word = chooser.step_at(path), offer.path[len(path)] if len(offer.path) > len(path) else END
        is_last = chooser._completed(path, word) is offer
        if step.kind.is_place and word is not END:
            cursor = cursor if cursor in step.words else Chooser(chooser.table, cursor)._nearest(step)
            places = sorted(step.values, key=chooser.table.places.index)
            is_next = places[(places.index(cursor) + 1) % len(places)] == word
            pressed = ["enter"] if word == cursor else ["tab", "enter"] if is_next else [*word, *["enter"] * is_last]
            keys = [] if step.kind.is_bare and len(keys) == 1 and pressed[0] == word[0] else keys
            cursor = word
        elif step.kind.is_number:
            pressed = ["enter"] if chooser.table.suggested(step) == word else [*str(word), "enter"]
            keys = [] if step.kind.is_bare and len(keys) == 1 else keys
        else:
            pressed = [*chooser._keys_of(step, word), *["enter"] * (is_last and not step.kind.is_direct)]
            keys = [] if step.kind.is_bare and len(keys) == 1 else keys
        keys += pressed
        if is_last:
            return keys
        path = chooser._with_word(path, word)


def keys_of_rounds(seed: int) -> list[int]:
    """The keys of each round, for the person of a table with bots, who decides as `heuristic` does."""
    game = new_game(players=4)
    session = GameSession(game, seed, [HUMAN, *["heuristic"] * 3])
    table = table_of(session)
    players = [bots.make("heuristic", game, seat) for seat in range(4)]
    found, cursor = [0] * game.board["rounds"], None
    while not session.is_over:
        seat, seen = session.mover or 0, session.state.observe(session.mover or 0)
        wanted = bots.ask(players[seat], seen, session.legal, Stream(len(session.moves), "k"), bots.Budget())
        ordered = table.proxy() if session.is_humans_turn else None
        if session.is_forced or ordered is not None or seat != 0:
            move = wanted if ordered is None else ordered
            session.play(raised(players[seat], game, seen, move) if seat else move, by_order=ordered is not None)
            continue
        chooser = Chooser(table, cursor)
        by_path = {offer.path: offer for offer in chooser.offers}
        words = game.words(wanted)
        if session.phase == "extraction":  # all that can run
            offer = by_path.get(("extract-all",), by_path[("extract",)])
        elif words[0] == "bid":  # a little above, as people do who do not wish to be asked again
            offer = by_path.get(("limit", words[1] + 5), by_path[("limit", words[1])])
        else:
            offer = by_path[tuple(words)]
        keys = short_keys(chooser, offer)
        for key in keys[:-1]:
            assert chooser.press(key).offer is None
        pressed = chooser.press(keys[-1])
        if pressed.warning:
            keys, pressed = [*keys, "enter"], chooser.press("enter")
        assert pressed.offer is offer, (offer.path, keys)
        found[session.view["round"] - 1] += len(keys)
        cursor = chooser.cursor
        session.choose(offer)
    return found


def test_a_typical_round_takes_at_most_thirty_keys() -> None:
    keys = [n for seed in range(4) for n in keys_of_rounds(seed)]
    assert len(keys) == 20
    assert 10 < sum(keys) / len(keys) <= MAX_KEYS, keys
