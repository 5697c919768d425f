"""The compiled rules of Planet Steam against the oracle's: the same random games in both, compared after every move."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import Game, State, new_game
from tests.planet_steam.oracle import Oracle
from tests.planet_steam.oracle.boards import RULES, default_board
from tests.planet_steam.oracle.play import STYLES, choose, some_rules
from tests.planet_steam.oracle.record import exact
from tests.planet_steam.oracle.terms import ZONES

EDITIONS = ["ffg", "ludoart"]
PLAYERS = [2, 3, 4, 5]
MAX_LENGTH = 20_000  # no game of any configuration comes near
BOUNDS_EVERY = 5  # moves; odd, so that all phases are met

# Boards that random play takes where the printed ones rarely do. Each value replaces a datum for every player count.
RICH = {
    "credits": 400, "reduced_credits": 300, "start": [4, 4, 4, 4], "reduced_start": [3, 3, 4, 4],
    "capacity": [5, 7, 9, 12],
}  # fmt: skip
SCARCE = {
    "credits": 9, "reduced_credits": 3, "start": [1, 0, 1, 1], "reduced_start": [0, 0, 0, 1], "supply": [0, 1, 2, 3],
    "tank_prices": [2, 3, 5], "market": 1, "tanks": 4, "converters": 1, "superchargers": 1, "licenses": 1,
    "quarters": 1, "supply_change": [2, 1, 0, -2, -3], "price_min": [1, 1, 1, 1], "price_max": [5, 4, 3, 6],
    "price_start": [2, 1, 3, 6], "capacity": [1, 2, 3, 4], "freelance": 2, "markers": 5, "rounds": 7,
}  # fmt: skip
CROWDED = {"tanks": 42, "markers": 20, "rounds": 7, "licenses": 20, "credits": 300, "start": [4, 4, 4, 4]}
CRAMPED = {
    "capacity": [2, 3, 4, 5], "start": [2, 2, 2, 2], "reduced_start": [2, 2, 2, 2], "credits": 200, "freelance": 2,
    "tank_prices": [2, 3, 4, 5, 6, 7], "market": 6, "tanks": 9, "rounds": 7, "supply": [9, 9, 9, 9],
    "price_min": [2, 2, 2, 2], "price_max": [6, 6, 6, 6], "price_start": [4, 4, 4, 4],
}  # fmt: skip
CHEAP_TANKS = {
    **CRAMPED, "tanks": 42, "tank_prices": [1] * 14, "market": 14, "start": [1, 1, 9, 5], "freelance": 3,
    "capacity": [[1, 2, 3, 4], [1, 2, 3, 4], [9, 10, 11, 12], [5, 6, 7, 8]], "reduced_start": [0, 1, 2, 3],
    "markers": 20,
}  # fmt: skip
# What an owner of the real board may find on it: every resource with its own carriers and its own track, another river.
LOPSIDED = {
    "capacity": [[2, 4, 6, 8], [4, 7, 10, 13], [5, 6, 7, 8], [6, 9, 12, 15]], "start": [2, 3, 5, 6],
    "reduced_start": [0, 1, 2, 3], "supply": [6, 9, 4, 20], "river": ["A2", "C2", "D2", "E3", "F3", "C5"],
    "supply_change": [
        [2, 2, 1, 0, 0, -1, -1, -2, -3], [2, 2, 1, 1, 0, 0, 0, -1, -1, -1, -2], [1, 0, 0, 0, -1],
        [2, 2, 1, 1, 0, 0, 0, -1, -1, -1, -2, -2, -2, -2, -3, -3, -3, -3, -3, -3, -3],
    ],
}  # fmt: skip
# Seven open zones, four of them on the river: markers of `variable-claims` find no zone.
OPEN = ["C1", "C2", "C3", "D3", "D4", "E4", "F4"]
TINY = {
    "closed": [zone for zone in ZONES if zone not in OPEN], "river": ["A1", "C2", "C3", "D4", "F4"], "neutral": ["E4"],
    "markers": 3, "rounds": 4,
}  # fmt: skip
DRY = {"river": [], "markers": 4, "start": [1, 1, 1, 1]}
BOTH_ON_ONE_CARD = {
    2: [["venturer", "engineer", "agent"], ["captain", "lady"]],
    3: [["captain"], ["agent", "engineer"], ["venturer", "lady"]],
    4: [["captain"], ["lady"], ["agent", "engineer"], ["venturer"]],
    5: [["captain"], ["agent", "engineer"], [], ["lady"], ["venturer"]],
}
BOARDS = {
    "rich": RICH, "scarce": SCARCE, "crowded": CROWDED, "cramped": CRAMPED,
    "lopsided": LOPSIDED, "tiny": TINY, "dry": DRY,
}  # fmt: skip


def write_board(folder: Path, edition: str, players: int, changes: dict[str, Any]) -> str:
    """The edition's board file with some data replaced."""
    printed = Path(engine.__file__).parent / "planet_steam" / "boards" / f"{edition}.toml"
    head, *sections = printed.read_text().split("\n[")
    text = head
    for section in sections:
        key = section.split("]")[0]
        if key in changes:
            section = f'{key}]\nsource = "reconstructed"\nvalue = {json.dumps(changes[key])}\n'
        elif key == "claims" and "closed" in changes:
            section = (
                f'{key}]\nsource = "reconstructed"\n{players} = {json.dumps([[zone] for zone in OPEN[:players]])}\n'
            )
        elif key == "specialists" and changes:
            section = f'{key}]\nsource = "reconstructed"\n{players} = {json.dumps(BOTH_ON_ONE_CARD[players])}\n'
        text += "\n[" + section
    path = folder / "board.toml"
    path.write_text(text)
    return str(path)


def text(words: list[Any]) -> str:
    return " ".join(map(repr, words))


def compare(state: State, oracle: Oracle, where: str) -> None:
    """Mover, legal moves and every key of the snapshot."""
    assert state.mover == oracle.to_move, f"{where}: mover {state.mover}, by the oracle {oracle.to_move}"
    legal = [text(state.game.words(move)) for move in state.legal()]
    expected = {text(words) for words in oracle.legal()}
    missing, surplus = sorted(expected - set(legal))[:6], sorted(set(legal) - expected)[:6]
    assert not missing and not surplus, f"{where}: legal lacks {missing}, has too many {surplus}"
    assert len(legal) == len(expected), f"{where}: a legal move stands twice"
    snapshot, expected_snapshot = state.snapshot(), oracle.snapshot()
    assert snapshot.keys() == expected_snapshot.keys(), where
    for key, value in expected_snapshot.items():
        assert exact(snapshot[key]) == exact(value), f"{where}: {key} is {snapshot[key]}, by the oracle {value}"


def compare_bounds(state: State, oracle: Oracle, where: str) -> None:
    for observer in range(state.game.n_seats):
        view = state.observe(observer).view()
        bounds = oracle.bounds(observer)
        found = list(zip(view["credits_low"], view["credits_high"], strict=True))
        assert found == bounds, f"{where}: seat {observer} sees {found}, by the oracle {bounds}"
        shown = [low if low == high else None for low, high in bounds]
        for seat, credits in enumerate(view["credits"]):
            assert credits in (None, shown[seat]), f"{where}: seat {observer} is shown {credits} for seat {seat}"
        assert view["credits"][observer] == oracle.table.credits[observer], where


def play_both(game: Game, rng: random.Random, style: str | None = None) -> list[str]:
    """Plays one game in both; returns the verbs played."""
    state, oracle = game.new(), Oracle(game.header())
    style = style or rng.choice(STYLES)
    history: list[Any] = []
    for number in range(MAX_LENGTH):
        where = f"{game.header()['edition']} {game.n_seats} {game.header()['rules']} move {number} after {history[-3:]}"
        compare(state, oracle, where)
        if number % BOUNDS_EVERY == 0 or oracle.to_move is None:
            compare_bounds(state, oracle, where)
        if oracle.to_move is None:
            break
        words = choose(rng, oracle.legal(), style)
        history.append([oracle.to_move, *words])
        oracle.play(words)
        state.play(words)
    assert state.is_over
    assert list(state.scores()) == oracle.wealth()
    winners = oracle.winners()
    assert list(state.result()) == [1 / len(winners) if seat in winners else 0 for seat in range(game.n_seats)]
    return [move[1] for move in history]


def random_settings(rng: random.Random, edition: str, n_river: int) -> dict[str, Any]:
    """`n_river` is the number of open river zones."""
    settings = {"recall": rng.choice([0, 1, 1, 2, 3, "all"]), "credits": rng.choice([None, "hidden", "hidden", "open"])}
    numbers = ["die", rng.randint(0, n_river), n_river] if edition == "ffg" else [None, rng.randint(0, 6), 9]
    return {**settings, "river_neutrals": rng.choice(numbers)}


def play_one(edition: str, players: int, board: str, number: int, folder: Path) -> None:
    rng = random.Random(f"{edition} {players} {board} {number}")
    rules = tuple(RULES) if number == 0 else some_rules(rng, RULES)
    path = write_board(folder, edition, players, BOARDS[board]) if board in BOARDS else None
    printed = new_game("planet-steam", players=players, edition=edition, board=path).header()["board"]
    settings = random_settings(rng, edition, len(set(printed["river"]) - set(printed["closed"])))
    game = new_game("planet-steam", players=players, edition=edition, rules=list(rules), board=path, **settings)
    play_both(game, rng)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_header_carries_the_board_of_section_8(edition: str, players: int) -> None:
    header = new_game("planet-steam", players=players, edition=edition).header()
    assert header["edition"] == edition
    assert header["rules"] == []
    defaults = {
        "ffg": {"credits": "hidden", "river-neutrals": "die"},
        "ludoart": {"credits": "open", "river-neutrals": 3},
    }
    assert header["settings"] == {**defaults[edition], "recall": 1}
    board, expected = header["board"], default_board(edition, players)
    assert board.keys() == expected.keys()
    for key in ("claims", "neutral", "closed", "river"):
        board[key] = [sorted(names) for names in board[key]] if key == "claims" else sorted(board[key])
        expected[key] = [sorted(names) for names in expected[key]] if key == "claims" else sorted(expected[key])
    assert board == expected


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("board", ["printed", *BOARDS])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_engine_agrees_with_the_oracle(edition: str, players: int, board: str, number: int, tmp_path: Path) -> None:
    play_one(edition, players, board, number, tmp_path)


@pytest.mark.parametrize("rule", RULES)
def test_engine_agrees_on_each_rule_alone(rule: str) -> None:
    rng = random.Random(rule)
    for edition in EDITIONS:
        game = new_game("planet-steam", players=rng.randint(2, 5), edition=edition, rules=[rule], credits="hidden")
        play_both(game, rng)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_6_4_engine_agrees_on_markers_without_a_zone(edition: str, tmp_path: Path) -> None:
    """The tiny board has room for few of the markers of a variable set-up."""
    n_left_out = 0
    for number in range(8):
        rng = random.Random(f"{edition} {number}")
        players = rng.randint(2, 5)
        board = write_board(tmp_path, edition, players, TINY)
        neutrals = rng.choice(["die", 0, 3] if edition == "ffg" else [0, 1, 9])
        rules = ["variable-claims"]
        game = new_game(
            "planet-steam", players=players, edition=edition, rules=rules, board=board, river_neutrals=neutrals
        )
        verbs = play_both(game, rng)
        n_left_out += 2 * players - verbs.count("own")
    assert n_left_out > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_rule_7_4_engine_agrees_on_what_overflows(players: int, tmp_path: Path) -> None:
    board = write_board(tmp_path, "ffg", players, CHEAP_TANKS)
    game = new_game("planet-steam", players=players, edition="ffg", rules=["freelance-carrier"], board=board)
    verbs: list[str] = []
    for number in range(6):
        verbs += play_both(game, random.Random(f"{players} {number}"), style="hoarding")
    assert "stow" in verbs


@pytest.mark.slow
@pytest.mark.parametrize("board", ["printed", *BOARDS])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_engine_agrees_with_the_oracle_in_many_games(edition: str, players: int, board: str, tmp_path: Path) -> None:
    for number in range(100, 160):
        play_one(edition, players, board, number, tmp_path)
