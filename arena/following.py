"""A game followed move by move from one seat: what the seat is told of a move (`seen_words`, for the referee), and the
state that a program can keep from that alone (`Follower`, for `boomtown bot`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

from engine import BoomtownError, Game, Observation, State


class LostTrack(BoomtownError):
    """What was told does not lead to what is seen."""


def seen_words(before: State, move: int, after: State, seat: int) -> list[Any]:
    """A move as a seat may know it, `[who, verb, arguments...]`; `[who, None]` if another one would have led elsewhere
    and the seat cannot tell by what it sees."""
    game, mover = before.game, before.mover
    if mover != seat:
        seen = after.observe(seat)
        for other in before.legal():
            elsewhere = before.copy().apply(other)
            if elsewhere != after and elsewhere.observe(seat) == seen:
                return [mover, None]
    return [mover, *game.words(move)]


class Follower:
    """A seat's own state of a game. Hidden moves are guessed, and guessed again when the observation says otherwise."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self._state = game.new()
        self._start = game.new()  # before the first hidden move
        self._told: list[int | None] = []  # from there on; None: hidden
        self._guesses: dict[int, int] = {}  # place among the told -> move
        self._known: set[int] = set()  # places where an observation seems to have shown what was hidden

    def played(self, move: list[Any]) -> None:
        """Takes a move up as it was told. Raises `IllegalMove` or `LostTrack`."""
        who, *words = move
        if who != self._state.mover:
            raise LostTrack(f"told of a move of seat {who} when seat {self._state.mover} had to move")
        if words != [None] and not self._told:
            self._state.play(words)
            return
        if not self._told:
            self._start = self._state.copy()
        told = None if words == [None] else self.game.move(words)
        self._told.append(told)
        if told is None:
            told = self._guesses[len(self._told) - 1] = self._state.legal()[0]
        if told in self._state.legal():
            self._state.apply(told)
        else:
            self._guess_again(None)

    def observation(self, view: dict[str, Any]) -> Observation:
        """What the seat sees; `view` is what it was told that it sees. Raises `LostTrack` if nothing fits."""
        if not _agree(self._state.observe(self.seat), view):
            self._guess_again(view)
        return self._state.observe(self.seat)

    def _guess_again(self, view: dict[str, Any] | None) -> None:
        """One hidden move, if need be two, must have been another one: such that the open moves follow and the view is
        right. What a view seems to have shown before is doubted last."""
        places = sorted(self._guesses, key=lambda place: place in self._known)
        for changed in chain(combinations(places, 1), combinations(places, 2)):
            for guesses in self._others(changed):
                state = self._replayed(guesses)
                if state is not None and (view is None or _agree(state.observe(self.seat), view)):
                    self._state, self._guesses = state, guesses
                    self._known.update(changed)
                    return
        raise LostTrack("the moves told do not lead to what is seen: the two versions' rules differ")

    def _others(self, places: tuple[int, ...]) -> Iterator[dict[int, int]]:
        """The guesses with other ones at these places."""
        if not places:
            yield dict(self._guesses)
            return
        first, *rest = places
        kept = self._guesses[first]
        for other in self._legal_at(first):
            if other != kept:
                self._guesses[first] = other
                yield from self._others(tuple(rest))
        self._guesses[first] = kept

    def _legal_at(self, place: int) -> list[int]:
        state = self._replayed(self._guesses, place)
        return [] if state is None else state.legal()

    def _replayed(self, guesses: dict[int, int], end: int | None = None) -> State | None:
        """The state after the moves told, up to a place; None if they cannot have been. A guess that another one rules
        out becomes the first that is possible."""
        state = self._start.copy()
        for place, told in enumerate(self._told[:end]):
            legal = state.legal()
            if told is None:
                told = guesses[place] if guesses[place] in legal else legal[0]
                guesses[place] = told
            elif told not in legal:
                return None
            state.apply(told)
        return state


def _agree(seen: Observation, view: dict[str, Any]) -> bool:
    """Whether an observation reads as it was told, as far as both versions tell of it."""
    return _same(json.loads(json.dumps(seen.view())), view)


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(_same(ours[key], theirs[key]) for key in ours.keys() & theirs.keys())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    return bool(ours == theirs)
