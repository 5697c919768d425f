"""The two editions of Planet Steam: how their rules differ, and what each calls the things on the table.

Board data that differ are in boards/NAME.toml. Settings take their defaults from here, the compiled tables their rules,
`drawing` and `narration` their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DIE = "die"  # the setting `river-neutrals`: diced instead of agreed


@dataclass(frozen=True)
class Edition:
    """What is marked [ffg] or [ludoart] in the rules, apart from board data."""

    name: str
    title: str
    credits: str  # rules 9: the default of the setting
    river_neutrals: int | str  # rules 6.4: the default of the setting
    lays_river_neutrals: bool  # rules 6.4: so many are laid before the two passes; or else at most so many within them
    water_for_declining: int  # rules 4
    has_emergency_aid: bool  # rules 4
    lines_are_rows: bool  # rules 1: how the map is drawn
    words: Mapping[str, str]  # what it calls the things on the table, in English; {0} is a move's argument


FFG = Edition(
    name="ffg",
    title="Fantasy Flight 2013",
    credits="hidden",
    river_neutrals=DIE,
    lays_river_neutrals=True,
    water_for_declining=1,
    has_emergency_aid=False,
    lines_are_rows=True,
    words={
        "round": "round",
        "zone": "zone",
        "zones": "zones",
        "claim": "claim marker",
        "neutral": "neutral marker",
        "river": "river",
        "line": "row",
        "airship": "airship",
        "moor": "moors at row {0}",
        "tank_phase": "tank phase",
        "extraction": "extraction",
        "extract": "extracts",
        "market": "tank market",
        "importing": "imports a tank to {0}",
        "converter": "converter",
        "converters": "converters",
        "supercharger": "supercharger",
        "superchargers": "superchargers",
        "carrier": "carrier",
        "licence": "building licence",
        "licences": "licences",
        "licences_short": "lic.",
        "quarters": "luxury quarters",
        "quarters_short": "quart.",
        "buy_quarters": "buys luxury quarters",
        "lady": "Lady Steam",
        "venturer": "Venturer",
        "captain": "Captain",
        "engineer": "Engineer",
        "agent": "Bank Agent",
    },
)
LUDOART = Edition(
    name="ludoart",
    title="Ludoart 2008",
    credits="open",
    river_neutrals=3,
    lays_river_neutrals=False,
    water_for_declining=0,
    has_emergency_aid=True,
    lines_are_rows=False,
    words={
        "round": "year",
        "zone": "well",
        "zones": "wells",
        "claim": "platform",
        "neutral": "neutral platform",
        "river": "main supply wells",
        "line": "column",
        "airship": "coupler",
        "moor": "puts the coupler on column {0}",
        "tank_phase": "buying phase",
        "extraction": "production",
        "extract": "produces",
        "market": "production hall",
        "importing": "buys a tank from Earth for {0}",
        "converter": "extension",
        "converters": "extensions",
        "supercharger": "compressor ball",
        "superchargers": "compressor balls",
        "carrier": "shuttle",
        "licence": "building permit",
        "licences": "permits",
        "licences_short": "perm.",
        "quarters": "title deeds",
        "quarters_short": "deeds",
        "buy_quarters": "buys a title deed",
        "lady": "Lady Steam",
        "venturer": "Speculator",
        "captain": "Heater",
        "engineer": "Constructor",
        "agent": "IPF Agent",
    },
)
BY_NAME = {edition.name: edition for edition in (FFG, LUDOART)}
EDITIONS = tuple(BY_NAME)
