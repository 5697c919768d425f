"""The table: everything on one screen, the person's keys, and the bots' moves as they come."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from arena.terminal import app as application
from arena.terminal.chooser import Chooser, Pressed, carry_out
from arena.terminal.coach import EVALUATION_TIME, HINT_TIME, advise, tell_hint
from arena.terminal.drawing import (
    SEATS,
    MapShape,
    Palette,
    draw_map,
    draw_options,
    draw_players,
    draw_terminal,
    draw_title,
    fit,
    wrap,
)
from arena.terminal.game_session import GameSession
from arena.terminal.journal import JournalError
from arena.terminal.teller import Teller
from arena.terminal.thinker import STRONGEST, Thinker
from arena.terminal.widgets import Box, MapView, OptionLine
from arena.terminal.worker import Answer
from engine import BoomtownError, Stream

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
MAX_PASTE = 6  # longer pastes are no amount


class Answered(Message):
    """A bot or the coach has answered; comes from a reader thread."""

    def __init__(self, answer: Answer, is_coach: bool) -> None:
        super().__init__()
        self.answer = answer
        self.is_coach = is_coach


class TableView(Screen[None]):
    """The table of one session, drawn. What happens on it is the subclasses' affair."""

    help_name = "help.text"  # of the keys that F1 explains

    def __init__(self, session: GameSession, options: application.Options) -> None:
        super().__init__()
        self.session = session
        self.options = options
        self.teller = Teller(session, application.catalogue_for(session, options))
        self.say = self.teller.say
        self.chooser: Chooser | None = None
        self.message = ""  # an error or a remark, in place of the preview
        self.evaluation = ""
        self._told: list[tuple[int, list[tuple[int, str]]]] = []
        self._is_stale = False
        self._shown: dict[str, Text] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="too-small")
        with Vertical(id="table"):
            yield Static(id="title")
            with Horizontal(id="top"):
                yield MapView(id="map")
                with Vertical(id="side"):
                    yield Static(id="terminal")
                    yield Static(id="notes")
            yield Static(id="players")
            yield Static(id="log")
            with Vertical(id="actions"):
                yield Static(id="prompt")
                yield OptionLine(id="options")
                yield Static(id="detail")
            yield Static(id="keys")

    # -- drawing -------------------------------------------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        return cast(application.TerminalApp, self.app).palette

    @property
    def is_big(self) -> bool:
        return self.size.width >= application.BIG_WIDTH and self.size.height >= application.BIG_HEIGHT

    def redraw(self) -> None:
        """Draws soon, once for all changes until then: a long paste costs one drawing, not thousands."""
        if not self._is_stale:
            self._is_stale = True
            self.call_later(self._draw)

    def on_resize(self) -> None:
        self.redraw()

    def _put(self, name: str, text: Text | str) -> None:
        """Shows a text where it changed: a key press that moves a cursor need not lay out the whole table."""
        text = text if isinstance(text, Text) else Text(text)
        old = self._shown.get(name)
        if old is None or old.plain != text.plain or old.spans != text.spans or old.style != text.style:
            self._shown[name] = text
            self.query_one(f"#{name}", Static).update(text)

    def _draw(self) -> None:
        self._is_stale = False
        if not self.query("#log"):  # the screen has gone in the meantime
            return
        width, height = self.size
        is_small = width < application.MIN_WIDTH or height < application.MIN_HEIGHT
        self.set_class(is_small, "small")
        self.set_class(self.is_big, "big")
        if is_small:
            self._put("too-small", self.say("ui.too_small", width=width, height=height))
            return
        big, palette = self.is_big, self.palette
        session, teller = self.session, self.teller
        shape = MapShape(session.game.edition, big)
        self.query_one(MapView).shape = shape
        self._put("title", draw_title(session, teller, width, self.evaluation))
        self._put("map", draw_map(session, teller, self.chooser, big, palette))
        self._put("terminal", draw_terminal(session, teller, width - shape.width - 1, big, palette))
        if big:
            self._put("notes", wrap(Text(self.notes()), width - shape.width - 2))
        self._put("players", draw_players(session, teller, width, big, palette))
        self._put("prompt", self.prompt())
        self._put("options", self.option_line(width))
        self._put("detail", wrap(self.detail(), width))
        self._put("keys", fit(" " + self.key_line(), width))
        self.call_after_refresh(self._draw_log)

    def _draw_log(self) -> None:
        """The last lines that fit: known only after the rest has its height."""
        if not self.query("#log"):
            return
        log = self.query_one("#log", Static)
        lines = self.log_lines()[-max(log.size.height, 1) :]
        text = Text(no_wrap=True)
        for k, (seat, line) in enumerate(lines):
            text.append("\n" if k else "")
            if seat >= 0:
                text.append(str(seat + 1), SEATS[seat]).append(f" {self.say.lead(self.teller.names[seat])}", "bold")
            else:
                text.append("· ", self.palette.head)
            text.append(line, "" if seat >= 0 else self.palette.head)
        log.update(text)

    def log_lines(self) -> list[tuple[int, str]]:
        """All that happened so far, in words."""
        n = len(self.session.moves)
        del self._told[n:]
        for number in range(len(self._told), n):
            self._told.append((number, self.teller.tell(number)))
        return [line for _, lines in self._told for line in lines]

    # what subclasses say

    def notes(self) -> str:
        return self.teller.explain()

    def prompt(self) -> Text:
        return Text()

    def option_line(self, width: int) -> Text:
        return Text()

    def detail(self) -> Text:
        return Text(self.message, self.palette.bad)

    def key_line(self) -> str:
        return ""

    # -- boxes that every table has ------------------------------------------------------------------------------------

    def show_box(self, title: str, text: str | Text, *keys: str, then: Callable[[Any], None] | None = None) -> Box:
        box = Box(title, text, self.say("help.close"), keys)
        self.app.push_screen(box, then)
        return box

    def show_log(self) -> None:
        lines = Text()
        for seat, line in reversed(self.log_lines()):
            name = f"{seat + 1} {self.say.lead(self.teller.names[seat])}" if seat >= 0 else "· "
            lines.append(f"{name}{line}\n")
        self.show_box(self.say("ui.log"), lines, "l")

    def show_help(self) -> None:
        columns = {key: self.say(f"abbr.{key}") for key in ("licenses", "quarters", "zones", "tanks")}
        text = f"{self.say(self.help_name).strip()}\n\n{self.say('help.signs', **columns).strip()}"
        self.show_box(self.say("help.title"), text, "f1")


class TableScreen(TableView):
    """A game being played."""

    def __init__(self, session: GameSession, options: application.Options) -> None:
        super().__init__(session, options)
        self._bots = Thinker(session.game, session.seed, lambda answer: self._post(answer, False))
        self._coach = Thinker(session.game, session.seed, lambda answer: self._post(answer, True))
        self._pending: Answer | None = None  # a bot's move that waits for its pause
        self._shown_at = 0.0  # when the last move appeared
        self._asked_at = 0.0
        self._is_skipping = False
        self._question: int | None = None  # what a bot is thinking about
        self._coach_asks: tuple[str, int] | None = None  # what the coach is asked, and at which move
        self._box: Box | None = None
        self._seen_by = session.viewer
        self._cursor = "C4"
        self.evaluates = False

    def _post(self, answer: Answer, is_coach: bool) -> None:
        if self.is_running:
            self.post_message(Answered(answer, is_coach))

    @property
    def _is_thinking(self) -> bool:
        return self._question is not None

    def on_mount(self) -> None:
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
        self._pending = None
        if session.is_over:
            self._end()
        elif session.is_humans_turn and not session.is_forced:
            self._is_skipping = False
            self._hand_over()
        elif session.is_forced:
            self._pending = Answer(0, session.state.legal()[0], None, None, 0.0)
            self.call_later(self._play_pending)
        else:
            self._ask_bot()
        self.redraw()

    def _hand_over(self) -> None:
        """With several people at one screen and something to hide, the next one takes the seat first."""
        session, viewer = self.session, self.session.viewer
        if viewer != self._seen_by and session.game.credits == "hidden":
            self.show_box(
                self.say("ui.title"),
                self.say("ui.handover", name=self.teller.names[viewer]),
                then=lambda _: self._seat(),
            )
        else:
            self._seat()

    def _seat(self) -> None:
        self._seen_by = self.session.viewer
        if self.message in (self.say("error.not_your_turn"), self.say("coach.only_your_turn")):
            self.message = ""  # now it is
        self.chooser = Chooser(self.session, self._cursor)
        if self.evaluates:
            self._ask_coach("evaluate", EVALUATION_TIME)
        self.redraw()

    def _ask_bot(self) -> None:
        session = self.session
        seat = session.mover or 0
        self._asked_at = time.monotonic()
        self._question = self._bots.ask(
            session.seats[seat],
            session.state.observe(seat),
            session.state.legal(),
            len(session.moves),
            time=self.options.bot_time,
            sims=self.options.sims,
        )

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
        if answer.move is not None and answer.move in self.session.state.legal():
            return answer
        seat = self.session.mover or 0
        self.message = self.say("error.bot", name=self.teller.names[seat], reason=answer.error or "?")
        move = Stream(self.session.seed, "stand-in", len(self.session.moves)).choice(self.session.state.legal())
        return Answer(answer.number, move, None, None, 0.0)

    def _play_pending(self) -> None:
        """Plays the move that waits, once the one before it has been on the screen long enough."""
        if self._pending is None or self._pending.move is None or not self.is_current:
            return
        if not self._is_skipping and time.monotonic() - self._shown_at < self.options.pace:
            return
        move, self._pending = self._pending.move, None
        self._play(lambda: self.session.play(move))

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

    def press(self, key: str) -> None:
        self.message = ""
        actions: dict[str, Callable[[], None]] = {
            "?": self._explain,
            "h": self._hint,
            "a": self._toggle_evaluation,
            "u": self._undo,
            "l": self.show_log,
            " ": self._skip,
            "f1": self.show_help,
            "f2": self._new_game,
            "Q": cast(application.TerminalApp, self.app).action_leave,
        }
        is_offered = self.chooser is not None and self.session.phase == "extraction" and key == "l"
        if key in actions and not is_offered:
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
        if chooser is None:
            return
        self._cursor = chooser.cursor
        words = pressed.words
        if words is not None:
            self._play(lambda: carry_out(self.session, chooser, words))

    def on_map_view_picked(self, event: MapView.Picked) -> None:
        self.message = ""
        if self.chooser is not None:
            self._pressed(self.chooser.click_zone(event.zone))
        self.redraw()

    def on_option_line_picked(self, event: OptionLine.Picked) -> None:
        self.message = ""
        if self.chooser is not None:
            self._pressed(self.chooser.click_option(event.index))
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        text = event.text.strip()
        if self.chooser is not None and self.chooser.step.is_number and len(text) <= MAX_PASTE:
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
        text = self.teller.explain()
        if self.session.phase == "trade":
            text += "\n\n" + self.say("ui.change_legend", bands=self.teller.supply_bands())
        self.show_box(self.teller.phase(), text, "?")

    def _ask_coach(self, what: str, seconds: float) -> None:
        session = self.session
        self._coach_asks = (what, len(session.moves))
        self._coach.ask(
            self.options.coach or STRONGEST,
            session.observation,
            session.state.legal(),
            len(session.moves),
            time=None if self.options.sims is not None else seconds,
            sims=self.options.sims,
            is_fresh=True,
        )

    def _hint(self) -> None:
        if self.chooser is None:
            self.message = self.say("coach.only_your_turn")
            return
        self._box = self.show_box(self.say("coach.title"), self.say("coach.thinking"), "h")
        self._ask_coach("hint", HINT_TIME)

    def _toggle_evaluation(self) -> None:
        self.evaluates = not self.evaluates
        self.evaluation = self.say("ui.evaluating") if self.evaluates else ""
        if self.evaluates and self.chooser is not None:
            self._ask_coach("evaluate", EVALUATION_TIME)

    def _coach_answered(self, answer: Answer) -> None:
        asked, self._coach_asks = self._coach_asks, None
        if asked is None or asked[1] != len(self.session.moves):
            return
        if answer.move is None:
            lines = [self.say("coach.failed", reason=answer.error or "?")]
            hint = None
        else:
            hint = advise(self.session, answer.move, answer.analysis)
            lines = tell_hint(self.teller, hint, self.options.coach or STRONGEST)
        if asked[0] == "hint" and self._box is not None:
            self._box.show("\n".join(lines))
        if self.evaluates and hint is not None and hint.now is not None:
            self.evaluation = f"{self.say('ui.evaluation')} {self.say.percent(hint.now)}"
        self.redraw()

    # -- words at the bottom -------------------------------------------------------------------------------------------

    def prompt(self) -> Text:
        session, teller = self.session, self.teller
        if session.is_over or session.mover is None:
            return Text(teller.phase("over"))
        seat = session.mover
        text = Text(no_wrap=True).append(str(seat + 1), SEATS[seat]).append(" ")
        if self.chooser is not None:
            return text.append(self.say.lead(teller.names[seat]) + teller.prompt())
        if not self._is_thinking:
            return text.append(teller.names[seat])
        elapsed = time.monotonic() - self._asked_at
        frame = SPINNER[int(elapsed * 10) % len(SPINNER)]
        text.append(f"{frame} {self.say('ui.thinking', name=teller.names[seat])} ")
        if self.options.bot_time:
            done = min(int(20 * elapsed / self.options.bot_time), 20)
            text.append("━" * done, self.palette.good).append("─" * (20 - done), self.palette.dim)
        return text

    def option_line(self, width: int) -> Text:
        return Text() if self.chooser is None else draw_options(self.chooser, self.teller, width, self.palette)

    def detail(self) -> Text:
        if self.message:
            return Text(self.message, self.palette.bad)
        words = self.chooser.candidate if self.chooser is not None else None
        if self.chooser is None or words is None:
            return Text()
        move = self.chooser.moves[words]
        label = self.teller.move(move)
        return Text().append(self.say.lead(label[0].upper() + label[1:]), "bold").append(self.teller.preview(move))

    def key_line(self) -> str:
        keys = [("Enter", "enter"), ("Esc", "back"), ("?", "help"), ("h", "hint"), ("a", "evaluation"), ("u", "undo")]
        if self.chooser is None:
            keys = [(self.say("keyname.space"), "skip"), ("a", "evaluation"), ("u", "undo"), ("l", "log")]
        keys += [("F1", "keys"), ("Q", "quit")]
        return "  ".join(f"{key} {self.say(f'key.{name}')}" for key, name in keys)
