"""Planet Steam's set-up, end and replay screens, its help, and that nothing is cut off in any size and language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from arena.analysis import Analysis, Decision, decision_in
from arena.planet_steam.score import Score
from arena.terminal.app import Options
from arena.terminal.chooser import Chooser
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.replay_screen import RecordedFault, ReplayScreen, recorded_game
from arena.terminal.setup import Setup
from arena.terminal.setup_screen import SetupScreen
from arena.terminal.table_screen import TableScreen
from arena.terminal.thinker import Thinker
from arena.terminal.widgets import Box
from bots.judge import Outcome, Verdict
from engine import Stream, new_game
from engine.records import read_record
from tests.planet_steam.terminal.games import lively, new_session, positions
from tests.planet_steam.terminal.scenes import DATA, in_phase, recorded
from tests.terminal.driving import run, screen_text, table_of, text_of, until


def test_the_set_up_screen_starts_the_game_that_was_chosen(tmp_path: Path) -> None:
    options = Options(folder=tmp_path)

    async def script(pilot: Pilot[Any], screen: SetupScreen) -> None:
        async def change(row: str, *keys: str) -> None:
            screen.at = [row.name for row in screen.rows].index(row)
            await pilot.press(*keys)

        screen.setup.bots = ["random"]
        await change("players", "right")
        await change("seat", "right", "right")
        await change("edition", "right")
        await change("rules:freelance-carrier", "space")
        await change("recall", "left")
        await change("river_neutrals", "right")
        assert screen.value(screen.setup.type.settings.declared()["credits"]) == "open"  # as the edition has it
        await change("credits", "right")
        await change("warn", "right")
        assert "Warning before blunders  ‹ yes ›" in screen_text(pilot.app)
        await change("bots", *["backspace"] * len("random"), *"greedy")
        await change("board", *"nowhere.toml")
        await change("start", "enter")
        assert "nowhere.toml" in screen.message
        await change("board", *["backspace"] * len("nowhere.toml"))
        await change("start", "enter")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        game = table.session.game
        assert (game.n_seats, game.edition, game.rules) == (5, "ludoart", ("freelance-carrier",))
        assert game.header()["settings"] == {"credits": "hidden", "recall": 0, "river-neutrals": 4}
        assert table.session.seats == ["greedy", "greedy", HUMAN, "greedy", "greedy"]
        assert table.options.warns

    run(SetupScreen(options), script)


def test_opponents_can_be_chosen_by_their_style(tmp_path: Path) -> None:
    options = Options(folder=tmp_path)

    async def script(pilot: Pilot[Any], screen: SetupScreen) -> None:
        async def change(row: str, *keys: str) -> None:
            screen.at = [row.name for row in screen.rows].index(row)
            await pilot.press(*keys)

        def shown() -> str:
            return next(line for line in text_of(pilot.app, "setup").splitlines() if "Opponents" in line)

        await change("bots", "left")
        assert shown().endswith("‹ inventor: superchargers first ›")
        await change("bots", "right")
        assert shown().endswith("‹ the strongest ›")
        await change("bots", "left", *["left"] * 5, "left")
        assert shown().endswith("‹ level 8 ›")
        assert screen.setup.bots is None
        await change("bots", *["right"] * 4)
        assert shown().endswith("‹ bully: bids high to keep others from it ›")
        await change("game", "right")
        assert screen.setup.bots is None  # styles are a game's own
        await change("game", "left")
        await change("bots", *["left"] * 2)
        await pilot.press("enter")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.session.seats == [HUMAN, *["heuristic:style=miser"] * 3]

    run(SetupScreen(options), script)


def test_leaving_the_set_up_screen_changes_nothing_of_the_game_behind_it() -> None:
    async def choose(pilot: Pilot[Any]) -> None:
        """Another language and time, on the set-up screen."""
        await pilot.press("f2")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        for row in ("lang", "time"):
            setup.at = [row.name for row in setup.rows].index(row)
            await pilot.press("right")

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await choose(pilot)
        assert "Neues Spiel" in text_of(pilot.app, "title")
        assert (screen.options.language, screen.options.time) == ("en", 2.0)
        await pilot.press("escape")
        assert pilot.app.screen is screen
        await choose(pilot)
        await pilot.press("enter")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert (table.options.language, table.options.time) == ("de", 5.0)

    options = Options(setup=Setup(bots=["random"]))
    run(TableScreen(recorded("ffg", in_phase("trade", 3)), options), script)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_end_screen_fits_80_columns(players: int, language: str) -> None:
    session = new_session("ffg", players, (), seed=2)
    picks = Stream(2, "lively")
    while not session.is_over:
        session.play(lively(session, picks))
    rounds = session.game.board["rounds"]

    async def script(pilot: Pilot[Any], screen: EndScreen) -> None:
        await pilot.pause()
        lines = screen_text(pilot.app).split("\n")
        heads = next(line for line in lines if screen.say("end.quarters").capitalize() in line)
        assert heads.split() == [screen.say(f"end.{key}").capitalize() for key in Score._fields]
        foot = next(line.split() for line in lines if screen.say("replay.start") in line)
        assert foot == [screen.say("replay.start"), *map(str, range(1, rounds + 1))]

    run(EndScreen(session, Options(language=language), None), script)


def test_the_theme_changes_and_the_game_goes_on() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("f3")
        assert screen.options.is_light
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, Box)
        await pilot.press("escape", "f3")
        assert not screen.options.is_light

    run(TableScreen(recorded("ffg", in_phase("trade", 3)), Options()), script)


def test_leaving_an_unfinished_game_has_its_own_exit_code(tmp_path: Path) -> None:
    session = GameSession.start(new_game(players=2), 3, [HUMAN, HUMAN], tmp_path)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("Q")

    assert run(TableScreen(session, Options()), script).return_value == 3
    session.close()


def mistake(whole: GameSession, number: int) -> Decision:
    """What a judge might have said of that move: the last other one is far better."""
    state, played = whole.states[number], whole.moves[number]
    seat, n = state.mover, state.game.n_seats
    assert seat is not None
    better = next(move for move in reversed(state.legal()) if move != played)
    chances = [[chance if one == seat else (1 - chance) / (n - 1) for one in range(n)] for chance in (0.5, 0.2)]
    best, own = (Outcome(move, tuple(row), (0.0,) * n) for move, row in zip((better, played), chances, strict=True))
    return decision_in(state, played, Verdict(seat, own, (best, own), 0.3, 5.0, 0.1), number, [better])


def test_a_replay_steps_forwards_and_back_with_an_opinion_on_every_decision() -> None:
    whole, _ = recorded_game(DATA / "ffg.jsonl", 1)
    choices = [n for n, state in enumerate(whole.states[:-1]) if (state.mover or 0) >= 0 and len(state.legal()) > 1]
    known = Analysis("", whole.seed, 1, None, [mistake(whole, number) for number in choices[4:6]])

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await pilot.press("right", "right", "right", "left")
        assert screen.at == 2
        assert bytes(screen.session.state) == bytes(whole.states[2])
        await until(pilot, lambda: "Winning chances: " in screen.detail().plain)
        first, second = screen._analysis.mistakes()[:2]
        await pilot.press("home", "n")
        assert screen.at == first.number
        then = screen.say.percent(first.chance)
        assert f"{first.mark} {then} after this move. Better: " in screen.detail().plain
        await pilot.press("b")
        assert "1. " in text_of(pilot.app, "box-text")
        await pilot.press("b", "n", "p")
        assert screen.at == first.number < second.number
        await pilot.press("pagedown")
        assert screen.session.view["round"] == 2
        assert screen.whole.states[screen.at - 1].snapshot()["round"] == 1
        await pilot.press("end")
        assert screen.at == len(whole.moves)
        assert screen.session.is_over
        await pilot.press("pageup", "home")
        assert screen.at == 0

    run(ReplayScreen(whole, Options(), analysis=known), script)


def test_a_replay_names_the_bots_their_faults_and_the_winner(tmp_path: Path) -> None:
    _, record = read_record(DATA / "ffg.jsonl")
    record["seats"][0] = "greedy"
    record["faults"] = [
        {
            "seat": 1,
            "bot": record["seats"][1],
            "kind": "illegal",
            "move": 3,
            "detail": "Traceback\nreturned 7",
            "stderr": "",
        },
        {"seat": 99, "kind": "illegal", "move": 3, "detail": ""},
        "damaged",
    ]
    path = tmp_path / "faulty.jsonl"
    path.write_text(json.dumps(record))
    whole, faults = recorded_game(path, 1)
    assert faults == [RecordedFault(1, "illegal", 3, "Traceback\nreturned 7")]

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        names = ["greedy", *(f"mcts:sims=300 ({seat})" for seat in (2, 3, 4))]
        assert screen.table.names == names
        told = f"{names[1]} plays an illegal move (move 3)"
        assert told in text_of(pilot.app, "options")
        await pilot.press("right", "right", "right")
        await pilot.pause()
        assert text_of(pilot.app, "detail") == "returned 7"
        await pilot.press("end")
        await pilot.pause()
        winner = names[record["result"]["winners"][0]]
        assert text_of(pilot.app, "prompt") == f"End · {winner} wins"
        await pilot.press("f1")
        await pilot.pause()
        keys = text_of(pilot.app, "box-text")
        assert "previous move" in keys
        assert "hint" not in keys.replace("⚑\u00a0hint", "")  # the board's legend is that of the table

    run(ReplayScreen(whole, Options(), faults=faults), script)


def test_a_replay_that_nobody_has_judged_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = recorded_game(DATA / "ffg.jsonl", 1)
    monkeypatch.setattr(Thinker, "judge", lambda *_, **__: 0)

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        screen.go(screen._numbers[0])
        for key, told in (("b", "This move has not been judged yet."), ("n", "among the decisions judged so far")):
            await pilot.press(key)
            await pilot.pause()
            assert told in " ".join(text_of(pilot.app, "box-text").split())
            assert "boomtown analyse FILE" in " ".join(text_of(pilot.app, "box-text").split())
            await pilot.press("escape")

    run(ReplayScreen(whole, Options()), script)


def test_the_log_finds_words_without_their_accents() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("l", "/", *"energ")
        await pilot.pause()
        assert "énergie" in text_of(pilot.app, "box-text")

    run(TableScreen(recorded("ffg", in_phase("trade", 3)), Options(language="fr")), script)


@pytest.mark.parametrize("height", [24, 25, 26, 30, 45])
def test_a_long_text_can_be_read_to_its_end(height: int) -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        screen.show_box("long", "\n".join(f"line {n}" for n in range(200)))
        await pilot.pause()
        pilot.app.screen.query_one("#box-scroll").scroll_end(animate=False)
        await pilot.pause()
        await pilot.pause()
        assert "line 199" in screen_text(pilot.app)

    run(TableScreen(recorded("ffg", in_phase("trade", 3)), Options()), script, size=(80, height))


def two_columns(name: str, screen: TableScreen) -> list[str]:
    lines = [line for line in screen.say(name).split("\n") if "  " in line]
    assert len(lines) == (7 if name == "help.replay" else 5)
    return lines


@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_f1_explains_every_sign_and_column_and_keeps_its_columns_at_80(edition: str, language: str) -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("f1")
        await pilot.pause()
        text = text_of(pilot.app, "box-text")
        for sign in "n×·~+!*»►●–":
            assert f"{sign}\u00a0" in text
        for key in ("licenses", "quarters", "zones", "tanks"):
            assert f"{screen.say(f'abbr.{key}')}\u00a0" in text
        assert [line for line in text.split("\n") if "  " in line] == two_columns("help.text", screen)
        assert max(cell_len(line) for line in two_columns("help.replay", screen)) <= 66
        assert pilot.app.screen.query_one("#box-scroll").max_scroll_y == 0

    run(TableScreen(recorded(edition, in_phase("trade", 3)), Options(language=language)), script)


def test_no_french_line_begins_with_a_sign_of_the_word_before() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        for width in range(80, 112, 4):
            await pilot.resize_terminal(width, 24)
            await pilot.press("?")
            await pilot.pause()
            lines = text_of(pilot.app, "box-text").split("\n")
            assert len(lines) >= 3
            assert not [line for line in lines if line[:1] in set(";:?!")]
            await pilot.press("escape")
        assert "Vous\u00a0: " in text_of(pilot.app, "prompt")

    run(TableScreen(recorded("ffg", in_phase("tank-phase", 3)), Options(language="fr")), script)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nothing_essential_is_cut_off(size: tuple[int, int], edition: str, language: str) -> None:
    """The bottom lines are on the screen in the step with most actions, with five players, in every language."""
    session = next(session for session, _ in positions(edition, 5, (), seed=1) if session.phase == "tank-phase")
    zones = [zone for zone, owner in session.view["zones"].items() if owner == session.mover]
    session.states[-1] = session.game.edit(
        session.state,
        credits=[200] * 5,
        goods=[[4, 4, 4, 4]] * 5,
        tanks={zones[0]: ["ore", True, False], zones[1]: [None, False, False]},
    )
    chooser = Chooser(table_of(session, language))
    assert len(chooser.step.words) == 10  # every action of the tank phase

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.pause()
        shown = screen_text(pilot.app).split("\n")
        assert len(shown) == size[1]
        assert shown[-1].strip().startswith(f"{screen.say('keyname.enter')} OK")
        for verb in chooser.step.words:
            label = screen.table.option(chooser.step, verb)
            assert any(label in line for line in shown)
        for name in screen.table.names:
            assert any(name in line for line in shown)
        assert screen.query_one("#log", Static).size.height >= 1

    run(TableScreen(session, Options(language=language)), script, size=size)
