"""`boomtown play --plain`: the same game with text prompts and numbered choices, on any stream.

For pipes, screen readers and slow links: no cursor movements, one choice per line. End of input saves the game.
"""

from __future__ import annotations

import queue
from typing import Any, TextIO

from arena.analysis import DEFAULT_SEED
from arena.terminal import app as application
from arena.terminal.chooser import Chooser
from arena.terminal.coach import (
    BLUNDER,
    EVALUATION_SIMS,
    HINT_SIMS,
    REVIEW_SIMS,
    Review,
    points_lost,
    tell_hint,
    tell_why,
)
from arena.terminal.game_session import GameSession
from arena.terminal.lang import catalogue_of
from arena.terminal.steps import ACTION, Offer, Step
from arena.terminal.thinker import Thinker
from arena.terminal.worker import Answer
from engine import Stream
from engine.errors import BoomtownError

UNFINISHED = 3  # exit code of a game that is saved and goes on later
MAX_SHOWN = 40  # characters of a wrong input that are repeated


class _Leave(Exception):
    """The player goes; the game is saved."""


class _Changed(Exception):
    """A command changed the position: what was being asked is no longer the question."""


BACK: Any = object()  # the answer that goes a step back


class PlainGame:
    """Plays one session on two streams. `run` returns the exit code."""

    def __init__(self, session: GameSession, options: application.Options, source: TextIO, sink: TextIO) -> None:
        self.session = session
        self.options = options
        self.say = catalogue_of(session.game, options.language)
        self.table = session.face.table(session, self.say)
        self._source = source
        self._sink = sink
        self._answers: queue.Queue[Answer] = queue.Queue()
        self._thinker = Thinker(session.game, session.seed, self._answers.put)
        self._coach = Thinker(session.game, session.seed, self._answers.put)
        self._n_told = len(session.moves)
        self.evaluates = False
        self._warned_of: Offer | None = None  # the coach spoke against it: chosen again it is played

    def run(self) -> int:
        try:
            self._write(self.say("plain.commands"))
            while not self.session.is_over:
                self._tell_new()
                self._next_move()
            self._tell_new()
            self._finish()
            return 0
        except (_Leave, KeyboardInterrupt):
            if self.session.journal is not None:
                self._write(self.say("plain.saved", path=self.session.journal.path))
                self._write(self.say("plain.resume"))
            return UNFINISHED
        finally:
            self._thinker.stop()
            self._coach.stop()
            self.session.close()

    def _write(self, text: str = "") -> None:
        self._sink.write(text + "\n")
        self._sink.flush()

    def _read(self, prompt: str) -> str:
        self._write(prompt)
        try:
            line = self._source.readline()
        except UnicodeDecodeError:
            return "\ufffd"
        if not line:
            raise _Leave
        return line.strip()

    # -- the course of the game ----------------------------------------------------------------------------------------

    def _next_move(self) -> None:
        session = self.session
        legal = session.legal
        if session.is_forced:
            session.play(legal[0])
        elif session.is_humans_turn:
            ordered = self.table.proxy()
            if ordered is None:
                self._decide()
            else:
                session.play(ordered, by_order=True)
        else:
            session.play(self._bots_move(legal))

    def _bots_move(self, legal: list[int]) -> int:
        session, seat = self.session, self.session.mover or 0
        self._thinker.ask(
            session.seats[seat],
            session.state.observe(seat),
            legal,
            len(session.moves),
            time=self.options.bot_time,
            sims=self.options.sims,
            jumps=True,
            past=session.witnessed,
        )
        answer = self._answers.get()
        if answer.move in legal:
            return int(answer.move or 0)
        self._write(self.say("error.bot", name=self.table.names[seat], reason=answer.error or "?"))
        return int(Stream(session.seed, "stand-in", len(session.moves)).choice(legal))

    def _tell_new(self) -> None:
        """What happened since the last look."""
        self._tell(self._n_told)
        self._n_told = len(self.session.moves)

    def _tell(self, first: int) -> None:
        for number in range(first, len(self.session.moves)):
            for seat, line in self.table.tell(number):
                self._write(self.say.lead(self.table.names[seat]) + line if seat >= 0 else f"* {line}")

    # -- the person ----------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """One decision of the person; returns when something has been played or taken back."""
        if self.options.sims is None:  # with counted simulations the same game comes again, however long a person takes
            self._thinker.ponder(self.session.pondering, len(self.session.moves), self.session.witnessed)
        if self.evaluates:
            self._evaluate()
        chooser, self._warned_of = Chooser(self.table), None
        stage = self.table.stage()
        self._write()
        lead = self.say.lead(self.table.names[self.session.viewer])
        self._write(f"{f'[{stage}] ' if stage else ''}{lead}{self.table.prompt()}")
        self._write(self.table.summary())
        try:
            while True:
                offer = self._choose(chooser)
                if self._is_blunder(offer):
                    continue
                try:
                    self.session.choose(offer)
                    return
                except BoomtownError as error:
                    self._write(str(error))
        except _Changed:
            return

    def _choose(self, chooser: Chooser) -> Offer:
        """Walks through the steps to a whole move."""
        chooser.go(chooser.base)
        while True:
            step = chooser.step
            found = self._ask_number(chooser, step) if step.kind.is_number else self._ask_listed(chooser, step)
            if isinstance(found, Offer):
                return found
            if found is BACK:
                chooser.back()
                continue
            offer = chooser.offer_of(found)
            if offer is not None:
                return offer
            chooser.choose(found)

    def _ask_listed(self, chooser: Chooser, step: Step) -> Any:
        """Numbered options, one per line, each with what it costs and yields. The option chosen, BACK or an offer."""
        lines = []
        for word in step.words:
            label, offer = self.table.option(step, word), chooser.offer_of(word)
            lines.append(label if offer is None else self.say.lead(label) + self.table.preview(offer))
        if chooser.path != chooser.base:
            lines.append(self.say("plain.back"))
        if step.kind is not ACTION and self.table.ask(step):
            self._write(self.table.ask(step))
        while True:
            for index, label in enumerate(lines, 1):
                self._write(f"{index}. {label}")
            given = self._read(self.say("plain.choose"))
            if self._is_command(given) or self._asks_why(given, chooser, step):
                continue
            if given.isdecimal() and given.isascii() and len(given) <= 6 and 1 <= int(given) <= len(lines):
                index = int(given) - 1
                return BACK if index == len(step.words) else step.words[index]
            typed = self._typed(given)
            if typed is not None:
                return typed
            self._write(self.say("plain.bad_choice", given=_cut(given), n=len(lines)))

    def _ask_number(self, chooser: Chooser, step: Step) -> Any:
        """The number typed, BACK or an offer."""
        low, high = min(step.values), max(step.values)
        while True:
            given = self._read(self.say("plain.amount", low=low, high=high))
            if not given:
                return BACK
            if self._is_command(given) or self._asks_why(given, chooser, step):
                continue
            digits = given.lstrip("-")
            if digits.isdecimal() and digits.isascii() and len(given) <= 6 and int(given) in step.words:
                return int(given)
            typed = self._typed(given)
            if typed is not None:
                return typed
            self._write(self.say("plain.bad_amount", given=_cut(given), low=low, high=high))

    def _typed(self, given: str) -> Offer | None:
        """A move in record notation, if that is what was typed."""
        if not given or given.isdecimal():
            return None
        try:
            move = self.session.game.move(given[:200])
        except BoomtownError:
            return None
        return Offer((given,), (move,)) if move in self.session.legal else None

    def _is_command(self, given: str) -> bool:
        """Carries out a command, after which the question is asked again; False for what is none."""
        if given == "?":
            self._write(self.table.explain_fully())
        elif given == "h":
            for line in self._hint():
                self._write(line)
        elif given == "a":
            self.evaluates = not self.evaluates
            self._write(self.say("plain.evaluation_on" if self.evaluates else "plain.evaluation_off"))
            if self.evaluates:
                self._evaluate()
        elif given == "u":
            self._undo()
        elif given == "w":
            self.options.warns = not self.options.warns
            self._write(self.say("warn.on" if self.options.warns else "warn.off"))
        elif given == "b":
            self._write(self.table.description())
        elif given == "l":
            self._tell(max(0, len(self.session.moves) - 30))
        elif given == "q":
            raise _Leave
        else:
            return False
        return True

    def _undo(self) -> None:
        if not self.session.undo():
            self._write(self.say("plain.nothing_to_undo"))
            return
        self._thinker.forget()
        self._n_told = len(self.session.moves)
        self._write(self.say("plain.undone"))
        raise _Changed

    # -- the coach -----------------------------------------------------------------------------------------------------

    def _ask_coach(self, sims: int, move: int | None = None) -> Answer:
        """About the decision in front, or about a move of it, from what the player sees."""
        session = self.session
        n_moves, sims = len(session.moves), self.options.sims or sims
        self._coach.judge(session.recollection, session.legal, move, n_moves, sims=sims)
        return self._answers.get()

    def _asks_why(self, given: str, chooser: Chooser, step: Step) -> bool:
        """`y 3`, `y pass`: why not that option, or that move? False for what is no such question."""
        asked, _, what = given.partition(" ")
        if asked != "y":
            return False
        words = {str(word if step.kind.is_number else k): word for k, word in enumerate(step.words, 1)}
        offer = chooser.offer_of(words[what]) if what in words else self._typed(what)
        if offer is None or len(offer.moves) > 1 or offer.n_back:
            self._write(self.say("plain.why"))
            return True
        answer = self._ask_coach(HINT_SIMS, self.table.risk(offer))
        failed = [self.say("coach.failed", reason=answer.error or "?")]
        for line in failed if answer.advice is None else tell_why(self.table, answer.advice):
            self._write(line)
        return True

    def _is_blunder(self, offer: Offer) -> bool:
        """Whether the coach warns of what was chosen; chosen again it is played."""
        is_single = len(offer.moves) == 1 and not offer.n_back and len(self.session.legal) > 1
        if not self.options.warns or not is_single or offer == self._warned_of:
            return False
        advice = self._ask_coach(HINT_SIMS, self.table.risk(offer)).advice
        if advice is None or advice.verdict.mark != BLUNDER:
            return False
        loss = self.say("end.points", n=points_lost(advice.verdict.cost))
        self._write(f"{self.say('warn.blunder', loss=loss)} {self.say('plain.again')}")
        self._warned_of = offer
        return True

    def _hint(self) -> list[str]:
        answer = self._ask_coach(HINT_SIMS)
        if answer.advice is None:
            return [self.say("coach.failed", reason=answer.error or "?")]
        return tell_hint(self.table, answer.advice, self.session.legal)

    def _evaluate(self) -> None:
        advice = self._ask_coach(EVALUATION_SIMS).advice
        if advice is not None:
            chance = advice.verdict.best.chances[advice.verdict.seat]
            self._write(self.say.lead(self.say("ui.evaluation")) + self.say.percent(chance))

    # -- the end -------------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        from arena.terminal.end_screen import costly_lines, winner_line

        session, table, say = self.session, self.table, self.say
        self._thinker.stop()  # nobody has to ponder any more
        path = session.finish()
        self._write()
        self._write(say.lead(say("end.title")) + winner_line(table))
        for seat in range(session.game.n_seats):
            parts = ", ".join(f"{name} {value:g}" for name, value in table.score_parts(seat))
            self._write(f"{seat + 1} {say.lead(table.names[seat])}{parts}")
        self._write(say.lead(say("end.chart")).rstrip())
        for label, row in table.course():
            self._write(say.lead(label) + ", ".join(f"{score:g}" for score in row))
        if path is not None:
            self._write(say("end.record", path=path))
        human = next((seat for seat in range(session.game.n_seats) if session.is_human(seat)), None)
        if human is None:
            return
        review = Review(session, human)
        if review.numbers:
            self._write(say("end.looking", n=len(review.numbers)))
        while review.next_number is not None:
            number = review.next_number
            state, sims = session.states[number], self.options.sims or REVIEW_SIMS
            played = session.moves[number]
            self._coach.judge(state, state.legal(), played, number, sims=sims, explains=False, seed=DEFAULT_SEED)
            advice = self._answers.get().advice
            review.add(None if advice is None else advice.verdict)
        self._write(say.lead(say("end.costly")).rstrip())
        for line in costly_lines(table, review):
            self._write(line)


def _cut(given: str) -> str:
    """A wrong input as it is repeated: short, and on one line."""
    text = "".join(character if character.isprintable() else "?" for character in given[: MAX_SHOWN + 1])
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
