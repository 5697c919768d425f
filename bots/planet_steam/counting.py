"""What is counted in a game of Planet Steam that is played on: where credits come from and go to, what is extracted,
what stands on the map in the end. Reasons for a move are told by these."""

from __future__ import annotations

from collections.abc import Iterator

from engine import State
from engine.planet_steam.notation import BID_PHASES, RESOURCES

# What one of it is about worth to its seat in wealth. Ground, tanks, superchargers and quarters as the rules score them
# (5.5); a resource at about what it is sold for.
QUANTITIES = {
    **{f"earned.{name}": 1.0 for name in RESOURCES},
    **{f"spent.{name}": -1.0 for name in RESOURCES},
    **{f"extracted.{name}": 10.0 for name in RESOURCES},
    "bids": -1.0,
    "building": -1.0,
    "moored": 10.0,
    "zones": 25.0,
    "tanks": 25.0,
    "superchargers": 50.0,
    "quarters": 50.0,
}
# What credits were paid for, and how much of it.
MEASURES = {
    **{f"earned.{name}": f"sold.{name}" for name in RESOURCES},
    **{f"spent.{name}": f"bought.{name}" for name in RESOURCES},
}
BUILDING = ("activation", "tank-phase")


def counts(before: State, move: int, after: State) -> Iterator[tuple[str, int, float]]:
    phase = before.game.phase(before)
    if phase in BID_PHASES:
        if before.game.phase(after) != phase:  # until an auction ends nothing is paid
            yield from _paid("bids", before, after)
    elif phase in BUILDING:
        yield from _paid("building", before, after)
    elif phase == "trade":
        yield from _traded(before, after)
    elif phase == "extraction":
        yield from _extracted(before, after)
    if after.is_over:
        yield from _standing(after)


def _paid(name: str, before: State, after: State) -> Iterator[tuple[str, int, float]]:
    for seat, (had, has) in enumerate(zip(before.snapshot()["credits"], after.snapshot()["credits"], strict=True)):
        if has < had:
            yield name, seat, had - has


def _traded(before: State, after: State) -> Iterator[tuple[str, int, float]]:
    """The one resource of which the mover's stock changed, and what was paid for it."""
    seat, old, new = before.mover, before.snapshot(), after.snapshot()
    assert seat is not None
    paid = old["credits"][seat] - new["credits"][seat]
    for name, had, has in zip(RESOURCES, old["goods"][seat], new["goods"][seat], strict=True):
        if has < had and paid < 0:
            yield f"earned.{name}", seat, -paid
            yield f"sold.{name}", seat, had - has
        elif has > had and paid > 0:
            yield f"spent.{name}", seat, paid
            yield f"bought.{name}", seat, has - had


def _extracted(before: State, after: State) -> Iterator[tuple[str, int, float]]:
    """What came into stock, and how many of the mover's tanks stood on the airship's line meanwhile."""
    seat, old, new = before.mover, before.snapshot(), after.snapshot()
    assert seat is not None
    if before.game.phase(after) == "extraction" and after.mover == seat:
        return  # a tank was switched: nothing is extracted yet
    for name, had, has in zip(RESOURCES, old["goods"][seat], new["goods"][seat], strict=True):
        if has > had:
            yield f"extracted.{name}", seat, has - had
    moored = sum(old["zones"][zone] == seat and zone.endswith(str(old["airship"])) for zone in old["tanks"])
    if moored:
        yield "moored", seat, moored


def _standing(end: State) -> Iterator[tuple[str, int, float]]:
    found = end.snapshot()
    for zone, owner in found["zones"].items():
        if isinstance(owner, int):
            yield "zones", owner, 1.0
            if zone in found["tanks"]:
                yield "tanks", owner, 1.0
                yield "superchargers", owner, float(found["tanks"][zone][1])
    for seat, n in enumerate(found["quarters"]):
        yield "quarters", seat, n
