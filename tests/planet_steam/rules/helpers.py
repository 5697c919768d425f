"""Positions for tests of single rules: a game played quietly to a step, edited there, and played on by its notation.

>>> scene = begin("offer-zone", players=4)
>>> scene.mover, scene.phase
(1, 'offer-zone')
>>> scene.play("1 offer A2", "0 bid 5", "1 pass", "2 pass", "3 pass").credits[0]
114
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from engine import IllegalMove, State
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.settings import RULES as RULES

EDITIONS = ("ffg", "ludoart")
PLAYERS = (2, 3, 4, 5)
QUARTZ, ORE, WATER, ENERGY = range(4)
RESOURCES = ("quartz", "ore", "water", "energy")
ZONES = tuple(f"{position}{line}" for line in range(1, 8) for position in "ABCDEF")
ROUNDS = {2: 7, 3: 6, 4: 5, 5: 4}

# What a player does who wants nothing: the first of these verbs that is legal, else the first legal move.
QUIET = ("pass", "skip", "decline", "done", "extract", "release")
QUIET_MOVES = ("manipulate weak 0 0 0 0", "moor 7", "engineer credits", "die 6")


class Scene:
    """A state with the game it belongs to. Every key of a snapshot is an attribute: `scene.credits`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.game: Any = state.game

    def __getattr__(self, key: str) -> Any:
        snapshot = self.state.snapshot()
        if key not in snapshot:
            raise AttributeError(key)
        return snapshot[key]

    @property
    def phase(self) -> str:
        return str(self.game.phase(self.state))

    @property
    def mover(self) -> int | None:
        return self.state.mover

    @property
    def wealth(self) -> list[int]:
        return [int(score) for score in self.state.scores()]

    @property
    def legal(self) -> set[str]:
        moves = self.state.moves()
        assert len(moves) == len(set(moves))
        return set(moves)

    def some(self, verb: str) -> set[str]:
        """The arguments of the legal moves with a verb."""
        return {move.partition(" ")[2] for move in self.legal if move.split()[0] == verb}

    def copy(self) -> Scene:
        return Scene(self.state.copy())

    def play(self, *moves: str) -> Scene:
        """Plays moves, each after the seat that must be to move (`-1` is chance): `"2 bid 20"`."""
        for move in moves:
            seat, _, text = move.partition(" ")
            assert self.mover == int(seat), f"{move}: {self.mover} is to move, at {self.phase}"
            self.state.play(text)
        return self

    def refuses(self, *moves: str) -> None:
        """Every one of these moves is illegal, and trying it changes nothing."""
        before = bytes(self.state)
        for move in moves:
            with pytest.raises(IllegalMove):
                self.state.play(move)
            assert bytes(self.state) == before

    def rest(self) -> Scene:
        """Plays one quiet move."""
        legal = self.state.moves()
        by_verb = {move.split()[0]: move for move in reversed(legal)}
        quiet = [by_verb[verb] for verb in QUIET if verb in by_verb] + [m for m in QUIET_MOVES if m in legal]
        self.state.play((quiet or legal)[0])
        return self

    def to(self, phase: str, seat: int | None = None, round: int | None = None) -> Scene:
        """Plays quietly until a seat is to move at a step. Openers bid 1 and win, so seat s gets card s + 1 in round 1
        when seat 0 is first."""
        while self.phase != phase or seat not in (None, self.mover) or round not in (None, self.round):
            assert self.mover is not None, f"the game ended before {phase}"
            self.rest()
        return self

    def through(self, *phases: str) -> Scene:
        """Plays quietly as long as the step is one of these."""
        while self.phase in phases:
            self.rest()
        return self

    def edit(self, **changes: Any) -> Scene:
        """Changes keys of the snapshot. A mapping changes only what it names: seats of a list, zones of the map. Tanks
        are named by converter (`"ore"`, None), with `+` for a supercharger and `!` for tipped: `"ore+!"`, `"+"`."""
        now = self.state.snapshot()
        for key, value in changes.items():
            if key == "tanks":
                now[key] = {zone: parts(tank) for zone, tank in value.items()}
            elif isinstance(value, Mapping) and isinstance(now[key], list):
                now[key] = [value.get(i, old) for i, old in enumerate(now[key])]
            elif isinstance(value, Mapping) and isinstance(now[key], dict):
                now[key] = {**now[key], **value}
            else:
                now[key] = value
        self.state = self.game.edit(self.state, **now)
        return self

    def bare(self, **owners: Iterable[str]) -> Scene:
        """An empty map but for the named zones: `s0="A1 A2"`, `n="B4"`."""
        zones = {zone: kind if kind == "x" else "." for zone, kind in self.zones.items()}
        for key, names in owners.items():
            for zone in names.split() if isinstance(names, str) else names:
                zones[zone] = "n" if key == "n" else int(key[1:])
        return self.edit(zones=zones, tanks={})


def parts(tank: str | None) -> list[Any]:
    text = tank or ""
    return [text.strip("+!") or None, "+" in text, "!" in text]


def begin(phase: str | None = None, first: int = 0, seat: int | None = None, **settings: Any) -> Scene:
    """A game played quietly to a step, seat `first` diced first. Settings are those of `PlanetSteam`."""
    scene = Scene(PlanetSteam(**settings).new())
    if phase is None:
        return scene
    scene.play(f"-1 first {first}")
    return scene.to(phase, seat)


def tank_phase(seat: int = 0, owned: str = "", tanks: Mapping[str, str | None] | None = None, **settings: Any) -> Scene:
    """A seat at its activation: seats before it have declined, only it owns zones (and the given tanks), it has plenty
    of credits and a full class-4 hold of everything."""
    scene = begin("activation", seat=seat, **settings)
    scene.bare(**{f"s{seat}": owned.split() + [zone for zone in tanks or {} if zone not in owned.split()]})
    return scene.edit(tanks=tanks or {}, credits={seat: 200}, carriers={seat: [4] * 4}, goods={seat: [13, 13, 13, 13]})


def extraction(owned: Mapping[str, str | None], seat: int = 0, airship: int | None = None, **settings: Any) -> Scene:
    """A seat about to extract with the given tanks, class-4 carriers, and nothing but 10 energy in stock."""
    scene = begin("extraction", seat=seat, **settings).bare(**{f"s{seat}": list(owned)})
    return scene.edit(tanks=owned, carriers={seat: [4] * 4}, goods={seat: [0, 0, 0, 10]}, airship=airship)


def bids(*numbers: int) -> set[str]:
    return {f"bid {n}" for n in numbers}


def names(positions: str, lines: Iterable[int]) -> set[str]:
    return {f"{position}{line}" for position in positions for line in lines}
