"""Learning a game at the table: its rules in sections, and the guide of a first game.

The rules are texts of a game's room, so the table, `boomtown rules` and the pages of the docs say the same. The guide
explains every phase when a person meets it for the first time and proposes a move with its keys, by a short search from
what the person sees; anything else may be done instead. After the first part of the game it falls silent.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.terminal.chooser import Chooser
from arena.terminal.lang import Catalogue
from arena.terminal.table import Table
from bots import Budget
from bots.mcts import MctsBot, MctsParams
from engine import Stream

# Some 20 ms for a proposal: what the policy plays without searching the coach now and then calls worse than others.
PROPOSER = MctsParams(sims=600, even=True, memory=4)


def sections(say: Catalogue) -> Iterator[tuple[str, str, str]]:
    """The rules of a game in their order: name, title and text; nothing of a game that has none in words."""
    for name in say.names("rules.title."):
        yield name, say(f"rules.title.{name}"), say(f"rules.text.{name}")


class Guide:
    """What a person is taught in a first game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.say = table.say
        self._met: set[str] = set()
        self._is_over = False

    def lesson(self) -> tuple[str, str] | None:
        """What to explain before this decision: a title and a text; None: nothing new."""
        say, table = self.say, self.table
        if self._has_left() and not self._is_over:
            self._is_over = True
            return say("guide.title"), say("guide.done")
        title, text = table.rule(table.session.phase)
        name = table.session.face.rules.get(table.session.phase, table.session.phase)
        if name in self._met:
            return None
        first = [] if self._met else [table.goal(), say.find("guide.intro", "")]
        self._met.add(name)
        parts = [*first, text or table.explain(), say("guide.go")]
        return title or table.stage() or table.title, "\n\n".join(filter(None, parts))

    def _has_left(self) -> bool:
        """Whether the part of the game that is explained is over."""
        return len(self.table.section_starts()) > self.table.session.face.n_guided

    def advice(self, chooser: Chooser) -> str:
        """What might be done here, with its keys; "": the person plays on alone."""
        session = self.table.session
        if self._is_over:
            return ""
        bot = MctsBot(session.game, session.viewer, PROPOSER)
        move = bot.choose(session.recollection, session.legal, Budget(), Stream(len(session.moves), "guide"))
        moves = [move, *bot.plan]
        names = {"enter": self.say("keyname.enter"), "tab": "Tab"}
        keys = [names.get(key, key) for key in chooser.keys_for(*moves)]
        words = self.table.offer_words(chooser.offer_for(moves))
        return self.say("guide.try", move=words, keys=" ".join(keys))
