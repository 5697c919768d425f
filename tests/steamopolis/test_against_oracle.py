"""The compiled rules of Steamopolis against the oracle's: the same random games in both, compared after every move."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine import Game, State, Stream, new_game
from tests.games.probe import chance_key
from tests.steamopolis.oracle import Oracle
from tests.steamopolis.oracle.boards import VARIANTS, Board, board_named, default_board
from tests.steamopolis.oracle.play import STYLES, choose
from tests.steamopolis.oracle.record import exact
from tests.steamopolis.oracle.terms import CHANCE, number

PLAYERS = [1, 2, 3, 4]
BOARDS = ["section 5", *VARIANTS]
MAX_LENGTH = 20_000  # no game comes near
OBSERVED_EVERY = 7  # moves; odd, so that all kinds of decisions are met


def write_board(folder: Path, board: Board) -> str:
    """A data file as a player would write it: JSON's values are TOML's here, but for tables within a table."""
    lines = []
    for section, table in board.items():
        lines.append(f"[{section}]")
        for key, value in table.items():
            text = json.dumps(value)
            if isinstance(value, dict):
                text = "{ " + ", ".join(f"{name} = {json.dumps(inner)}" for name, inner in value.items()) + " }"
            lines.append(f"{key} = {text}")
    path = folder / "board.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def compare(state: State, oracle: Oracle, where: str) -> None:
    """Mover, legal moves in order, chance, every key of the snapshot."""
    assert state.mover == oracle.mover, f"{where}: mover {state.mover}, by the oracle {oracle.mover}"
    numbers = state.legal()
    legal, expected = [state.game.words(move) for move in numbers], oracle.legal()
    missing = [words for words in expected if words not in legal][:6]
    surplus = [words for words in legal if words not in expected][:6]
    assert not missing and not surplus, f"{where}: legal lacks {missing}, has too many {surplus}"
    assert exact(legal) == exact(expected), f"{where}: legal is in another order"
    assert list(numbers) == [number(words) for words in expected], f"{where}: other numbers"
    if oracle.mover == CHANCE:
        found = [probability for _, probability in state.chance()]
        assert found == pytest.approx([float(p) for p in oracle.chance()]), f"{where}: probabilities"
        assert chance_key(state) == oracle.chance_key(), f"{where}: chance_key"
    compare_keys(state.snapshot(), oracle.snapshot(), where)


def compare_keys(found: dict[str, Any], expected: dict[str, Any], where: str) -> None:
    if exact(found) == exact(expected):
        return
    assert found.keys() == expected.keys(), where
    for key, value in expected.items():
        assert exact(found[key]) == exact(value), f"{where}: {key} is {found[key]}, by the oracle {value}"


def compare_views(state: State, oracle: Oracle, where: str) -> None:
    """What each seat is shown of the face-down tiles (section 6)."""
    for seat in range(state.game.n_seats):
        compare_view(state, oracle, seat, where)


def compare_view(state: State, oracle: Oracle, seat: int, where: str) -> None:
    view, expected = state.observe(seat).view(), oracle.observe(seat)
    compare_keys({key: view[key] for key in expected}, expected, f"{where}, seen by seat {seat}")


def play_both(game: Game, rng: random.Random, style: str) -> Oracle:
    state, oracle = game.new(), Oracle(game.header())
    history: list[Any] = []
    for move in range(MAX_LENGTH):
        where = f"{game.n_seats} players, {style}, move {move} after {history[-4:]}"
        compare(state, oracle, where)
        if move % OBSERVED_EVERY == 0 or oracle.mover is None:
            compare_views(state, oracle, where)
        if oracle.mover is None:
            break
        words = choose(rng, oracle, style)
        history.append([oracle.mover, *words])
        oracle.play(words)
        state.play(words)
    assert state.is_over
    assert list(state.scores()) == oracle.points()
    assert list(state.result()) == pytest.approx(oracle.shares())
    return oracle


def play_one(players: int, board: str, game_number: int, folder: Path, style: str | None = None) -> Oracle:
    rng = random.Random(f"{players} {board} {game_number}")
    path = None if board == "section 5" else write_board(folder, board_named(board))
    rounds = 60 if board == "errand" else rng.choice([3, 12, 30])
    settings = {"start_sp": rng.choice([2, 3, 4, 5])} if players == 1 else {}
    game = new_game("steamopolis", players=players, board=path, max_rounds=rounds, **settings)
    return play_both(game, rng, style or rng.choice(STYLES))


@pytest.mark.parametrize("players", PLAYERS)
def test_header_carries_the_data_of_section_5(players: int) -> None:
    header = new_game("steamopolis", players=players).header()
    assert exact(header["board"]) == exact(default_board())
    assert header["settings"] == {"max_rounds": 100, "start_sp": 4 if players == 1 else 0}
    assert header["players"] == players
    assert "edition" not in header and "rules" not in header


@pytest.mark.parametrize("game_number", range(5))
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_engine_agrees_with_the_oracle(players: int, board: str, game_number: int, tmp_path: Path) -> None:
    play_one(players, board, game_number, tmp_path)


@pytest.mark.parametrize("data", range(20))
@pytest.mark.parametrize("players", PLAYERS)
def test_engine_agrees_on_random_data(players: int, data: int, tmp_path: Path) -> None:
    play_one(players, f"random {data}", data, tmp_path)


@pytest.mark.parametrize(
    ("event", "players", "board", "style"),
    [
        ("no room for a stone coming back", 2, "cramped", "saver"),
        ("marker discarded for a stone coming back", 2, "cramped", "busy"),
        ("pushed into the reserve by the base", 3, "cramped", "saver"),
        ("both passengers in one turn", 2, "errand", "porter"),
        ("empty passenger stack", 2, "errand", "porter"),
        ("empty passenger stack", 1, "errand", "porter"),
        ("third statue by purchase", 3, "bargain", "busy"),
        ("lost by a forced flight", 1, "section 5", "saver"),
    ],
)
def test_engine_agrees_on_rare_events(event: str, players: int, board: str, style: str, tmp_path: Path) -> None:
    met = sum(play_one(players, board, number, tmp_path, style).table.events[event] for number in range(10))
    assert met, f"{event} was not met"


@pytest.mark.slow
@pytest.mark.parametrize("board", [*BOARDS, "random"])
@pytest.mark.parametrize("players", PLAYERS)
def test_engine_agrees_with_the_oracle_in_many_games(players: int, board: str, tmp_path: Path) -> None:
    for game_number in range(100, 300):
        name = f"random {game_number}" if board == "random" else board
        play_one(players, name, game_number, tmp_path)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_samples_agree_with_what_the_observer_knows(players: int) -> None:
    """Section 6: names of the tile's rank and colour, none shown, none twice; what the observer has seen stays."""
    board = default_board()
    for district in ("1L", "1R", "2L", "3L"):
        board["districts"][district] = ["peek; peek", False]
    game = new_game("steamopolis", players=players, max_rounds=15, board=board)
    rng, sampling = random.Random(players), Stream(players, "sampling")
    state, oracle = game.new(), Oracle(game.header())
    drawn: set[tuple[int, str]] = set()
    while oracle.mover is not None:
        words = choose(rng, oracle, "verbs")
        oracle.play(words)
        state.play(words)
        fixed = [tile for tiles in oracle.table.down.values() for tile in tiles if tile.name]
        if words[0] != "face" or not fixed:
            continue
        for seat in range(players):
            sample = state.observe(seat).sample(sampling)
            compare_view(sample, oracle, seat, f"a sample after {words}")
            tiles = [tile for tiles in sample.snapshot()["down"].values() for tile in tiles if tile[2]]
            names = [tile[2] for tile in tiles]
            assert len(set(names)) == len(names) == len(fixed) and not oracle.table.shown & set(names)
            for rank, colour, name, _ in tiles:
                assert (oracle.table.rank(name), oracle.table.colour(name)) == (rank, colour)
            drawn |= {
                (index, name)
                for index, (tile, name) in enumerate(zip(fixed, names, strict=True))
                if seat not in tile.seen_by
            }
    assert len(drawn) > len({index for index, _ in drawn}) > 0  # hidden faces vary between samples
