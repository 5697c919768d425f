"""A game being played: the person's keys, and the bots' moves as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual import events

from arena.terminal import app as application
from arena.terminal.chooser import Chooser, Pressed
from arena.terminal.coach import BLUNDER, EVALUATION_SIMS, HINT_SIMS, points_lost, tell_hint, tell_why
from arena.terminal.drawing import draw_options
from arena.terminal.game_session import GameSession
from arena.terminal.guide import Guide
from arena.terminal.journal import JournalError
from arena.terminal.palette import SEATS
from arena.terminal.steps import Marks, Offer
from arena.terminal.table_view import Answered, TableView
from arena.terminal.thinker import Thinker
from arena.terminal.widgets import BoardView, Box, OptionLine
from arena.terminal.worker import Advice, Answer
from engine import BoomtownError, Stream

if TYPE_CHECKING:
    from bots.judge import Verdict

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
MAX_PASTE = 6  # longer pastes are no amount
MIN_ADVICE = 800  # characters beside the board: where there is room for fewer, advice comes in a box


class TableScreen(TableView):
    """A game being played."""

    def __init__(self, session: GameSession, options: application.Options) -> None:
        super().__init__(session, options)
        self._bots = Thinker(session.game, session.seed, lambda answer: self._post(answer, False))
        self._coach = Thinker(session.game, session.seed, lambda answer: self._post(answer, True))
        self._pending: Answer | None = None  # a bot's move that waits for its pause
        self._is_ordered = False  # it is the program's, for a person who said how far to bid
        self._shown_at = 0.0  # when the last move appeared
        self._asked_at = 0.0
        self._is_skipping = False
        self._question: int | None = None  # what a bot is thinking about
        self._coach_asks: tuple[str, int] | None = None  # what the coach is asked, and at which move
        self._coach_question: int | None = None  # the number of the question that is to be answered
        self._coach_on: tuple[int, int, int | None] | None = None  # the same as a question: move, effort, alternative
        self._known: dict[tuple[int, int, int | None], Answer] = {}  # what it has answered at this move
        self._box: Box | None = None
        self._told_hint = ""  # for big windows, which show it beside the board
        self._seen_by = session.viewer
        self._cursor: str | None = None  # where it was in the last decision
        self.evaluates = False
        self.guide = Guide(self.table) if options.is_guided else None
        self._advice = ""  # of the guide, for this decision
        self._hinted: tuple[int, Advice] | None = None  # the coach's last hint, and at which move
        self._doubtful: Offer | None = None  # chosen, and being looked at by the coach before it is played
        self._warned_of: Offer | None = None  # the coach spoke against it: chosen again it is played

    def _post(self, answer: Answer, is_coach: bool) -> None:
        if self.is_running:
            self.post_message(Answered(answer, is_coach))

    @property
    def _is_thinking(self) -> bool:
        return self._question is not None

    def on_mount(self) -> None:
        if not all(map(self.session.decides_for, range(self.session.game.n_seats))):
            self._bots.start()
        self.set_interval(0.1, self._tick)
        self.advance()

    def close_game(self) -> None:
        self._bots.stop()
        self._coach.stop()
        self.session.close()

    # -- the course of the game ----------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Goes on from the position: asks a bot, lets the person choose, or ends the game."""
        session = self.session
        self.chooser = None
        self._pending, self._is_ordered = None, False
        if session.is_over:
            self._end()
        elif session.is_humans_turn and not session.is_forced:
            ordered = self.table.proxy()
            if ordered is None:
                self._is_skipping = False
                self._let_bots_ponder()
                self._hand_over()
            else:
                self._pending, self._is_ordered = Answer(0, ordered, None, None, 0.0), True
                self.call_later(self._play_pending)
        elif session.is_forced:
            self._pending = Answer(0, session.legal[0], None, None, 0.0)
            self.call_later(self._play_pending)
        else:
            self._ask_bot()
        self.redraw()

    def _hand_over(self) -> None:
        """With several people at one screen and something to hide, the next one takes the seat first."""
        viewer = self.session.viewer
        if viewer != self._seen_by and self.table.hides:
            self.show_box(
                self.table.title,
                self.say("ui.handover", name=self.table.names[viewer]),
                then=lambda _: self._seat(),
            )
        else:
            self._seat()

    def _seat(self) -> None:
        self._seen_by = self.session.viewer
        if self.message in (self.say("error.not_your_turn"), self.say("coach.only_your_turn")):
            self.message = ""  # now it is
        self.chooser, self._warned_of = Chooser(self.table, self._cursor), None
        if self.guide is not None:
            self._teach(self.guide)
        if self.evaluates:
            self._ask_coach("evaluate", EVALUATION_SIMS)
        self.redraw()

    def _teach(self, guide: Guide) -> None:
        """In a guided game: explains what is met for the first time, and proposes something to do."""
        lesson = guide.lesson()
        if lesson is not None:
            self.show_box(*lesson)
        self._advice = guide.advice(self.chooser) if self.chooser is not None else ""

    def _ask_bot(self) -> None:
        session = self.session
        seat = session.mover or 0
        self._asked_at = time.monotonic()
        self._question = self._bots.ask(
            session.seats[seat],
            session.state.observe(seat),
            session.legal,
            len(session.moves),
            time=self.options.bot_time,
            sims=self.options.sims,
            jumps=True,
            past=session.witnessed,
        )

    def _let_bots_ponder(self) -> None:
        if self.options.sims is None:  # with counted simulations the same game comes again, however long a person takes
            self._bots.ponder(self.session.pondering, len(self.session.moves), self.session.witnessed)

    def on_answered(self, event: Answered) -> None:
        event.stop()
        if event.is_coach:
            self._coach_answered(event.answer)
            return
        if event.answer.number != self._question:  # taken back while the answer was on its way
            return
        self._question = None
        self._pending = self._checked(event.answer)
        self._play_pending()

    def _checked(self, answer: Answer) -> Answer:
        """A bot that failed has a random legal move played for it; the game is not lost."""
        if answer.move is not None and answer.move in self.session.legal:
            return answer
        seat = self.session.mover or 0
        self.message = self.say("error.bot", name=self.table.names[seat], reason=answer.error or "?")
        move = Stream(self.session.seed, "stand-in", len(self.session.moves)).choice(self.session.legal)
        return Answer(answer.number, move, None, None, 0.0)

    def _play_pending(self) -> None:
        """Plays the move that waits, once the one before it has been on the screen long enough."""
        if self._pending is None or self._pending.move is None or not self.is_current:
            return
        if not self._is_skipping and time.monotonic() - self._shown_at < self.options.pace:
            return
        move, self._pending = self._pending.move, None
        by_order, self._is_ordered = self._is_ordered, False
        self._play(lambda: self.session.play(move, by_order))

    def _play(self, play: Callable[[], None]) -> None:
        """Plays and saves; what cannot be saved is not played."""
        try:
            play()
        except JournalError as error:
            self.message = self.say("error.save", reason=str(error))
            self.redraw()
            return
        self._shown_at = time.monotonic()
        self.advance()

    def _tick(self) -> None:
        if self._pending is not None:
            self._play_pending()
        elif self._is_thinking and self.is_current:
            self._put("prompt", self.prompt())

    def _end(self) -> None:
        from arena.terminal.end_screen import EndScreen

        try:
            path = self.session.finish()
        except (BoomtownError, OSError) as error:  # the journal stays: resuming writes the record again
            path = None
            cast(application.TerminalApp, self.app).last_error = str(error)
        self.app.switch_screen(EndScreen(self.session, self.options, path))
        self._bots.stop()
        self._coach.stop()

    # -- the person ----------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        key = event.character if event.is_printable and event.character else event.key
        self.press(" " if event.key == "space" else key)

    def _begin(self) -> None:
        """Whatever is pressed or clicked now, what was said is read, and a choice that is doubted is open again."""
        self.message, self._doubtful = "", None

    def press(self, key: str) -> None:
        self._begin()
        actions: dict[str, Callable[[], None]] = {
            "?": self._explain,
            "h": self._hint,
            "a": self._toggle_evaluation,
            "u": self._undo,
            "l": self.show_log,
            "H": self.show_past,
            "R": self.show_rules,
            "P": self._play_plan,
            "Y": self._why,
            "T": self._try_out,
            "W": self._toggle_warnings,
            " ": self._skip,
            "f1": self.show_help,
            "f2": self._new_game,
            "f4": cast(application.TerminalApp, self.app).show_library,
            "Q": cast(application.TerminalApp, self.app).action_leave,
        }
        if key in actions and not (self.chooser is not None and self.chooser.wants(key)):
            actions[key]()
        elif self.chooser is None:
            if self._pending is None:
                self.message = self.say("error.not_your_turn")
        else:
            self._pressed(self.chooser.press(key))
        self.redraw()

    def _pressed(self, pressed: Pressed) -> None:
        chooser = self.chooser
        if pressed.error is not None:
            self.message = self.say(pressed.error, **pressed.values)
        if pressed.warning:
            self.message = self.say("warn.again", text=pressed.warning)
        if chooser is None:
            return
        self._cursor = chooser.cursor
        offer = pressed.offer
        if offer is None:
            return
        is_doubted = self.options.warns and offer != self._warned_of and len(offer.moves) == 1 and not offer.n_back
        if is_doubted and len(self.session.legal) > 1:
            self._doubtful, self.message = offer, self.say("warn.looking")
            self._ask_coach("doubt", HINT_SIMS, self.table.risk(offer))
        else:
            self._play(lambda: self.session.choose(offer))

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        self._begin()
        if self.chooser is not None:
            self._pressed(self.chooser.click_place(event.place))
        self.redraw()

    def on_option_line_picked(self, event: OptionLine.Picked) -> None:
        self._begin()
        if self.chooser is not None:
            self._pressed(self.chooser.click_option(event.index))
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        text = event.text.strip()
        if self.chooser is not None and self.chooser.step.kind.is_number and len(text) <= MAX_PASTE:
            for character in text:
                self.press(character)
        else:
            self.message = self.say("error.paste", n=len(event.text))
        self.redraw()

    def _skip(self) -> None:
        self._is_skipping = True
        self._play_pending()

    def _undo(self) -> None:
        if not self.session.undo():
            self.message = self.say("error.undo")
            return
        self._bots.forget()
        self._question = None
        self._seen_by = self.session.viewer
        self.evaluation = ""
        self.advance()

    def _new_game(self) -> None:
        from arena.terminal.setup_screen import SetupScreen

        self.app.push_screen(SetupScreen(self.options))

    # -- the coach -----------------------------------------------------------------------------------------------------

    def _explain(self) -> None:
        self.show_pages(self.table.topics())

    def _ask_coach(self, what: str, sims: int, move: int | None = None) -> None:
        """Puts a question to the coach; to the same one, twice in a decision, there is the same answer."""
        session = self.session
        n_moves, sims = len(session.moves), self.options.sims or sims
        self._coach_asks, self._coach_on = (what, n_moves), (n_moves, sims, move)
        known = self._known.get(self._coach_on)
        if known is None:
            recollection, legal = session.recollection, session.legal
            self._coach_question = self._coach.judge(recollection, legal, move, n_moves, sims=sims)
        else:
            self._coach_question = known.number
            self._post(known, True)

    def _hint(self) -> None:
        if self.chooser is None:
            self.message = self.say("coach.only_your_turn")
            return
        self._ask_aloud("hint", self.say("coach.title"), "h")

    def _why(self) -> None:
        """Why not my move? Asks about the one that is highlighted."""
        offer = self.chooser.candidate if self.chooser is not None else None
        if self.chooser is None:
            self.message = self.say("coach.only_your_turn")
        elif offer is None or len(offer.moves) > 1 or offer.n_back:
            self.message = self.say("why.choose")
        else:
            self._ask_aloud("why", self.say("why.title"), "Y", self.table.risk(offer))

    def _ask_aloud(self, what: str, title: str, key: str, move: int | None = None) -> None:
        """Asks the coach something whose answer is shown at length; P plays the plan that comes with it."""
        self._told_hint, self._box = self.say("coach.thinking"), None
        if self._room_for_notes < MIN_ADVICE:
            self._box = self.show_box(title, self._told_hint, key, "P", then=self._box_closed, is_advice=True)
        self._ask_coach(what, HINT_SIMS, move)

    def _box_closed(self, pressed: str | None) -> None:
        self._box = None
        if pressed == "P":
            self._play_plan()
        self.redraw()

    def _toggle_evaluation(self) -> None:
        self.evaluates = not self.evaluates
        self.evaluation = self.say("ui.evaluating") if self.evaluates else ""
        if self.evaluates and self.chooser is not None:
            self._ask_coach("evaluate", EVALUATION_SIMS)

    def _coach_answered(self, answer: Answer) -> None:
        if answer.number != self._coach_question:  # another question was put while it was on its way
            return
        asked, self._coach_asks = self._coach_asks, None
        if asked is None or asked[1] != len(self.session.moves):
            return
        advice = answer.advice
        if advice is not None and self._coach_on is not None:
            self._known = {on: one for on, one in self._known.items() if on[0] == asked[1]} | {self._coach_on: answer}
        if asked[0] == "doubt":
            self._settle_doubt(None if advice is None else advice.verdict)
        if asked[0] in ("hint", "why"):
            if advice is None:
                lines = [self.say("coach.failed", reason=answer.error or "?")]
            elif asked[0] == "why":
                lines = tell_why(self.table, advice)
            else:
                lines = tell_hint(self.table, advice, self.session.legal)
            self._hinted = None if advice is None else (asked[1], advice)
            self._told_hint = "\n".join([*lines, *([] if advice is None else [self._told_plan(advice)])])
            if self._box is not None:
                self._box.show(self._told_hint)
        if self.evaluates and advice is not None:
            chance = advice.verdict.best.chances[advice.verdict.seat]
            self.evaluation = f"{self.say('ui.evaluation')} {self.say.percent(chance)}"
        self.redraw()

    def _told_plan(self, advice: Advice) -> str:
        """How to play what was advised, and how to find it on the board if it is there."""
        has_place = any(map(self.table.places_of, advice.line))
        return " ".join([self.say("coach.play"), *([self.say("coach.where")] if has_place else [])])

    def _settle_doubt(self, verdict: Verdict | None) -> None:
        """Plays what was chosen, unless it is a blunder: then it has to be chosen twice."""
        offer, self._doubtful = self._doubtful, None
        if offer is None:
            return
        self.message = ""
        if verdict is not None and verdict.mark == BLUNDER:
            loss = self.say("end.points", n=points_lost(verdict.cost))
            text = f"{self.say('warn.blunder', loss=loss)} {self.say('warn.why')}"
            self.message = self.say("warn.again", text=text)
            self._warned_of = offer
        else:
            self._play(lambda: self.session.choose(offer))

    def _toggle_warnings(self) -> None:
        self.options.warns = not self.options.warns
        self.message = self.say("warn.on" if self.options.warns else "warn.off")

    @property
    def _hint_here(self) -> Advice | None:
        """The coach's advice for the position in front, if it was asked for."""
        is_here = self.chooser is not None and self._hinted is not None and self._hinted[0] == len(self.session.moves)
        return self._hinted[1] if is_here and self._hinted is not None else None

    def marks(self) -> Marks | None:
        advice, marks = self._hint_here, super().marks()
        if advice is None:
            return marks
        hints = frozenset().union(*map(self.table.places_of, advice.line))
        return Marks(marks.targets, marks.cursor, hints) if marks is not None else Marks(frozenset(), None, hints)

    def _play_plan(self) -> None:
        """Plays what the coach would do, to the end of the turn."""
        advice = self._hint_here
        if advice is None:
            self.message = self.say("coach.no_plan")
            self.redraw()
        else:
            self._play(lambda: self._play_moves(advice.line))

    def _play_moves(self, moves: Sequence[int]) -> None:
        session, mover = self.session, self.session.mover
        for move in moves:
            if session.mover != mover or move not in session.legal:  # dice may have come out otherwise
                break
            session.play(move)

    def _try_out(self) -> None:
        if self.chooser is None:
            self.message = self.say("coach.only_your_turn")
            return
        from arena.terminal.trial_screen import TrialScreen

        self.app.push_screen(TrialScreen(self.session, self.options))

    def notes(self) -> str:
        told = self._told_hint if self._hint_here is not None or self._coach_asks is not None else ""
        return told if told and self._box is None else super().notes()

    # -- words at the bottom -------------------------------------------------------------------------------------------

    def prompt(self) -> Text:
        session, table = self.session, self.table
        if session.is_over or session.mover is None:
            return Text(self.say("ui.over"))
        seat = session.mover
        text = Text(no_wrap=True).append(str(seat + 1), SEATS[seat]).append(" ")
        if self.chooser is not None:
            return text.append(self.say.lead(table.names[seat]) + table.prompt())
        if not self._is_thinking:
            return text.append(table.names[seat])
        elapsed = time.monotonic() - self._asked_at
        frame = SPINNER[int(elapsed * 10) % len(SPINNER)]
        text.append(f"{frame} {self.say('ui.thinking', name=table.names[seat])} ")
        if self.options.bot_time:
            done = min(int(20 * elapsed / self.options.bot_time), 20)
            text.append("━" * done, self.palette.good).append("─" * (20 - done), self.palette.dim)
        return text

    def option_line(self) -> Text:
        return Text() if self.chooser is None else draw_options(self.chooser, self.canvas)

    def detail(self) -> Text:
        told = [Text(self.message, self.palette.bad)] if self.message else []
        offer = self.chooser.candidate if self.chooser is not None else None
        if self._advice and self.chooser is not None and self.chooser.is_untouched:
            told.append(Text(self._advice, self.palette.good))
        if told:
            return Text("\n").join(told)
        if offer is None:
            return Text()
        label = self.table.offer_words(offer)
        label = self.say.lead(label[:1].upper() + label[1:])
        return Text().append(label, "bold").append(self.table.preview(offer))

    def shown_keys(self) -> list[tuple[str, str]]:
        """The keys of the last line, each with the name of what it does."""
        enter, escape = self.say("keyname.enter"), self.say("keyname.escape")
        keys = [(enter, "enter"), (escape, "back"), ("?", "help"), ("h", "hint"), ("u", "undo")]
        if self.chooser is None:
            keys = [(self.say("keyname.space"), "skip"), ("a", "evaluation"), ("u", "undo"), ("l", "log")]
        return [*keys, ("F1", "keys"), ("Q", "quit")]

    def key_line(self) -> str:
        return "  ".join(f"{key} {self.say(f'key.{name}')}" for key, name in self.shown_keys())
