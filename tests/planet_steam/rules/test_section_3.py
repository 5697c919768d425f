"""Rules 3: the expansion phase."""

from __future__ import annotations

import pytest

from tests.planet_steam.rules.helpers import EDITIONS, ENERGY, PLAYERS, WATER, ZONES, Scene, begin, bids

# -- 3.1 bonus resources ---------------------------------------------------------------------------------------------


def round_2(**changes: object) -> Scene:
    """The start of round 2 after a round end at which the given keys held: 4 players, nobody trades."""
    settings = {key: changes.pop(key) for key in ("players", "edition", "rules") if key in changes}
    scene = begin("certificates", **settings)
    while len(scene.legal) >= 1 and scene.round == 1:
        if scene.phase == "certificates" and scene.mover == scene.specialist.index(scene.game.n_seats):
            scene.edit(**changes)
        scene.rest()
    return scene


def test_rule_3_1_each_supply_of_at_least_1_gives_one_token() -> None:
    scene = round_2(players=4, supply=[1, 0, 8, 16], market=14)
    assert (scene.supply, scene.bonus) == ([0, 0, 7, 15], [1, 0, 1, 1])


def test_rule_3_1_prices_do_not_change() -> None:
    scene = round_2(players=4, supply=[1, 3, 8, 16], market=14, price=[6, 3, 2, 1])
    assert scene.price == [6, 3, 2, 1]


def test_rule_3_1_the_first_round_places_them_too() -> None:
    scene = begin("specialist-bid", players=4)
    assert (scene.supply, scene.bonus, scene.price) == ([5, 8, 7, 13], [1, 1, 1, 1], [12, 9, 7, 4])


# -- 3.2 specialist auction ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_3_2_a_player_without_credits_gets_2(edition: str) -> None:
    assert round_2(players=4, edition=edition, credits=[0, 1, 2, 0]).credits == [2, 1, 2, 2]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_rule_3_2_the_diced_player_opens_round_1(first: int) -> None:
    assert begin("specialist-bid", first=first, players=4).mover == first


def test_rule_3_2_lady_steam_opens_the_next_round() -> None:
    """Seat 0 is diced first, seat 2 takes Lady Steam."""
    scene = begin("specialist-bid", players=4)
    scene.play("0 bid 1", "1 pass", "2 bid 2", "3 pass", "0 pass", "2 take 1")
    assert scene.first == 0
    scene.to("specialist-bid", round=2)
    assert (scene.first, scene.mover) == (2, 2)


def test_rule_3_2_the_opener_must_bid_and_at_most_his_credits() -> None:
    scene = begin("specialist-bid", players=4).edit(credits=[7, 120, 120, 120])
    assert scene.legal == bids(*range(1, 8))


def test_rule_3_2_others_outbid_within_their_credits_or_pass() -> None:
    scene = begin("specialist-bid", players=4).edit(credits=[20, 9, 5, 4]).play("0 bid 5")
    assert scene.legal == bids(6, 7, 8, 9) | {"pass"}
    assert scene.play("1 pass").legal == {"pass"}  # asked although he cannot outbid
    assert scene.play("2 pass").legal == {"pass"}
    assert scene.play("3 pass").phase == "take-card"


def test_rule_3_2_who_passed_is_out_and_the_last_one_in_wins() -> None:
    scene = begin("specialist-bid", players=4)
    scene.play("0 bid 5", "1 pass", "2 bid 6", "3 pass", "0 bid 7", "2 bid 8", "0 pass")
    assert (scene.phase, scene.mover, scene.credits) == ("take-card", 2, [120, 120, 112, 120])


def test_rule_3_2_a_winner_bids_no_more_and_the_next_cardless_one_opens() -> None:
    scene = begin("specialist-bid", first=1, players=4)
    scene.play("1 bid 1", "2 pass", "3 pass", "0 pass", "1 take 2", "1 bonus quartz")
    scene.play("2 bid 3", "3 pass", "0 bid 4", "2 pass", "0 take 3", "0 bonus ore")  # 1 has a card: he is not asked
    assert scene.mover == 2  # clockwise from the first player, seat 1: 2, then 3
    scene.play("2 bid 1", "3 bid 2", "2 pass", "3 take 1", "3 bonus water")
    assert scene.legal == {"bid 1"}
    scene.play("2 bid 1", "2 take 4", "2 engineer credits", "2 bonus energy")
    assert scene.credits == [116, 119, 134, 118]


def test_rule_3_2_the_first_player_opens_again_while_he_has_no_card() -> None:
    scene = begin("specialist-bid", players=4)
    scene.play("0 bid 1", "1 bid 2", "2 pass", "3 pass", "0 pass", "1 take 1", "1 bonus ore")
    assert scene.mover == 0
    assert scene.legal == bids(*range(1, 121))


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_3_2_the_last_cardless_player_bids_exactly_1(players: int) -> None:
    scene = begin("specialist-bid", seat=players - 1, players=players)
    while len(scene.specialist) - scene.specialist.count(None) < players - 1:
        scene.rest()
    while scene.phase != "specialist-bid":
        scene.rest()
    assert (scene.mover, scene.legal) == (players - 1, {"bid 1"})


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_3_2_winners_take_any_free_card(players: int) -> None:
    scene = begin("take-card", players=players)
    assert scene.some("take") == {str(card) for card in range(1, players + 1)}
    scene.play(f"0 take {players}").to("take-card")
    assert scene.some("take") == {str(card) for card in range(1, players)}


def test_rule_3_2_engineer_gives_a_licence_or_15_credits() -> None:
    scene = begin("take-card", players=4).play("0 take 4")
    assert scene.legal == {"engineer license", "engineer credits"}
    licensed = scene.copy().play("0 engineer license")
    assert (licensed.licenses, licensed.reserve["licenses"], licensed.credits[0]) == ([1, 0, 0, 0], 6, 119)
    paid = scene.play("0 engineer credits")
    assert (paid.licenses, paid.reserve["licenses"], paid.credits[0]) == ([0] * 4, 7, 134)


def test_rule_3_2_engineer_has_only_credits_without_licences() -> None:
    scene = begin("take-card", players=4).edit(reserve={"licenses": 0}).play("0 take 4")
    assert scene.legal == {"engineer credits"}


def test_rule_3_2_bank_agent_upgrades_or_takes_what_fits() -> None:
    scene = begin("take-card", players=5).edit(carriers={0: [4, 1, 4, 2]}, goods={0: [13, 4, 12, 6]}).play("0 take 4")
    assert scene.legal == {"agent upgrade ore", "agent upgrade energy", "agent resource water", "agent resource energy"}
    supply = scene.supply
    upgraded = scene.copy().play("0 agent upgrade energy")
    assert (upgraded.carriers[0], upgraded.goods[0]) == ([4, 1, 4, 3], [13, 4, 12, 6])
    taken = scene.play("0 agent resource water")
    assert (taken.carriers[0], taken.goods[0], taken.supply) == ([4, 1, 4, 2], [13, 4, 13, 6], supply)


def test_rule_3_2_bank_agent_with_nothing_to_take_is_skipped() -> None:
    scene = begin("take-card", players=5).edit(carriers={0: [4] * 4}, goods={0: [13] * 4})
    assert scene.play("0 take 4").phase == "bonus"


def test_rule_3_2_order_of_a_winners_steps() -> None:
    """Pays, takes, benefit, manipulation, bonus, marker; the next bidding round only then."""
    rules = ["price-manipulation", "variable-trading-order"]
    scene = begin("specialist-bid", players=4, rules=rules)
    scene.play("0 bid 30", "1 pass", "2 pass", "3 pass")
    assert scene.credits[0] == 90
    phases = []
    for move in ("take 4", "engineer credits", "manipulate weak 0 1 0 0", "bonus water", "marker 1 ore"):
        phases.append(scene.phase)
        scene.play(f"0 {move}")
    assert phases == ["take-card", "engineer", "manipulate", "bonus", "marker"]
    assert (scene.phase, scene.mover) == ("specialist-bid", 1)


def test_rule_3_2_bonus_tokens_are_taken_one_each() -> None:
    scene = begin("bonus", players=4)
    assert scene.some("bonus") == {"quartz", "ore", "water", "energy"}
    scene.play("0 bonus water")
    assert (scene.goods[0], scene.bonus, scene.supply) == ([1, 2, 4, 3], [1, 1, 0, 1], [5, 8, 7, 13])
    assert scene.to("bonus").some("bonus") == {"quartz", "ore", "energy"}


def test_rule_3_2_a_bonus_that_does_not_fit_returns_to_the_supply() -> None:
    scene = begin("bonus", players=4).edit(goods={0: [1, 2, 4, 3]}).play("0 bonus water")
    assert (scene.goods[0], scene.bonus, scene.supply) == ([1, 2, 4, 3], [1, 1, 0, 1], [5, 8, 8, 13])


def test_rule_3_2_no_bonus_left_no_bonus_taken() -> None:
    scene = begin("take-card", players=4).edit(bonus=[0, 1, 0, 0])
    scene.play("0 take 1")
    assert scene.legal == {"bonus ore"}
    scene.play("0 bonus ore", "1 bid 1", "2 pass", "3 pass", "1 take 2")
    assert (scene.phase, scene.mover) == ("specialist-bid", 2)


@pytest.mark.parametrize(("players", "left"), [(2, 2), (3, 1), (4, 0), (5, 0)])
def test_rule_3_2_left_over_tokens_return_after_the_last_winner(players: int, left: int) -> None:
    scene = begin("bonus", seat=players - 1 if players < 5 else 3, players=players).edit(goods=[[0] * 4] * players)
    supply, bonus = scene.supply, scene.bonus
    assert sum(bonus) == left + 1
    taken = bonus.index(1)
    scene.to("offer-zone")
    bonus[taken] = 0
    assert scene.supply == [s + b for s, b in zip(supply, bonus, strict=True)]
    assert scene.bonus == [0, 0, 0, 0]


def test_rule_3_2_left_over_tokens_return_only_after_the_sabotage() -> None:
    scene = begin("take-card", players=3, rules=["sabotage"]).to("certificates")
    scene.edit(zones={"C3": 0, "C5": 1}, tanks={"C3": None, "C5": None}).to("sabotage", round=2)
    assert sum(scene.bonus) == 1
    scene.rest()
    assert (scene.phase, sum(scene.bonus)) == ("tip", 1)
    supply = scene.supply
    bonus = scene.bonus
    scene.rest()
    assert scene.bonus == [0] * 4
    assert scene.supply == [s + b for s, b in zip(supply, bonus, strict=True)]


def test_rule_3_2_turn_order_is_by_card_number() -> None:
    scene = begin("specialist-bid", players=4)
    scene.play("0 bid 1", "1 pass", "2 pass", "3 pass", "0 take 3").rest()
    scene.play("1 bid 1", "2 pass", "3 pass", "1 take 4").rest().rest()
    scene.play("2 bid 1", "3 pass", "2 take 2").rest()
    scene.play("3 bid 1", "3 take 1").rest()
    assert scene.specialist == [3, 4, 2, 1]
    for phase in ("claiming", "activation", "extraction", "trade", "certificates"):
        asked = []
        scene.to(phase)
        while scene.phase == phase and len(asked) < 4:
            asked.append(scene.mover)
            scene.rest()
        assert asked == [3, 2, 0, 1], phase


# -- 3.3 zone auction ------------------------------------------------------------------------------------------------


def at_offer(credits: list[int], **settings: object) -> Scene:
    """Four players at the offer: seat 0 is Lady Steam, seat 1 the Venturer."""
    return begin("offer-zone", players=4, **settings).edit(credits=credits)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_3_3_the_venturer_offers_an_unclaimed_zone(edition: str, players: int) -> None:
    scene = begin("offer-zone", players=players, edition=edition)
    venturer = {2: 1, 3: 2, 4: 1, 5: 1}[players]
    assert scene.mover == venturer
    assert scene.some("offer") == {zone for zone, kind in scene.zones.items() if kind == "."}


def test_rule_3_3_a_neutral_zone_only_if_none_is_unclaimed() -> None:
    scene = begin("offer-zone", players=4)
    scene.edit(zones={zone: 0 if kind == "." else kind for zone, kind in scene.zones.items()})
    neutral = {zone for zone, kind in scene.zones.items() if kind == "n"}
    assert scene.some("offer") == neutral
    scene.bare(s0=ZONES[:12], s1=ZONES[12:24], s2=ZONES[24:36], n=ZONES[36:])
    scene.play(f"1 offer {ZONES[36]}", "0 bid 3", "1 pass", "2 pass", "3 pass")
    assert scene.zones[ZONES[36]] == 0


def test_rule_3_3_without_any_zone_the_step_is_skipped() -> None:
    scene = begin("bonus", seat=3, players=4)
    scene.bare(s0=ZONES[:11], s1=ZONES[11:22], s2=ZONES[22:32], s3=ZONES[32:])
    assert scene.rest().phase == "claiming"


def test_rule_3_3_lady_steam_opens_and_must_bid() -> None:
    scene = at_offer([9, 5, 4, 3]).play("1 offer A2")
    assert (scene.mover, scene.legal) == (0, bids(*range(1, 10)))


def test_rule_3_3_a_seat_that_is_not_in_is_never_asked_and_does_not_open() -> None:
    """Lady Steam has no credits, so the next seat clockwise opens; seat 2 has none either."""
    scene = at_offer([0, 5, 0, 30]).play("1 offer A2")
    assert scene.mover == 1
    scene.play("1 bid 2", "3 bid 3", "1 pass")
    assert (scene.zones["A2"], scene.credits) == (3, [0, 5, 0, 27])


@pytest.mark.parametrize(
    ("credits", "opener"), [([5, 5, 5, 5], 2), ([5, 5, 0, 5], 3), ([5, 5, 0, 0], 0), ([0, 5, 0, 0], 1)]
)
def test_rule_3_3_the_opener_is_sought_clockwise_from_lady_steam(credits: list[int], opener: int) -> None:
    """Seat 2 is diced first and takes Lady Steam; seat 3 is the Venturer."""
    scene = begin("offer-zone", first=2, players=4).edit(credits=credits)
    assert scene.specialist == [3, 4, 1, 2]
    assert scene.play("3 offer A2").mover == opener


@pytest.mark.parametrize(("edition", "markers"), [("ffg", 14), ("ludoart", 12)])
def test_rule_3_3_without_a_claim_marker_a_seat_is_not_in(edition: str, markers: int) -> None:
    scene = begin("offer-zone", players=4, edition=edition).bare(s0=ZONES[-markers:], s2=ZONES[-25:-14][:11])
    assert scene.play("1 offer A1").mover == 1
    one_less = begin("offer-zone", players=4, edition=edition).bare(s0=ZONES[-markers + 1 :])
    assert one_less.play("1 offer A1").mover == 0


def test_rule_3_3_venturer_bids_up_to_twice_his_credits() -> None:
    scene = at_offer([50, 4, 50, 50]).play("1 offer A2", "0 bid 2")
    assert scene.legal == bids(3, 4, 5, 6, 7, 8) | {"pass"}


@pytest.mark.parametrize(("bid", "paid"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_rule_3_3_venturer_pays_half_rounded_up(bid: int, paid: int) -> None:
    scene = at_offer([50, 4, 50, 50]).play("1 offer A2", "0 bid 2", f"1 bid {bid}", "2 pass", "3 pass", "0 pass")
    assert (scene.credits[1], scene.zones["A2"]) == (4 - paid, 1)


def test_rule_3_3_others_pay_what_they_bid_and_claim() -> None:
    scene = at_offer([50, 40, 50, 50]).play("1 offer A2", "0 bid 2", "1 bid 79", "2 pass", "3 pass", "0 pass")
    assert scene.credits == [50, 0, 50, 50]
    scene = at_offer([50, 1, 50, 50]).play("1 offer A2", "0 bid 2", "1 pass", "2 bid 50", "3 pass", "0 pass")
    assert (scene.credits, scene.zones["A2"]) == ([50, 1, 0, 50], 2)


def test_rule_3_3_one_that_is_in_and_cannot_outbid_has_only_pass() -> None:
    scene = at_offer([50, 1, 2, 50]).play("1 offer A2", "0 bid 2")
    assert scene.legal == {"pass"}
    assert scene.play("1 pass").legal == {"pass"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_3_3_alone_from_the_start_bids_only_1(edition: str) -> None:
    scene = at_offer([0, 0, 30, 0], edition=edition).play("1 offer A2")
    assert (scene.mover, scene.legal) == (2, {"bid 1"})
    assert scene.play("2 bid 1").credits == [0, 0, 29, 0]


def test_rule_3_3_lone_venturer_bids_and_pays_1() -> None:
    scene = at_offer([0, 30, 0, 0]).play("1 offer A2")
    assert (scene.mover, scene.legal) == (1, {"bid 1"})
    scene.play("1 bid 1")
    assert (scene.credits, scene.zones["A2"]) == ([0, 29, 0, 0], 1)


def test_rule_3_3_if_none_is_in_the_zone_stays_as_it_was() -> None:
    scene = at_offer([0, 0, 0, 0]).play("1 offer A2")
    assert (scene.phase, scene.zones["A2"]) == ("claiming", ".")
    full = at_offer([0, 0, 0, 0])
    full.bare(s0=ZONES[:12], s1=ZONES[12:24], s2=ZONES[24:36], n=ZONES[36:]).play(f"1 offer {ZONES[36]}")
    assert (full.phase, full.zones[ZONES[36]]) == ("claiming", "n")


# -- 3.4 claiming ----------------------------------------------------------------------------------------------------


def test_rule_3_4_roll_license_or_skip() -> None:
    scene = begin("claiming", players=4).edit(licenses=[1, 0, 0, 0])
    unclaimed = {zone for zone, kind in scene.zones.items() if kind == "."}
    neutral = {zone for zone, kind in scene.zones.items() if kind == "n"}
    assert scene.some("roll") == unclaimed
    assert scene.some("license") == unclaimed | neutral
    assert len(scene.legal) == 2 * len(unclaimed) + len(neutral) + 1
    scene.play("0 skip")
    assert scene.some("license") == set()


@pytest.mark.parametrize("pips", [4, 5, 6])
def test_rule_3_4_high_roll_claims_the_named_zone(pips: int) -> None:
    scene = begin("claiming", players=4).play("0 roll C4")
    chance = [(scene.game.text(move), probability) for move, probability in scene.state.chance()]
    assert chance == [(f"die {n}", pytest.approx(1 / 6)) for n in range(1, 7)]
    scene.play(f"-1 die {pips}")
    assert (scene.zones["C4"], scene.mover, scene.phase, scene.credits[0]) == (0, 1, "claiming", 118)


@pytest.mark.parametrize("pips", [1, 2, 3])
def test_rule_3_4_low_roll_shifts_to_the_nearest_unclaimed(pips: int) -> None:
    """West of C4 is B4; east lie a neutral and an own zone, then F4; north C3 and C2 are claimed; south is C5."""
    scene = begin("claiming", players=4).bare(s0="E4 C3", n="D4", s2="C2").play("0 roll C4", f"-1 die {pips}")
    assert (scene.mover, scene.legal) == (0, {"shift B4", "shift F4", "shift C1", "shift C5"})
    scene.play("0 shift C1")
    assert (scene.zones["C4"], scene.zones["C1"], scene.mover) == (".", 0, 1)


@pytest.mark.parametrize(("players", "targets"), [(2, {"D4", "C3", "C5"}), (3, {"B4", "D4", "C3", "C5"})])
def test_rule_3_4_closed_zones_are_passed_over(players: int, targets: set[str]) -> None:
    scene = begin("claiming", players=players).bare().play("0 roll C4", "-1 die 1")
    assert scene.some("shift") == targets


def test_rule_3_4_a_closed_zone_hides_nothing_beyond_it() -> None:
    """A board whose closed zone C3 lies between C4 and C2."""
    board = begin(players=4).game.board
    board = {**board, "closed": ["C3"], "claims": [["A1"], ["B1"], ["D1"], ["E1"]], "neutral": []}
    scene = begin("claiming", players=4, board=board).bare().play("0 roll C4", "-1 die 2")
    assert scene.some("shift") == {"B4", "D4", "C2", "C5"}


def test_rule_3_4_no_direction_gives_15_credits() -> None:
    scene = begin("claiming", players=4).bare(n=set(ZONES) - {"A1", "F7"})
    scene.play("0 roll A1", "-1 die 3")
    assert (scene.credits[0], scene.zones["A1"], scene.mover) == (118 + 15, ".", 1)


def test_rule_3_4_license_claims_or_replaces_a_neutral_and_leaves_the_game() -> None:
    scene = begin("claiming", players=4).edit(licenses=[1, 1, 0, 0], reserve={"licenses": 5})
    scene.play("0 license A1", "1 license A2")
    assert (scene.zones["A1"], scene.zones["A2"]) == (0, 1)
    assert (scene.licenses, scene.reserve["licenses"]) == ([0] * 4, 5)


@pytest.mark.parametrize(("edition", "markers"), [("ffg", 14), ("ludoart", 12)])
def test_rule_3_4_without_a_marker_only_skip(edition: str, markers: int) -> None:
    scene = begin("claiming", players=4, edition=edition).edit(licenses=[1, 0, 0, 0])
    full = scene.copy().bare(s0=ZONES[:markers])
    assert full.legal == {"skip"}
    room = scene.bare(s0=ZONES[: markers - 1])
    assert len(room.some("roll")) == len(room.some("license")) == 42 - markers + 1


# -- 3.5 airship / coupler -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_3_5_the_captain_moors_on_one_of_seven_lines(edition: str, players: int) -> None:
    scene = begin("mooring", players=players, edition=edition)
    assert scene.mover == {2: 0, 3: 0, 4: 2, 5: 2}[players]
    assert scene.legal == {f"moor {line}" for line in range(1, 8)}
    assert scene.airship is None
    assert scene.play(f"{scene.mover} moor 3").airship == 3


def test_rule_3_5_it_stays_until_the_end_of_the_round() -> None:
    scene = begin("mooring", players=4).play("2 moor 5")
    while scene.round == 1:
        assert scene.airship == 5
        scene.rest()
    assert scene.airship is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_3_6_the_freelance_carrier_comes_last(edition: str) -> None:
    scene = begin("mooring", players=4, edition=edition, rules=["freelance-carrier"]).rest()
    assert (scene.phase, scene.mover) == ("freelance-bid", 0)
    assert begin("mooring", players=4, edition=edition).rest().phase == "activation"


def test_rule_3_1_tokens_are_placed_anew_in_every_round() -> None:
    scene = begin("specialist-bid", players=5)
    for round_ in range(2, 5):
        scene.to("specialist-bid", round=round_)
        assert [scene.bonus[r] for r in (WATER, ENERGY)] == [1, 1]
