"""Rules 1.4, 7.4: gauge, raises, arrows, base marker, storage."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.steamopolis.board import load_board
from tests.steamopolis.rules.helpers import EMPTY, Scene, begin, board_with, effect_board, room

STONE_ON_1L = {"1L": [[0, False]]}


def use(effect: str, **changes: object) -> Scene:
    """Flies from 1L, whose effect this is, and uses it."""
    return begin(settings=effect_board(effect), stones=STONE_ON_1L, **changes).play("fly 1L", "use")


def moved(gauge: str, field: int) -> str | None:
    """A stone moved by 1, fields from 0."""
    target = gauge.find(".", field + 1)
    if target < 0:
        return None
    cells = list(gauge)
    cells[target], cells[field] = cells[field], "."
    return "".join(cells)


def raised(gauge: str, steps: int) -> set[str]:
    """Every gauge that a raise leads to, step by step."""
    found = {gauge}
    for _ in range(steps):
        after: set[str] = set()
        for one in found:
            ways = {moved(one, field) for field, mark in enumerate(one) if mark in "oa"} - {None}
            after |= {way for way in ways if way} or {one}
        found = after
    return found


def picture(gauge: str) -> str:
    return "".join("o" if mark in "oa" else "." for mark in gauge)


def arrows(gauge: str) -> str:
    return "".join("a" if mark == "a" else "." for mark in gauge)


GAUGES = [
    "ooo.......",
    "oaoao.....",
    "aom.oo....",
    "..aoo.m.ao",
    ".....aoaoa",
    "a.o.m.oa.p",
    "ooooo.....",
    ".o.a.o.a.m",
]


@pytest.mark.parametrize("gauge", GAUGES)
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 7, 9])
def test_rule_7_4_pictures_and_orders_are_the_distinct_results(gauge: str, steps: int) -> None:
    """Every boiler raises by one; the oracle here walks all courses step by step."""
    wanted = raised(gauge, steps)
    meta = load_board()["meta"] | {"builtin_boilers": steps}
    scene = begin(gauge=[gauge, None], room=[EMPTY, None], settings={"board": board_with(meta=meta)})
    if wanted == {gauge}:
        assert "steam" not in scene.legal
        return
    after = scene.play("steam")
    pictures = {picture(one) for one in wanted}
    if len(pictures) > 1:
        assert {move.removeprefix("raise ") for move in after.legal if move.startswith("raise")} == pictures
    for chosen in sorted(pictures):
        orders = {arrows(one) for one in wanted if picture(one) == chosen}
        following = after.copy().play(f"raise {chosen}") if len(pictures) > 1 else after
        if len(orders) > 1:
            assert {move.removeprefix("order ") for move in following.legal} == orders
        else:
            assert following.active == 1 and {arrows(following.gauge[0])} == orders


@pytest.mark.parametrize(
    "gauge", ["aaooo.....", "a.aoo.....", "aaa.......", "a.a.a.....", "aoaoa.....", "..am.aooa.", "aaaaa....."]
)
def test_rule_1_4_arrow_moves_in_every_order(gauge: str) -> None:
    """Each arrow stone once, in an order the owner chooses."""
    wanted = set()
    stones = [field for field, mark in enumerate(gauge) if mark == "a"]
    for order in permutations(stones):
        cells = {field: gauge[field] for field in range(10)}
        for field in order:
            text = "".join(cells[i] for i in range(10))
            after = moved(text, field)
            if after:
                cells = dict(enumerate(after))
        wanted.add("".join(cells[i] for i in range(10)))
    scene = begin(gauge=[gauge, None], from_start=True)
    if len(wanted) == 1:
        assert scene.gauge[0] in wanted
        return
    pictures = {picture(one) for one in wanted}
    if len(pictures) > 1:
        assert {move.removeprefix("raise ") for move in scene.legal} == pictures
    for chosen in sorted(pictures):
        following = scene.copy().play(f"raise {chosen}") if len(pictures) > 1 else scene
        orders = {arrows(one) for one in wanted if picture(one) == chosen}
        if len(orders) > 1:
            assert {move.removeprefix("order ") for move in following.legal} == orders


def test_rule_1_4_arrow_moves_are_compulsory_and_never_skipped() -> None:
    scene = begin(gauge=["aa........", None], from_start=True)
    assert scene.phase == "raise" and "skip" not in scene.legal


def test_rule_1_4_a_raise_never_moves_stones_elsewhere() -> None:
    scene = begin(gauge=["o.........", None], stones={"1L": [[0, False]]}).play("steam")
    assert scene.stones == {"1L": [[0, False]]} and scene.reserve[0] == 3


def test_rule_1_4_press_one_moves_one_stone_one_to_n_times() -> None:
    scene = use("press_one:2", gauge=["......o...", None])
    assert scene.gauge[0] == "o.....o..."
    assert scene.legal == [
        "skip", "raise .o....o...", "raise ..o...o...", "raise o......o..", "raise o.......o.",
    ]  # fmt: skip


def test_rule_1_7_discard_for_a_stuck_stone() -> None:
    scene = begin(gauge=["oo.....omm", None]).play("steam")
    assert scene.legal[:2] == ["discard 9", "discard 10"]
    scene.play("discard 9")
    assert scene.gauge[0] == "oo.....o.m" and scene.phase == "raise" and "discard 10" not in scene.legal


def test_rule_1_5_steam_with_a_marker_as_the_only_room() -> None:
    scene = begin(gauge=["......ooom", None])
    assert "steam" in scene.legal
    scene.play("steam")
    assert scene.gauge[0] == ".......ooo"  # one discard, one raise: both forced


def test_rule_7_4_arrow_moves_list_the_unchanged_picture_beside_a_discard() -> None:
    scene = begin(gauge=["o.......am", None], from_start=True)
    assert scene.legal == ["discard 10", "raise o.......o."]
    assert scene.copy().play("raise o.......o.").gauge[0] == "o.......am"
    assert scene.play("discard 10").gauge[0] == "o........a"


def test_rule_7_4_a_blocked_arrow_without_markers_is_no_decision() -> None:
    scene = begin(gauge=["........oa", None], from_start=True)
    assert scene.phase == "action" and scene.gauge[0] == "........oa"


def test_rule_1_4_base_pushes_a_stone() -> None:
    scene = use("base:1", gauge=[".o........", None]).play("use")
    assert scene.base[0] == 1 and scene.gauge[0] == ".oo......."


def test_rule_1_4_base_pushes_into_the_reserve_without_room() -> None:
    scene = begin(settings=effect_board("base:1"), stones=STONE_ON_1L, base=[5, None], gauge=["......oooo", None])
    scene.play("fly 1L")
    assert scene.gauge[0] == ".....ooooo"
    scene.play("use", "use")
    assert scene.base[0] == 6 and scene.gauge[0] == "......oooo" and scene.reserve[0] == 1


def test_rule_1_4_base_removes_a_marker_and_stops_on_f6() -> None:
    scene = begin(settings=effect_board("base:1"), stones=STONE_ON_1L, base=[5, None], gauge=[".....m....", None])
    scene.play("use", "use")  # the only action was to fly
    assert scene.base[0] == 6 and scene.gauge[0] == "......o..."
    stopped = begin(settings=effect_board("base:1"), stones=STONE_ON_1L, base=[6, None], gauge=["......oo..", None])
    stopped.play("fly 1L")
    assert stopped.active == 1  # nothing to use or buy: everything was forced


def test_rule_r13_the_base_never_takes_the_last_stone() -> None:
    scene = begin(settings=effect_board("base:1"), stones=STONE_ON_1L, base=[5, None], gauge=["......mmmm", None])
    assert scene.active == 1 and scene.base[0] == 5 and scene.gauge[0] == ".....ommmm"  # nothing to use: all was forced


@pytest.mark.parametrize(("goods", "kept"), [([4, 0], [3, 0]), ([0, 5], [0, 3])])
def test_rule_1_4_storing_one_kind_is_forced(goods: list[int], kept: list[int]) -> None:
    scene = begin(goods=[goods, None], room=[EMPTY, None]).play("aim 1", "set 1L")
    assert scene.goods[0] == kept and scene.active == 1


def test_rule_1_4_storing_keeps_as_much_as_fits() -> None:
    scene = begin(goods=[[2, 4], None], room=[room(s1="cap"), None]).play("aim 1", "set 1L")
    assert scene.legal == ["keep 0", "keep 1", "keep 2"]
    assert scene.play("keep 1").goods[0] == [1, 3]


def test_rule_r2_reserve_stones_are_plain() -> None:
    scene = begin(settings=effect_board("lose_stone>sp:4; stone:1"), stones=STONE_ON_1L, gauge=["..a.......", None])
    scene.play("fly 1L", "use", "spend 3")
    assert scene.points[0] == 4 and scene.gauge[0] == "oo........"
