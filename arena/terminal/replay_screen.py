"""`boomtown replay FILE --tui`: a recorded game in the same view, forwards and back, with the judge's verdicts.

What `boomtown analyse` kept beside the record is shown; other decisions are judged as one looks on, the one in front
first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rich.text import Text
from textual import events

from arena.analysis import DEFAULT_SEED, Analysis, analysis_of, decision_in
from arena.faults import FAULTS
from arena.reasons import tell_reasons
from arena.terminal import app as application
from arena.terminal.coach import REVIEW_SIMS, draw_chances, tell_chances, tell_decision
from arena.terminal.end_screen import winner_line
from arena.terminal.game_session import GameSession
from arena.terminal.palette import SEATS
from arena.terminal.table_view import Answered, TableView
from arena.terminal.thinker import Thinker
from arena.terminal.widgets import MAX_BOX
from arena.terminal.worker import Answer
from engine.records import game_of, read_record, replay

GRAPH_EDGE = 14  # columns of a box beside a graph: its frame and the scale
GRAPH_ROUND = 13  # lines of a window beside a graph: those around the box, its frame, the axis and the words
GRAPH_ROWS = (10, 20)  # whole steps of percents


@dataclass(frozen=True)
class RecordedFault:
    """What a bot did wrong, as a tournament's record says."""

    seat: int
    kind: str
    move: int
    detail: str


def recorded_game(path: Path, number: int) -> tuple[GameSession, list[RecordedFault]]:
    """The whole recorded game, checked, and its faults; nothing in it is hidden."""
    line, record = read_record(path, number)
    where = f"{path}:{line}"
    game = game_of(record, where)
    moves = [step.move for step in replay(record, where, game) if step.move is not None]
    session = GameSession(game, record["seed"], record["seats"], moves=moves, rolls=False)
    session.shows_all = True
    return session, _faults(record)


def _faults(record: dict[str, Any]) -> list[RecordedFault]:
    """The faults of a record; the format does not promise their shape, so what has another one is left out."""
    names = {"seat": int, "kind": str, "move": int, "detail": str}
    found = record.get("faults")
    return [
        RecordedFault(**{name: fault[name] for name in names})
        for fault in (found if isinstance(found, list) else [])
        if isinstance(fault, dict)
        and all(isinstance(fault.get(name), kind) for name, kind in names.items())
        and 0 <= fault["seat"] < len(record["seats"])
        and fault["kind"] in FAULTS
    ]


class ReplayScreen(TableView):
    """Steps through a game, every decision of which is judged from the whole position."""

    help_names = ("help.replay",)

    def __init__(
        self,
        whole: GameSession,
        options: application.Options,
        at: int = 0,
        faults: Sequence[RecordedFault] = (),
        analysis: Analysis | None = None,
    ) -> None:
        super().__init__(whole.before(at), options)
        self._judged = {} if analysis is None else {one.number: one for one in analysis.decisions}
        self._numbers = [
            number
            for number, state in enumerate(whole.states[:-1])
            if state.mover is not None and state.mover >= 0 and len(state.legal()) > 1
        ]
        self._failures: dict[int, str] = {}
        self.whole = whole
        self.faults = faults
        self.at = at
        self._coach = Thinker(whole.game, whole.seed, self._post)
        self._asked: tuple[int, int] | None = (
            None  # the number of a question to the coach, and the decision it is about
        )
        self._starts = whole.face.table(whole, self.say).section_starts()

    def _post(self, answer: Answer) -> None:
        if self.is_running:
            self.post_message(Answered(answer, True))

    def on_mount(self) -> None:
        self.go(self.at)

    def close_game(self) -> None:
        self._coach.stop()

    def on_unmount(self) -> None:
        self.close_game()

    def go(self, number: int) -> None:
        """Shows the position before that move, or the last one."""
        self.at = min(max(number, 0), len(self.whole.moves))
        self.session = self.whole.before(self.at)
        self.table = self.session.face.table(self.session, self.say)
        self._ask()
        self.redraw()

    def _ask(self) -> None:
        """Has the decision in front judged, or else the next one that nobody has judged yet."""
        missing = [number for number in self._numbers if number not in self._judged and number not in self._failures]
        if self._coach.is_busy or not missing:
            return
        number = next((one for one in missing if one >= self.at), missing[0])
        state = self.whole.states[number]
        sims = self.options.sims or REVIEW_SIMS
        played = self.whole.moves[number]
        question = self._coach.judge(state, state.legal(), played, number, sims=sims, seed=DEFAULT_SEED)
        self._asked = question, number

    def on_answered(self, event: Answered) -> None:
        event.stop()
        answer = event.answer
        if self._asked is not None and self._asked[0] == answer.number:  # no other was asked while it was on its way
            (_, number), self._asked = self._asked, None
            if answer.advice is None:
                self._failures[number] = self.say("coach.failed", reason=answer.error or "?")
            else:
                state, played = self.whole.states[number], self.whole.moves[number]
                advice = answer.advice
                self._judged[number] = decision_in(state, played, advice.verdict, number, advice.line, advice.reasons)
        self._ask()
        self.redraw()

    @property
    def _analysis(self) -> Analysis:
        """What is known so far."""
        return Analysis("", self.whole.seed, 0, None, [self._judged[number] for number in sorted(self._judged)])

    def _opinion(self) -> str:
        """Everybody's chances in the position in front, and what is to be said of the move that follows."""
        if self.at in self._failures:
            return self._failures[self.at]
        if self.at in self._numbers and self.at not in self._judged:
            return self.say("ui.evaluating")
        if self.session.is_over:
            return tell_chances(self.table, self.session.state.result())
        found = self._analysis.chances(self.at)
        decision = self._judged.get(self.at)
        told = [tell_chances(self.table, found)] if found else []
        return " · ".join([*told, *([] if decision is None else [tell_decision(self.table, decision)])])

    def _find_mistake(self, by: int) -> None:
        marked = [one.number for one in self._analysis.mistakes() if (one.number - self.at) * by > 0]
        if marked:
            self.go(min(marked) if by > 0 else max(marked))
            return
        is_all = len(self._judged) == len(self._numbers)
        told = self.say("replay.no_mistake" if is_all else "replay.no_mistake_yet")
        self.show_box(self.say("replay.mistakes"), f"{told} {self._told_progress()}", "n", "p")

    def _told_progress(self) -> str:
        """How many decisions are judged; and, unless all are, how the others come to be."""
        told = self.say("replay.judging", done=len(self._judged), n=len(self._numbers))
        return told if len(self._judged) == len(self._numbers) else f"{told} {self.say('replay.judging_on')}"

    def _show_better(self) -> None:
        decision = self._judged.get(self.at)
        if decision is None or decision.move == decision.best:
            told = self.say("replay.no_line" if decision is not None else "replay.no_choice")
            if decision is None and self.at in self._numbers:
                told = f"{self.say('replay.not_judged')} {self._told_progress()}"
            self.show_box(self.say("replay.line"), told, "b")
            return
        game, table = self.whole.game, self.table
        lines = [f"{k}. {table.words(game.move(move))}" for k, move in enumerate(decision.line or [decision.best], 1)]
        reasons = decision.told_reasons
        why = [tell_reasons(self.say, table.names, decision.seat, reasons)] if decision.mark else []
        self.show_box(self.say("replay.line"), "\n".join([tell_decision(table, decision), *why, "", *lines]), "b")

    def _show_graph(self) -> None:
        """Everybody's chances from the first move to the last."""
        analysis, n = self._analysis, len(self.whole.moves)
        lines = [self.say("replay.judging", done=len(self._judged), n=len(self._numbers))]
        if self._judged:
            course = [analysis.chances(number) for number in range(n)]
            if self.whole.is_over:
                course.append(self.whole.state.result())
            width = min(self.canvas.width, MAX_BOX) - GRAPH_EDGE
            height = GRAPH_ROWS[self.canvas.height - GRAPH_ROUND >= GRAPH_ROWS[1]]
            lines += draw_chances(course, width, height, self.say)
            names = [f"{seat + 1} {name}".replace(" ", "\u00a0") for seat, name in enumerate(self.table.names)]
            lines.append("  ".join([*names, f"* {self.say('replay.together')}"]))
        self.show_box(self.say("replay.graph"), "\n".join(lines), "g", is_over_board=True)

    # -- words at the bottom -------------------------------------------------------------------------------------------

    def notes(self) -> str:
        return ""  # what there is to say stands under the move

    def prompt(self) -> Text:
        text = Text(no_wrap=True)
        if self.at == len(self.whole.moves):
            outcome = f" · {winner_line(self.table)}" if self.session.is_over else ""
            return text.append(self.say("replay.end") + outcome)
        mover = self.session.mover
        if mover is not None and mover >= 0:
            text.append(str(mover + 1), SEATS[mover]).append(f" {self.say.lead(self.table.names[mover])}")
        return text.append(self.table.words(self.whole.moves[self.at]))

    def option_line(self) -> Text:
        text = Text(self.say("replay.move", n=self.at, all=len(self.whole.moves)), no_wrap=True)
        for fault in self.faults:
            text.append(" · ").append(self._told_fault(fault), self.palette.bad)
        return text

    def _told_fault(self, fault: RecordedFault) -> str:
        what = self.say(f"fault.{fault.kind}")
        n = min(fault.move, len(self.whole.moves))  # a fault in closing has a number beyond all moves
        return self.say("replay.fault", name=self.table.names[fault.seat], what=what, n=n)

    def detail(self) -> Text:
        words = [fault.detail.strip().rpartition("\n")[2] for fault in self.faults if fault.move == self.at]
        if any(words):  # the last line of a traceback names the error
            return Text(" ".join(words), self.palette.bad)
        decision = self._judged.get(self.at)
        return Text(self._opinion(), self.palette.bad if decision is not None and decision.mark else self.palette.dim)

    def key_line(self) -> str:
        keys = [
            ("←→", "step"),
            (self.say("keyname.pages"), "round"),
            ("n", "mistake"),
            ("b", "better"),
            ("g", "graph"),
            ("F1", "keys"),
            (f"Q/{self.say('keyname.escape')}", "quit"),
        ]
        return "  ".join(f"{key} {self.say(f'key.{name}')}" for key, name in keys)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in ("right", "down", "space", "enter"):
            self.go(self.at + 1)
        elif event.key in ("left", "up", "backspace"):
            self.go(self.at - 1)
        elif event.key in ("pagedown", "pageup"):
            self.go(self._section_start(1 if event.key == "pagedown" else -1))
        elif event.key in ("home", "end"):
            self.go(0 if event.key == "home" else len(self.whole.moves))
        elif event.character == "l":
            self.show_log()
        elif event.character == "H":
            self.show_past()
        elif event.character == "T" and not self.session.is_over:
            from arena.terminal.trial_screen import TrialScreen

            self.app.push_screen(TrialScreen(self.session, self.options))
        elif event.character in ("n", "p"):
            self._find_mistake(1 if event.character == "n" else -1)
        elif event.character == "b":
            self._show_better()
        elif event.character == "g":
            self._show_graph()
        elif event.key == "f1":
            self.show_help()
        elif event.key == "escape":
            cast(application.TerminalApp, self.app).go_back()
        elif event.character == "Q":
            cast(application.TerminalApp, self.app).action_leave()

    def _section_start(self, by: int) -> int:
        """Where the next part of the game begins, or this one, or the one before."""
        starts = self._starts
        if by > 0:
            return next((k for k in starts if k > self.at), len(self.whole.moves))
        return max((k for k in starts if k < self.at), default=0)


def replay_of(path: Path, number: int, at: int, options: application.Options) -> ReplayScreen:
    """The screen for a game of a record file, with what is known of it. What an earlier judge said is judged anew."""
    whole, faults = recorded_game(path, number)
    analysis = analysis_of(path, read_record(path, number)[1])
    if analysis is not None and analysis.is_outdated:
        analysis = None
    return ReplayScreen(whole, options, at, faults, analysis)


def run_replay(path: Path, number: int, at: int, language: str) -> int:
    """Opens the screen on a game of a record file; returns the exit code."""
    options = application.Options(language=language)
    return application.TerminalApp(replay_of(path, number, at, options), options).run_to_end()
