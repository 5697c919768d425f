"""The oracle by itself: single sentences of the rules, and laws that hold in random games of every kind."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.planet_steam.oracle import Oracle, check_record
from tests.planet_steam.oracle.boards import RULES, default_board, default_header
from tests.planet_steam.oracle.expansion import freelance_carrier, zone_auction
from tests.planet_steam.oracle.play import STYLES, choose, some_rules
from tests.planet_steam.oracle.presets import bare_table, drive, finish, give_tanks
from tests.planet_steam.oracle.resource_phase import end_phase, extract
from tests.planet_steam.oracle.setup_phase import place_claims
from tests.planet_steam.oracle.table import NEUTRAL, UNCLAIMED, Freelance
from tests.planet_steam.oracle.tank_phase import active_turn, first_options, rearrangements
from tests.planet_steam.oracle.terms import ENERGY, INDEX, WATER, ZONES, groups, neighbours

# -- single sentences of the rules -------------------------------------------------------------------------------------


def test_rule_1_map() -> None:
    assert (INDEX["A1"], INDEX["C4"], INDEX["F7"]) == (0, 20, 41)
    assert sorted(neighbours("A1")) == ["A2", "B1"]
    assert sorted(neighbours("C4")) == ["B4", "C3", "C5", "D4"]
    assert sorted(map(len, groups(["A1", "A2", "B2", "D4", "F7"]))) == [1, 1, 3]


def test_rule_3_3_venturer_pays_half_rounded_up() -> None:
    table = bare_table(players=3)  # seat 0 Lady Steam, seat 2 Venturer
    table.credits = [10, 0, 6]
    assert drive(zone_auction(table), "offer C4", "bid 10", "bid 11", "pass") == [2, 0, 2, 0]
    assert (table.credits, table.zones["C4"]) == ([10, 0, 0], 2)


def test_rule_3_3_a_lone_bidder_bids_1() -> None:
    table = bare_table(players=3)
    table.credits = [0, 0, 9]
    assert drive(zone_auction(table), "offer C4", "bid 1") == [2, 2]
    assert table.credits[2] == 8
    table.credits = [0, 0, 0]
    drive(zone_auction(table), "offer D4")
    assert table.zones["D4"] == UNCLAIMED


def test_rule_4_ludoart_emergency() -> None:
    table = bare_table("ludoart")
    assert first_options(table, 0) == [["emergency"]]
    give_tanks(table, "A1", "ore")
    assert first_options(table, 0) == [["emergency", "A1"]]
    table.tanks["A1"].tipped = True
    assert first_options(table, 0) == [["emergency"]]
    give_tanks(table, "A2")
    table.tanks["A2"].tipped = True
    assert first_options(table, 0) == [["decline"]]
    table.goods[0][WATER] = 1
    assert first_options(table, 0) == [["activate"], ["decline"]]


def test_rule_4_one_notation_for_a_swap_and_river_limits() -> None:
    table = bare_table(rules=("river-limits",))
    give_tanks(table, "A1", "ore")
    give_tanks(table, "A4 B4", "energy")
    table.tanks["B4"].supercharger = True
    table.zones["F4"] = table.zones["F5"] = 0
    assert sorted(rearrangements(table, 0)) == sorted(
        [
            ["move-tank", "A1", "F5"],
            ["move-tank", "A4", "F4"], ["move-tank", "A4", "F5"],
            ["move-tank", "B4", "F4"], ["move-tank", "B4", "F5"],
            ["move-tank", "A4", "B4"],
            ["drop-converter", "A1"], ["drop-converter", "A4"], ["drop-converter", "B4"],
            ["move-supercharger", "B4", "A1"], ["move-supercharger", "B4", "A4"],
        ]
    )  # fmt: skip


def test_rule_4_at_most_40_rearrangements() -> None:
    table = bare_table()
    give_tanks(table, "A1", "ore")
    give_tanks(table, "A2")
    table.credits[0] = 2
    flow = active_turn(table, 0)
    _, options = next(flow)
    assert ["converter", "energy", "A1", "A2"] in options
    _, options = flow.send(["converter", "energy", "A1", "A2"])
    assert [table.tanks[name].converter for name in ("A1", "A2")] == ["energy", "ore"]
    for _ in range(40):
        assert ["move-tank", "A1", "A2"] in options
        _, options = flow.send(["move-tank", "A1", "A2"])
    assert options == [["done"]]


def test_rule_6_4_ffg_placing() -> None:
    table = bare_table(players=2, rules=("variable-claims",))
    table.river_neutrals = 1
    assert drive(
        place_claims(table), "neutral C4",
        "own D4", "neutral C1", "neutral C2", "own E4", "neutral D1",
        "own F4", "neutral D2", "own F5", "neutral E1", "neutral E2",
    ) == [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0]  # fmt: skip
    assert len(table.zones_that_are(NEUTRAL)) == 7


def test_rule_6_4_ludoart_caps_river_neutrals() -> None:
    table = bare_table("ludoart", 5, ("variable-claims",), river_neutrals=1)
    flow = place_claims(table)
    next(flow)
    _, options = flow.send(["own", "A4"])
    assert ["neutral", "B4"] in options
    flow.send(["neutral", "B4"])
    seat, options = flow.send(["own", "C4"])
    assert (seat, ["neutral", "D4"] in options, len(options)) == (1, False, 36)


def test_rule_7_3_the_tank_stands_up_before_the_die() -> None:
    table = bare_table(rules=("sabotage",))
    give_tanks(table, "A1", seat=2)
    table.tanks["A1"].tipped, table.sabotaged = True, "A1"
    flow = end_phase(table)
    assert next(flow)[0] == -1
    assert not table.tanks["A1"].tipped
    with pytest.raises(StopIteration):
        flow.send(["die", 5])
    assert table.credits[2] == 10


def test_rule_7_4_keep_release_and_lost_cargo() -> None:
    table = bare_table(rules=("freelance-carrier",))
    table.credits = [9, 6, 0, 0]
    table.freelance = Freelance(1, 6)
    table.goods[1] = [5, 0, 6, 0]
    assert table.room(1, ENERGY) == 4
    assert drive(freelance_carrier(table), "keep") == [1]
    assert (table.credits[1], table.freelance) == (0, Freelance(1, 6, True))
    table.credits[1] = 3
    assert drive(freelance_carrier(table), "bid 1", "bid 2", "pass") == [0, 1, 0]
    assert (table.goods[1], table.freelance) == ([5, 0, 6, 0], Freelance(1, 2))
    assert drive(freelance_carrier(table), "release", "bid 1", "pass") == [1, 0, 1]
    assert (table.goods[1], table.freelance) == ([4, 0, 4, 0], Freelance(0, 1))


def test_rule_7_4_in_version_1_the_dearest_new_units_stay() -> None:
    table = bare_table(rules=("freelance-carrier",))
    table.is_version_1 = True
    table.freelance = Freelance(0, 1)
    table.goods[0] = [4, 4, 4, 5]
    table.price = [10, 10, 14, 4]
    give_tanks(table, "A1", "quartz")
    give_tanks(table, "C1", "ore")
    give_tanks(table, "E1")
    finish(extract(table, 0, ["A1", "C1", "E1"]))
    assert table.goods[0] == [5, 5, 5, 2]
    table.goods[0] = [5, 4, 4, 6]  # paying for three tanks frees the two spaces energy had
    table.price = [10, 10, 10, 4]
    finish(extract(table, 0, ["A1", "C1", "E1"]))
    assert table.goods[0] == [6, 5, 4, 3]


# -- random games ------------------------------------------------------------------------------------------------------


def check_laws(oracle: Oracle, released: bool) -> None:
    table = oracle.table
    board = table.board
    converters = [tank.converter for tank in table.tanks.values()]
    assert table.reserve_tanks + len(table.tanks) == board["tanks"]
    assert all(n + converters.count(kind) == board["converters"] for kind, n in table.reserve_converters.items())
    assert table.reserve_superchargers + sum(t.supercharger for t in table.tanks.values()) == board["superchargers"]
    assert all(isinstance(table.zones[name], int) for name in table.tanks)
    assert sum(tank.tipped for tank in table.tanks.values()) == (table.sabotaged is not None)
    assert 0 <= table.market <= 14
    assert all(0 <= supply <= 16 for supply in table.supply)
    for seat in range(table.n_players):
        assert table.credits[seat] >= 0
        assert min(table.goods[seat]) >= 0
        assert len(table.zones_that_are(seat)) <= board["markers"]
        cargo = sum(table.cargo(seat, resource) for resource in range(4))
        assert cargo <= table.cargo_spaces(seat) or (released and table.freelance is None)
        assert table.ledger.bounds_from(seat, 1) == (table.credits[seat], table.credits[seat])


def check_bounds(oracle: Oracle) -> None:
    credits = oracle.table.credits
    for observer in range(oracle.table.n_players):
        bounds = oracle.bounds(observer)
        assert bounds[observer] == (credits[observer], credits[observer])
        assert all(low <= owned <= high for (low, high), owned in zip(bounds, credits, strict=True))


def play_a_game(header: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    oracle = Oracle(header)
    style = rng.choice(STYLES)
    moves: list[list[Any]] = []
    states = {}
    while True:
        legal = oracle.legal()
        texts = {json.dumps(words) for words in legal}
        assert len(texts) == len(legal)
        check_laws(oracle, released="freelance-carrier" in header["rules"])
        if len(moves) % 7 == 0:
            check_bounds(oracle)
            states[str(len(moves))] = {**oracle.snapshot(), "legal": [[oracle.to_move, *words] for words in legal]}
        if oracle.to_move is None:
            break
        words = choose(rng, legal, style)
        moves.append([oracle.to_move, *words])
        oracle.play(words)
    assert oracle.snapshot()["round"] == header["board"]["rounds"]
    result = {"wealth": oracle.wealth(), "winners": oracle.winners()}
    return {**header, "moves": moves, "states": json.loads(json.dumps(states)), "result": result}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_random_games_keep_the_laws_and_replay(edition: str, players: int, number: int) -> None:
    rng = random.Random(f"{edition} {players} {number}")
    rules = (tuple(RULES), some_rules(rng, RULES), some_rules(rng, RULES))[number]
    recall = rng.choice([0, 1, 2, "all"])
    neutrals = rng.choice(["die", 0, 4] if edition == "ffg" else [0, 1, 9])
    header = default_header(edition, players, rules, recall=recall, credits="hidden", river_neutrals=neutrals)
    check_record(play_a_game(header, rng))


def test_check_record_names_move_and_key() -> None:
    record = play_a_game(default_header(players=2), random.Random(1))
    for key, value in {"market": 3, "first": False, "legal": []}.items():
        broken = json.loads(json.dumps(record))
        broken["states"]["14"][key] = value
        with pytest.raises(AssertionError, match=f"move 14, {key}"):
            check_record(broken)
    broken = json.loads(json.dumps(record))
    broken["result"]["wealth"][0] += 1
    with pytest.raises(AssertionError, match="result, wealth"):
        check_record(broken)


def test_section_9_bounds_forget_old_rounds() -> None:
    oracle = Oracle(default_header(recall=0))
    table = oracle.table
    table.receive(1, 30)
    table.pay(1, 100)
    table.round = 2
    assert oracle.bounds(0)[1] == (0, 150)
    table.show_at_least(1, 7)
    assert oracle.bounds(0)[1] == (7, 150)
    table.pay(1, 10)
    assert oracle.bounds(0)[1] == (0, 140)
    table.receive(1, 5)
    assert oracle.bounds(0)[1] == (5, 145)
    assert oracle.bounds(1)[1] == (45, 45)


def test_illegal_moves_are_refused() -> None:
    oracle = Oracle(default_header())
    with pytest.raises(ValueError, match="not legal"):
        oracle.play(["first", 4])


def test_section_8_boards_claim_only_open_zones() -> None:
    for players in range(2, 6):
        board = default_board("ffg", players)
        names = [name for claims in board["claims"] for name in claims] + board["neutral"] + board["closed"]
        assert len(set(names)) == len(names)
        assert set(names) <= set(ZONES)
        assert len(board["neutral"]) == {2: 6, 3: 8, 4: 10, 5: 10}[players]
