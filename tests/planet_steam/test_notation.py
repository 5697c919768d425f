"""Moves as people and programs get them wrong: every mistake is a NotationError in one line, and changes nothing."""

from __future__ import annotations

import pytest

from engine import BoomtownError, NotationError, SettingsError, new_game


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
