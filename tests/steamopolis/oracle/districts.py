"""District effects (1.5 C3, 1.9): static discharge, end-of-turn effects, and copying another district."""

from __future__ import annotations

from tests.steamopolis.oracle import effects
from tests.steamopolis.oracle.table import STONES, Table
from tests.steamopolis.oracle.terms import SKIP, Flow, ask


def is_usable(table: Table, seat: int, district: str) -> bool:
    """If it is an `end` effect or one part of one side is usable."""
    effect = table.district_effect(district)
    return effect.at_end or effects.has_usable_part(table, seat, effect)


def use(table: Table, seat: int, district: str) -> Flow:
    table.turn.used.append(district)
    if table.is_static(district):
        discharge(table, seat)
    effect = table.district_effect(district)
    if effect.at_end:
        table.turn.at_end.append(district)
    else:
        yield from effects.work_off(table, seat, effect)


def discharge(table: Table, seat: int) -> None:
    """The stone just taken back loses its arrow, before the effect (1.9); also the stone that copied (R5)."""
    field = table.turn.just
    if field is not None:
        assert table.players[seat].at(field) in STONES
        table.players[seat].lay(field, "o")


def visitable(table: Table, seat: int) -> list[str]:
    """Not used this turn, without an own stone now or at the start of this C, and with a usable part."""
    found = []
    for district in table.districts:
        taken = district in table.turn.used or district in table.turn.start_districts
        if not taken and district not in table.districts_of(seat) and is_worth_a_visit(table, seat, district):
            found.append(district)
    return found


def is_worth_a_visit(table: Table, seat: int, district: str) -> bool:
    """A nested `other_district` counts as usable."""
    effect = table.district_effect(district)
    nested = any(part.token == "other_district" for part in effect.parts)
    return nested or is_usable(table, seat, district)


def visit(table: Table, seat: int) -> Flow:
    answer = yield from ask(seat, [*(["visit", district] for district in visitable(table, seat)), SKIP])
    if answer != SKIP:
        yield from use(table, seat, answer[1])
