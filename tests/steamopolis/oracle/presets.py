"""Tables set up by hand and parts of the rules driven one at a time, for tests of single rules."""

from __future__ import annotations

from typing import Any

from tests.steamopolis.oracle.boards import header
from tests.steamopolis.oracle.table import Down, Table
from tests.steamopolis.oracle.terms import BACK, CAPACITY, EXTRA_MARKETS, LEVELS, RANK_0, SLOTS, Flow, Words


def bare_table(players: int = 2, board: dict[str, Any] | None = None, **settings: int) -> Table:
    """A table in round 1, seat 0's turn: rank-0 tiles open in order, the others face down and purple, 1.3's passengers,
    the tile 5/1 up, nobody with a machine or goods."""
    table = Table(header(players, board, **settings))
    table.round, table.first, table.active = 1, 0, 0
    for market, name in zip([*map(str, LEVELS), *(EXTRA_MARKETS if players == 4 else [])], RANK_0, strict=False):
        table.open[market] = name
        table.shown.add(name)
    for level in LEVELS:
        table.down[level] = [Down(rank, "purple") for rank in (1, 2, 3)]
    table.stack.remove((5, 1))
    table.tile = (5, 1)
    for seat, player in enumerate(table.players):
        player.character, player.start = 2 * seat + 1, f"S{seat + 1}"
    return table


def open_tile(table: Table, market: str, name: str, following: list[str] | None = None) -> None:
    """Lays a tile open in a market, and known tiles face down behind it."""
    table.open[market] = name
    table.shown.add(name)
    if market in map(str, LEVELS):
        table.down[int(market)] = [Down(table.rank(n), table.colour(n), n) for n in following or []]


def give_room(table: Table, seat: int, **tiles: str) -> None:
    """`give_room(table, 0, s3="M11")` lays M11 on slot 3."""
    for slot, name in tiles.items():
        table.players[seat].room[int(slot[1:])] = name


def start_room(table: Table, seat: int = 0) -> None:
    """The start machine's back on slot 1 and the capacity tile on slot 2."""
    give_room(table, seat, s1=BACK, s2=CAPACITY)


def give(table: Table, seat: int, crystals: int = 0, gears: int = 0) -> None:
    table.gain(seat, 0, crystals)
    table.gain(seat, 1, gears)


def place(table: Table, seat: int, *places: tuple[int, int, str]) -> None:
    """Parasites of the seat from its supply."""
    for where in places:
        assert where[1] in SLOTS
        table.players[seat].supply -= 1
        table.players[seat].placed.append(where)


def put_stones(table: Table, seat: int, districts: str, arrows: str = "") -> None:
    for district in districts.split():
        table.stones[district].append((seat, district in arrows.split()))


def words_of(text: str) -> Words:
    """`buy 2 machine` names a market, which is text; other numbers are numbers."""
    verb, *operands = text.split()
    found: Words = [verb]
    for index, operand in enumerate(operands):
        is_market = index == 0 and verb in ("buy", "tile")
        found.append(int(operand) if operand.isdigit() and not is_market else operand)
    return found


def text_of(words: Words) -> str:
    return " ".join(map(str, words))


class Driven:
    """One part of the rules, waiting for answers."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self.seat: int | None = None
        self.options: list[str] = []
        self._words: list[Words] = []
        self._step(None)

    def _step(self, answer: Words | None) -> None:
        try:
            decision = self._flow.send(answer)  # type: ignore[arg-type]
            self.seat, self._words = decision.seat, decision.options
        except StopIteration:
            self.seat, self._words = None, []
        self.options = [text_of(words) for words in self._words]

    @property
    def is_over(self) -> bool:
        return self.seat is None

    def play(self, *answers: str) -> Driven:
        for text in answers:
            words = words_of(text)
            assert words in self._words, f"{text} is not among {self.options} of {self.seat}"
            self._step(words)
        return self


def drive(flow: Flow, *answers: str) -> Driven:
    """Answers the decisions of one part; it must end with the last answer."""
    driven = Driven(flow).play(*answers)
    assert driven.is_over, f"{driven.seat} is still to answer {driven.options[:9]}"
    return driven
