"""The steam gauge (1.4, 7.4): single moves, raises and their results, arrow moves, the base marker, coming back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from tests.steamopolis.oracle.table import MARKERS, STONES, Table
from tests.steamopolis.oracle.terms import FIELDS, SKIP, Flow, Words, ask

# -- single moves: a gauge is its text, f1 on the left -----------------------------------------------------------------


def next_free(gauge: str, field: int) -> int | None:
    """The next free field on the right, skipping stones and markers."""
    for candidate in range(field + 1, len(FIELDS) + 1):
        if gauge[candidate - 1] == ".":
            return candidate
    return None


def moved(gauge: str, field: int) -> str | None:
    """The gauge after the stone on the field was raised by 1; None if it cannot be."""
    target = next_free(gauge, field)
    if target is None:
        return None
    pieces = list(gauge)
    pieces[target - 1], pieces[field - 1] = pieces[field - 1], "."
    return "".join(pieces)


def fields_with(gauge: str, pieces: str) -> list[int]:
    return [field for field in FIELDS if gauge[field - 1] in pieces]


# -- results of raises -------------------------------------------------------------------------------------------------


def after_raise(gauge: str, x: int) -> set[str]:
    """Raise by x: each step is compulsory while some stone can move, judged step by step (R3); the rest lapses."""
    found = {gauge}
    for _ in range(x):
        following = set()
        for here in found:
            steps = {after for field in fields_with(here, STONES) if (after := moved(here, field))}
            following |= steps or {here}
        found = following
    return found


def after_press_one(gauge: str, n: int) -> set[str]:
    """One stone, 1 to n moves."""
    found = set()
    for field in fields_with(gauge, STONES):
        here, at = gauge, field
        for _ in range(n):
            target = next_free(here, at)
            if target is None:
                break
            here, at = moved(here, at) or here, target
            found.add(here)
    return found


def after_arrow_moves(gauge: str) -> set[str]:
    """Each arrow stone once, in any order; one that cannot move when its turn comes stays."""
    found = set()
    for order in permutations(fields_with(gauge, "a")):
        here = gauge
        for field in order:
            here = moved(here, field) or here
        found.add(here)
    return found


def offered_discards(gauge: str, stones: str = STONES) -> list[int]:
    """Rules 1.7: markers with a stuck stone on their left; stuck = no free field anywhere on the stone's right."""
    stuck = [field for field in fields_with(gauge, stones) if next_free(gauge, field) is None]
    return [marker for marker in fields_with(gauge, MARKERS) if any(field < marker for field in stuck)]


def can_raise(table: Table, seat: int) -> bool:
    """A stone can move, or a discard is offered."""
    gauge = table.players[seat].gauge
    can_move = any(next_free(gauge, field) for field in fields_with(gauge, STONES))
    return can_move or bool(offered_discards(gauge))


# -- the decision (7.4) ------------------------------------------------------------------------------------------------


def stones_shown(gauge: str) -> str:
    return "".join("o" if piece in STONES else "." for piece in gauge)


def arrows_shown(gauge: str) -> str:
    return "".join("a" if piece == "a" else "." for piece in gauge)


def choose_result(
    table: Table, seat: int, results: Callable[[str], set[str]], *, optional: bool, arrow_moves: bool = False
) -> Flow:
    """`raise P`, then `order A`; `discard f` asks again."""
    player = table.players[seat]
    while True:
        gauge = player.gauge
        found = results(gauge) - {gauge}
        discards = offered_discards(gauge, "a" if arrow_moves else STONES)
        if not found and not discards:
            return
        if not found and arrow_moves:  # rules 7.4: the unchanged picture, because a discard makes it a choice
            found = {gauge}
        options: list[Words] = [["raise", picture] for picture in {stones_shown(after) for after in found}]
        options += [["discard", field] for field in discards]
        options += [SKIP] if optional else []
        answer = yield from ask(seat, options)
        if answer == SKIP:
            return
        if answer[0] == "raise":
            break
        player.lay(answer[1], ".")
    fitting = [after for after in found if stones_shown(after) == answer[1]]
    orders: list[Words] = [["order", arrows_shown(after)] for after in fitting]
    chosen = yield from ask(seat, orders)
    [player.gauge] = [after for after in fitting if arrows_shown(after) == chosen[1]]
    follow_raise(table, seat)


def raise_by(table: Table, seat: int, x: int, *, optional: bool) -> Flow:
    yield from choose_result(table, seat, lambda gauge: after_raise(gauge, x), optional=optional)


def raise_one(table: Table, seat: int, n: int, *, optional: bool) -> Flow:
    yield from choose_result(table, seat, lambda gauge: after_press_one(gauge, n), optional=optional)


def arrow_moves(table: Table, seat: int) -> Flow:
    yield from choose_result(table, seat, after_arrow_moves, optional=False, arrow_moves=True)


# -- the stone just taken back (R14) -----------------------------------------------------------------------------------


def follow_raise(table: Table, seat: int) -> None:
    """If its field is empty after a raise, it is the next stone to the right."""
    turn, player = table.turn, table.players[seat]
    if seat == table.active and turn.just is not None and player.at(turn.just) not in STONES:
        turn.just = min((field for field in player.fields_with(STONES) if field > turn.just), default=None)


def follow(table: Table, seat: int, field: int, target: int | None) -> None:
    """The stone on the field went to the target, or to the reserve."""
    if seat == table.active and table.turn.just == field:
        table.turn.just = target


# -- coming back, pushing, leaving -------------------------------------------------------------------------------------


def bring_to_gauge(table: Table, seat: int, piece: str) -> Flow:
    """A stone returned or gained: to the first free field right of the base, else onto a discarded marker's field, else
    to the reserve. Gives the field, or None."""
    player = table.players[seat]
    field = next_free(player.gauge, player.base)
    if field is None and player.fields_with(MARKERS):
        table.events["marker discarded for a stone coming back"] += 1
        answer = yield from ask(seat, [["discard", marker] for marker in player.fields_with(MARKERS)])
        field = answer[1]
    if field is None:
        table.events["no room for a stone coming back"] += 1
        player.reserve += 1
    else:
        player.lay(field, piece)
    return field


def has_room(table: Table, seat: int) -> bool:
    """For a gained stone: a free field, or a marker."""
    player = table.players[seat]
    return next_free(player.gauge, player.base) is not None or bool(player.fields_with(MARKERS))


def push(table: Table, seat: int, field: int) -> bool:
    """A marker or the base pushes the stone on the field by 1, if a field is free; no discards (1.7)."""
    player = table.players[seat]
    target = next_free(player.gauge, field)
    if target is None:
        return False
    player.gauge = moved(player.gauge, field) or player.gauge
    follow(table, seat, field, target)
    return True


def to_reserve(table: Table, seat: int, field: int) -> None:
    player = table.players[seat]
    player.lay(field, ".")
    player.reserve += 1
    follow(table, seat, field, None)


def can_advance_base(table: Table, seat: int) -> bool:
    """Below its last field, and not if the last stone would be lost (R13)."""
    player = table.players[seat]
    if player.base >= table.board["meta"]["base_max_field"]:
        return False
    ahead = player.base + 1
    would_lose = player.at(ahead) in STONES and next_free(player.gauge, ahead) is None
    return not (would_lose and table.n_stones(seat) == 1)


def advance_base(table: Table, seat: int) -> None:
    player = table.players[seat]
    ahead = player.base + 1
    if player.at(ahead) in STONES and not push(table, seat, ahead):
        table.events["pushed into the reserve by the base"] += 1
        to_reserve(table, seat, ahead)
    player.lay(ahead, ".")  # a marker there leaves the game
    player.base = ahead


def spendable(table: Table, seat: int) -> list[int]:
    """R1: gauge stones only, never the last one owned (gauge + board)."""
    return table.players[seat].fields_with(STONES) if table.n_stones(seat) > 1 else []
