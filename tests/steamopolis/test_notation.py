"""Moves of Steamopolis as people and programs get them wrong: every mistake is one line, and changes nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import IllegalMove, NotationError, SettingsError, new_game
from engine.steamopolis import notation


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("", "an empty move"),
        ("stem", "did you mean steam"),
        ("aim", "write it as 'aim FIELD'"),
        ("aim 11", "unknown field 11; use 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10"),
        ("set 4M", "unknown district 4M; use 1L to 8M"),
        ("tile 2y M01", "unknown market 2y"),
        ("tile 2 M11", "unknown tile M11; use M01, M02"),
        ("pay 3 0 0", "unknown sponsors 3; use 0, 1 or 2"),
        ("raise oo", "write ten of 'o' and '.'"),
        ("order oo........", "write ten of 'a' and '.'"),
        ("infest 0 3", "write it as 'infest SEAT SLOT EFFECT'"),
        (["aim", True], "unknown field True"),
        (-1, "a number that legal() lists"),
        (None, "a number that legal() lists"),
        (3260, "no move has this number; use 0 to 3259"),
    ],
)
def test_a_wrong_move_is_explained_and_changes_nothing(wrong: object, said: str) -> None:
    state = new_game("steamopolis", players=2).new()
    before = bytes(state)
    with pytest.raises(NotationError) as error:
        state.play(wrong)  # type: ignore[arg-type]
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert bytes(state) == before


def test_an_illegal_move_names_the_nearest() -> None:
    state = new_game("steamopolis", players=2).new().play("tile 2 M05")
    with pytest.raises(IllegalMove, match="back 2 1 purple, back 2 1 blue, back 2 1 orange"):
        state.play("back 2 2 blue")


def test_all_numbers_have_words_and_come_back() -> None:
    for number in range(notation.N_MOVES):
        assert notation.parse(notation.words(number)) == number
    assert len({tuple(notation.words(number)) for number in range(notation.N_MOVES)}) == 3260


OFFSETS = {
    "tile": 0, "back": 100, "face": 163, "passenger": 401, "character": 417, "start": 449, "skip": 469, "use": 470,
    "steam": 471, "aim": 472, "fly": 482, "run": 502, "set": 503, "board": 523, "buy": 524, "marker": 544, "pay": 546,
    "remove": 564, "spend": 571, "slot": 581, "install": 588, "put": 602, "box": 612, "discard": 613, "raise": 623,
    "order": 1647, "take": 2671, "keep": 2927, "sponsor": 2943, "gala": 2945, "flip": 2947, "arrow": 2949,
    "peek": 2979, "visit": 3000, "upper": 3020, "lower": 3021, "infest": 3022, "lift": 3078, "sap": 3134,
    "shake": 3190, "tap": 3246,
}  # fmt: skip


def test_the_offsets_are_those_of_the_record_format() -> None:
    assert notation.OFFSETS == OFFSETS


def test_the_compiled_offsets_are_the_same() -> None:
    source = (Path(notation.__file__).parent / "moves.pxd").read_text(encoding="utf-8")
    compiled = {name.lower(): int(value) for name, value in re.findall(r"^    M_(\w+) = (\d+)", source, re.MULTILINE)}
    assert compiled == OFFSETS


def test_every_frame_that_waits_for_a_move_has_a_phase() -> None:
    source = (Path(notation.__file__).parent / "state.pxd").read_text(encoding="utf-8")
    frames = source[source.index("cdef enum:  # frames") : source.index("FIRST_AUTOMATIC\n    DEAL")]
    names = re.findall(r"^    ([A-Z_]+)(?: = FIRST_CHANCE)?(?: |$)", frames, re.MULTILINE)
    assert len([name for name in names if name not in ("FIRST_CHANCE", "FIRST_AUTOMATIC")]) == len(notation.PHASES) - 1


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"players": 5}, "players 5: use 1 to 4"),
        ({"players": 0}, "players 0: use 1 to 4"),
        ({"players": 1, "start_sp": 1}, "use 2, 3, 4 or 5 in the solo game"),
        ({"players": 2, "start_sp": 4}, "only the solo game begins with points, use 0"),
        ({"max_rounds": 0}, "max-rounds 0: use 1 to 1000"),
        ({"max_round": 3}, "did you mean max_rounds"),
    ],
)
def test_wrong_settings_are_explained(settings: dict[str, int], said: str) -> None:
    with pytest.raises(SettingsError) as error:
        new_game("steamopolis", **settings)
    assert said in str(error.value) and "\n" not in str(error.value)
