"""Moves in words, for people who follow a game: `narrate(["bid", 20])` is `bids 20`. The replay command shows them."""

from __future__ import annotations

from typing import Any

from engine.planet_steam.editions import BY_NAME
from engine.planet_steam.notation import RESOURCES

# Verb -> what the mover does; {0}, {1}, ... are the move's arguments, {zone} and the like the edition's words.
PHRASES = {
    "first": "seat {0} is first player",
    "die": "the die shows {0}",
    "upgrade": "upgrades the {0} {carrier}",
    "bid": "bids {0}",
    "pass": "passes",
    "take": "takes card {0}",
    "bonus": "takes the {0} token",
    "marker": "puts order marker {0} on {1}",
    "sabotage": "sabotages seat {0}",
    "tip": "tips the tank on {0}",
    "offer": "offers {zone} {0}",
    "roll": "rolls for {zone} {0}",
    "shift": "must claim {0} instead",
    "license": "claims {0} with a {licence}",
    "claim": "claims {0}",
    "skip": "claims nothing",
    "moor": "{moor}",
    "keep": "keeps the freelance carrier",
    "release": "releases the freelance carrier",
    "own": "puts a {claim} on {0}",
    "neutral": "puts a {neutral} on {0}",
    "activate": "pays for the {tank_phase}",
    "decline": "does not activate",
    "tank": "buys a tank for {0}",
    "import": "{importing}",
    "supercharger": "builds a {supercharger} on {0}",
    "move-tank": "moves the tank from {0} to {1}",
    "move-converter": "moves the {converter} from {0} to {1}",
    "drop-converter": "drops the {converter} of {0}",
    "move-supercharger": "moves the {supercharger} from {0} to {1}",
    "done": "has finished building",
    "power": "powers the tank on {0}",
    "extract": "{extract}",
    "stow": "loads one {0} on the freelance carrier",
    "buy-license": "buys a {licence}",
    "sell-license": "sells a {licence}",
    "buy-quarters": "{buy_quarters}",
}


def narrate(words: list[Any], resource: str | None = None, edition: str = "ffg") -> str:
    """What the mover does, without naming him, in the edition's words; `resource` is the one being traded.

    >>> narrate(["buy", 2], "water"), narrate(["converter", "ore", "C3", "C4"])
    ('buys 2 water', 'puts a new ore converter on C3, the old one moves to C4')
    >>> narrate(["moor", 3], edition="ludoart")
    'puts the coupler on column 3'
    """
    verb, *arguments = words
    terms = BY_NAME[edition].words
    if verb in ("buy", "sell"):
        return f"{verb}s {arguments[0]} {resource or ''}".rstrip()
    if verb == "engineer":
        what = terms["licence"] if arguments[0] == "license" else "15 credits"
        return f"takes the {terms['engineer']}'s {what}"
    if verb == "agent":
        what = f"upgrade the {{0}} {terms['carrier']}" if arguments[0] == "upgrade" else "bring one {0}"
        return f"has the {terms['agent']} {what.format(arguments[1])}"
    if verb == "manipulate":
        shifts = [f"{name} {shift:+d}" for name, shift in zip(RESOURCES, arguments[1:], strict=True) if shift]
        return f"manipulates prices ({arguments[0]}): {', '.join(shifts) or 'none'}"
    if verb == "emergency":
        from_zone = f" from {arguments[0]}" if arguments else ""
        moved = f", whose {terms['converter']} moves to {arguments[1]}" if len(arguments) == 2 else ""
        return f"gets emergency water{from_zone}{moved}"
    if verb == "converter":
        moved = f", the old one moves to {arguments[2]}" if len(arguments) == 3 else ""
        return f"puts a new {arguments[0]} {terms['converter']} on {arguments[1]}{moved}"
    return PHRASES[verb].format("{0}", "{1}", **terms).format(*arguments)
