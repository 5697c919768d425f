"""The words of the rules (section 1): resources, zones, distances. Pure functions; every phase uses them."""

from __future__ import annotations

from collections.abc import Generator

RESOURCES = ["quartz", "ore", "water", "energy"]
QUARTZ, ORE, WATER, ENERGY = range(4)
CONVERTERS = ["quartz", "ore", "energy"]
CHANCE = -1
N_LINES, N_POSITIONS = 7, 6
MAX_CLASS = 4
DIE = [["die", n] for n in range(1, 7)]

# A decision is (who, options); the answer is one of the options.
Words = list
Flow = Generator[tuple[int, list[Words]], Words, None]


def zone(line: int, position: int) -> str:
    """The name of the zone at a position of a line, both from 1."""
    return "ABCDEF"[position - 1] + str(line)


ZONES = [zone(line, position) for line in range(1, N_LINES + 1) for position in range(1, N_POSITIONS + 1)]
INDEX = {name: index for index, name in enumerate(ZONES)}
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def line_of(name: str) -> int:
    return int(name[1])


def position_of(name: str) -> int:
    return "ABCDEF".index(name[0]) + 1


def ray(name: str, direction: tuple[int, int]) -> list[str]:
    """The zones seen from one zone in one direction, nearest first, to the edge of the map."""
    seen = []
    line, position = line_of(name) + direction[0], position_of(name) + direction[1]
    while 1 <= line <= N_LINES and 1 <= position <= N_POSITIONS:
        seen.append(zone(line, position))
        line, position = line + direction[0], position + direction[1]
    return seen


def neighbours(name: str) -> list[str]:
    return [ray(name, direction)[0] for direction in DIRECTIONS if ray(name, direction)]


def groups(zones: list[str]) -> list[set[str]]:
    """The orthogonally connected groups of these zones."""
    left = set(zones)
    found = []
    while left:
        group: set[str] = set()
        edge = [left.pop()]
        while edge:
            here = edge.pop()
            group.add(here)
            for near in neighbours(here):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        found.append(group)
    return found
