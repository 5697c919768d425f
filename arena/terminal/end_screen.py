"""After the game: the scores and their parts, how they went, the costliest decisions, the record."""

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

from arena.analysis import DEFAULT_SEED
from arena.terminal import app as application
from arena.terminal.coach import REVIEW_SIMS, Costly, Review, points_lost
from arena.terminal.game_session import GameSession
from arena.terminal.lang import catalogue_of
from arena.terminal.palette import SEATS, Canvas, fit, wrap
from arena.terminal.table import Table
from arena.terminal.table_view import Answered
from arena.terminal.thinker import Thinker

SCALE = 9  # columns of the chart's scale
NAMES = 12  # columns of the players' names
FRAME = 4  # columns beside the text: margins and a scroll bar


class EndScreen(Screen[None]):
    """Shows the result at once; the coach's review comes in as it is thought out."""

    def __init__(self, session: GameSession, options: application.Options, path: Path | None) -> None:
        super().__init__()
        self.session = session
        self.options = options
        self.path = path
        self.say = catalogue_of(session.game, options.language)
        self.table = session.face.table(session, self.say)
        human = next((seat for seat in range(session.game.n_seats) if session.is_human(seat)), None)
        self.review = None if human is None else Review(session, human)
        self._coach = Thinker(session.game, session.seed, self._post)
        self._standing = standing_line(self.table, options, path)

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
        sims = self.options.sims or REVIEW_SIMS
        played = self.session.moves[number]
        self._coach.judge(state, state.legal(), played, number, sims=sims, explains=False, seed=DEFAULT_SEED)

    def on_answered(self, event: Answered) -> None:
        if self.review is not None:
            advice = event.answer.advice
            self.review.add(None if advice is None else advice.verdict)
            self.redraw()
            self._ask_next()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        say, canvas = self.say, cast(application.TerminalApp, self.app).canvas(self)
        head = canvas.palette.head
        title = f" {self.table.title} · {say('end.title')} · {winner_line(self.table)}"
        self.query_one("#title", Static).update(Text(title))
        self.query_one("#scores", Static).update(self._scores(head, canvas.width - FRAME))
        self.query_one("#chart", Static).update(self._chart(canvas))
        self.query_one("#costly", Static).update(wrap(self._costly(head), canvas.width - FRAME))
        self.query_one("#keys", Static).update(Text(" " + say("end.keys")))

    def _scores(self, head: str, room: int) -> Text:
        table, say = self.table, self.say
        rows = [table.score_parts(seat) for seat in range(self.session.game.n_seats)]
        names = [name.capitalize() for name, _ in rows[0]]
        widths = [max(9, cell_len(name) + 1) for name in names]
        if NAMES + sum(widths) > room:  # many parts: close together, and the longest names cut
            widths = [max(6, cell_len(name) + 1) for name in names]
        while NAMES + sum(widths) > room:
            widths[widths.index(max(widths))] -= 1
        text = Text(no_wrap=True)
        text.append(fit("", NAMES), head)
        for name, width in zip(names, widths, strict=True):
            text.append(fit(name, width, right=True), head)
        for seat, row in enumerate(rows):
            text.append("\n").append(str(seat + 1), SEATS[seat]).append(f" {fit(table.names[seat], 10)}")
            for k, ((_, value), width) in enumerate(zip(row, widths, strict=True)):
                text.append(fit(say.number(value), width, right=True), "bold" if k == len(row) - 1 else "")
        return text

    def _chart(self, canvas: Canvas) -> Text:
        """How the scores went, one column per part of the game, each player at a height; numbers are the players."""
        say, course = self.say, self.table.course()
        n_levels, widest = (max(18, canvas.height - 27), 14) if canvas.is_big else (4, 9)
        column = min(widest, (canvas.width - SCALE - FRAME) // len(course))
        text = Text(f"{say('end.chart')}\n", canvas.palette.head, no_wrap=True)
        low, top = min(min(row) for _, row in course), max(max(row) for _, row in course)
        reach = max(top - low, 1)
        for level in range(n_levels, -1, -1):
            text.append(fit(say.number(round(low + reach * level / n_levels)), SCALE - 2, right=True) + " ┤")
            for _, row in course:
                seats = [seat for seat, score in enumerate(row) if round((score - low) * n_levels / reach) == level]
                text.append(" " * (column - len(seats)))
                for seat in seats:
                    text.append(str(seat + 1), SEATS[seat])
            text.append("\n")
        return text.append(" " * SCALE + "".join(fit(label, column, right=True) for label, _ in course))

    def _costly(self, head: str) -> Text:
        say = self.say
        text = Text("")
        if self.review is not None:
            text.append(f"{say('end.costly')}\n", head)
            if self.review.next_number is not None:
                text.append(say("end.reviewing", done=self.review.n_done, n=len(self.review.numbers)) + "\n")
            for line in costly_lines(self.table, self.review):
                text.append(f"{line}\n")
        if self.path is not None:
            text.append(say("end.record", path=self.path) + "\n")
        if self._standing:
            text.append(self._standing, head)
        return text

    # -- keys ----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if event.key == "f2":
            from arena.terminal.setup_screen import SetupScreen

            self.app.push_screen(SetupScreen(self.options))
        elif event.key == "f4":
            cast(application.TerminalApp, self.app).show_library()
        elif event.character == "r":
            self._replay()
        elif event.character == "Q" or event.key == "escape":
            cast(application.TerminalApp, self.app).action_leave()

    def _replay(self) -> None:
        """The game from its start, with everything that was hidden; Escape leads back here."""
        from arena.terminal.replay_screen import ReplayScreen, replay_of

        if self.path is not None:
            self.app.push_screen(replay_of(self.path, 1, 0, self.options))
            return
        whole = self.session.before(len(self.session.moves))
        whole.shows_all = True
        self.app.push_screen(ReplayScreen(whole, self.options))


def winner_line(table: Table) -> str:
    """How the game ended: who won, or how well a game for one went."""
    session, say = table.session, table.say
    own = table.verdict()
    if own:
        return own
    shares = session.state.result()
    if len(shares) == 1:
        score = say.number(session.state.scores()[0])
        return say("end.solo_you" if session.is_human(0) else "end.solo", score=score, share=say.percent(shares[0]))
    winners = session.state.winners()
    names = [table.names[seat] for seat in winners]
    if len(names) == 1:
        if session.is_human(winners[0]) and session.n_humans == 1:
            return say("end.winner_you")
        return say("end.winner", name=names[0])
    return say("end.winners", names=say.listing(names))


def standing_line(table: Table, options: application.Options, path: Path | None) -> str:
    """The person's rating with this game, and the level that fits it; "": the game is not kept, or for one seat."""
    from arena.terminal.library import played
    from arena.terminal.library_screen import tell_standing
    from arena.terminal.standing import fitting_level, standing_in

    session, say = table.session, table.say
    if path is None or options.folder is None or session.n_humans != 1 or session.game.n_seats == 1:
        return ""
    games = played(options.folder)
    standing = standing_in(session.game.name, games)
    told = tell_standing(say, standing)
    if standing.elo is None:
        return told
    return f"{told} {say('library.fits', n=fitting_level(session.game.name, games))}"


def costly_lines(table: Table, review: Review) -> list[str]:
    """What a review has found so far; in the end that there is nothing, or what it could not judge."""
    lines = [costly_line(table, costly) for costly in review.worst()]
    if review.next_number is None:
        if review.n_failed:
            lines.append(table.say("end.unjudged", n=review.n_failed))
        elif not review.found:
            lines.append(table.say("end.costly_none"))
    return lines


def costly_line(table: Table, costly: Costly) -> str:
    """A decision that cost something, and what the bot would have done."""
    say, session = table.say, table.session
    is_chance = session.game.n_seats > 1
    loss = points_lost(costly.loss) if is_chance else round(costly.score_loss)
    stage = say.lead(table.stage(costly.number))  # some moves are told with their stage: it is named once
    played, best = (table.words(move, costly.number) for move in (session.moves[costly.number], costly.best))
    return say(
        "end.costly_line",
        moment=table.moment(costly.number),
        played=played.removeprefix(stage),
        best=best.removeprefix(stage),
        loss=say("end.points" if is_chance else "end.score_loss", n=loss),
    )
