"""Planet Steam, the arena's room: how it is shown. `FACE` is what it offers."""

from arena.face import Face
from arena.planet_steam.page import PlanetSteamPage
from arena.planet_steam.text import PlanetSteamText


class PlanetSteamFace(Face):
    """Planet Steam as people see it."""

    score_alias = "wealth"

    def __init__(self) -> None:
        super().__init__("planet-steam")
        self.text = PlanetSteamText(self)
        self.page = PlanetSteamPage(self)


FACE = PlanetSteamFace()
