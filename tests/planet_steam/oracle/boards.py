"""Section 8's board data in record form, for tests that have no record."""

from __future__ import annotations

from typing import Any

RULES = [
    "freelance-carrier", "immobile-tanks", "predictable-claims", "price-manipulation", "reduced-start",
    "river-limits", "sabotage", "variable-claims", "variable-trading-order",
]  # fmt: skip

SPECIALISTS = {
    2: [["lady", "captain"], ["venturer", "engineer"]],
    3: [["lady", "captain"], ["engineer"], ["venturer"]],
    4: [["lady"], ["venturer"], ["captain"], ["engineer"]],
    5: [["lady"], ["venturer"], ["captain"], ["agent"], ["engineer"]],
}
CLAIMS = {
    2: ["C3 D6", "C5 D2"],
    3: ["C3 B6", "C5 B2", "E3 F6"],
    4: ["C3 B6", "C5 B2", "E3 F6", "E5 F2"],
    5: ["C3 B6", "C5 B2", "E3 F6", "E5 F2", "A3 D6"],
}
NEUTRAL = {
    2: "E1 F2 E3 E5 F6 E7",
    3: "C1 E1 D2 F2 E5 D6 C7 E7",
    4: "A1 C1 E1 D2 A3 A5 D6 A7 C7 E7",
    5: "A1 C1 E1 D2 A5 A7 C7 E7 B4 F4",
}
CLOSED = {2: "AB", 3: "A", 4: "", 5: ""}


def default_board(edition: str, players: int) -> dict[str, Any]:
    def by_players(*values: int) -> int:
        return values[players - 2]

    return {
        "rounds": by_players(7, 6, 5, 4),
        "supply": [
            by_players(4, 5, 6, 7),
            by_players(7, 8, 9, 10),
            by_players(6, 7, 8, 10),
            by_players(10, 12, 14, 16),
        ],
        "licenses": by_players(6, 6, 7, 7),
        "quarters": by_players(4, 5, 6, 7),
        "credits": by_players(100, 110, 120, 130),
        "start": [by_players(0, 0, 1, 1), by_players(1, 2, 2, 2), by_players(3, 4, 3, 3), by_players(3, 2, 3, 4)],
        "reduced_credits": by_players(80, 90, 100, 110),
        "reduced_start": [0, by_players(0, 1, 1, 1), by_players(2, 3, 3, 3), by_players(3, 2, 3, 3)],
        "market": by_players(9, 10, 12, 14),
        "tank_prices": [10, 10, 11, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22],
        "capacity": [[4, 7, 10, 13] for _ in range(4)],
        "freelance": 3,
        "supply_change": [[2] * 2 + [1] * 2 + [0] * 3 + [-1] * 3 + [-2] * 4 + [-3] * 3 for _ in range(4)],
        "price_min": [6, 3, 2, 1],
        "price_max": [20, 17, 14, 12],
        "price_start": [12, 9, 7, 4],
        "specialists": SPECIALISTS[players],
        "claims": [names.split() for names in CLAIMS[players]],
        "neutral": NEUTRAL[players].split(),
        "closed": [f"{letter}{line}" for letter in CLOSED[players] for line in range(1, 8)],
        "river": [f"{letter}4" for letter in "ABCDEF"],
        "markers": {"ffg": 14, "ludoart": 12}[edition],
        "tanks": 35,
        "converters": 14,
        "superchargers": 13,
    }


def default_header(
    edition: str = "ffg", players: int = 4, rules: tuple[str, ...] = (), **settings: Any
) -> dict[str, Any]:
    """A record's header without its seed and seats; settings by their names with `_` for `-`."""
    chosen = {"credits": "hidden" if edition == "ffg" else "open", "recall": 1}
    chosen["river-neutrals"] = "die" if edition == "ffg" else 3
    chosen.update({key.replace("_", "-"): value for key, value in settings.items()})
    return {
        "format": "boomtown/2", "game": "planet-steam", "edition": edition, "players": players,
        "rules": sorted(rules), "settings": chosen, "board": default_board(edition, players),
    }  # fmt: skip
