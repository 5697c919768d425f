"""Every legal move can be chosen by keys, in steps that offer nothing else; wrong keys say what would be right."""

from __future__ import annotations

from collections import Counter

import pytest

from arena.terminal.chooser import LETTERS, Chooser, Pressed, carry_out
from arena.terminal.game_session import HUMAN, GameSession
from engine import Stream, new_game
from engine.planet_steam.notation import PHASES, VERBS
from engine.records import game_of, read_record
from tests.terminal.games import CONFIGURATIONS, positions
from tests.terminal.scenes import in_phase, recorded

CHANCE = {"first", "die"}


def press(chooser: Chooser, keys: list[str]) -> Pressed:
    pressed = Pressed()
    for key in keys:
        assert pressed.words is None
        pressed = chooser.press(key)
    return pressed


@pytest.mark.parametrize(("edition", "players", "rules"), CONFIGURATIONS)
def test_keys_choose_every_move_played(edition: str, players: int, rules: tuple[str, ...]) -> None:
    for session, move in positions(edition, players, rules, seed=1):
        words = tuple(session.game.words(move))
        chooser = Chooser(session)
        keys = chooser.keys_for(words)
        pressed = press(chooser, keys)
        assert pressed.error is None
        assert pressed.words is not None
        assert chooser.moves[pressed.words] == words


def test_the_games_of_these_tests_meet_every_verb_and_every_step() -> None:
    verbs: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    for edition, players, rules in CONFIGURATIONS:
        for session, move in positions(edition, players, rules, seed=1):
            verbs[session.game.words(move)[0]] += 1
            steps[session.phase] += 1
    assert set(VERBS) - set(verbs) - {"stow"} == CHANCE
    assert set(PHASES) - set(steps) - {"stow"} == {"first-player", "river-die", "claim-die", "sabotage-die", "over"}


def test_keys_choose_what_to_stow() -> None:
    """A step that random games on the printed boards seldom meet: from the golden records."""
    _, record = read_record("tests/planet_steam/golden/stowing.jsonl")
    game, n_met = game_of(record), 0
    moves = [game.move(words) for _, *words in record["moves"]]
    for number, (_, *words) in enumerate(record["moves"]):
        if words[0] == "stow":
            session = GameSession(game, 1, [HUMAN] * 2, moves=moves[:number], rolls=False)
            chooser = Chooser(session)
            pressed = press(chooser, chooser.keys_for(tuple(words)))
            assert pressed.words == tuple(words)
            n_met += 1
    assert n_met >= 3


def test_letters_are_unambiguous_within_each_step() -> None:
    for edition, players, rules in CONFIGURATIONS[::3] + CONFIGURATIONS[1::3]:
        for session, _ in positions(edition, players, rules, seed=2):
            step = Chooser(session).step_at(())
            letters = [LETTERS[verb] for verb in step.words if verb in LETTERS]
            assert len(set(letters)) == len(letters)
            assert not set(letters) & set("ahuq?")


KEYS = [*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+!é漢\x00", "enter", "escape", "tab", "up"]
KEYS += ["down", "left", "right", "pageup", "pagedown", "backspace", "shift+tab", "f7", "ctrl+x", "home", ""]


@pytest.mark.parametrize(("edition", "players", "rules"), CONFIGURATIONS[1::3])
def test_random_keys_never_raise_and_only_ever_choose_legal_moves(
    edition: str, players: int, rules: tuple[str, ...]
) -> None:
    keys = Stream(3, "keys", players)
    for session, _ in positions(edition, players, rules, seed=3):
        chooser = Chooser(session)
        legal = {tuple(session.game.words(move)) for move in session.state.legal()}
        for _ in range(40):
            pressed = chooser.press(keys.choice(KEYS))
            if pressed.words is not None:
                chosen = chooser.moves[pressed.words]
                assert chosen in legal or chosen[0] in ("power", "power-all")
                break
            candidate = chooser.candidate
            assert candidate is None or candidate in chooser.moves


def test_escape_leads_back_to_the_actions() -> None:
    chooser = Chooser(recorded("ffg", in_phase("tank-phase", 3)))
    for keys in (["c", "1"], ["c"], ["m", "tab", "enter"], ["d"], ["g", "2"]):
        press(chooser, keys)
        for _ in range(5):
            chooser.press("escape")
        assert (chooser.prefix, chooser.marked, chooser.entry) == ((), None, "")


def test_enter_alone_plays_nothing() -> None:
    for edition, players, rules in CONFIGURATIONS[1::3]:
        for session, _ in positions(edition, players, rules, seed=4):
            chooser = Chooser(session)
            if chooser.step.is_zone:
                continue  # the cursor shows what Enter means
            assert chooser.press("enter").words is None


def test_a_player_is_sabotaged_by_his_own_number() -> None:
    session = next(session for session, _ in positions("ffg", 4, ("sabotage",), seed=1) if session.phase == "sabotage")
    chooser = Chooser(session)
    for seat in chooser.step.words:
        assert press(Chooser(session), [str(seat + 1), "enter"]).words == ("sabotage", seat)
    own = str((session.mover or 0) + 1)
    assert press(chooser, [own]).error == "error.option"


def test_a_price_that_cannot_change_is_no_question() -> None:
    n_weak = 0
    for session, _ in positions("ffg", 4, ("price-manipulation",), seed=1):
        if session.phase != "manipulate":
            continue
        for words in map(session.game.words, session.state.legal()):
            chooser = Chooser(session)
            for key in chooser.keys_for(words):
                assert not chooser.step.is_number or len(chooser.step.words) > 1
                pressed = chooser.press(key)
            assert pressed.words == tuple(words)
            n_weak += words[1] == "weak"
    assert n_weak > 10


def test_too_much_money_and_letters_for_numbers() -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    chooser = Chooser(session)
    assert press(chooser, ["b", *"99999", "enter"]) == Pressed(error="error.number", values={"low": 2, "high": 69})
    assert press(chooser, ["backspace"] * 5) == Pressed()
    assert press(chooser, ["x"]).error == "error.number"
    assert press(chooser, [*"69", "enter"]).words == ("bid", 69)


def test_a_zone_that_is_not_possible() -> None:
    chooser = Chooser(recorded("ffg", in_phase("claiming", 2)))
    assert press(chooser, ["r", "A", "1", "enter"]) == Pressed(error="error.zone", values={"zone": "A1"})
    assert press(chooser, ["B", "1", "enter"]).words == ("roll", "B1")


def test_arrows_follow_the_map_as_the_edition_draws_it() -> None:
    ffg = Chooser(recorded("ffg", in_phase("claiming", 2)), cursor="C4")
    ludoart = Chooser(recorded("ludoart", in_phase("claiming", 2)), cursor="C4")
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
        chooser = Chooser(session)
        swaps = [words for words, move in chooser.moves.items() if words != move]
        if not swaps:
            continue
        words = swaps[0]
        before = session.view["tanks"]
        assert before[words[1]] != before[words[2]]
        carry_out(session, chooser, words)
        after = session.view["tanks"]
        kept = slice(0, 1) if words[0] == "move-converter" else slice(0, 3)
        assert (after[words[1]][kept], after[words[2]][kept]) == (before[words[2]][kept], before[words[1]][kept])
        return
    raise AssertionError("no swap in this game")


def test_a_click_moves_the_cursor_and_a_second_one_chooses() -> None:
    chooser = Chooser(recorded("ffg", in_phase("claiming", 2)))
    press(chooser, ["r"])
    assert chooser.click_zone("B1").words is None
    assert chooser.click_zone("D1").words is None
    assert chooser.click_zone("D1").words == ("roll", "D1")
    assert chooser.click_zone("A1") == Pressed(error="error.zone", values={"zone": "A1"})


def test_clicks_on_actions_are_presses() -> None:
    session = GameSession(new_game(players=2), 1, [HUMAN, HUMAN])
    chooser = Chooser(session)
    assert chooser.click_option(2).words is None
    assert chooser.click_option(2).words == ("upgrade", "water")
    assert chooser.click_option(99).words is None
