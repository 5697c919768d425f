"""A running game as people see it, and how they are asked: the table part of a face.

`Table` is the default and knows only the contract: it draws a game by its own text drawing, lists the moves by their
texts and tells what changed in the plain data. A game derives from it and overrides what it can show better. The
application, plain mode and the coach know a game by nothing else.

Everything shown comes from what the seat in front of the screen may see. Where the default has to imagine a position it
imagines several, and shows what they have in common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rich.text import Text

from arena.terminal.game_session import GameSession
from arena.terminal.lang import Catalogue
from arena.terminal.palette import SEATS, Canvas, fit
from arena.terminal.steps import Kind, Marks, Offer, Path, Step
from engine import State, Stream

BOT_NAMES = ("Ada", "Brunel", "Curie", "Diesel", "Edison")  # by seat: the first letters are in order
MOVE = Kind("move", is_filtered=True)
N_IMAGINED = 4  # positions; what differs in none of them is taken for known
MAX_CHANGES = 6  # that a preview names
MAX_POINTS = 11  # of the chart
SECTION = 10  # moves that a key skips in a replay, where a game has no rounds
FRAME = 10  # lines of a screen that are not the board's, beside one for each seat
NAME_WIDTH = 24


class Table:
    """One session in one language. What a game overrides comes in the order of the screen, from top to bottom."""

    places: Sequence[str] = ()  # names of what can be pointed at on the board, in order
    home: str = ""  # where the cursor begins

    def __init__(self, session: GameSession, say: Catalogue) -> None:
        self.session = session
        self.say = say
        self.title = session.face.title

    @cached_property
    def names(self) -> list[str]:
        """What each seat is called."""
        return [self._name(seat) for seat in range(self.session.game.n_seats)]

    def _name(self, seat: int) -> str:
        session = self.session
        if session.is_human(seat):
            return self.say("ui.you") if session.n_humans == 1 else self.say("ui.player", n=seat + 1)
        if not session.shows_all:
            return BOT_NAMES[seat]
        spec = session.seats[seat]  # in a replay bots have the names of the record
        return spec if session.seats.count(spec) == 1 else f"{spec} ({seat + 1})"

    # -- the position --------------------------------------------------------------------------------------------------

    def section(self, number: int | None = None) -> str:
        """The part of the game that a position is in (before that move; None: now), say its round; "": it has none."""
        return ""

    def stage(self, number: int | None = None) -> str:
        """What is being decided in a position; "": its steps have no names."""
        session = self.session
        return str(session.game.phase(session.state if number is None else session.states[number]))

    def moment(self, number: int) -> str:
        """Where in the game a past decision was."""
        return ", ".join(filter(None, [self.section(number), self.stage(number)])) or self.say("ui.at_move", n=number)

    def section_starts(self) -> list[int]:
        """The numbers of the moves that begin a part of the game, the first 0."""
        return [0, *range(SECTION, len(self.session.moves), SECTION)]

    def board(self, canvas: Canvas, marks: Marks | None = None) -> Text:
        """The board, on the left; `marks` is what can be pointed at now."""
        room = canvas.height - FRAME - self.session.game.n_seats
        lines = self.drawing().split("\n")
        if len(lines) > room:
            lines = [*lines[: room - 1], "…"]
        width = self.board_width(canvas)
        return Text("\n".join(fit(line, width).rstrip() for line in lines), no_wrap=True)

    def board_width(self, canvas: Canvas) -> int:
        """Columns that the board may take; the rest is the side's."""
        return canvas.width * 2 // 3 if canvas.is_big else canvas.width

    def place_at(self, canvas: Canvas, x: int, y: int) -> str | None:
        """The place under a click on the board."""
        return None

    def side(self, canvas: Canvas, width: int) -> Text:
        """What stands on the right of the board."""
        return Text()

    def players(self, canvas: Canvas) -> Text:
        """A line per seat, and a head."""
        palette, scores = canvas.palette, self.known_scores()
        text = Text(no_wrap=True)
        text.append(fit("   " + self.say("ui.players"), NAME_WIDTH + 3), palette.head)
        text.append(fit(self.say("score.name"), 12, right=True), palette.head)
        for seat, score in enumerate(scores):
            text.append("\n").append("►" if seat == self.session.mover else " ", palette.head)
            text.append(str(seat + 1), SEATS[seat]).append(" ")
            text.append(fit(self.names[seat], NAME_WIDTH), "bold" if self.session.is_human(seat) else "")
            text.append(fit("?" if score is None else self.say.number(score), 12, right=True))
        return text

    def sale(self, canvas: Canvas, room: int) -> Text:
        """What is being bid for, always in sight while it is, at length if so many lines suffice; empty: nothing is."""
        return Text()

    def past(self, canvas: Canvas, room: int) -> Text:
        """How the game went so far, in so many lines if possible, none of them broken; empty: nobody can say."""
        return Text()

    def drawing(self) -> str:
        """The position in text: the game's own drawing, where nothing in it is imagined; else the plain data."""
        if self.session.shows_all or self.session.is_over:
            return self.session.state.draw()
        drawn = {state.draw() for state in self._imagined}
        if len(drawn) == 1:
            return drawn.pop()
        return "\n".join(f"{key}: {value}" for key, value in self.session.view.items())

    @property
    def _imagined(self) -> list[State]:
        """Positions that look to the viewer like this one."""
        seen = self.session.observation
        return [seen.sample(Stream(k, "imagined")) for k in range(N_IMAGINED)]

    def known_scores(self) -> list[float | None]:
        """Each seat's score as it stands, None where the viewer does not know it."""
        if self.session.shows_all:
            return list(self.session.state.scores())
        found = zip(*(state.scores() for state in self._imagined), strict=True)
        return [scores[0] if len(set(scores)) == 1 else None for scores in found]

    @property
    def hides(self) -> bool:
        """Whether seats see different things: people at one screen then hand it over."""
        session = self.session
        true = bytes(session.state)
        return any(
            bytes(session.state.observe(seat).sample(Stream(k, "imagined"))) != true
            for seat in range(session.game.n_seats)
            for k in range(N_IMAGINED)
        )

    # -- a decision ----------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        """What the person to move has to do."""
        return self.say("prompt.move")

    def offers(self) -> list[Offer]:
        """What may be chosen: at least every legal move, in the order of the lists."""
        text = self.session.game.text
        return [Offer((text(move),), (move,)) for move in self.session.legal]

    def kind(self, path: Path) -> Kind:
        """What the step after these words asks for."""
        return MOVE

    def keys(self, kind: Kind, words: Sequence[Any]) -> tuple[str, ...]:
        """What is pressed for each option of a list: letters for actions, "" for none, else digits."""
        return tuple(str(k) for k in range(1, len(words) + 1))

    def ask(self, step: Step) -> str:
        """What a step asks for; "": the options say it."""
        return ""

    def option(self, step: Step, word: Any) -> str:
        """An option as listed."""
        return str(word)

    def places_of(self, move: int) -> frozenset[str]:
        """The places on the board that a move is about."""
        return frozenset(map(str, self.session.game.words(move))) & frozenset(self.places)

    def neighbour(self, place: str, key: str) -> str:
        """The place that an arrow key leads to: up, down, left or right."""
        return place

    def distance(self, one: str, other: str) -> int:
        """How far two places are from each other, for finding the nearest."""
        return 0

    def default(self) -> Any:
        """The action that Enter alone chooses, highlighted from the start; None: there is none."""
        return None

    def suggested(self, step: Step) -> int | None:
        """The number that stands in a number's field from the start; None: it is empty."""
        return None

    def warning(self, offer: Offer) -> str:
        """What speaks against an offer that is easily chosen by mistake; "": nothing. It is asked for twice then."""
        return ""

    def preview(self, offer: Offer) -> str:
        """What an offer costs and yields, before it is played."""
        seat, found = self.session.viewer, []
        for before in self._imagined:
            after = before.copy()
            for move in offer.moves:
                after.apply(move)
            changes = {self.say("score.name"): (before.scores()[seat], after.scores()[seat])}
            old, new = (_leaves(state.observe(seat).view()) for state in (before, after))
            changes |= {name: (old[name], new[name]) for name in old.keys() & new.keys() if name != "to_move"}
            found.append({(name, pair) for name, pair in changes.items() if pair[0] != pair[1]})
        common = sorted(set.intersection(*found), key=str)
        parts = [f"{name} {_shown(a)} → {_shown(b)}" for name, (a, b) in common[:MAX_CHANGES]]
        return ", ".join(parts) or self.say("preview.nothing")

    # -- words ---------------------------------------------------------------------------------------------------------

    def words(self, move: int, number: int | None = None) -> str:
        """A move in words, played before move `number` (None: now or later)."""
        return str(self.session.game.text(move))

    def offer_words(self, offer: Offer) -> str:
        return self.words(offer.moves[-1])

    def explain(self) -> str:
        """The current step in two sentences."""
        session = self.session
        if not session.is_over and not session.is_humans_turn:
            return self.say("explain.waiting")
        return self.say("explain.move", n=len(session.legal))

    def explain_fully(self) -> str:
        """The same with what there is only room for in a box."""
        return self.explain()

    def goal(self) -> str:
        """What wins, in a sentence; "": the rules say it elsewhere."""
        return ""

    def topics(self) -> list[tuple[str, str]]:
        """Everything on the screen, explained: titles and texts, what is being decided first."""
        say = self.say
        step = [self.explain_fully(), self.rule(self.session.phase)[1], self.goal()]
        found = [(self.stage() or self.title, "\n\n".join(dict.fromkeys(filter(None, step))))]
        found += [(say("about.board_title"), self.signs().strip())]
        for name in ("side", "players", "log"):
            found += [(say(f"about.{name}_title"), say(f"about.{name}"))] if say.has(f"about.{name}") else []
        return [pair for pair in found if pair[1]]

    def rule(self, phase: str) -> tuple[str, str]:
        """The section of the rules that explains a phase: its title and text, both empty where there is none."""
        name = self.session.face.rules.get(phase, "")
        return (self.say(f"rules.title.{name}"), self.say(f"rules.text.{name}")) if name else ("", "")

    def signs(self) -> str:
        """The signs on the board, explained, for the help; "": there are none."""
        return ""

    def tell(self, number: int) -> list[tuple[int, str]]:
        """What move `number` did, line by line, each with the seat it is about (-1: nobody)."""
        session = self.session
        mover = session.states[number].mover
        seat = -1 if mover is None else mover
        if self._is_secret(number):
            return [] if seat < 0 else [(seat, self.say("log.secret"))]
        lines = [(seat, self.words(session.moves[number], number))]
        return [*lines, (-1, self.say("ui.over"))] if session.states[number + 1].is_over else lines

    def _is_secret(self, number: int) -> bool:
        """Whether the viewer cannot tell a move from another one."""
        session, before, viewer = self.session, self.session.states[number], self.session.viewer
        if session.shows_all or session.is_over or before.mover == viewer:
            return False
        after, seen = session.states[number + 1], session.states[number + 1].observe(viewer)
        others = (before.copy().apply(move) for move in before.legal() if move != session.moves[number])
        return any(bytes(other) != bytes(after) and other.observe(viewer) == seen for other in others)

    # -- plain mode ----------------------------------------------------------------------------------------------------

    def summary(self) -> str:
        """What a player needs to see at every decision, in a few lines."""
        return self.drawing()

    def description(self) -> str:
        """The whole table, line by line."""
        lines = [self.drawing()]
        for seat, score in enumerate(self.known_scores()):
            shown = "?" if score is None else self.say.number(score)
            lines.append(f"{seat + 1} {self.say.lead(self.names[seat])}{self.say('score.name')} {shown}")
        return "\n".join(lines)

    # -- the end and the coach -----------------------------------------------------------------------------------------

    def verdict(self) -> str:
        """What the end of the game means, in its own words; "": the winners, or the share of a full success, say it."""
        return ""

    def score_parts(self, seat: int) -> list[tuple[str, float]]:
        """A seat's score at the end taken apart: names and amounts, the last one the whole."""
        return [(self.say("end.total"), self.session.state.scores()[seat])]

    def course(self) -> list[tuple[str, list[float]]]:
        """How the scores went: a label and everybody's score, from the start to the end."""
        n = len(self.session.moves)
        numbers = sorted({round(k * n / (MAX_POINTS - 1)) for k in range(MAX_POINTS)})
        return [(str(number or self.say("replay.start")), self.session.states[number].scores()) for number in numbers]

    def price(self, move: int, number: int | None = None) -> int | None:
        """In an auction: what a move bids (played before move `number`, None: now), 0 for passing; None for others."""
        session = self.session
        return session.face.price(session.state if number is None else session.states[number], move)

    def risk(self, offer: Offer) -> int:
        """The move that an offer is judged by: of a price to bid up to, paying it."""
        if offer.limit is None:
            return offer.moves[0]
        bids = [move for move in self.session.legal if 0 < (self.price(move) or 0) <= offer.limit]
        return max(bids, key=lambda move: self.price(move) or 0, default=offer.moves[0])

    def proxy(self) -> int | None:
        """The program's move for a person who said how far to bid: as little as it takes, beyond the limit a pass.
        None: he said nothing of auctions like this one, in this part of the game."""
        session, order = self.session, self.session.order
        if order is None or order.seat != session.mover:
            return None
        then = session.game.phase(session.states[order.number])
        prices = [(price, move) for move in session.legal if (price := self.price(move)) is not None]
        if not prices or session.phase != then or self.section() != self.section(order.number):
            session.order = None
            return None
        bids = [pair for pair in prices if 0 < pair[0] <= order.limit]
        return min(bids)[1] if bids else next((move for price, move in prices if price == 0), None)


def _leaves(data: Any, name: str = "") -> dict[str, Any]:
    """The single values of nested plain data, by their way: `heaps 2`."""
    if isinstance(data, Mapping):
        pairs = [(str(key), value) for key, value in data.items()]
    elif isinstance(data, list | tuple):
        pairs = [(str(k + 1), value) for k, value in enumerate(data)]
    else:
        return {name: data}
    found: dict[str, Any] = {}
    for key, value in pairs:
        found.update(_leaves(value, f"{name} {key}".strip()))
    return found


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:g}" if isinstance(value, float) else str(value)
