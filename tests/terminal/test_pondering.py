"""While a person makes up his mind the bots think: each from what its own seat sees, in slices, and never so that
somebody waits for it, hears of it or meets other dice."""

from __future__ import annotations

import io
import queue
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

import bots
from arena.terminal import worker
from arena.terminal.app import Options
from arena.terminal.game_session import HUMAN, GameSession, Trial
from arena.terminal.plain import PlainGame
from arena.terminal.table_screen import TableScreen
from arena.terminal.thinker import Thinker
from arena.terminal.trial_screen import TrialScreen
from arena.terminal.worker import (
    Answer,
    Ponder,
    Recap,
    Request,
    ponder,
    read_frame,
    read_frames,
    recap,
    serve,
    write_frame,
)
from bots import Bot, Budget
from engine import Game, Observation, Stream, new_game
from tests.games import FOLDERS
from tests.terminal.driving import run, until

NIM, SEALED, _ = FOLDERS  # opened by the import
Slice = Callable[["Fake", Observation, Stream], Any]


class Fake(Bot):
    """Ponders as it is told, and plays a random move."""

    name = "fake"

    def __init__(self, game: Game, seat: int, slice_: Slice) -> None:
        super().__init__(game, seat)
        self.slice = slice_
        self.did: list[str] = []

    def ponder(self, observation: Observation, rng: Stream) -> bool:
        self.did.append("ponder")
        answer: bool = self.slice(self, observation, rng)
        return answer

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        self.did.append("choose")
        return int(rng.choice(legal))


@pytest.fixture
def session() -> GameSession:
    return GameSession(new_game(NIM), 1, [HUMAN, "fake"])


def leave_of(session: GameSession) -> Ponder:
    return Ponder(tuple(session.pondering), session.seed, len(session.moves))


def request_of(session: GameSession, spec: str = "fake", n_moves: int = 1) -> Request:
    """A question to seat 1, after some move of the person's."""
    state = session.state.copy()
    state.apply(session.legal[0])
    return Request(1, spec, state.observe(1), state.legal(), session.seed, n_moves, None, None, 0.0)


def served(session: GameSession, *given: Any) -> list[Answer]:
    """What a worker answers that is given these frames at once, or a queue that they come through."""
    frames: queue.Queue[Any] = given[0] if isinstance(given[0], queue.Queue) else queue.Queue()
    for frame in given if frames is not given[0] else ():
        frames.put(frame)
    sink = io.BytesIO()
    serve(frames, sink, session.game)
    sink.seek(0)
    return list(iter(lambda: read_frame(sink, session.game), None))


def pondering_bots(monkeypatch: pytest.MonkeyPatch, slice_: Slice) -> list[Fake]:
    """From now on every bot that is made ponders like this; they are listed in order."""
    made: list[Fake] = []

    def make(spec: str, game: Game, seat: int) -> Fake:
        made.append(Fake(game, seat, slice_))
        return made[-1]

    monkeypatch.setattr(bots, "make", make)
    return made


# -- the worker --------------------------------------------------------------------------------------------------------


def test_a_question_is_answered_after_the_slice_at_hand_by_the_bot_that_pondered(
    monkeypatch: pytest.MonkeyPatch, session: GameSession
) -> None:
    frames: queue.Queue[Any] = queue.Queue()
    frames.put(leave_of(session))

    def slice_(bot: Fake, seen: Observation, rng: Stream) -> bool:
        if len(bot.did) == 3:
            frames.put(request_of(session))
            frames.put(None)
        return True

    made = pondering_bots(monkeypatch, slice_)
    (answer,) = served(session, frames)
    assert answer.error is None
    assert [bot.did for bot in made] == [["ponder", "ponder", "ponder", "choose"]]


def test_moves_taken_back_end_the_pondering_and_the_bots_start_afresh(
    monkeypatch: pytest.MonkeyPatch, session: GameSession
) -> None:
    frames: queue.Queue[Any] = queue.Queue()
    frames.put(leave_of(session))

    def slice_(bot: Fake, seen: Observation, rng: Stream) -> bool:
        for frame in ("forget", request_of(session), None):
            frames.put(frame)
        return True

    made = pondering_bots(monkeypatch, slice_)
    assert len(served(session, frames)) == 1
    assert [bot.did for bot in made] == [["ponder"], ["choose"]]


def test_bots_ponder_in_turns_until_each_has_done() -> None:
    game, order = new_game(NIM), []
    limits = [1, 3]

    def slice_(bot: Fake, seen: Observation, rng: Stream) -> bool:
        order.append(seen.seat)
        return len(bot.did) < limits[seen.seat]

    state = game.new()
    leave = Ponder(tuple(("fake", state.observe(seat)) for seat in (0, 1)), 1, 0)
    ponder(leave, game, {("fake", seat): Fake(game, seat, slice_) for seat in (0, 1)}, queue.Queue())
    assert order == [0, 1, 1, 1]


def test_pondering_ends_after_thirty_seconds(monkeypatch: pytest.MonkeyPatch, session: GameSession) -> None:
    now = 1000.0
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: now))

    def slice_(bot: Fake, seen: Observation, rng: Stream) -> bool:
        nonlocal now
        now += 10
        return True

    made = pondering_bots(monkeypatch, slice_)
    ponder(leave_of(session), session.game, {}, queue.Queue())
    assert made[0].did == ["ponder"] * 3


@pytest.mark.parametrize("fault", [RuntimeError("no"), SystemExit(1), None])
def test_a_fault_ends_the_pondering_of_that_bot_alone(fault: BaseException | None) -> None:
    """None: it cannot even be made."""
    game = new_game(NIM)
    state = game.new()

    def fails(bot: Fake, seen: Observation, rng: Stream) -> bool:
        assert fault is not None
        raise fault

    well = Fake(game, 1, lambda bot, seen, rng: len(bot.did) < 3)
    broken = Fake(game, 0, fails)
    players: dict[tuple[str, int], Bot] = {("fake", 1): well} | ({} if fault is None else {("fake", 0): broken})
    ponder(Ponder((("fake", state.observe(0)), ("fake", state.observe(1))), 1, 0), game, players, queue.Queue())
    assert well.did == ["ponder"] * 3
    if fault is not None:
        assert broken.did == ["ponder"]
        question = Request(1, "fake", state.observe(0), state.legal(), 1, 0, None, None, 0.0)
        assert worker.answer(question, game, players).move in state.legal()


def test_pondering_has_a_random_stream_of_its_own(monkeypatch: pytest.MonkeyPatch, session: GameSession) -> None:
    drawn: list[int] = []

    def slice_(bot: Fake, seen: Observation, rng: Stream) -> bool:
        drawn.append(rng.draw())
        return len(drawn) < 100

    pondering_bots(monkeypatch, slice_)
    questions = [request_of(session, n_moves=n) for n in range(10)]
    before = [one.move for one in served(session, *questions, None)]
    ponder(leave_of(session), session.game, {}, queue.Queue())
    assert len(set(drawn)) == 100  # the stream goes on from slice to slice
    assert Stream(session.seed, "bot", 1).fork("move", 0).draw() not in drawn
    assert len(set(before)) > 1
    pairs = [frame for question in questions for frame in (leave_of(session), question)]
    assert [one.move for one in served(session, *pairs, None)] == before


def test_a_bot_that_counts_simulations_plays_the_same_however_long_a_person_takes() -> None:
    session = GameSession(new_game(NIM, heaps=9999), 1, [HUMAN, "mcts:sims=20"])
    question = request_of(session, "mcts:sims=20")
    frames: queue.Queue[Any] = queue.Queue()
    players: dict[tuple[str, int], Bot] = {}
    ponder(leave_of(session), session.game, players, frames)
    found = [worker.answer(question, session.game, one) for one in (players, {})]
    assert found[0].analysis is not None
    assert (found[0].move, found[0].analysis) == (found[1].move, found[1].analysis)


def test_after_a_frame_that_cannot_be_read_the_worker_ends() -> None:
    frames: queue.Queue[Any] = queue.Queue()
    source = io.BytesIO()
    write_frame(source, "forget")
    source.write(b"\x03\x00\x00\x00???")
    source.seek(0)
    with pytest.raises(Exception, match="load key"):
        read_frames(source, new_game(NIM), frames)
    assert [frames.get_nowait(), frames.get_nowait()] == ["forget", None]


# -- who ponders, and about what ---------------------------------------------------------------------------------------


def test_a_bot_ponders_about_what_its_own_seat_sees() -> None:
    session = GameSession(new_game(SEALED), 3, [HUMAN, "random"])
    ((spec, seen),) = session.pondering
    assert (spec, type(seen), seen.seat) == ("random", Observation, 1)
    view = seen.view()
    assert (view["reserve"], view["value"][0]) == (None, None)
    assert view["value"][1] == session.state.observe(1).view()["value"][1] > 0


def test_nobody_ponders_for_a_person_in_a_try_out_on_a_bots_turn_or_after_the_end() -> None:
    assert GameSession(new_game(NIM), 1, [HUMAN, HUMAN]).pondering == []
    session = GameSession(new_game(NIM), 1, [HUMAN, "random"])
    assert [seen.seat for _, seen in session.pondering] == [1]
    assert Trial.of(session).pondering == []
    session.play(session.legal[0])
    assert session.pondering == []
    while not session.is_over:
        session.play(session.legal[-1])
    assert session.pondering == []


def test_nobody_ponders_about_a_decision_that_may_yet_be_changed() -> None:
    session, picks = GameSession(new_game("planet-steam", players=2), 5, [HUMAN, "random"]), Stream(5, "picks")

    def marks() -> list[int]:
        return [move for move in session.legal if session.game.words(move)[0] == "power"]

    while session.mover != 0 or not marks():
        session.play(picks.choice(session.legal))
    assert [seen.seat for _, seen in session.pondering] == [1]
    session.play(marks()[0])
    assert session.is_humans_turn
    assert session.pondering == []


# -- the thinker -------------------------------------------------------------------------------------------------------


def sent_frames(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What thinkers write to their workers from now on."""
    sent: list[Any] = []

    send = Thinker._send

    def note(self: Thinker, frame: Any) -> None:
        sent.append(frame)
        send(self, frame)

    monkeypatch.setattr(Thinker, "_send", note)
    return sent


def test_nothing_is_sent_while_an_answer_is_waited_for(monkeypatch: pytest.MonkeyPatch, session: GameSession) -> None:
    sent = sent_frames(monkeypatch)
    thinker = Thinker(session.game, session.seed, lambda answer: None)
    thinker.ask("mcts", session.state.observe(0), session.legal, 0, time=60)
    thinker.ponder(session.pondering, 0)
    assert [type(frame) for frame in sent[1:]] == [Request]
    assert thinker.is_busy
    thinker.stop()


def test_pondering_makes_nobody_wait(monkeypatch: pytest.MonkeyPatch, session: GameSession) -> None:
    sent = sent_frames(monkeypatch)
    thinker = Thinker(session.game, session.seed, lambda answer: None)
    thinker.ponder([], 0)
    assert thinker._process is None
    thinker.ponder(session.pondering, 7)
    assert not thinker.is_busy
    assert thinker._timer is None
    thinker.forget()
    (leave, forget) = sent[1:]
    assert ([seen.seat for _, seen in leave.players], leave.seed, leave.n_moves) == ([1], session.seed, 7)
    assert forget == "forget"
    thinker.stop()


BOT = """
import os, time
from pathlib import Path
from bots import Bot

class Endless(Bot):
    "Counts the slices since the question."
    n_late = 0

    def ponder(self, observation, rng):
        folder = Path(__file__).parent
        (folder / "ponders").touch()
        self.n_late += (folder / "asked").exists()
        time.sleep(0.01)
        return True

    def choose(self, observation, legal, budget, rng):
        self.analysis = {"late": self.n_late}
        return legal[0]

class Dies(Endless):
    def ponder(self, observation, rng):
        os._exit(1)
"""


def until_true(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("waited in vain")


def test_a_worker_that_ponders_hears_the_question(session: GameSession, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    spec = f"{tmp_path}/bot.py:Endless"
    answers: queue.Queue[Answer] = queue.Queue()
    thinker = Thinker(session.game, session.seed, answers.put)
    thinker.ponder([(spec, session.state.observe(1))], 0)
    until_true((tmp_path / "ponders").exists)
    question = request_of(session)
    thinker.ask(spec, question.observation, question.legal, 1)
    (tmp_path / "asked").touch()
    answer = answers.get(timeout=60)
    assert answer.analysis is not None
    assert answer.analysis["late"] < 100  # of 3000 that thirty seconds would have
    assert answers.empty()
    thinker.stop()


def test_a_worker_that_dies_pondering_is_replaced(session: GameSession, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    answers: queue.Queue[Answer] = queue.Queue()
    thinker = Thinker(session.game, session.seed, answers.put)
    thinker.ponder([(f"{tmp_path}/bot.py:Dies", session.state.observe(1))], 0)
    until_true(lambda: thinker._process is None)
    question = request_of(session)
    thinker.ask("random", question.observation, question.legal, 1)
    assert answers.get(timeout=60).move in question.legal
    assert answers.empty()
    thinker.stop()


def past_of(session: GameSession) -> list[Any]:
    return [bytes(seen) for seen in session.witnessed(1)]


def played_on(session: GameSession, n_moves: int) -> GameSession:
    for _ in range(n_moves):
        session.play(session.legal[0])
    return session


def test_bots_that_take_anothers_place_are_told_once_what_their_seat_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played_on(GameSession(new_game(NIM, heaps=9999), 1, [HUMAN, "random"]), 4)
    assert len(past_of(session)) == 2
    sent = sent_frames(monkeypatch)
    thinker = Thinker(session.game, session.seed, lambda answer: None)
    for n_moves in range(2):
        thinker.ponder(session.pondering, n_moves, session.witnessed)
    thinker.forget()
    thinker.ponder(session.pondering, 2, session.witnessed)
    thinker.stop()
    frames = [frame for frame in sent if isinstance(frame, (Recap, Ponder)) or frame == "forget"]
    assert [type(frame) for frame in frames] == [Recap, Ponder, Ponder, str, Recap, Ponder]
    for told in (frames[0], frames[4]):
        assert (told.spec, told.seat, [bytes(seen) for seen in told.seen]) == ("random", 1, past_of(session))


def test_after_a_resume_a_bot_knows_what_it_would_know_had_it_watched() -> None:
    game = new_game("planet-steam", players=2)
    session, picks = GameSession(game, 5, [HUMAN, "mcts:sims=8"]), Stream(5, "picks")
    while session.mover != 1 or session.state.snapshot()["round"] < 4 or len(session.legal) == 1:
        session.play(picks.choice(session.legal))
    players: dict[tuple[str, int], Bot] = {}
    recap(Recap("mcts:sims=8", 1, tuple(session.witnessed(1))), game, players)
    ((_, bot),) = players.items()
    seen = session.state.observe(1)
    assert bot.past.recall(seen).view()["credits"] == session.state.snapshot()["credits"]  # type: ignore[attr-defined]
    assert seen.view()["credits"] != session.state.snapshot()["credits"]


# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[tuple[str, int]], int]]:
    """Who was to ponder, and after how many moves."""
    found: list[tuple[list[tuple[str, int]], int]] = []

    def note(self: Thinker, players: Sequence[tuple[str, Observation]], n_moves: int, past: Any) -> None:
        if players:
            found.append(([(spec, seen.seat) for spec, seen in players], n_moves))

    monkeypatch.setattr(Thinker, "ponder", note)
    return found


def test_the_table_lets_bots_ponder_whenever_a_person_has_to_decide(asked: list[Any]) -> None:
    session = GameSession(new_game(NIM), 3, [HUMAN, "random"])
    bot = [("random", 1)]

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        assert asked == [(bot, 0)]
        await pilot.press("T")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TrialScreen)
        await pilot.press("1", "enter", "T")
        assert asked == [(bot, 0)]
        await pilot.press("1", "enter")
        await until(pilot, lambda: screen.chooser is not None and len(session.moves) == 2)
        assert asked == [(bot, 0), (bot, 2)]
        await pilot.press("u")
        assert asked == [(bot, 0), (bot, 2), (bot, 0)]

    run(TableScreen(session, Options()), script, sims=None)


def test_a_game_of_counted_simulations_has_no_pondering(asked: list[Any]) -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)

    run(TableScreen(GameSession(new_game(NIM), 3, [HUMAN, "mcts"]), Options()), script, sims=5)
    session = GameSession(new_game(NIM), 3, [HUMAN, "mcts"])
    PlainGame(session, Options(sims=5), io.StringIO(""), io.StringIO()).run()
    assert asked == []


def test_plain_mode_lets_bots_ponder_too(asked: list[Any]) -> None:
    session = GameSession(new_game(NIM), 3, [HUMAN, "random"])
    PlainGame(session, Options(), io.StringIO("1\nu\n"), io.StringIO()).run()
    assert asked == [([("random", 1)], n) for n in (0, 2, 0)]
