"""The face: all that shows a game to people. Terminal, plain mode, replay, report, `board` and coach know only this.

A game's room in the arena exports one instance as `FACE`. `Face` itself is the default: it draws a game by its own text
drawing and lists its moves, which is good enough to play, replay and report any game of the contract. A game overrides
what it can show better, in three parts:

- text: drawings and sentences for commands that print lines (`replay`, `board`), a `Text`;
- the table: what one session looks like on a screen and in plain mode, and how a decision is asked (`table`);
- the page: what the HTML report draws of it, a `Page`.

Inside the program a seat's score is its score; only a face has another name for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.colours import Paint
from arena.wording import number
from engine import Game, State
from engine.games import game_type, room

if TYPE_CHECKING:
    from arena.store import StoredGame
    from arena.terminal.game_session import GameSession
    from arena.terminal.lang import Catalogue
    from arena.terminal.table import Table


class Face:
    """How one game is shown. Holds nothing that changes."""

    # The score's own name in JSON results, beside `score`; "": none.
    score_alias: str = ""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = Text(self)
        self.page = Page(self)

    @property
    def title(self) -> str:
        """What people call the game."""
        return game_type(self.name).title

    @property
    def score_name(self) -> str:
        """What people call the score."""
        return self.score_alias or "score"

    # -- the table -----------------------------------------------------------------------------------------------------

    # The package whose folder `lang` has the game's texts, one TOML file per language; "": it has none of its own.
    lang: str = ""

    def variant(self, settings: Any) -> str:
        """Whose words a game with these settings speaks in, where its texts have several; "": there is one kind."""
        return ""

    def continues(self, game: Game, move: int) -> bool:
        """Whether the mover's decision goes on after this move: all its parts are asked, and taken back, as one."""
        return False

    # The section of the game's rules for people (`lang/rules.LANGUAGE.toml` of its room) that explains each phase.
    rules: Mapping[str, str] = {}
    n_guided = 1  # how many parts (`Table.section_starts`) of a first game are guided

    def price(self, state: State, move: int) -> int | None:
        """In an auction: what a move bids, 0 for passing; None for all other moves."""
        return None

    def table(self, session: GameSession, say: Catalogue) -> Table:
        """A running game as people see it, and how they are asked. `arena/terminal/table.py` says what that is."""
        from arena.terminal.table import Table  # here: commands that only print need no screen

        return Table(session, say)


# -- text and page -----------------------------------------------------------------------------------------------------


class Text:
    """A game in lines of text. Drawings take `paint(text, kind)`; colour is never the only signal."""

    # Kinds of the game's own that its drawings paint, and how: the arguments of `click.style`.
    styles: Mapping[str, Mapping[str, Any]] = {}

    def __init__(self, face: Face) -> None:
        self.face = face

    def draw(self, state: State, paint: Paint) -> str:
        """The position, for a terminal of 80 columns."""
        return state.draw()

    def tell(self, state: State, move: int) -> str:
        """What the mover does, without naming him: `bids 20`; or what chance decides."""
        is_chance = state.mover is not None and state.mover < 0
        return state.game.text(move) if is_chance else f"plays {state.game.text(move)}"

    def changes(self, before: State, now: State, mover: int | None) -> str:
        """What a move changed, its mover first: `score +2; seat 1 score -2`. "": nothing that is worth a word."""
        found = []
        for seat in in_turn(before.game.n_seats, mover):
            gain = now.scores()[seat] - before.scores()[seat]
            if gain:
                who = "" if seat == mover else f"seat {seat} "
                found.append(f"{who}{self.face.score_name} {'+' * (gain > 0)}{number(gain)}")
        return "; ".join(found)

    def round_of(self, state: State) -> int | None:
        """Rounds never go back; None in a game without rounds."""
        found = state.snapshot().get("round")
        return found if isinstance(found, int) else None

    def heading(self, state: State) -> str:
        """Above the first move of a round."""
        return f"Round {self.round_of(state)}"

    def settings(self, game: Game) -> str:
        """What was chosen for the game, beside its players: `heaps 3, twist on`."""
        if game.settings is None:
            return ""
        chosen = [
            f"{one.option} {game.settings.shown(name)}"
            for name, one in game.settings.declared().items()
            if name != "players" and not one.is_file and getattr(game.settings, name) != one.default
        ]
        return ", ".join(chosen)

    def data_file(self, game: Game) -> Path | None:
        """Where the data is that the game is played with; None if all of it is in its rules."""
        return None

    def board(self, game: Game, given: Mapping[str, Any], paint: Paint) -> Iterator[str]:
        """Paragraphs: the start position, the game's data, which of it is reconstructed. `given`: settings of the
        user's, as `GameChoice` has them."""
        yield f"{self.face.title} has no data besides its rules. The start position:"
        yield self.draw(game.new(), paint)


def in_turn(n_seats: int, first: int | None) -> list[int]:
    """All seats, this one before the others.

    >>> in_turn(4, 2), in_turn(2, None)
    ([2, 0, 1, 3], [0, 1])
    """
    return sorted(range(n_seats), key=lambda seat: seat != first)


def tell_shifts(old: Sequence[Mapping[str, int]], new: Sequence[Mapping[str, int]], mover: int | None) -> str:
    """What seats hold more or less of by name, the mover first.

    >>> tell_shifts([{"gold": 3}, {"gold": 1}], [{"gold": 1}, {"gold": 3}], 1)
    'gold +2; seat 0 gold -2'
    """
    found = []
    for seat in in_turn(len(old), mover):
        shifts = [f"{name} {new[seat][name] - n:+d}" for name, n in old[seat].items() if new[seat][name] != n]
        if shifts:
            found.append(("" if seat == mover else f"seat {seat} ") + ", ".join(shifts))
    return "; ".join(found)


class Page:
    """What the report shows of a game besides its moves, scores and seats.

    A script of the game's own is put behind those of the page and may replace the functions of `face` there (see
    `arena/report/face.js`): how a position is drawn, how a round is called, the game's own figures. What it draws from
    an entry of the position it marks with the entry's name (`data-part`): the page highlights what a move changed.
    """

    script: Path | None = None

    def __init__(self, face: Face) -> None:
        self.face = face

    @property
    def unit(self) -> str:
        """What scores are counted in, for an axis."""
        return self.face.score_name

    def data(self, game: Game) -> dict[str, Any]:
        """What the script needs to know of the game; `data.own` there."""
        return {}

    def position(self, state: State) -> dict[str, Any]:
        """A position as the script draws it; `round`, if there is one, is the number of its round. Replays store what
        changes from move to move: entries of this object and of the lists and objects in it."""
        drawing = self.face.text.draw(state, lambda text, kind: text)
        found: dict[str, Any] = {"drawing": drawing, "scores": state.scores()}
        number_of_round = self.face.text.round_of(state)
        return found if number_of_round is None else {**found, "round": number_of_round}

    def event(self, state: State, move: int, worth: float | None) -> Any:
        """What the game's own figures need to know of a move that is about to be made; None: nothing. `worth`: what the
        bot said was to be won, if it said so."""
        return None

    def figures(self, games: Sequence[tuple[StoredGame, list[Any]]], bots: Sequence[str]) -> dict[str, Any]:
        """The data of the game's own figures from the events of the games that count; `data.figures` there. Bots are
        written as their places in `bots`."""
        return {}


def face_of(game: Game | str) -> Face:
    """The face of a game: its own, or the default one."""
    name = game if isinstance(game, str) else game.name
    found = getattr(room(name, "arena"), "FACE", None)
    return found if isinstance(found, Face) else Face(name)
