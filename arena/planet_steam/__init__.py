"""Planet Steam, the arena's room: how it is shown. `FACE` is what it offers."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from arena.face import Face
from arena.planet_steam.page import PlanetSteamPage
from arena.planet_steam.text import PlanetSteamText
from engine import Game, State
from engine.planet_steam.notation import BID_PHASES

if TYPE_CHECKING:
    from arena.planet_steam.table import PlanetSteamTable
    from arena.terminal.game_session import GameSession
    from arena.terminal.lang import Catalogue


class PlanetSteamFace(Face):
    """Planet Steam as people see it."""

    score_alias = "wealth"

    def __init__(self) -> None:
        super().__init__("planet-steam")
        self.text = PlanetSteamText(self)
        self.page = PlanetSteamPage(self)

    # -- the table -----------------------------------------------------------------------------------------------------

    lang = "arena.planet_steam"

    def variant(self, settings: Any) -> str:
        """Each edition has its own words."""
        return str(settings.edition)

    def continues(self, game: Game, move: int) -> bool:
        """Tanks are marked one by one, then extraction begins: one decision."""
        return bool(game.words(move)[0] == "power")

    rules = MappingProxyType(
        {
            "setup-upgrade": "map",
            **dict.fromkeys(("specialist-bid", "take-card", "engineer", "agent", "bonus"), "auction"),
            **dict.fromkeys(("offer-zone", "zone-bid"), "zone"),
            **dict.fromkeys(("claiming", "shift"), "claim"),
            "mooring": "airship",
            **dict.fromkeys(("activation", "tank-phase"), "tanks"),
            **dict.fromkeys(("extraction", "stow"), "extraction"),
            "trade": "trade",
            "certificates": "certificates",
        }
    )

    def price(self, state: State, move: int) -> int | None:
        if state.game.phase(state) not in BID_PHASES:
            return None
        verb, *amount = state.game.words(move)
        return int(amount[0]) if verb == "bid" else 0 if verb == "pass" else None

    def table(self, session: GameSession, say: Catalogue) -> PlanetSteamTable:
        from arena.planet_steam.table import PlanetSteamTable

        return PlanetSteamTable(session, say)


FACE = PlanetSteamFace()
