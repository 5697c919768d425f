"""Every legal move can be chosen by keys, in steps that offer nothing else; wrong keys say what would be right."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arena.planet_steam.decision import LETTERS, power_targets, powered
from arena.terminal.chooser import Chooser, Pressed
from arena.terminal.game_session import HUMAN, GameSession
from engine import Stream, new_game
from engine.planet_steam.notation import PHASES, VERBS
from engine.records import game_of, read_record
from tests.planet_steam.terminal.games import CONFIGURATIONS, positions
from tests.planet_steam.terminal.scenes import in_phase, recorded
from tests.terminal.driving import table_of

CHANCE = {"first", "die"}
SELDOM = {"stow"}  # an overflow that the printed boards hardly give


def chooser_of(session: GameSession, cursor: str | None = None) -> Chooser:
    return Chooser(table_of(session), cursor)


def press(chooser: Chooser, keys: list[str]) -> Pressed:
    pressed = Pressed()
    for key in keys:
        assert pressed.offer is None
        pressed = chooser.press(key)
    return pressed


def path_of(pressed: Pressed) -> tuple[Any, ...] | None:
    return None if pressed.offer is None else pressed.offer.path


@pytest.mark.parametrize(("edition", "players", "rules"), CONFIGURATIONS)
def test_keys_choose_every_move_played(edition: str, players: int, rules: tuple[str, ...]) -> None:
    for session, move in positions(edition, players, rules, seed=1):
        chooser = chooser_of(session)
        pressed = press(chooser, chooser.keys_for(move))
        assert pressed.error is None
        assert pressed.offer is not None
        done = session.before(len(session.moves))
        done.choose(pressed.offer)
        assert sorted(done.moves[session.decision :][: len(powered(session)) + 1]) == sorted(
            [*session.moves[session.decision :], move]
        )


@pytest.mark.parametrize("name", ["stowing", "emergency"])
def test_keys_choose_what_random_games_seldom_meet(name: str) -> None:
    """What to stow, and where the converter goes in an emergency: from the golden records."""
    _, record = read_record(f"tests/planet_steam/golden/{name}.jsonl")
    game, n_met = game_of(record), 0
    moves = [game.move(words) for _, *words in record["moves"]]
    for number, (_, *words) in enumerate(record["moves"]):
        if words[0] == "stow" or (words[0] == "emergency" and len(words) == 3):
            session = GameSession(game, 1, [HUMAN] * game.n_seats, moves=moves[:number], rolls=False)
            chooser = chooser_of(session)
            pressed = press(chooser, chooser.keys_for(moves[number]))
            assert path_of(pressed) == tuple(words)
            n_met += 1
    assert n_met >= (3 if name == "stowing" else 1)


def test_the_games_of_these_tests_meet_every_verb_and_every_step() -> None:
    verbs: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    for edition, players, rules in CONFIGURATIONS:
        for session, move in positions(edition, players, rules, seed=1):
            verbs[session.game.words(move)[0]] += 1
            steps[session.phase] += 1
    assert set(VERBS) - set(verbs) - SELDOM == CHANCE
    assert set(PHASES) - set(steps) - SELDOM == {"first-player", "river-die", "claim-die", "sabotage-die", "over"}


def test_letters_are_unambiguous_within_each_step() -> None:
    for edition, players, rules in CONFIGURATIONS[::3] + CONFIGURATIONS[1::3]:
        for session, _ in positions(edition, players, rules, seed=2):
            step = chooser_of(session).step_at(())
            letters = [LETTERS[verb] for verb in step.words if verb in LETTERS]
            assert [key for key in step.keys if key] == letters
            assert len(set(letters)) == len(letters)
            assert not set(letters) & set("ahluq?HPQRTWY")


KEYS = [*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+!é漢\x00", "enter", "escape", "tab", "up"]
KEYS += ["down", "left", "right", "pageup", "pagedown", "backspace", "shift+tab", "f7", "ctrl+x", "home", ""]


@pytest.mark.parametrize(("edition", "players", "rules"), CONFIGURATIONS[1::3])
def test_random_keys_never_raise_and_only_ever_choose_legal_moves(
    edition: str, players: int, rules: tuple[str, ...]
) -> None:
    keys = Stream(3, "keys", players)
    for session, _ in positions(edition, players, rules, seed=3):
        chooser = chooser_of(session)
        legal = session.state.legal()
        for _ in range(40):
            pressed = chooser.press(keys.choice(KEYS))
            if pressed.offer is not None:
                assert pressed.offer.path[0] in ("power", "power-all") or pressed.offer.moves[-1] in legal
                break
            assert chooser.candidate is None or chooser.candidate in chooser.offers


def test_escape_leads_back_to_the_actions() -> None:
    chooser = chooser_of(recorded("ffg", in_phase("tank-phase", 3)))
    for keys in (["c", "1"], ["c"], ["m", "tab", "enter"], ["d"], ["g", "2"]):
        press(chooser, keys)
        for _ in range(5):
            chooser.press("escape")
        assert (chooser.path, chooser.marked, chooser.entry) == ((), None, "")


def test_enter_alone_plays_only_what_is_highlighted_and_costs_nothing() -> None:
    played = set()
    for edition, players, rules in CONFIGURATIONS[1::3]:
        for session, _ in positions(edition, players, rules, seed=4):
            chooser = chooser_of(session)
            if chooser.step.kind.is_place:
                continue  # the cursor shows what Enter means
            marked = chooser.marked
            pressed = chooser.press("enter")
            assert (pressed.offer is not None or bool(pressed.warning)) == (marked is not None)
            if pressed.offer is not None:
                played.add(pressed.offer.path[0])
            elif not pressed.warning:
                assert pressed.error in ("error.choose", "error.number")
    assert played == {"pass", "extract", "extract-all", "activate", "done"}


def test_a_player_is_sabotaged_by_his_own_number() -> None:
    session = next(session for session, _ in positions("ffg", 4, ("sabotage",), seed=1) if session.phase == "sabotage")
    chooser = chooser_of(session)
    for seat in chooser.step.words:
        assert path_of(press(chooser_of(session), [str(seat + 1), "enter"])) == ("sabotage", seat)
    own = str((session.mover or 0) + 1)
    assert press(chooser, [own]).error == "error.option"


def test_a_price_that_cannot_change_is_no_question() -> None:
    n_weak = 0
    for session, _ in positions("ffg", 4, ("price-manipulation",), seed=1):
        if session.phase != "manipulate":
            continue
        for move in session.state.legal():
            words, chooser = session.game.words(move), chooser_of(session)
            for key in chooser.keys_for(move):
                assert not chooser.step.kind.is_number or len(chooser.step.words) > 1
                pressed = chooser.press(key)
            assert path_of(pressed) == tuple(words)
            n_weak += words[1] == "weak"
    assert n_weak > 10


def test_too_much_money_and_letters_for_numbers() -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    chooser = chooser_of(session)
    assert press(chooser, ["b", *"99999", "enter"]) == Pressed(error="error.number", values={"low": 2, "high": 69})
    assert press(chooser, ["backspace"] * 5) == Pressed()
    assert press(chooser, ["x"]).error == "error.number"
    assert path_of(press(chooser, [*"69", "enter"])) == ("bid", 69)


def test_a_zone_that_is_not_possible() -> None:
    chooser = chooser_of(recorded("ffg", in_phase("claiming", 2)))
    assert press(chooser, ["r", "A", "1", "enter"]) == Pressed(error="error.place", values={"place": "A1"})
    assert path_of(press(chooser, ["B", "1", "enter"])) == ("roll", "B1")


def test_arrows_follow_the_map_as_the_edition_draws_it() -> None:
    ffg = chooser_of(recorded("ffg", in_phase("claiming", 2)), cursor="C4")
    ludoart = chooser_of(recorded("ludoart", in_phase("claiming", 2)), cursor="C4")
    for chooser in (ffg, ludoart):
        press(chooser, ["r"])
        chooser.cursor = "C4"
    seen = {}
    for key in ("right", "down", "left", "up"):
        ffg.press(key)
        ludoart.press(key)
        seen[key] = (ffg.cursor, ludoart.cursor)
    assert seen == {"right": ("D4", "C5"), "down": ("D5", "D5"), "left": ("C5", "D4"), "up": ("C4", "C4")}


def test_a_swap_may_be_named_from_either_end() -> None:
    for session, _ in positions("ffg", 4, (), seed=1):
        chooser = chooser_of(session)
        swaps = [
            offer
            for offer in chooser.offers
            if offer.path[0].startswith("move-") and list(offer.path) != session.game.words(offer.moves[0])
        ]
        if not swaps:
            continue
        words = swaps[0].path
        before = session.view["tanks"]
        assert before[words[1]] != before[words[2]]
        session.choose(swaps[0])
        after = session.view["tanks"]
        kept = slice(0, 1) if words[0] == "move-converter" else slice(0, 3)
        assert (after[words[1]][kept], after[words[2]][kept]) == (before[words[2]][kept], before[words[1]][kept])
        return
    raise AssertionError("no swap in this game")


def test_a_click_moves_the_cursor_and_a_second_one_chooses() -> None:
    chooser = chooser_of(recorded("ffg", in_phase("claiming", 2)))
    press(chooser, ["r"])
    assert chooser.click_place("B1").offer is None
    assert chooser.click_place("D1").offer is None
    assert path_of(chooser.click_place("D1")) == ("roll", "D1")
    assert chooser.click_place("A1") == Pressed(error="error.place", values={"place": "A1"})


def test_clicks_on_actions_are_presses() -> None:
    session = GameSession(new_game(players=2), 1, [HUMAN, HUMAN])
    chooser = chooser_of(session)
    assert chooser.click_option(2).offer is None
    assert path_of(chooser.click_option(2)) == ("upgrade", "water")
    assert chooser.click_option(99).offer is None


def test_marks_for_extraction_may_be_set_in_any_order() -> None:
    session = next(
        session
        for session, _ in positions("ffg", 4, (), 1)
        if session.phase == "extraction" and not session.is_forced and len(power_targets(session)) == 2
    )

    def toggle(zone: str) -> None:
        session.choose(next(offer for offer in chooser_of(session).offers if offer.path == ("power", zone)))

    zones = power_targets(session)
    toggle(zones[1])
    toggle(zones[0])
    assert powered(session) == zones
    toggle(zones[1])
    assert powered(session) == [zones[0]]
    session.undo()
    assert powered(session) == []
    assert session.phase == "extraction"
