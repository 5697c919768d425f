"""The table in whole games: every decision has words, keys and a preview; both sizes fit; nothing hidden shows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from rich.cells import cell_len

from arena.steamopolis.decision import neighbour, path_of, places
from arena.steamopolis.drawing import CityShape
from arena.terminal.chooser import Chooser
from arena.terminal.drawing import draw_options, draw_title
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.lang import LANGUAGES
from arena.terminal.palette import DARK, LIGHT, Canvas
from arena.terminal.steps import Offer
from engine import Stream
from engine.steamopolis.notation import N_MOVES, VERBS
from tests.steamopolis.terminal.games import PLAYERS, at_action, new_session, positions, steam_table

SMALL, BIG, WIDE = Canvas(80, 24, DARK), Canvas(120, 40, LIGHT), Canvas(140, 45, DARK)
HUGE = Canvas(160, 50, DARK)
CHANCE = {"tile", "back", "face", "passenger", "character", "start"}


def pressed(session: GameSession, move: int) -> int | None:
    """What the keys for a move really play."""
    chooser = Chooser(steam_table(session))
    for key in chooser.keys_for(move):
        offer = chooser.press(key).offer
        if offer is not None:
            return offer.moves[0]
    return None


def test_keys_choose_every_move_of_whole_games() -> None:
    seen: Counter[str] = Counter()
    for players in PLAYERS:
        for seed in (1, 2):
            for session, _ in positions(players, seed, max_rounds=20):
                legal = session.legal
                rare = [move for move in legal if session.game.words(move)[0] not in seen]
                for move in {legal[0], legal[-1], legal[len(legal) // 2], *rare}:
                    assert pressed(session, move) == move, session.game.text(move)
                    seen[session.game.words(move)[0]] += 1
    assert set(VERBS) - CHANCE - set(seen) <= RARE.keys()


# Decisions that random games hardly ever meet: the position, and the moves that lead to it.
RARE: dict[str, tuple[dict[str, Any], list[str]]] = {
    "order": ({"gauge": ["...ooa...."]}, ["steam", "raise .....ooo.."]),
    "visit": ({"gauge": ["oo........"], "stones": {"6R": [[0, False]]}}, ["fly 6R", "use", "lower"]),
    "discard": ({"gauge": ["o.....ommo"]}, ["steam"]),
    "shake": (
        {
            "gauge": [".........o"],
            "room": [["M29", None, None, None, None, None, None]],
            "parasites": [[3, []], [1, [[0, 1, "p"], [0, 1, "p"]]]],
        },
        ["run"],
    ),
}


@pytest.mark.parametrize("verb", RARE)
def test_keys_choose_what_is_rare(verb: str) -> None:
    changes, moves = RARE[verb]
    other = {"gauge": "ooo.......", "room": [None] * 7}
    both = {key: [*value, other[key]] if key in other else value for key, value in changes.items()}
    session = at_action(2, active=0, **both)
    for move in moves:
        session.play(session.game.move(move))
    met = [move for move in session.legal if session.game.words(move)[0] == verb]
    assert met
    for language in LANGUAGES:
        table = steam_table(session, language)
        for move in met:
            assert pressed(session, move) == move
            assert table.words(move)
            assert table.preview(Offer(path_of(session.game.words(move)), (move,)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_decision_has_words_in_every_language(players: int, language: str) -> None:
    """All texts of a game are made: what is missing or misses a value raises."""
    picks = Stream(5, language)
    for session, move in positions(players, 5, max_rounds=12):
        table = steam_table(session, language)
        chooser = Chooser(table)
        assert table.prompt()
        assert table.explain() != table.say("explain.waiting")
        assert table.stage()
        for word in chooser.step.words:
            assert table.option(chooser.step, word)
        offer = picks.choice(chooser.offers)
        assert table.preview(offer).endswith(".")
        assert table.offer_words(offer)
        assert table.words(move)
    told = [line for number in range(len(session.moves)) for line in steam_table(session, language).tell(number)]
    assert len(told) > len(session.moves) // 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plan_may_name_any_move(language: str) -> None:
    """The coach tells moves that are not possible yet: every number has words in every position."""
    met: set[str] = set()
    for session, _ in positions(4, 9, max_rounds=6):
        if session.phase not in met:
            met.add(session.phase)
            table = steam_table(session, language)
            for move in range(session.game.move("skip"), N_MOVES, 7):
                assert table.words(move)
    assert len(met) > 10


@pytest.mark.parametrize("canvas", [SMALL, BIG, WIDE, HUGE], ids=["80x24", "120x40", "140x45", "160x50"])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_table_fits_its_window(players: int, canvas: Canvas) -> None:
    """With all lines that options and preview may take, one line of the log is left."""
    for number, (session, _) in enumerate(positions(players, 7, max_rounds=10)):
        if number % 5:
            continue
        table = steam_table(session, "de")
        chooser = Chooser(table)
        board, width = table.board(canvas, chooser.marks).plain.split("\n"), table.board_width(canvas)
        side = table.side(canvas, canvas.width - width - 1).plain.split("\n")
        rows = table.players(canvas).plain.split("\n")
        assert {cell_len(line) for line in board} == {width}
        assert max(map(cell_len, side)) <= canvas.width - width - 1
        assert max(map(cell_len, rows)) <= canvas.width
        assert len(rows) == players
        assert max(len(board), len(side)) + len(rows) + 2 + 8 + 1 <= canvas.height
        assert cell_len(draw_title(table, canvas.width).plain) == canvas.width
        assert max(map(cell_len, draw_options(chooser, canvas).plain.split("\n"))) <= canvas.width + 2


def test_clicks_and_arrows_find_every_district() -> None:
    for players in PLAYERS:
        for canvas in (SMALL, BIG):
            shape = CityShape(players, canvas)
            found = {shape.place_at(x, y) for x in range(shape.width) for y in range(30)} - {None}
            assert found == set(places(players))
        reached, edge = {"1L"}, ["1L"]
        while edge:
            place = edge.pop()
            for key in ("up", "down", "left", "right"):
                other = neighbour(place, key, players)
                if other not in reached:
                    reached.add(other)
                    edge.append(other)
        assert reached == set(places(players))


def test_a_click_hits_the_district_that_is_drawn_there() -> None:
    session = new_session(3, 2)
    while session.phase != "action":
        session.play(session.legal[0])
    state = session.game.edit(session.state, stones={"6R": [[1, True]]})
    session.states[-1] = state
    for canvas in (SMALL, BIG):
        lines = steam_table(session).board(canvas).plain.split("\n")
        ((x, y),) = [(line.index("2'"), y) for y, line in enumerate(lines) if "2'" in line]
        assert steam_table(session).place_at(canvas, x, y) == "6R"


def all_texts(session: GameSession) -> str:
    table = steam_table(session)
    chooser = Chooser(table)
    shown = [table.board(canvas, chooser.marks).plain for canvas in (SMALL, WIDE)]
    shown += [table.description(), table.explain_fully(), table.summary()]
    shown += [text for number in range(len(session.moves)) for _, text in table.tell(number)]
    if session.is_humans_turn:
        shown += [table.preview(offer) for offer in chooser.offers]
    return "\n".join(shown)


def test_a_face_that_another_has_peeked_at_shows_nowhere() -> None:
    """Two people: what one has seen is in the texts of that one, not in the other's (rules 6)."""
    shown_to = {}
    for looker in range(2):
        session = new_session(2, 6)
        while session.phase != "action":
            session.play(session.legal[0])
        gauge = ["oo........", "oo........"]
        start = session.game.edit(session.state, active=looker, stones={"8L": [[looker, False]]}, gauge=gauge)
        session = GameSession(session.game, 6, [HUMAN] * 2)
        session.states[-1] = start
        del session.states[:-1], session.moves[:]
        for move in ("fly 8L", "use"):  # 8L works at the end of the turn: peek, pressure, arrows
            session.play(session.game.move(move))
        assert session.phase == "peek"
        session.play(session.game.move("peek 5 3"))
        name = session.state.snapshot()["down"]["5"][2][2]
        shown_to[looker] = [name in all_texts(seat_view(session, seat)) for seat in range(2)]
        assert name in session.game.board["machines"]
        assert steam_table(session).hides
    assert shown_to == {0: [True, False], 1: [False, True]}


def seat_view(session: GameSession, seat: int) -> GameSession:
    """The same game in front of one seat, the other a bot's."""
    seats = [HUMAN if k == seat else "random" for k in range(2)]
    other = GameSession(session.game, session.seed, seats, rolls=False)
    other.states[:], other.moves[:] = session.states, session.moves
    return other


def test_a_raise_is_asked_from_the_highest_stone_down() -> None:
    assert path_of(["raise", "..o.o....o"]) == ("raise", 10, 5, 3)
    session = new_session(2, 1)
    while session.phase != "action":
        session.play(session.legal[0])
    session.states[-1] = session.game.edit(session.state, gauge=["oo...o....", "ooo......."], active=0)
    session.play(session.game.move("steam"))
    table = steam_table(session)
    chooser = Chooser(table)
    asked = chooser.step
    assert table.ask(asked) == "The highest stone goes to"
    first = next(word for word in asked.words if chooser.offer_of(word) is None)
    chooser.choose(first)
    assert table.ask(chooser.step).startswith(f"Then {first - 2}, and")  # from the fifth field on, values are two less


@pytest.mark.parametrize(("points", "title"), [(0, "Lost"), (6, "Just Hot Air"), (35, "Sky Pirate"), (80, "Deus Ex")])
def test_solo_ends_with_a_title_or_is_lost(points: int, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(1, 1)
    table = steam_table(session)
    monkeypatch.setattr(type(session), "state", property(lambda self: Scored(points)))
    assert title in table.verdict()


class Scored:
    """The end of a game with so many points."""

    def __init__(self, points: int) -> None:
        self.points = points

    def scores(self) -> list[float]:
        return [float(self.points)]


def test_with_others_the_winner_is_named_as_usual() -> None:
    assert steam_table(new_session(2, 1)).verdict() == ""
