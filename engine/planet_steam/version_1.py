"""Records of version 1 (`boomtown/1`): their headers as version 2 has them, and the rulings they were played by.

Called when such a record is read; writers know only the present version. See the end of record-format.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import RecordError
from engine.planet_steam.board import BY_RESOURCE, by_resource, river_zones
from engine.planet_steam.editions import BY_NAME, DIE


def upgrade(header: Mapping[str, Any]) -> dict[str, Any]:
    """The header in the present form. There was one list of capacities and one of price changes for all resources, the
    river was line 4, and the number of river neutrals was written also where the die decided.

    >>> upgrade({"edition": "ffg", "settings": {"river-neutrals": 3}, "board": {}})["settings"]
    {'river-neutrals': 'die'}
    """
    board, settings = dict(header["board"]), dict(header["settings"])
    if "river" in board:
        raise RecordError("board.river: there is no such key in version 1")
    for key in BY_RESOURCE:
        if isinstance(board.get(key), list) and any(isinstance(item, list) for item in board[key]):
            raise RecordError(f"board.{key}: is one list for all resources in version 1")
        if key in board:
            board[key] = by_resource(board[key])
    board["river"] = river_zones()
    number = settings.get("river-neutrals")
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise RecordError(f"settings.river-neutrals: expected a whole number from 0 on, not {number!r}")
    edition = BY_NAME.get(header["edition"])
    if edition is not None and edition.lays_river_neutrals:
        settings["river-neutrals"] = DIE
    return {**header, "board": board, "settings": settings}
