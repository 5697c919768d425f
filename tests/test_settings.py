"""Settings: one declaration feeds options, records, messages and `new_game`; every wrong value gets one line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine import RecordError, SettingsError
from engine.settings import GameSettings, setting


@dataclass(frozen=True)
class Lawn(GameSettings):
    """A game's settings of every kind."""

    players: int = setting(2, "How many play", low=1, high=4, key="players")
    grass: str = setting("short", "How the lawn is", words={"short": "cut yesterday", "long": "a meadow"})
    balls: int | str = setting(3, "How many balls", low=1, high=6, words={"many": "one each"})
    extras: tuple[str, ...] = setting(
        (), "Optional rules", words={"fog": "no view", "rain": "slow balls"}, short={"all": ("fog", "rain")},
        is_many=True, key="extras",
    )  # fmt: skip
    hoops: int | None = setting(None, "How many hoops", low=4, high=9, unless="two each")
    lawn: Any = setting(None, "Your own lawn", is_file=True, of=("players",), key="lawn", unless="the club's")

    @classmethod
    def complete(cls, values: dict[str, Any]) -> dict[str, Any]:
        if values["hoops"] is None:
            values["hoops"] = 2 * values["players"]
        return values


def test_defaults_are_completed() -> None:
    assert Lawn.make({}) == Lawn(2, "short", 3, (), 4, None)
    assert Lawn.make({"players": 4}).hoops == 8


def test_many_words_are_sorted_once_and_short_names_resolved() -> None:
    assert Lawn.make({"extras": ["rain", "all"]}).extras == ("fog", "rain")
    assert Lawn.make({"extras": "rain"}).extras == ("rain",)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("players", 5, "players 5: use 1 to 4"),
        ("players", 0, "players 0: use 1 to 4"),
        ("players", True, "players True: use 1 to 4"),
        ("players", 2.0, "players 2.0: use 1 to 4"),
        ("players", None, "players None: use 1 to 4"),
        ("grass", "shrot", "grass 'shrot' (did you mean short?): use short or long"),
        ("balls", "mny", "balls 'mny' (did you mean many?): use 1 to 6, or many"),
        ("balls", "²", "balls '²': use 1 to 6, or many"),
        ("extras", ["snow"], "extras 'snow': use fog, rain or all"),
        ("extras", 3, "extras 3: use fog, rain or all"),
        ("extras", [[]], "extras []: use fog, rain or all"),
        ("hoops", 3, "hoops 3: use 4 to 9"),
        ("wickets", 3, "unknown setting 'wickets'; settings are players, grass, balls, extras, hoops, lawn"),
        ("hoop", 5, "unknown setting 'hoop' (did you mean hoops?); settings are players, grass"),
    ],
)
def test_a_wrong_value_is_told_in_a_line_with_the_right_ones(name: str, value: Any, said: str) -> None:
    with pytest.raises(SettingsError) as error:
        Lawn.make({name: value})
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("players", "3", 3), ("balls", "many", "many"), ("balls", "5", 5), ("extras", "rain, fog", ("fog", "rain")),
     ("extras", "", ()), ("hoops", "9", 9)],
)  # fmt: skip
def test_texts_of_the_command_line_are_read(name: str, text: str, value: Any) -> None:
    assert Lawn.declared()[name].parse(text) == value


def test_a_header_has_every_setting_at_its_key_and_gives_them_back() -> None:
    made = Lawn.make({"players": 3, "extras": ["fog"], "lawn": {"size": 7}})
    header = made.header()
    assert header == {
        "players": 3,
        "settings": {"grass": "short", "balls": 3, "hoops": 6},
        "extras": ["fog"],
        "lawn": {"size": 7},
    }
    assert Lawn.make(Lawn.in_header(header)) == made


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"settings": {}}, "players: is missing"),
        ({"players": 2, "settings": {"grass": "long"}}, "settings.balls: is missing"),
        ({"players": 2}, "settings: is missing"),
        ({"players": 2, "settings": {"gras": "long"}}, "settings.gras: there is no such setting; use balls, grass"),
    ],
)
def test_a_header_that_lacks_something_is_told_by_its_key(header: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError) as error:
        Lawn.in_header(header)
    assert str(error.value).startswith(said)


def test_data_is_dropped_when_what_it_belongs_to_changes() -> None:
    stored = Lawn.make({"lawn": {"size": 7}}).given()
    assert Lawn.changed(stored, {"grass": "long"})["lawn"] == {"size": 7}
    assert "lawn" not in Lawn.changed(stored, {"players": 3})
    assert Lawn.changed(stored, {"players": 2})["lawn"] == {"size": 7}


def test_what_people_read() -> None:
    balls, lawn, extras = (Lawn.declared()[name] for name in ("balls", "lawn", "extras"))
    assert (balls.allowed, balls.full_help) == ("1 to 6, or many", "How many balls (default: 3).")
    assert lawn.full_help == "Your own lawn (default: the club's)."
    assert extras.default_text == "none"
    assert balls.values == (1, 2, 3, 4, 5, 6, "many")
