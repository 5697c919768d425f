"""The face: all that shows a game to people. Terminal, plain mode, replay, report, `board` and coach know only this.

A game's room in the arena exports one instance as `FACE`. `Face` itself is the default: it draws a game by its own text
drawing and lists its moves, which is good enough to play, replay and report any game of the contract. A game overrides
what it can show better, in three parts:

- text: drawings and sentences for commands that print lines (`replay`, `board`);
- the table: what one session looks like on a screen and in plain mode, and how a decision is asked (`table`);
- the page: what the HTML report draws of it (`page`).

Inside the program a seat's score is its score; only a face calls it wealth or points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import Game
from engine.games import game_type, room

if TYPE_CHECKING:
    from arena.terminal.game_session import GameSession
    from arena.terminal.lang import Catalogue
    from arena.terminal.table import Table


class Face:
    """How one game is shown. Holds nothing that changes."""

    # The score's own name in JSON results, beside `score`; "": none.
    score_alias: str = ""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def title(self) -> str:
        """What people call the game."""
        return game_type(self.name).title

    # -- the table -----------------------------------------------------------------------------------------------------

    # The package whose folder `lang` has the game's texts, one TOML file per language; "": it has none of its own.
    texts: str = ""

    def variant(self, settings: Any) -> str:
        """Whose words a game with these settings speaks in, where its texts have several; "": there is one kind."""
        return ""

    def continues(self, game: Game, move: int) -> bool:
        """Whether the mover's decision goes on after this move: all its parts are asked, and taken back, as one."""
        return False

    def table(self, session: GameSession, say: Catalogue) -> Table:
        """A running game as people see it, and how they are asked. `arena/terminal/table.py` says what that is."""
        from arena.terminal.table import Table  # here: commands that only print need no screen

        return Table(session, say)


def face_of(game: Game | str) -> Face:
    """The face of a game: its own, or the default one."""
    name = game if isinstance(game, str) else game.name
    found = getattr(room(name, "arena"), "FACE", None)
    return found if isinstance(found, Face) else Face(name)
