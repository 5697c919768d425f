"""The rules audit's own worked examples V32 to V41, by number, played by the engine."""

from __future__ import annotations

from typing import Any

import pytest

from engine import BoomtownError, SettingsError, new_game
from engine.records import game_of
from tests.planet_steam.rules.helpers import ENERGY, ORE, QUARTZ, Scene, begin, extraction, names, tank_phase
from tests.planet_steam.rules.test_worked_examples import after_production

CARRIER = {"holder": 0, "bid": 1, "kept": False}


def carrier_scene(goods: list[int], tanks: dict[str, str | None], **settings: Any) -> Scene:
    """Seat 0, holder of the freelance carrier with class-1 carriers, about to extract."""
    scene = extraction(tanks, players=4, rules=["freelance-carrier"], **settings)
    return scene.edit(carriers={0: [1] * 4}, goods={0: goods}, freelance=CARRIER)


V32_TANKS: dict[str, str | None] = {"A1": "quartz", "B1": "quartz", "D1": "ore", "C4": None}


def v32(**settings: Any) -> Scene:
    scene = carrier_scene([3, 4, 4, 4], V32_TANKS, **settings)
    return scene.play("0 power A1", "0 power B1", "0 power D1", "0 extract")


def test_v32_stowing() -> None:
    scene = v32()
    assert (scene.goods[0], scene.mover, scene.legal) == ([4, 4, 4, 1], 0, {"stow quartz"})
    scene.play("0 stow quartz")
    assert (scene.goods[0], scene.legal) == ([5, 4, 4, 1], {"stow quartz", "stow ore"})
    other = scene.copy().play("0 stow ore")
    assert other.legal == {"stow water"}
    scene.play("0 stow quartz")
    assert scene.legal == {"stow ore", "stow water"}
    ends = [scene.copy().play("0 stow ore"), scene.play("0 stow water"), other.play("0 stow water")]
    assert [end.goods[0] for end in ends] == [[6, 5, 4, 1], [6, 4, 5, 1], [5, 5, 5, 1]]
    for end in ends:
        assert (end.phase, end.mover, end.legal) == ("extraction", 1, {"extract"})


@pytest.mark.parametrize(
    ("goods", "tanks", "after"),
    [
        ([4, 4, 4, 4], {"A1": "ore", "B1": "ore", "C1": "ore"}, [4, 7, 4, 1]),  # five ore, two lost
        ([4, 4, 4, 4], {"A1": "ore", "C1": "+"}, [4, 5, 6, 2]),  # one ore and two water fit
        ([5, 5, 5, 4], {"A1": "ore", "C1": "+"}, [5, 5, 5, 2]),  # no space is free
        ([6, 4, 3, 4], {"A1": None, "B1": None}, [6, 4, 5, 2]),  # three water: carrier, free space, lost
    ],
)
def test_v33_nothing_to_choose(goods: list[int], tanks: dict[str, str | None], after: list[int]) -> None:
    scene = carrier_scene(goods, tanks)
    scene.play(*(f"0 power {zone}" for zone in tanks), "0 extract")
    assert (scene.goods[0], scene.phase, scene.mover) == (after, "extraction", 1)


def test_v34_energy_first() -> None:
    tanks: dict[str, str | None] = {"A1": "ore", "C1": "ore", "C4": None, "D4": None}
    scene = carrier_scene([4, 4, 4, 6], tanks).play("0 power A1", "0 power C1", "0 extract")
    assert (scene.goods[0], scene.legal) == ([4, 4, 4, 4], {"stow ore", "stow water"})
    found = set()
    for kinds in (("ore", "ore", "water"), ("ore", "water", "water"), ("water", "water", "water")):
        end = scene.copy().play(*(f"0 stow {kind}" for kind in kinds))
        assert (end.phase, end.mover) == ("extraction", 1)
        found.add(tuple(end.goods[0]))
    assert found == {(4, 6, 5, 4), (4, 5, 6, 4), (4, 4, 7, 4)}
    assert scene.copy().play("0 stow ore", "0 stow ore").legal == {"stow water"}


def test_v35_agreed_neutrals() -> None:
    scene = begin("setup-upgrade", players=3, rules=["variable-claims"], river_neutrals=5).through("setup-upgrade")
    assert (scene.phase, scene.bonus) == ("specialist-bid", [1] * 4)
    scene.to("river-neutral")
    for left in range(5, 0, -1):
        assert (scene.phase, scene.mover) == ("river-neutral", 0)
        assert len(scene.some("neutral")) == left
        assert scene.some("neutral") <= names("BCDEF", [4])
        scene.rest()
    assert (scene.phase, scene.mover) == ("place-own", 0)


ACCEPTED = [
    ("ffg", players, n) for players, most in ((2, 4), (3, 5), (4, 6), (5, 6)) for n in ("die", *range(most + 1))
]
REFUSED: list[tuple[str, int, Any]] = [
    *[("ffg", players, n) for players, n in ((2, 5), (3, 6), (4, 7))],
    *[("ffg", 4, n) for n in (-1, "none", True, 2.0, None)],
    *[("ludoart", 4, n) for n in ("die", -1, False, None)],
]


def header_with(edition: str, players: int, n: Any) -> dict[str, Any]:
    header: dict[str, Any] = new_game(edition=edition, players=players).header()
    return {**header, "format": "boomtown/2", "settings": {**header["settings"], "river-neutrals": n}}


@pytest.mark.parametrize(("edition", "players", "n"), [*ACCEPTED, *(("ludoart", 4, n) for n in (0, 3, 9))])
def test_v35_accepted_numbers(edition: str, players: int, n: Any) -> None:
    found = game_of(header_with(edition, players, n)).header()["settings"]["river-neutrals"]
    assert (found, type(found)) == (n, type(n))


@pytest.mark.parametrize(("edition", "players", "n"), REFUSED)
def test_v35_refused_numbers(edition: str, players: int, n: Any) -> None:
    with pytest.raises(BoomtownError, match="river-neutrals"):
        game_of(header_with(edition, players, n))
    if n is not None:  # to Python None means the edition's own
        with pytest.raises(SettingsError, match="river-neutrals"):
            new_game(edition=edition, players=players, river_neutrals=n)


def test_v36_emergency() -> None:
    tanks: dict[str, str | None] = {"C1": "ore", "C2": "energy+", "C3": "ore"}
    scene = tank_phase(tanks=tanks, players=4, edition="ludoart").edit(goods={0: [0, 2, 0, 0]})
    assert scene.legal == {f"emergency {zones}" for zones in ("C1", "C2", "C3", "C1 C2", "C2 C1", "C2 C3", "C3 C2")}
    scene.play("0 emergency C1 C2")
    assert scene.tanks == {"C1": [None, False, False], "C2": ["ore", True, False], "C3": ["ore", False, False]}
    assert (scene.reserve["ore"], scene.reserve["energy"], scene.goods[0]) == (12, 14, [0, 2, 1, 0])
    assert (scene.phase, scene.mover) == ("activation", 1)


def test_v36_emergency_with_river_limits() -> None:
    tanks: dict[str, str | None] = {"C1": "ore", "C4": "energy+", "C3": "ore"}
    scene = tank_phase(tanks=tanks, players=4, edition="ludoart", rules=["river-limits"])
    scene.edit(goods={0: [0, 2, 0, 0]})
    assert scene.legal == {f"emergency {zones}" for zones in ("C1", "C3", "C4", "C4 C1", "C4 C3")}


def v37_board() -> dict[str, Any]:
    board: dict[str, Any] = new_game(players=4).header()["board"]
    board["supply_change"][QUARTZ] = [2, 2, 1, 0, 0, -1, -1, -2, -3]
    board["supply_change"][ENERGY] += [-3] * 4
    board["capacity"][QUARTZ], board["capacity"][ENERGY] = [2, 4, 6, 8], [6, 9, 12, 15]
    return board


def test_v37_by_resource() -> None:
    scene = begin("trade", players=4, board=v37_board()).edit(
        goods=[[4, 2, 0, 4], [0] * 4, [0] * 4, [0] * 4], carriers={0: [2, 1, 1, 1]}, credits=[50] * 4,
        price=[12, 9, 7, 4], supply=[6, 9, 6, 14],
    )  # fmt: skip
    scene.play("0 sell 4")
    assert (scene.credits[0], scene.supply[QUARTZ], scene.price[QUARTZ]) == (50 + 48, 8, 9)
    scene.play("1 pass", "2 pass", "3 pass").edit(supply={ORE: 9}, price={ORE: 9}, credits={0: 50})
    scene.play("0 sell 2")
    assert (scene.credits[0], scene.supply[ORE], scene.price[ORE]) == (50 + 18, 11, 7)
    while scene.game.step(scene.state)["resource"] != "energy":
        scene.rest()
    scene.edit(supply={ENERGY: 14}, price={ENERGY: 4}, credits={0: 50}, goods={0: [0, 0, 0, 4], 1: [0, 0, 0, 8]})
    scene.play("0 buy 3")
    assert (scene.credits[0], scene.supply[ENERGY], scene.price[ENERGY]) == (50 - 12, 11, 2)
    assert scene.goods[0][ENERGY] == 6
    scene.play("1 sell 8")
    assert (scene.supply[ENERGY], scene.price[ENERGY]) == (19, 1)


def v38_board() -> dict[str, Any]:
    return {**new_game(players=3).header()["board"], "river": ["A2", "C2", "D2", "E3"]}


def test_v38_another_river() -> None:
    settings: dict[str, Any] = {"players": 3, "board": v38_board(), "rules": ["river-limits"]}
    scene = tank_phase(tanks={"E3": None, "D4": None, "D2": "energy"}, **settings)
    assert scene.zones["A2"] == "x"
    scene.edit(goods={0: [0, 0, 1, 2]}, airship=4).play("0 activate")
    assert {zone.removeprefix("ore ") for zone in scene.some("converter") if zone.startswith("ore")} == {"D4"}
    scene.play("0 done").to("extraction", seat=0)
    assert scene.some("power") == {"D4"}
    scene.play("0 power D4", "0 extract")
    assert scene.goods[0] == [0, 0, 3, 2]


@pytest.mark.parametrize(("neutrals", "pips", "n"), [("die", 4, 3), ("die", 5, 0), (2, None, 2)])
def test_v38_neutrals_on_another_river(neutrals: int | str, pips: int | None, n: int) -> None:
    settings: dict[str, Any] = {"players": 3, "board": v38_board(), "rules": ["variable-claims"]}
    scene = begin("setup-upgrade", river_neutrals=neutrals, **settings).through("setup-upgrade")
    if pips is not None:
        scene.play(f"-1 die {pips}")
    while scene.phase != "place-own":
        if scene.phase == "river-neutral":
            assert scene.some("neutral") <= {"C2", "D2", "E3"}
        scene.rest()
    assert sum(owner == "n" for owner in scene.zones.values()) == n


def test_v38_more_than_the_open_river_zones_are_refused() -> None:
    with pytest.raises(SettingsError, match="river-neutrals 4: use die, or 0 to 3 agreed"):
        new_game(players=3, board=v38_board(), rules=["variable-claims"], river_neutrals=4)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((5, 9, 14), (14, 5, 9, 9, 4)),
        ((0, 9, 14), (14, 0, 9, 13, 4)),
        ((0, 0, 6), (6, 0, 0, 13, 8)),
        ((1, 9, 6), (7, 0, 8, 9, 4)),
    ],
)
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
def test_v39_full_market(before: tuple[int, int, int], after: tuple[int, ...], edition: str) -> None:
    ore, energy, market = before
    assert after_production(ore=ore, energy=energy, market=market, edition=edition) == after


def known(scene: Scene) -> list[tuple[int, int]]:
    """What seat 3 knows of the others' credits, and seat 0 of seat 3's."""
    views = [scene.state.observe(3).view()] * 3 + [scene.state.observe(0).view()]
    return [(view["credits_low"][seat], view["credits_high"][seat]) for seat, view in enumerate(views)]


def second_round(credits: list[int], **settings: Any) -> Scene:
    """Round 1 is over, of which nobody remembers anything; by bids of seats 0 to 2 for their cards, and of seat 3 for a
    zone, these credits are left. Seat 2 has all its claim markers on the map."""
    board = {**new_game(players=4).header()["board"], "markers": 5, "neutral": []}
    board["claims"] = [["C3", "B6"], ["C5", "B2"], ["E3", "F6", "A1", "A2", "B1"], ["E5", "F2"]]
    scene = begin("specialist-bid", players=4, recall=0, board=board, **settings)
    for seat in range(3):
        scene.play(f"{seat} bid {120 - credits[seat]}", *(f"{other} pass" for other in range(seat + 1, 4)))
        scene.play(f"{seat} take {seat + 1}").rest()
    scene.play("3 bid 1", "3 take 4", "3 engineer license").to("offer-zone").rest()
    while scene.phase == "zone-bid":
        scene.play(f"3 bid {119 - credits[3]}") if scene.mover == 3 else scene.rest()
    return scene.to("specialist-bid", round=2)


def test_v40_aid_shows_who_had_nothing() -> None:
    scene = second_round([0, 1, 7, 40])
    assert scene.credits == [2, 1, 7, 40]
    assert known(scene) == [(2, 2), (1, 120), (1, 120), (1, 120)]


def cards_taken(scene: Scene) -> Scene:
    """Round 2: seat 0 pays all it has for Lady Steam, seat 1 1 for the Venturer, seat 2 all for card 3, seat 3 1."""
    scene.play(f"0 bid {scene.credits[0]}", "1 pass", "2 pass", "3 pass", "0 take 1").rest()
    scene.play("1 bid 1", "2 pass", "3 pass", "1 take 2").rest()
    scene.play(f"2 bid {scene.credits[2]}", "3 pass", "2 take 3").rest()
    return scene.play("3 bid 1", "3 take 4", "3 engineer license").rest()


def test_v40_who_is_in_a_zone_auction() -> None:
    scene = cards_taken(second_round([5, 4, 1, 10]))
    assert (scene.credits, scene.phase) == ([0, 3, 0, 9], "offer-zone")
    assert known(scene) == [(0, 115), (0, 119), (0, 119), (0, 119)]
    scene.play("1 offer D4")
    assert known(scene) == [(0, 0), (1, 119), (0, 119), (1, 119)]
    assert (scene.mover, scene.some("bid")) == (1, {"1", "2", "3", "4", "5", "6"})
    scene.play("1 bid 5")
    assert known(scene)[1] == (3, 119)
    scene.play("3 pass")
    assert (scene.credits, known(scene)[1]) == ([0, 0, 0, 9], (0, 116))
    assert known(scene)[3] == (1, 119)


def test_v40_who_is_in_a_freelance_auction() -> None:
    """Seat 0 held the card and must release it; seat 1 has paid 1 for a zone."""
    scene = cards_taken(second_round([6, 5, 1, 10], rules=["freelance-carrier"]))
    scene.play("1 offer D4", "1 bid 1", "3 pass").to("keep-freelance")
    assert (scene.credits, scene.legal) == ([0, 3, 0, 9], {"release"})
    assert known(scene)[2] == (0, 119)
    scene.play("0 release")
    assert [known(scene)[seat] for seat in (0, 2)] == [(0, 0), (0, 0)]
    assert [known(scene)[seat][0] for seat in (1, 3)] == [1, 1]
    assert (scene.mover, scene.some("bid")) == (1, {"1", "2", "3"})


def test_v41_an_old_record() -> None:
    scene = v32(version=1)
    assert (scene.price[:3], scene.phase, scene.mover) == ([12, 9, 7], "extraction", 1)
    assert scene.goods[0] == [6, 5, 4, 1]
