"""`boomtown replay FILE --tui`: a recorded game in the same view, forwards and back, with the coach's opinion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rich.text import Text
from textual import events

from arena.faults import FAULTS
from arena.terminal import app as application
from arena.terminal.coach import EVALUATION_TIME, advise
from arena.terminal.end_screen import winner_line
from arena.terminal.game_session import GameSession
from arena.terminal.palette import SEATS
from arena.terminal.table_view import Answered, TableView
from arena.terminal.thinker import Thinker
from arena.terminal.worker import Answer
from engine.records import game_of, read_record, replay


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
    """Steps through a game; every decision is looked at by the coach from its mover's seat."""

    help_names = ("help.replay",)

    def __init__(
        self,
        whole: GameSession,
        options: application.Options,
        at: int = 0,
        faults: Sequence[RecordedFault] = (),
    ) -> None:
        super().__init__(whole.before(at), options)
        self.whole = whole
        self.faults = faults
        self.at = at
        self._opinions: dict[int, str] = {}
        self._coach = Thinker(whole.game, whole.seed, self._post)
        self._asked: int | None = None
        self._starts = whole.face.table(whole, self.say).section_starts()

    def _post(self, answer: Answer) -> None:
        if self.is_running:
            self.post_message(Answered(answer, True))

    def on_mount(self) -> None:
        self.go(self.at)

    def close_game(self) -> None:
        self._coach.stop()

    def go(self, number: int) -> None:
        """Shows the position before that move, or the last one."""
        self.at = min(max(number, 0), len(self.whole.moves))
        self.session = self.whole.before(self.at)
        self.table = self.session.face.table(self.session, self.say)
        self._ask()
        self.redraw()

    def _ask(self) -> None:
        """Asks about the position in front, unless it has been answered or there is nothing to decide."""
        state, mover = self.session.state, self.session.mover
        if self._coach.is_busy or self.at in self._opinions:
            return
        if mover is None or mover < 0 or len(self.session.legal) == 1:
            self._opinions[self.at] = ""
            return
        self._asked = self.at
        self._coach.ask(
            self.options.coach_for(self.whole.game),
            state.observe(mover),
            self.session.legal,
            self.at,
            time=None if self.options.sims is not None else EVALUATION_TIME,
            sims=self.options.sims,
            is_fresh=True,
        )

    def on_answered(self, event: Answered) -> None:
        event.stop()
        if self._asked is not None:
            self._opinions[self._asked] = self._opinion(self._asked, event.answer)
            self._asked = None
        self._ask()
        self.redraw()

    def _opinion(self, number: int, answer: Answer) -> str:
        say, past = self.say, self.whole.before(number)
        table = past.face.table(past, say)
        if answer.move is None:
            return say("coach.failed", reason=answer.error or "?")
        hint = advise(table, answer.move, answer.analysis)
        best = say("coach.move", move=table.words(answer.move))
        if hint.now is None or hint.best.chance is None:
            return best
        chance = say("coach.chance", now=say.percent(hint.now), then=say.percent(hint.best.chance))
        return f"{say.lead(table.names[past.mover or 0])}{chance} · {best}"

    # -- words at the bottom -------------------------------------------------------------------------------------------

    def notes(self) -> str:
        return self._opinions.get(self.at, self.say("ui.evaluating"))

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
        return Text(self._opinions.get(self.at, self.say("ui.evaluating")), self.palette.dim)

    def key_line(self) -> str:
        keys = [
            ("←→", "step"),
            (self.say("keyname.pages"), "round"),
            (self.say("keyname.ends"), "ends"),
            ("l", "log"),
            ("F1", "keys"),
            ("Q/Esc", "quit"),
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
        elif event.key == "f1":
            self.show_help()
        elif event.character == "Q" or event.key == "escape":
            cast(application.TerminalApp, self.app).action_leave()

    def _section_start(self, by: int) -> int:
        """Where the next part of the game begins, or this one, or the one before."""
        starts = self._starts
        if by > 0:
            return next((k for k in starts if k > self.at), len(self.whole.moves))
        return max((k for k in starts if k < self.at), default=0)


def run_replay(path: Path, number: int, at: int, language: str) -> int:
    """Opens the screen on a game of a record file; returns the exit code."""
    options = application.Options(language=language)
    whole, faults = recorded_game(path, number)
    return application.TerminalApp(ReplayScreen(whole, options, at, faults), options).run() or 0
