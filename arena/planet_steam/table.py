"""Planet Steam as people see it: the table that the application, plain mode and the coach show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from arena.planet_steam import decision
from arena.planet_steam.drawing import (
    MapShape,
    draw_description,
    draw_map,
    draw_past,
    draw_players,
    draw_sale,
    draw_summary,
    draw_terminal,
)
from arena.planet_steam.log import tell
from arena.planet_steam.previews import Previews
from arena.planet_steam.score import Score, round_starts, score_of, wealth_by_round
from arena.planet_steam.teller import Snapshot, Teller
from arena.terminal.game_session import GameSession
from arena.terminal.lang import Catalogue
from arena.terminal.palette import Canvas
from arena.terminal.steps import Kind, Marks, Offer, Path, Step
from arena.terminal.table import Table
from engine import State
from engine.planet_steam.editions import BY_NAME
from engine.planet_steam.notation import ZONES


class PlanetSteamTable(Table):
    """One session of Planet Steam in one language, in the words of its edition."""

    places = ZONES
    home = "C4"

    def __init__(self, session: GameSession, say: Catalogue) -> None:
        super().__init__(session, say)
        self.teller = Teller(session, say, self.names)
        self._previews = Previews(self.teller)
        self._is_turned = not BY_NAME[session.game.edition].lines_are_rows  # rules 1

    @property
    def view(self) -> Snapshot:
        """What the viewer sees; in a replay also everybody's credits."""
        view = self.session.view
        if not self.session.shows_all:
            return view
        credits = self.session.state.snapshot()["credits"]
        return {**view, "credits": credits, "credits_low": credits, "credits_high": credits}

    @property
    def hides(self) -> bool:
        return bool(self.session.game.credits == "hidden")

    # -- the position --------------------------------------------------------------------------------------------------

    def _state(self, number: int | None) -> State:
        return self.session.state if number is None else self.session.states[number]

    def section(self, number: int | None = None) -> str:
        turn = self._state(number).snapshot()["round"]
        return self.say("ui.round", n=turn, rounds=self.teller.board["rounds"])

    def stage(self, number: int | None = None) -> str:
        return self.teller.phase(self.session.game.phase(self._state(number)))

    def moment(self, number: int) -> str:
        return self.say("end.moment", n=self._state(number).snapshot()["round"], phase=self.stage(number))

    def section_starts(self) -> list[int]:
        return round_starts(self.session)

    def _shape(self, canvas: Canvas) -> MapShape:
        return MapShape(self._is_turned, canvas.is_big)

    def board(self, canvas: Canvas, marks: Marks | None = None) -> Text:
        return draw_map(self.teller, self.view, self._shape(canvas), marks, canvas.palette)

    def board_width(self, canvas: Canvas) -> int:
        return self._shape(canvas).width

    def place_at(self, canvas: Canvas, x: int, y: int) -> str | None:
        return self._shape(canvas).zone_at(x, y)

    def side(self, canvas: Canvas, width: int) -> Text:
        return draw_terminal(self.teller, self.view, width, canvas.is_big, canvas.palette)

    def players(self, canvas: Canvas) -> Text:
        return draw_players(self.teller, self.view, canvas.width, canvas.is_big, canvas.palette)

    def sale(self, canvas: Canvas, room: int) -> Text:
        return draw_sale(self.teller, self.view, canvas, room)

    def past(self, canvas: Canvas, room: int) -> Text:
        return draw_past(self.teller, canvas, room)

    # -- a decision ----------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        return self.teller.prompt()

    def offers(self) -> list[Offer]:
        return decision.offers(self.session)

    def kind(self, path: Path) -> Kind:
        return decision.kind_after(path)

    def keys(self, kind: Kind, words: Sequence[Any]) -> tuple[str, ...]:
        return decision.keys_of(kind, words)

    def ask(self, step: Step) -> str:
        return self.teller.ask(step)

    def option(self, step: Step, word: Any) -> str:
        return self.teller.option(step, word)

    def neighbour(self, place: str, key: str) -> str:
        return decision.neighbour(place, key, self._is_turned)

    def distance(self, one: str, other: str) -> int:
        return decision.distance(one, other)

    def default(self) -> Any:
        return decision.default(self.session)

    def suggested(self, step: Step) -> int | None:
        return max(step.values) if step.path == ("sell",) else None  # all of it

    def warning(self, offer: Offer) -> str:
        return self._previews.warning(offer)

    def preview(self, offer: Offer) -> str:
        return self._previews.preview(offer)

    # -- words ---------------------------------------------------------------------------------------------------------

    def words(self, move: int, number: int | None = None) -> str:
        return self.teller.move(self.session.game.words(move), self.teller.traded(number))

    def offer_words(self, offer: Offer) -> str:
        verb = offer.path[0]
        if verb == "power" and offer.path[1] in decision.powered(self.session):
            return self.teller.move(("power-off", offer.path[1]))
        if verb in ("power", "power-all", "extract-all", "limit"):
            return self.teller.move(offer.path)
        return self.words(offer.moves[0])

    def explain(self) -> str:
        return self.teller.explain()

    def goal(self) -> str:
        return self.say("goal.short", rounds=self.teller.board["rounds"])

    def explain_fully(self) -> str:
        if self.session.phase != "trade":
            return self.explain()
        return f"{self.explain()}\n\n{self.say('ui.change_legend', bands=self.teller.supply_bands())}"

    def signs(self) -> str:
        columns = {key: self.say(f"abbr.{key}") for key in ("licenses", "quarters", "zones", "tanks")}
        return self.say("help.signs", **columns)

    def tell(self, number: int) -> list[tuple[int, str]]:
        return tell(self.teller, number)

    # -- plain mode ----------------------------------------------------------------------------------------------------

    def summary(self) -> str:
        return draw_summary(self.teller, self.view)

    def description(self) -> str:
        return "\n".join([f"{self.section()}, {self.stage()}", *draw_description(self.teller, self.view)])

    # -- the end and the coach -----------------------------------------------------------------------------------------

    def score_parts(self, seat: int) -> list[tuple[str, float]]:
        score = score_of(self.session, seat)
        return [(self.say(f"end.{key}"), getattr(score, key)) for key in Score._fields]

    def course(self) -> list[tuple[str, list[float]]]:
        rows = wealth_by_round(self.session)
        labels = [self.say("replay.start"), *map(str, range(1, len(rows)))]
        return [(label, list(map(float, row))) for label, row in zip(labels, rows, strict=True)]
