"""Rules in words from one source, the guided game, and help for all on the screen, in every game that has them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

from arena.commands.rules import rules
from arena.face import face_of
from arena.terminal.app import Options
from arena.terminal.chooser import Chooser
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.guide import Guide, sections
from arena.terminal.lang import LANGUAGES, catalogue_of
from arena.terminal.table_screen import TableScreen
from arena.terminal.widgets import Box
from engine import new_game
from engine.games import game_names
from tests.terminal.driving import run, table_of, text_of
from tests.terminal.real import Follower, Tmux, has_tmux

DOCS = Path(__file__).parents[2] / "docs" / "rules"
TAUGHT = [name for name in game_names() if face_of(name).rules]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_the_docs_say_what_the_table_says(name: str, language: str) -> None:
    told = CliRunner().invoke(rules, ["--game", name, "--lang", language, "--markdown"], standalone_mode=False)
    assert told.exception is None
    assert (DOCS / f"{name}.{language}.md").read_text("utf-8") == told.output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_every_phase_with_a_rule_has_one_in_every_language(name: str, language: str) -> None:
    game = new_game(name)
    found = {section: text for section, _, text in sections(catalogue_of(game, language))}
    assert len(found) >= 10
    assert set(face_of(name).rules.values()) <= set(found)
    assert all(80 < len(text) < 700 for text in found.values())


def test_two_games_are_taught() -> None:
    assert len(TAUGHT) >= 2


@pytest.mark.parametrize("name", TAUGHT)
def test_the_guide_explains_each_part_once_and_its_keys_do_what_it_says(name: str) -> None:
    game = new_game(name, players=2)
    session = GameSession(game, 7, [HUMAN, HUMAN])
    table = table_of(session)
    guide, lessons, n_advised = Guide(table), [], 0
    for _ in range(150):
        while session.is_forced:
            session.play(session.legal[0])
        lesson = guide.lesson()
        lessons += [lesson] if lesson else []
        chooser = Chooser(table)
        advice = guide.advice(chooser)
        if not advice:
            break
        keys = advice.rsplit("Keys: ", 1)[1].split(" ")
        pressed = [chooser.press({"Enter": "enter", "Tab": "tab"}.get(key, key)) for key in keys]
        assert all(one.offer is None for one in pressed[:-1])
        assert pressed[-1].offer is not None, advice
        session.choose(pressed[-1].offer)
        n_advised += 1
    assert len({title for title, _ in lessons}) == len(lessons) >= 3
    assert table.goal() in lessons[0][1]
    assert n_advised >= 8


def test_help_leads_through_everything_on_the_screen() -> None:
    session = GameSession(new_game(TAUGHT[0], players=2), 7, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        seen = []
        await pilot.press("?")
        await pilot.pause()
        for _ in screen.table.topics():
            seen.append(text_of(pilot.app, "box-text"))
            await pilot.press("?")
        assert len(set(seen)) == len(seen) >= 4
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, Box)

    run(TableScreen(session, Options()), script)


def test_a_proposal_stays_in_sight_beside_what_was_wrong() -> None:
    session = GameSession(new_game("planet-steam", players=2), 7, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert screen.message
        assert text_of(pilot.app, "detail").startswith(screen.message)
        assert "Keys: " in text_of(pilot.app, "detail")

    run(TableScreen(session, Options(is_guided=True)), script)


@pytest.mark.slow
@pytest.mark.skipif(not has_tmux, reason="tmux is not installed")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_a_guided_game_in_a_real_terminal(tmp_path: Path, name: str, language: str) -> None:
    """Presses what the screen proposes until the guide lets go; whoever can read can play."""
    chosen = ["--guided", "--game", name, "--players", "2", "--lang", language, "--pace", "0", "--bots", "random"]
    tmux = Tmux(tmp_path, chosen)
    say = catalogue_of(new_game(name, players=2), language)
    names = {"Enter": "enter", say("keyname.enter"): "enter", "Tab": "tab"}
    try:
        follower, n_boxes, last, shown = Follower(tmp_path), 0, -1, ""
        for _ in range(4000):
            before, shown = shown, tmux.screen()
            session = follower.update()
            if shown != before:  # perhaps half drawn: the next decision's number above the keys of the last
                continue
            if say("help.close") in shown:
                if say("guide.title") in shown:
                    return
                n_boxes += 1
                tmux.press("enter")
                tmux.wait_gone(say("help.close"))
                continue
            keys = re.search(r"(?:Keys|Tasten|Touches\s?): ((?:\S+ ?\n?)+)", shown)
            if session is None or keys is None or len(session.moves) == last:
                continue
            if f"#{len(session.moves)}\n" in shown:
                last = len(session.moves)
                tmux.press(*(names.get(key, key) for key in keys[1].split()))
        raise AssertionError(f"{n_boxes} lessons, then:\n{tmux.screen()}")
    finally:
        tmux.close()
