"""Steamopolis, the arena's room: how it is shown. `FACE` is what it offers."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from arena.face import Face
from arena.steamopolis.page import SteamopolisPage
from arena.steamopolis.text import SteamopolisText

if TYPE_CHECKING:
    from arena.steamopolis.table import SteamopolisTable
    from arena.terminal.game_session import GameSession
    from arena.terminal.lang import Catalogue


class SteamopolisFace(Face):
    """Steamopolis as people see it."""

    score_alias = "points"

    def __init__(self) -> None:
        super().__init__("steamopolis")
        self.text = SteamopolisText(self)
        self.page = SteamopolisPage(self)

    # -- the table -----------------------------------------------------------------------------------------------------

    lang = "arena.steamopolis"

    n_guided = 8  # the set-up and seven rounds: time to steam, to set destinations and to fly
    rules = MappingProxyType(
        {
            "install": "airship",
            "action": "turn",
            **dict.fromkeys(("raise", "order"), "steam"),
            "lead": "aim",
            **dict.fromkeys(("fly", "flight", "return-stone"), "fly"),
            **dict.fromkeys(("remove", "spend", "slot", "pay", "put-marker", "more-markers"), "buy"),
            **dict.fromkeys(("place", "move-parasite", "accept-invite", "invited", "sap"), "parasites"),
            "pick-up": "passengers",
            **dict.fromkeys(("final-steam", "final-aim", "final-fly"), "finish"),
        }
    )

    def table(self, session: GameSession, say: Catalogue) -> SteamopolisTable:
        from arena.steamopolis.table import SteamopolisTable

        return SteamopolisTable(session, say)


FACE = SteamopolisFace()
