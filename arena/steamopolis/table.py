"""Steamopolis as people see it: the table that the application, plain mode and the coach show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from rich.text import Text

from arena.steamopolis import decision
from arena.steamopolis.drawing import CityShape, draw_airship, draw_city, draw_past, draw_players
from arena.steamopolis.log import tell
from arena.steamopolis.plain import describe, summarize
from arena.steamopolis.previews import Previews
from arena.steamopolis.score import points_by_source
from arena.steamopolis.teller import Teller
from arena.steamopolis.text import steamopolis
from arena.terminal.game_session import GameSession
from arena.terminal.lang import Catalogue
from arena.terminal.palette import Canvas
from arena.terminal.steps import Kind, Marks, Offer, Path, Step
from arena.terminal.table import Table
from arena.wording import capitalized
from engine import State

MAX_ROUNDS = 12  # that the chart of the end names


class SteamopolisTable(Table):
    """One session of Steamopolis in one language."""

    home = "1L"

    def __init__(self, session: GameSession, say: Catalogue) -> None:
        super().__init__(session, say)
        self.places = decision.places(session.game.n_seats)
        self.teller = Teller(session, say, self.names)
        self._previews = Previews(self.teller)

    @property
    def hides(self) -> bool:
        """A face that only some have peeked at (rules 6)."""
        down = self.session.state.snapshot()["down"]
        n_seats = self.session.game.n_seats
        return any(name and len(seen) < n_seats for tiles in down.values() for _, _, name, seen in tiles)

    # -- the position --------------------------------------------------------------------------------------------------

    def _state(self, number: int | None) -> State:
        return self.session.state if number is None else self.session.states[number]

    def section(self, number: int | None = None) -> str:
        now = self._state(number).snapshot()
        if not now["round"]:
            return self.say("ui.setup")
        if now["final"]:
            return self.say("ui.final_round")
        return self.say("ui.last_round" if now["ending"] else "ui.round", n=now["round"])

    def stage(self, number: int | None = None) -> str:
        return self.teller.phase(self.session.game.phase(self._state(number)))

    def section_starts(self) -> list[int]:
        rounds = [state.snapshot()["round"] for state in self.session.states]
        return [k for k in range(len(rounds)) if k == 0 or rounds[k] != rounds[k - 1]]

    def _shape(self, canvas: Canvas) -> CityShape:
        return CityShape(self.session.game.n_seats, canvas)

    def board(self, canvas: Canvas, marks: Marks | None = None) -> Text:
        return draw_city(self.teller, self._shape(canvas), marks, canvas.palette)

    def board_width(self, canvas: Canvas) -> int:
        return self._shape(canvas).width

    def place_at(self, canvas: Canvas, x: int, y: int) -> str | None:
        return self._shape(canvas).place_at(x, y)

    def side(self, canvas: Canvas, width: int) -> Text:
        return draw_airship(self.teller, width - 1, canvas)

    def players(self, canvas: Canvas) -> Text:
        return draw_players(self.teller, canvas)

    def past(self, canvas: Canvas, room: int) -> Text:
        return draw_past(self.teller, [*self.course()[:-1], ("►", self.session.state.scores())], canvas, room)

    # -- a decision ----------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        return self.teller.prompt()

    def offers(self) -> list[Offer]:
        return decision.offers(self.session)

    def kind(self, path: Path) -> Kind:
        return decision.kind_after(path)

    def keys(self, kind: Kind, words: Sequence[Any]) -> tuple[str, ...]:
        return decision.keys_of(kind, words, self.teller.board["meta"]["gauge"])

    def ask(self, step: Step) -> str:
        return self.teller.ask(step)

    def option(self, step: Step, word: Any) -> str:
        return self.teller.option(step, word)

    def neighbour(self, place: str, key: str) -> str:
        return decision.neighbour(place, key, self.session.game.n_seats)

    def distance(self, one: str, other: str) -> int:
        return decision.distance(one, other)

    def preview(self, offer: Offer) -> str:
        return self._previews.preview(offer)

    # -- words ---------------------------------------------------------------------------------------------------------

    def words(self, move: int, number: int | None = None) -> str:
        state = self._state(number)
        words = self.session.game.words(move)
        if state.mover is not None and state.mover < 0:
            return self.teller.drawn(words)
        return self.teller.move(words, state)

    def offer_words(self, offer: Offer) -> str:
        return self.teller.move(self.session.game.words(offer.moves[0]), self.session.state, "brief")

    def explain(self) -> str:
        return self.teller.explain()

    def goal(self) -> str:
        return self.say("goal.short")

    def explain_fully(self) -> str:
        """With what the districts, tiles and machines in question do, in words."""
        return "\n".join([self.explain(), "", *describe(self.teller)])

    def signs(self) -> str:
        return self.say("help.signs")

    def tell(self, number: int) -> list[tuple[int, str]]:
        return tell(self.teller, number)

    # -- plain mode ----------------------------------------------------------------------------------------------------

    def summary(self) -> str:
        return "\n".join(summarize(self.teller))

    def description(self) -> str:
        return "\n".join([f"{self.section()}, {self.stage()}", *describe(self.teller)])

    # -- the end and the coach -----------------------------------------------------------------------------------------

    def verdict(self) -> str:
        return self.teller.verdict()

    def score_parts(self, seat: int) -> list[tuple[str, float]]:
        """Where the points came from, as far as anybody has any from there."""
        found = self._sources
        parts = [
            (self.say(f"end.{name}"), float(n)) for name, n in found[seat].items() if any(row[name] for row in found)
        ]
        return [*parts, (capitalized(self.say("end.total")), self.session.state.scores()[seat])]

    @cached_property
    def _sources(self) -> list[dict[str, int]]:
        session = self.session
        return points_by_source(steamopolis(session.game), session.states, session.moves)

    def course(self) -> list[tuple[str, list[float]]]:
        starts = [k for k in self.section_starts() if self.session.states[k].snapshot()["round"]]
        step = max(1, -(-len(starts) // MAX_ROUNDS))
        states = [self.session.states[k] for k in starts[::step]]
        rows = [(str(state.snapshot()["round"]), state.scores()) for state in states]
        return [*rows, (self.say("replay.end"), self.session.state.scores())]
