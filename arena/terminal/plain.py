"""`boomtown play --plain`: the same game with text prompts and numbered choices, on any stream.

For pipes, screen readers and slow links: no cursor movements, one choice per line. End of input saves the game.
"""

from __future__ import annotations

import queue
from collections.abc import Sequence
from typing import Any, TextIO

from arena.terminal import app as application
from arena.terminal.chooser import END, Chooser, Step, Words, carry_out
from arena.terminal.coach import EVALUATION_TIME, HINT_TIME, REVIEW_TIME, Review, advise, tell_hint
from arena.terminal.drawing import span, wealth_ranges
from arena.terminal.game_session import GameSession
from arena.terminal.score import Score, score_of, wealth_by_round
from arena.terminal.teller import Teller
from arena.terminal.thinker import STRONGEST, Thinker
from arena.terminal.worker import Answer
from engine import Stream
from engine.errors import BoomtownError
from engine.planet_steam.notation import RESOURCES

UNFINISHED = 3  # exit code of a game that is saved and goes on later
MAX_SHOWN = 40  # characters of a wrong input that are repeated


class _Leave(Exception):
    """The player goes; the game is saved."""


class PlainGame:
    """Plays one session on two streams. `run` returns the exit code."""

    def __init__(self, session: GameSession, options: application.Options, source: TextIO, sink: TextIO) -> None:
        self.session = session
        self.options = options
        self.teller = Teller(session, application.catalogue_for(session, options))
        self.say = self.teller.say
        self._source = source
        self._sink = sink
        self._answers: queue.Queue[Answer] = queue.Queue()
        self._thinker = Thinker(session.game, session.seed, self._answers.put)
        self._coach = Thinker(session.game, session.seed, self._answers.put)
        self._n_told = len(session.moves)
        self.evaluates = False

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
        legal = session.state.legal()
        if session.is_forced:
            session.play(legal[0])
        elif session.is_humans_turn:
            self._decide()
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
        )
        answer = self._answers.get()
        if answer.move in legal:
            return int(answer.move or 0)
        self._write(self.say("error.bot", name=self.teller.names[seat], reason=answer.error or "?"))
        return int(Stream(session.seed, "stand-in", len(session.moves)).choice(legal))

    def _tell_new(self) -> None:
        """What happened since the last look."""
        for number in range(self._n_told, len(self.session.moves)):
            for seat, line in self.teller.tell(number):
                self._write(self.say.lead(self.teller.names[seat]) + line if seat >= 0 else f"* {line}")
        self._n_told = len(self.session.moves)

    # -- the person ----------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """One decision of the person; returns when something has been played or taken back."""
        if self.evaluates:
            self._evaluate()
        n_moves = len(self.session.moves)
        chooser = Chooser(self.session)
        self._write()
        lead = self.say.lead(self.teller.names[self.session.viewer])
        self._write(f"[{self.teller.phase()}] {lead}{self.teller.prompt()}")
        self._write(self._summary())
        while len(self.session.moves) == n_moves:
            words = self._choose(chooser)
            if words is None:
                return  # a command changed the position
            try:
                carry_out(self.session, chooser, words)
            except BoomtownError as error:
                self._write(str(error))
            if words[0] in ("power", "power-all"):
                return

    def _choose(self, chooser: Chooser) -> Words | None:
        """Walks through the steps to a whole move; None after a take-back."""
        chooser.prefix = chooser.base
        while True:
            step = chooser.step
            found = self._ask_number(step) if step.is_number else self._ask_listed(chooser, step)
            if found is None:
                return None
            if found == ():  # back
                chooser.press("escape")
                continue
            if found[0] == "typed":
                return tuple(found[1:])
            word = found[1]
            words = chooser.with_word(word)
            if words in chooser.moves and (word is END or chooser.is_complete(words)):
                return words
            chooser.prefix = words

    def _ask_listed(self, chooser: Chooser, step: Step) -> Sequence[Any] | None:
        """Numbered options, one per line, each with what it costs and yields."""
        lines = []
        for word in step.words:
            words = chooser.with_word(word)
            label = self.teller.option(step.kind, word)
            if words in chooser.moves and (word is END or chooser.is_complete(words)):
                label = self.say.lead(label) + self.teller.preview(chooser.moves[words])
            lines.append(label)
        is_base = chooser.prefix == chooser.base
        if not is_base:
            lines.append(self.say("plain.back"))
        if step.kind != "action":
            self._write(self.teller.ask(step.kind, [word for word in step.words if word is not END], step.prefix))
        while True:
            for index, label in enumerate(lines, 1):
                self._write(f"{index}. {label}")
            given = self._read(self.say("plain.choose"))
            done = self._command(given)
            if done is not None:
                if done == "again":
                    continue
                return None
            if given.isdecimal() and given.isascii() and 1 <= int(given[:6]) <= len(lines) and len(given) <= 6:
                index = int(given) - 1
                return () if index == len(step.words) else ("word", step.words[index])
            typed = self._typed(given)
            if typed is not None:
                return typed
            self._write(self.say("plain.bad_choice", given=_cut(given), n=len(lines)))

    def _ask_number(self, step: Step) -> Sequence[Any] | None:
        low, high = min(step.words), max(step.words)
        while True:
            given = self._read(self.say("plain.amount", low=low, high=high))
            if not given:
                return ()
            done = self._command(given)
            if done is not None:
                if done == "again":
                    continue
                return None
            digits = given.lstrip("-")
            if digits.isdecimal() and digits.isascii() and len(given) <= 6 and int(given) in step.words:
                return ("word", int(given))
            typed = self._typed(given)
            if typed is not None:
                return typed
            self._write(self.say("plain.bad_amount", given=_cut(given), low=low, high=high))

    def _typed(self, given: str) -> Sequence[Any] | None:
        """A move in record notation, if that is what was typed."""
        game = self.session.game
        if " " not in given and given not in ("pass", "skip", "done", "extract"):
            return None
        try:
            move = game.move(given[:200])
        except BoomtownError:
            return None
        if move not in self.session.state.legal():
            return None
        return ("typed", *game.words(move))

    def _command(self, given: str) -> str | None:
        """Handles a command: "again" asks again, "changed" after a take-back, None for what is no command."""
        if given == "?":
            self._write(self.teller.explain())
        elif given == "h":
            for line in self._hint():
                self._write(line)
        elif given == "a":
            self.evaluates = not self.evaluates
            self._write(self.say("plain.evaluation_on" if self.evaluates else "plain.evaluation_off"))
            if self.evaluates:
                self._evaluate()
        elif given == "u":
            return self._undo()
        elif given == "b":
            self._write(self.board())
        elif given == "l":
            for number in range(max(0, len(self.session.moves) - 30), len(self.session.moves)):
                for seat, line in self.teller.tell(number):
                    self._write(self.say.lead(self.teller.names[seat]) + line if seat >= 0 else f"* {line}")
        elif given == "q":
            raise _Leave
        else:
            return None
        return "again"

    def _undo(self) -> str:
        if not self.session.undo():
            self._write(self.say("plain.nothing_to_undo"))
            return "again"
        self._thinker.forget()
        self._n_told = len(self.session.moves)
        self._write(self.say("plain.undone"))
        return "changed"

    # -- looking -------------------------------------------------------------------------------------------------------

    def _summary(self) -> str:
        """What the player has, and the terminal, in two lines."""
        session, teller, view = self.session, self.teller, self.session.view
        seat = session.viewer
        goods = ", ".join(
            f"{n}/{teller.capacity(name, size)} {teller.resource(name)}"
            for name, n, size in zip(RESOURCES, view["goods"][seat], view["carriers"][seat], strict=True)
        )
        prices = ", ".join(
            f"{teller.resource(name)} {view['price'][r]} ({view['supply'][r]}, "
            f"{self.say.signed(teller.supply_change(r, view['supply'][r]))})"
            for r, name in enumerate(RESOURCES)
        )
        money = self.say("count.credits", n=view["credits"][seat])
        lead = self.say.lead(f"{self.say('ui.price')} ({self.say('ui.supply')})")
        return f"{money}, {goods}\n{lead}{prices}"

    def board(self) -> str:
        """The whole table, line by line."""
        session, teller, say, view = self.session, self.teller, self.say, self.session.view
        lines = [f"{say('ui.round', n=view['round'], rounds=teller.board['rounds'])}, {teller.phase()}"]
        for seat, (low, high) in enumerate(wealth_ranges(session)):
            owned = [self._zone(zone) for zone, owner in view["zones"].items() if owner == seat]
            number = view["specialist"][seat]
            parts = [
                f"{say('ui.credits')} {span(teller, view['credits_low'][seat], view['credits_high'][seat])}",
                " ".join(
                    f"{teller.say(f'abbr.{name}')} {n}/{teller.capacity(name, size)}"
                    for name, n, size in zip(RESOURCES, view["goods"][seat], view["carriers"][seat], strict=True)
                ),
                say("count.licenses", n=view["licenses"][seat]),
                say("count.quarters", n=view["quarters"][seat]),
                f"{say('ui.card')} {number} {teller.card(number)}" if number else f"{say('ui.card')} –",
                f"{say('ui.wealth')} {span(teller, low, high)}",
                say.lead(say("count.zones", n=len(owned))) + " ".join(owned),
            ]
            lines.append(f"{seat + 1} {say.lead(teller.names[seat])}{', '.join(parts)}")
        for sign, name in ((".", "·"), ("n", "n"), ("x", "×")):
            zones = [zone for zone, owner in view["zones"].items() if owner == sign]
            if zones:
                lines.append(f"{name} {' '.join(zones)}")
        price = teller.tank_price(view["market"])
        lines.append(say("ui.market", n=view["market"], price=price) if price else say("ui.market_empty"))
        lines.append(say("ui.airship", n=view["airship"]) if view["airship"] else say("ui.airship_none"))
        return "\n".join(lines)

    def _zone(self, zone: str) -> str:
        tank = self.session.view["tanks"].get(zone)
        if tank is None:
            return zone
        made = self.say(f"abbr.{tank[0] or 'water'}")
        return f"{zone}({made}{'+' if tank[1] else ''}{'!' if tank[2] else ''})"

    # -- the coach -----------------------------------------------------------------------------------------------------

    def _ask_coach(self, number: int, seat: int, seconds: float) -> Answer:
        state = self.session.states[number]
        self._coach.ask(
            self.options.coach or STRONGEST,
            state.observe(seat),
            state.legal(),
            number,
            time=None if self.options.sims is not None else seconds,
            sims=self.options.sims,
            is_fresh=True,
        )
        return self._answers.get()

    def _hint(self) -> list[str]:
        answer = self._ask_coach(len(self.session.moves), self.session.viewer, HINT_TIME)
        if answer.move is None:
            return [self.say("coach.failed", reason=answer.error or "?")]
        hint = advise(self.session, answer.move, answer.analysis)
        return tell_hint(self.teller, hint, self.options.coach or STRONGEST)

    def _evaluate(self) -> None:
        answer = self._ask_coach(len(self.session.moves), self.session.viewer, EVALUATION_TIME)
        now = advise(self.session, answer.move, answer.analysis).now if answer.move is not None else None
        if now is not None:
            self._write(self.say.lead(self.say("ui.evaluation")) + self.say.percent(now))

    # -- the end -------------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        from arena.terminal.end_screen import costly_line, winner_line

        session, teller, say = self.session, self.teller, self.say
        path = session.finish()
        self._write()
        self._write(say.lead(say("end.title")) + winner_line(session, teller))
        for seat in range(session.game.n_seats):
            score = score_of(session, seat)
            parts = ", ".join(f"{say(f'end.{key}')} {getattr(score, key)}" for key in Score._fields)
            self._write(f"{seat + 1} {say.lead(teller.names[seat])}{parts}")
        self._write(say.lead(say("end.chart")).rstrip())
        for number, row in enumerate(wealth_by_round(session)):
            self._write(say.lead(str(number)) + ", ".join(map(str, row)))
        if path is not None:
            self._write(say("end.record", path=path))
        human = next((seat for seat in range(session.game.n_seats) if session.is_human(seat)), None)
        if human is None:
            return
        review = Review(session, human)
        while review.next_number is not None:
            answer = self._ask_coach(review.next_number, human, REVIEW_TIME)
            review.add(answer.move, answer.analysis)
        self._write(say.lead(say("end.costly")).rstrip())
        for costly in review.worst():
            self._write(costly_line(session, teller, costly))
        if not review.found:
            self._write(say("end.costly_none"))


def _cut(given: str) -> str:
    """A wrong input as it is repeated: short, and on one line."""
    text = "".join(character if character.isprintable() else "?" for character in given[: MAX_SHOWN + 1])
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
