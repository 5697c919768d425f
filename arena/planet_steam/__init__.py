"""Planet Steam, the arena's room: how it is shown. `FACE` is what it offers."""

from arena.face import Face


class PlanetSteamFace(Face):
    """Planet Steam as people see it."""

    score_alias = "wealth"


FACE = PlanetSteamFace("planet-steam")
