"""Moves as people and programs get them wrong: every mistake is a NotationError in one line, and changes nothing. And
the numbers of the notation, which are those of the compiled rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine import BoomtownError, NotationError, SettingsError, new_game
from engine.planet_steam import notation


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("", "an empty move"),
        ("bidd 3", "did you mean bid"),
        ("bid", "write it as 'bid N'"),
        ("bid ²", "is no number"),
        ("bid ++1", "is no number"),
        ("bid 0", "0 is no number from 1 to 32767"),
        ("first 1 1", "write it as 'first SEAT'"),
        ("roll C8", "zones are A1 to F7"),
        ("converter water C4", "there is no water converter"),
        (["bid", True], "is no number"),
        (-1, "a number that legal() lists"),
        (None, "a number that legal() lists"),
        (10**12, "a number that legal() lists"),
        (4_000_000_000, "no move has this number"),
        (15 << 20 | 60, "no move has this number"),
    ],
)
def test_a_wrong_move_is_explained_and_changes_nothing(wrong: object, said: str) -> None:
    state = new_game(players=2).new()
    before = bytes(state)
    with pytest.raises(NotationError) as error:
        state.play(wrong)  # type: ignore[arg-type]
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert bytes(state) == before


def test_an_unknown_setting_is_named() -> None:
    with pytest.raises(SettingsError, match="did you mean players"):
        new_game(plyers=3)


def test_every_error_is_the_users_to_mend() -> None:
    assert issubclass(NotationError, BoomtownError)
    assert issubclass(BoomtownError, ValueError)


# -- the numbers of state.pxd ------------------------------------------------------------------------------------------


def enum_of(comment: str) -> list[str]:
    """The names of an enum of state.pxd, in its order; the enum is told by the comment on its first line."""
    source = Path(engine.__file__).parent.joinpath("planet_steam", "state.pxd").read_text()
    body = source.split(f"cdef enum:  # {comment}", 1)[1].split("\n\n", 1)[0]
    lines = [line.partition("#")[0] for line in body.splitlines()[1:] if line.startswith("    ")]
    return [name.strip() for line in lines for name in line.split(",") if name.strip()]


def test_verbs_are_numbered_as_in_the_rules() -> None:
    *verbs, last = enum_of("verbs")
    assert last == "N_VERBS"
    assert [f"V_{name.replace('-', '_').upper()}" for name in notation.VERBS] == verbs


def test_steps_are_numbered_as_in_the_rules() -> None:
    phases = enum_of("phases")
    assert list(notation.PHASE_NAMES) == phases[: phases.index("FIRST_AUTOMATIC")]
    assert len(set(notation.PHASES)) == len(notation.PHASES)


def test_resources_and_roles_are_numbered_as_in_the_rules() -> None:
    assert [*map(str.upper, notation.RESOURCES), "N_RESOURCES"] == enum_of("resources, always in this order")
    assert [*map(str.upper, notation.ROLES), "N_ROLES"] == enum_of("specialists")


@pytest.mark.parametrize(
    ("text", "verb", "argument"),
    [
        ("emergency", "emergency", 63),
        ("emergency C4", "emergency", 20),
        ("emergency C4 A1", "emergency", 1 << 6 | 20),
        ("converter ore B1 A2", "converter", 1 << 13 | 1 << 7 | 7),
        ("move-tank B1 A2", "move-tank", 1 << 6 | 6),
        ("agent resource ore", "agent", 5),
        ("marker 3 water", "marker", 2 << 2 | 2),
        ("manipulate moderate 0 3 0 -1", "manipulate", 1 << 16 | 5 << 12 | 8 << 8 | 5 << 4 | 4),
        ("stow water", "stow", 2),
    ],
)
def test_arguments_are_packed_as_the_rules_unpack_them(text: str, verb: str, argument: int) -> None:
    assert new_game(players=2).move(text) == list(notation.VERBS).index(verb) << 20 | argument
