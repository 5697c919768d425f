"""After the game: final wealth as the rules score it, wealth by round, the costliest decisions, the record."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from arena.terminal import app as application
from arena.terminal.coach import REVIEW_TIME, Costly, Review
from arena.terminal.drawing import SEATS, fit, wrap
from arena.terminal.game_session import GameSession
from arena.terminal.score import Score, score_of, wealth_by_round
from arena.terminal.table_screen import Answered
from arena.terminal.teller import Teller
from arena.terminal.thinker import STRONGEST, Thinker

SCALE = 9  # columns of the chart's scale
FRAME = 4  # columns beside the text: margins and a scroll bar


class EndScreen(Screen[None]):
    """Shows the result at once; the coach's review comes in as it is thought out."""

    def __init__(self, session: GameSession, options: application.Options, path: Path | None) -> None:
        super().__init__()
        self.session = session
        self.options = options
        self.path = path
        self.teller = Teller(session, application.catalogue_for(session, options))
        self.say = self.teller.say
        human = next((seat for seat in range(session.game.n_seats) if session.is_human(seat)), None)
        self.review = None if human is None else Review(session, human)
        self._coach = Thinker(session.game, session.seed, self._post)

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with VerticalScroll(id="end"):
            yield Static(id="scores")
            yield Static(id="chart")
            yield Static(id="costly")
        yield Static(id="keys")

    def _post(self, answer: object) -> None:
        if self.is_running:
            from arena.terminal.worker import Answer

            self.post_message(Answered(cast(Answer, answer), True))

    def on_mount(self) -> None:
        self.redraw()
        self._ask_next()

    def on_resize(self) -> None:
        self.redraw()

    def close_game(self) -> None:
        self._coach.stop()
        self.session.close()

    # -- the review ----------------------------------------------------------------------------------------------------

    def _ask_next(self) -> None:
        number = self.review.next_number if self.review is not None else None
        if self.review is None or number is None:
            self._coach.stop()
            return
        state = self.session.states[number]
        self._coach.ask(
            self.options.coach or STRONGEST,
            state.observe(self.review.seat),
            state.legal(),
            number,
            time=None if self.options.sims is not None else REVIEW_TIME,
            sims=self.options.sims,
            is_fresh=True,
        )

    def on_answered(self, event: Answered) -> None:
        if self.review is not None:
            self.review.add(event.answer.move, event.answer.analysis)
            self.redraw()
            self._ask_next()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        say, palette = self.say, cast(application.TerminalApp, self.app).palette
        self.query_one("#title", Static).update(Text(f" {say('ui.title')} · {say('end.title')} · {self.winner_line()}"))
        self.query_one("#scores", Static).update(self._scores(palette.head))
        self.query_one("#chart", Static).update(self._chart(palette.head))
        costly = wrap(self._costly(palette.head), self.size.width - FRAME)
        self.query_one("#costly", Static).update(costly)
        self.query_one("#keys", Static).update(Text(" " + say("end.keys")))

    def winner_line(self) -> str:
        return winner_line(self.session, self.teller)

    def _scores(self, head: str) -> Text:
        say = self.say
        heads = {key: say(f"end.{key}").capitalize() for key in Score._fields}
        widths = {key: max(9, cell_len(name) + 1) for key, name in heads.items()}
        text = Text(no_wrap=True)
        text.append(fit("", 12), head)
        for key, name in heads.items():
            text.append(fit(name, widths[key], right=True), head)
        for seat in range(self.session.game.n_seats):
            score = score_of(self.session, seat)
            text.append("\n").append(str(seat + 1), SEATS[seat]).append(f" {fit(self.teller.names[seat], 10)}")
            for key, width in widths.items():
                style = "bold" if key == "total" else ""
                text.append(fit(say.number(getattr(score, key)), width, right=True), style)
        return text

    def _chart(self, head: str) -> Text:
        """Wealth by round, one column per round, each player at a height; numbers are the players."""
        say, table = self.say, wealth_by_round(self.session)
        is_big = self.size.width >= application.BIG_WIDTH and self.size.height >= application.BIG_HEIGHT
        n_levels, widest = (18, 14) if is_big else (4, 9)
        column = min(widest, (self.size.width - SCALE - FRAME) // len(table))
        text = Text(f"{say('end.chart')}\n", head, no_wrap=True)
        low, top = min(map(min, table)), max(map(max, table))
        reach = max(top - low, 1)
        for level in range(n_levels, -1, -1):
            text.append(fit(say.number(round(low + reach * level / n_levels)), SCALE - 2, right=True) + " ┤")
            for row in table:
                seats = [seat for seat, wealth in enumerate(row) if round((wealth - low) * n_levels / reach) == level]
                text.append(" " * (column - len(seats)))
                for seat in seats:
                    text.append(str(seat + 1), SEATS[seat])
            text.append("\n")
        numbers = [say("replay.start"), *map(str, range(1, len(table)))]
        return text.append(" " * SCALE + "".join(fit(number, column, right=True) for number in numbers))

    def _costly(self, head: str) -> Text:
        say = self.say
        text = Text("")
        if self.review is not None:
            text.append(f"{say('end.costly')}\n", head)
            if self.review.next_number is not None:
                text.append(say("end.reviewing", done=self.review.n_done, n=len(self.review.numbers)) + "\n")
            elif not self.review.found:
                text.append(say("end.costly_none") + "\n")
            for costly in self.review.worst():
                text.append(f"{costly_line(self.session, self.teller, costly)}\n")
        if self.path is not None:
            text.append(say("end.record", path=self.path) + "\n")
            text.append(say("end.record_replay", path=self.path))
        return text

    # -- keys ----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if event.key == "f2":
            from arena.terminal.setup_screen import SetupScreen

            self.app.push_screen(SetupScreen(self.options))
        elif event.character == "Q" or event.key == "escape":
            cast(application.TerminalApp, self.app).action_leave()


def winner_line(session: GameSession, teller: Teller) -> str:
    winners = [seat for seat, share in enumerate(session.state.result()) if share > 0]
    names = [teller.names[seat] for seat in winners]
    if len(names) == 1:
        if session.is_human(winners[0]) and session.n_humans == 1:
            return teller.say("end.winner_you")
        return teller.say("end.winner", name=names[0])
    return teller.say("end.winners", names=teller.say.listing(names))


def costly_line(session: GameSession, teller: Teller, costly: Costly) -> str:
    """A decision that cost something, and what the bot would have done."""
    say, game, state = teller.say, session.game, session.states[costly.number]
    traded = teller.traded(costly.number)
    loss = round(100 * costly.loss) if costly.is_chance else round(costly.loss)
    text = say("end.points", n=loss) if costly.is_chance else f"−{say('count.credits', n=loss)}"
    return say(
        "end.costly_line",
        round=state.snapshot()["round"],
        phase=teller.phase(game.phase(state)),
        played=teller.move(game.words(session.moves[costly.number]), traded),
        best=teller.move(game.words(costly.best), traded),
        loss=text,
    )
