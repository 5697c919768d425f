"""Laws of every game: random games of both editions, all player counts, random subsets of the rules and settings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Game, IllegalMove, NotationError, State, Stream, new_game
from engine.planet_steam.board import load_board
from engine.planet_steam.invariants import LAWS, check, play_checked
from engine.records import build_record, dump, replay
from tests.planet_steam.rules.helpers import RESOURCES, ROUNDS, RULES, ZONES, begin
from tests.random_play import random_move


@st.composite
def own_boards(draw: Any, edition: str, players: int) -> dict[str, Any]:
    """The printed board with carriers and supply tracks that differ by resource, and another river."""
    board = load_board(edition, players)
    for r in range(4):
        space = max(board["start"][r], board["reduced_start"][r], draw(st.integers(1, 6)))
        steps = [draw(st.integers(1, 4)) for _ in range(3)]
        board["capacity"][r] = [space + sum(steps[:level]) for level in range(4)]
        n = board["supply"][r] + draw(st.integers(1, 12))
        board["supply_change"][r] = draw(st.lists(st.integers(-4, 4), min_size=max(n, 2), max_size=max(n, 2)))
    board["river"] = draw(st.lists(st.sampled_from(ZONES), unique=True, max_size=12))
    return board


@st.composite
def configurations(draw: Any) -> dict[str, Any]:
    edition, players = draw(st.sampled_from(("ffg", "ludoart"))), draw(st.integers(2, 5))
    board = draw(own_boards(edition, players)) if draw(st.booleans()) else load_board(edition, players)
    n_river = len(set(board["river"]) - set(board["closed"]))
    neutrals = st.one_of(st.just("die"), st.integers(0, n_river)) if edition == "ffg" else st.integers(0, 9)
    return {
        "edition": edition,
        "players": players,
        "rules": draw(st.lists(st.sampled_from(sorted(RULES)), unique=True)),
        "credits": draw(st.sampled_from(("hidden", "open"))),
        "recall": draw(st.sampled_from((0, 1, 2, 3, "all"))),
        "river_neutrals": draw(neutrals),
        "board": board,
    }


SEEDS = st.integers(0, 2**32 - 1)


def law(examples: int) -> Any:
    """A property over random games: the same examples in every run."""
    quick = settings(
        max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
    )
    return lambda test: quick(given(configurations(), SEEDS)(test))


def random_game(configuration: dict[str, Any], seed: int) -> Iterator[tuple[State, int]]:
    """Every state with the move played there; the state is live. The last one comes with move -1."""
    state, rng = new_game(**configuration).new(), Stream(seed, "moves")
    while not state.is_over:
        move = random_move(state, rng)
        yield state, move
        state.apply(move)
    yield state, -1


def moves_of(game: Game, seed: int) -> list[int]:
    state, rng = game.new(), Stream(seed, "moves")
    moves = []
    while not state.is_over:
        moves.append(random_move(state, rng))
        state.apply(moves[-1])
    return moves


# -- conservation and bounds -------------------------------------------------------------------------------------------


def check_conservation(snapshot: dict[str, Any], board: dict[str, Any]) -> None:
    reserve, tanks = snapshot["reserve"], snapshot["tanks"]
    converters = [converter for converter, _, _ in tanks.values()]
    assert reserve["tanks"] + len(tanks) == board["tanks"]
    for kind in ("quartz", "ore", "energy"):
        assert reserve[kind] + converters.count(kind) == board["converters"]
    assert reserve["superchargers"] + sum(tank[1] for tank in tanks.values()) == board["superchargers"]
    assert reserve["quarters"] + sum(snapshot["quarters"]) == board["quarters"]
    assert reserve["licenses"] + sum(snapshot["licenses"]) <= board["licenses"]
    assert all(isinstance(snapshot["zones"][zone], int) for zone in tanks)


def check_bounds(snapshot: dict[str, Any], board: dict[str, Any], is_auctioned: bool) -> None:
    """`is_auctioned`: the freelance carrier was just released, its cargo still lies about."""
    assert min(snapshot["credits"]) >= 0
    for supply, changes in zip(snapshot["supply"], board["supply_change"], strict=True):
        assert 0 <= supply < len(changes)
    for low, price, high in zip(board["price_min"], snapshot["price"], board["price_max"], strict=True):
        assert low <= price <= high
    assert 0 <= snapshot["market"] <= len(board["tank_prices"])
    owners = list(snapshot["zones"].values())
    freelance = snapshot["freelance"]
    for seat, (goods, classes) in enumerate(zip(snapshot["goods"], snapshot["carriers"], strict=True)):
        assert all(1 <= class_ <= 4 for class_ in classes)
        spaces = [capacity[class_ - 1] for capacity, class_ in zip(board["capacity"], classes, strict=True)]
        beyond = [held - space for held, space in zip(goods, spaces, strict=True)]
        cargo = sum(over for over in beyond if over > 0)
        has_carrier = (freelance is not None and freelance["holder"] == seat) or is_auctioned
        assert min(goods) >= 0
        assert cargo <= (board["freelance"] if has_carrier else 0)
        assert owners.count(seat) <= board["markers"]


@law(60)
def test_pieces_are_conserved_and_everything_stays_within_bounds(configuration: dict[str, Any], seed: int) -> None:
    board = new_game(**configuration).header()["board"]
    for number, (state, move) in enumerate(random_game(configuration, seed)):
        if number % 3 == 0 or move == -1:
            snapshot = state.snapshot()
            check_conservation(snapshot, board)
            game: Any = state.game
            check_bounds(snapshot, board, is_auctioned=game.phase(state) == "freelance-bid")


@law(40)
def test_the_number_of_rounds_is_right(configuration: dict[str, Any], seed: int) -> None:
    rounds = [1]
    for state, _ in random_game(configuration, seed):
        now = state.snapshot()["round"]
        assert now in (rounds[-1], rounds[-1] + 1)
        rounds.append(now)
    assert rounds[-1] == ROUNDS[configuration["players"]]


@law(40)
def test_each_player_plays_each_step_once_a_round(configuration: dict[str, Any], seed: int) -> None:
    """Extraction, certificates and four trades per player and round; one card each."""
    counts = {"extract": 0, "take": 0, "moor": 0, "trade": 0, "certificates": 0}
    for state, move in random_game(configuration, seed):
        game: Any = state.game
        if move != -1:
            verb = game.words(move)[0]
            step = game.phase(state)
            counts[verb if verb in counts else step] = counts.get(verb if verb in counts else step, 0) + 1
    turns = configuration["players"] * ROUNDS[configuration["players"]]
    assert counts["extract"] == counts["take"] == counts["certificates"] == turns
    assert counts["trade"] == 4 * turns
    assert counts["moor"] == ROUNDS[configuration["players"]]


# -- legal and play ----------------------------------------------------------------------------------------------------


def some_text(rng: Stream) -> str:
    """The text of any move of the notation, legal or not."""
    zone, other, resource = rng.choice(ZONES), rng.choice(ZONES), rng.choice(RESOURCES)
    number = 1 + rng.below(30)
    shifts = " ".join(str(rng.below(11) - 5) for _ in range(4))
    converter = rng.choice(("quartz", "ore", "energy"))
    return str(
        rng.choice(
            [
                f"first {rng.below(5)}",
                f"die {1 + rng.below(6)}",
                f"bid {number}",
                f"upgrade {resource}",
                f"take {1 + rng.below(5)}",
                f"engineer {rng.choice(('license', 'credits'))}",
                f"agent {rng.choice(('upgrade', 'resource'))} {resource}",
                f"bonus {resource}",
                f"marker {1 + rng.below(4)} {resource}",
                f"manipulate {rng.choice(('weak', 'moderate', 'strong'))} {shifts}",
                f"sabotage {rng.below(5)}",
                f"moor {1 + rng.below(7)}",
                f"converter {converter} {zone}",
                f"converter {converter} {zone} {other}",
                f"emergency {zone}",
                f"emergency {zone} {other}",
                f"stow {resource}",
                f"buy {number}",
                f"sell {number}",
                *(f"{verb} {zone}" for verb in ONE_ZONE),
                *(f"{verb} {zone} {other}" for verb in TWO_ZONES),
                *NO_ARGUMENT,
            ]
        )
    )


ONE_ZONE = (
    "tip", "offer", "roll", "shift", "license", "claim", "own", "neutral", "tank", "import", "supercharger",
    "drop-converter", "power",
)  # fmt: skip
TWO_ZONES = ("move-tank", "move-converter", "move-supercharger")
NO_ARGUMENT = (
    "pass", "skip", "keep", "release", "activate", "decline", "emergency", "done", "extract", "buy-license",
    "sell-license", "buy-quarters",
)  # fmt: skip


@law(25)
def test_legal_and_play_agree_and_a_rejected_move_changes_nothing(configuration: dict[str, Any], seed: int) -> None:
    rng = Stream(seed, "attempts")
    for number, (state, _) in enumerate(random_game(configuration, seed)):
        if number % 9:
            continue
        game, before = state.game, bytes(state)
        legal = state.moves()
        for text in {*(some_text(rng) for _ in range(12)), *legal[:4], *legal[-4:]}:
            trial = state.copy()
            if text in legal:
                assert bytes(trial.play(text)) == bytes(state.copy().apply(game.move(text))) != before
                continue
            with pytest.raises(IllegalMove) as refused:
                trial.play(text)
            assert text in str(refused.value)
            assert bytes(trial) == before
            assert set(refused.value.nearest) <= set(legal)
        assert bytes(state) == before


@law(15)
def test_what_is_no_move_is_refused_and_changes_nothing(configuration: dict[str, Any], seed: int) -> None:
    rng = Stream(seed, "nonsense")
    words = ["bid", "20", "-3", "C4", "G9", "quartz", "gold", "pass", "tank", "converter", "0", "", "weak", "move"]
    for number, (state, _) in enumerate(random_game(configuration, seed)):
        if number % 20:
            continue
        before = bytes(state)
        text = " ".join(rng.choice(words) for _ in range(1 + rng.below(4)))
        try:
            move = state.game.move(text)
        except NotationError:
            with pytest.raises(NotationError):
                state.play(text)
        else:
            assert state.game.text(move).split() == text.split()
            if move not in state.legal():
                with pytest.raises(IllegalMove):
                    state.play(text)
            else:
                continue
        assert bytes(state) == before


@law(30)
def test_text_to_move_to_text_is_the_identity(configuration: dict[str, Any], seed: int) -> None:
    for number, (state, _) in enumerate(random_game(configuration, seed)):
        if number % 5:
            continue
        game = state.game
        for move in state.legal():
            text = game.text(move)
            assert game.move(text) == move
            assert game.text(game.move(text)) == text
            words = game.words(move)
            assert game.move(words) == move
            assert json.loads(json.dumps(words)) == words


def test_text_of_any_move_comes_back() -> None:
    game, rng = new_game(players=5, rules=["all"]), Stream(1, "texts")
    for _ in range(3000):
        text = some_text(rng)
        assert game.text(game.move(text)) == text


# -- copies, hashes, records -------------------------------------------------------------------------------------------


@law(30)
def test_copy_and_original_do_not_influence_each_other(configuration: dict[str, Any], seed: int) -> None:
    rng = Stream(seed, "other")
    for number, (state, _) in enumerate(random_game(configuration, seed)):
        if number % 11 or state.is_over:
            continue
        before = bytes(state)
        other = state.copy()
        assert other == state and other.hash() == state.hash()
        for _ in range(5):
            if not other.is_over:
                other.apply(random_move(other, rng))
        assert bytes(state) == before
        assert bytes(other) != before
        after = bytes(other)
        twin = state.copy()
        state_moved = twin.apply(random_move(twin, rng))
        assert bytes(other) == after
        assert bytes(state_moved) != before


@law(30)
def test_replaying_a_record_gives_the_same_hash_at_every_move(configuration: dict[str, Any], seed: int) -> None:
    game = new_game(**configuration)
    moves = moves_of(game, seed)
    state, hashes = game.new(), []
    for move in moves:
        hashes.append(state.hash())
        state.apply(move)
    hashes.append(state.hash())
    record = build_record(game, moves, seed=seed, seats=["random"] * game.n_seats, snapshots="round")
    stored = json.loads(dump(record))
    again = [step.state.hash() for step in replay(stored)]
    assert again == hashes
    assert dump(stored) == dump(record)


@law(30)
def test_the_same_seed_gives_the_same_game(configuration: dict[str, Any], seed: int) -> None:
    assert moves_of(new_game(**configuration), seed) == moves_of(new_game(**configuration), seed)


# -- the compiled laws -------------------------------------------------------------------------------------------------


@law(120)
def test_compiled_laws_hold_after_every_move(configuration: dict[str, Any], seed: int) -> None:
    n_moves, faults = play_checked(new_game(**configuration), Stream(seed), 5, every_move=True)
    assert faults == []
    assert n_moves >= 5 * 3 * configuration["players"] * ROUNDS[configuration["players"]]


@pytest.mark.parametrize(
    ("changes", "broken"),
    [
        ({"credits": {0: -1}}, "credits are not negative"),
        ({"goods": {1: [0, 0, 5, 0]}}, "goods are within"),
        ({"carriers": {1: [0, 1, 1, 1]}}, "carriers are of class"),
        ({"supply": [17, 0, 0, 0]}, "supplies are on their track"),
        ({"price": [5, 9, 7, 4]}, "prices are on their tracks"),
        ({"price": [12, 18, 7, 4]}, "prices are on their tracks"),
        ({"market": 15}, "the tank market is on its track"),
        ({"tanks": {"A2": None}}, "every tank is in the reserve or on an owned zone"),
        ({"zones": {"A1": 0} | dict.fromkeys(ZONES[:15], 0)}, "a zone has one owner"),
        ({"tanks": {"C3": "ore!"}}, "only one owned tank is tipped"),
        ({"licenses": {0: 3}}, "licences never come back"),
        ({"quarters": {0: 1}}, "licences never come back"),
        ({"round": 6}, "rounds are played"),
        ({"freelance": {"holder": 0, "bid": 0, "kept": False}}, "the freelance carrier"),
    ],
)
def test_compiled_laws_find_what_is_broken(changes: dict[str, Any], broken: str) -> None:
    scene = begin("activation", players=4).edit(goods=[[0] * 4] * 4)
    assert check(scene.state) == []
    found = check(scene.edit(**changes).state)
    assert [name for name in found if name.startswith(broken)]


def test_compiled_laws_find_ore_on_a_limited_river() -> None:
    scene = begin("activation", players=4, rules=["river-limits"]).edit(zones={"C4": 0}, tanks={"C4": "energy"})
    assert check(scene.state) == []
    assert check(scene.edit(tanks={"C4": "ore"}).state) == ["river limits: no ore or quartz is made on the river"]


def test_every_law_has_its_own_name() -> None:
    assert len(set(LAWS.values())) == len(LAWS) == 22
