"""How a decision of Planet Steam is asked: the steps of each move, the letters of actions, the zones as places.

A move's words ("converter", "ore", "C4") are its steps. Beside the legal moves there are swaps named from either end,
and marks for extraction in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from arena.terminal.game_session import GameSession
from arena.terminal.steps import ACTION, Kind, Offer, Path
from engine.planet_steam.notation import BID_PHASES, RESOURCES, ZONES

# The letter of every action; within one step of the rules no two are the same. a, h, l, q and u belong to the screen.
LETTERS = {
    "bid": "b",
    "limit": "t",
    "pass": "p",
    "roll": "r",
    "license": "i",
    "claim": "c",
    "skip": "s",
    "activate": "y",
    "decline": "n",
    "emergency": "e",
    "tank": "t",
    "import": "i",
    "converter": "c",
    "supercharger": "s",
    "upgrade": "g",
    "move-tank": "m",
    "move-converter": "v",
    "move-supercharger": "o",
    "drop-converter": "x",
    "done": "d",
    "power": "w",
    "power-all": "p",
    "extract-all": "x",
    "extract": "e",
    "buy": "b",
    "sell": "s",
    "buy-license": "i",
    "sell-license": "s",
    "buy-quarters": "x",
    "keep": "k",
    "release": "r",
}

AMOUNT = Kind("amount", is_number=True)
LIMIT = Kind("amount", is_number=True, is_bare=True)
# prices that cannot change are no question: with a weak manipulation quartz is none
SHIFT = Kind("shift", is_number=True, is_signed=True, skips_single=True)
ZONE, ZONE2 = Kind("zone", is_place=True), Kind("zone2", is_place=True)
OWN_ZONE = Kind("zone", is_place=True, is_bare=True)  # of the actions that a zone's name alone means
RESOURCE, SEAT, PLACE, AGENT, LEVEL = map(Kind, ("resource", "seat", "place", "agent", "level"))
CONVERTER = Kind("converter", is_bare=True)
CARD, BONUS, ENGINEER, LINE = (Kind(name, is_direct=True) for name in ("card", "resource", "engineer", "line"))
OWN_NUMBER = (CARD, LINE, PLACE)  # their options are numbers themselves
# Their options keep their numbers, also where some of them cannot be chosen.
NUMBERED = {
    RESOURCE: RESOURCES,
    BONUS: RESOURCES,
    CONVERTER: RESOURCES,
    ENGINEER: ("license", "credits"),
    AGENT: ("upgrade", "resource"),
    LEVEL: ("weak", "moderate", "strong"),
}

# What each word after the verb is; the last kind repeats.
ARGUMENTS = {
    "bid": (AMOUNT,),
    "limit": (LIMIT,),
    "roll": (OWN_ZONE,),
    "claim": (OWN_ZONE,),
    "power": (OWN_ZONE,),
    "tank": (OWN_ZONE,),
    "buy": (AMOUNT,),
    "sell": (AMOUNT,),
    "upgrade": (RESOURCE,),
    "stow": (RESOURCE,),
    "take": (CARD,),
    "engineer": (ENGINEER,),
    "agent": (AGENT, RESOURCE),
    "bonus": (BONUS,),
    "marker": (PLACE, RESOURCE),
    "manipulate": (LEVEL, SHIFT, SHIFT, SHIFT, SHIFT),
    "sabotage": (SEAT,),
    "moor": (LINE,),
    "converter": (CONVERTER, ZONE, ZONE2),
    "emergency": (ZONE, ZONE2),
    "move-tank": (OWN_ZONE, ZONE2),
    "move-converter": (ZONE, ZONE2),
    "move-supercharger": (ZONE, ZONE2),
}


def kind_after(path: Path) -> Kind:
    """What the step after these words asks for."""
    if not path:
        return ACTION
    kinds = ARGUMENTS.get(path[0], (ZONE,))
    return kinds[min(len(path), len(kinds)) - 1]


def keys_of(kind: Kind, words: Sequence[Any]) -> tuple[str, ...]:
    """What is pressed for each option: lines, cards, places and players have their own number."""
    if kind is ACTION:
        return tuple(LETTERS.get(word, "") for word in words)
    if kind is SEAT:
        return tuple(str(word + 1) for word in words)
    if kind in OWN_NUMBER:
        return tuple(map(str, words))
    if kind in NUMBERED:
        return tuple(str(NUMBERED[kind].index(word) + 1) for word in words)
    return tuple(str(k) for k in range(1, len(words) + 1))


def offers(session: GameSession) -> list[Offer]:
    """What a person may choose."""
    game = session.game
    if session.phase == "extraction":
        return [*_marks(session), Offer(("extract",), (game.move("extract"),))]
    found = [Offer(tuple(game.words(move)), (move,)) for move in session.legal]
    if session.phase == "tank-phase":
        found.sort(key=lambda offer: offer.path == ("done",))  # the last of the actions
    bids = [offer for offer in found if offer.path[0] == "bid"] if session.phase in BID_PHASES else []
    limits = [Offer(("limit", offer.path[1]), bids[0].moves, limit=offer.path[1]) for offer in bids]
    return [*bids, *limits, *(offer for offer in found if offer not in bids), *_swaps(session, found)]


def default(session: GameSession) -> str | None:
    """What Enter alone does: what costs nothing, or what nearly everybody does."""
    if session.phase == "extraction":
        targets = power_targets(session)
        is_all = targets and len(powered(session)) < len(targets) <= session.view["goods"][session.viewer][3]
        return "extract-all" if is_all else "extract"
    by_phase = {"activation": "activate", "tank-phase": "done", "trade": "pass", "certificates": "pass"}
    return "pass" if session.phase in BID_PHASES else by_phase.get(session.phase)


def _swaps(session: GameSession, found: Sequence[Offer]) -> Iterator[Offer]:
    """Swaps from their other end; the rules name each once."""
    tanks, paths = session.view["tanks"], {offer.path for offer in found}
    for offer in found:
        verb = offer.path[0]
        if verb not in ("move-tank", "move-converter"):
            continue
        zone, to = offer.path[1:]
        is_swap = to in tanks if verb == "move-tank" else bool(tanks[to][0])
        if is_swap and (verb, to, zone) not in paths:
            yield Offer((verb, to, zone), offer.moves)


# -- marks for extraction: the rules want them in the order of the zones, a person may set them in any -----------------


def powered(session: GameSession) -> list[str]:
    """The tanks that the mover has marked so far."""
    return list(session.game.step(session.state)["powered"])


def power_targets(session: GameSession) -> list[str]:
    """Zones whose mark can be set or taken back now."""
    marked = powered(session)
    base = session.states[len(session.moves) - len(marked)]
    first = [words[1] for words in map(session.game.words, base.legal()) if words[0] == "power"]
    energy = base.snapshot()["goods"][base.mover or 0][3]
    return [zone for zone in first if zone in marked or len(marked) < energy]


def toggled(session: GameSession, zone: str) -> list[str]:
    """The marks after one is set, or taken back."""
    marked = powered(session)
    return [name for name in marked if name != zone] if zone in marked else [*marked, zone]


def _marks(session: GameSession) -> Iterator[Offer]:
    targets, n_marked = power_targets(session), len(powered(session))
    move = session.game.move

    def offer(path: Path, zones: Sequence[str]) -> Offer:
        return Offer(path, tuple(sorted(move(["power", zone]) for zone in zones)), n_marked)

    energy = session.view["goods"][session.viewer][3]
    if targets and len(targets) <= energy and n_marked < len(targets):
        everything = offer(("extract-all",), targets)
        yield replace(everything, moves=(*everything.moves, move("extract")))
        if len(targets) > 1:
            yield offer(("power-all",), targets)
    for zone in targets:
        yield offer(("power", zone), toggled(session, zone))


# -- zones as places ---------------------------------------------------------------------------------------------------


def neighbour(zone: str, key: str, is_turned: bool) -> str:
    """The zone beside another as the edition draws the map: lines are rows or, turned, columns."""
    position, line = "ABCDEF".index(zone[0]), int(zone[1]) - 1
    across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[key]
    if is_turned:
        across, down = down, across
    return f"{'ABCDEF'[(position + across) % 6]}{(line + down) % 7 + 1}"


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


__all__ = ["ZONES", "distance", "keys_of", "kind_after", "neighbour", "offers", "power_targets", "powered", "toggled"]
