"""The public Python face: wrong arguments are errors, never the end of the interpreter."""

import subprocess
import sys
import threading

import pytest

from bots.adviser import play_games
from bots.guide import Guide
from bots.planet_steam.adviser import PlanetSteamAdviser
from bots.planet_steam.guide import PlanetSteamGuide
from bots.ply import expected_scores
from bots.search import BUSY, Tree
from bots.steamopolis.adviser import SteamopolisAdviser
from bots.steamopolis.guide import SteamopolisGuide
from engine import Stream, new_game
from engine.state import Observation, State
from tests.games import nim_game


@pytest.mark.parametrize("seed", [1, 2])
def test_no_call_with_wrong_arguments_crashes(seed):
    words = [sys.executable, "-m", "tests.hostile_calls", "--calls", "12", "--seed", str(seed)]
    found = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert (found.returncode, found.stdout.split()[-2:]) == (0, ["no", "crash"]), found.stderr[-3000:]


def test_states_and_observations_cannot_be_made_of_nothing():
    for cls in (State, Observation):
        with pytest.raises(TypeError, match="come from"):
            cls.__new__(cls)
        with pytest.raises(TypeError, match="come from"):
            cls(1)
    game = type(new_game(players=2))
    with pytest.raises(ValueError, match="not made"):
        game.__new__(game).new()


def test_positions_of_another_game_are_refused_in_the_city_too():
    city, nim = new_game("steamopolis", players=2), nim_game(3, 4, 5)
    guide, adviser = SteamopolisGuide(city), SteamopolisAdviser(city)
    for use in (city.snapshot, city.phase, city.step, city.draw, city.result_record, city.edit, guide.features,
                guide.stage, guide.judgement):  # fmt: skip
        for other in (nim.new(), new_game("steamopolis", players=3).new()):
            with pytest.raises(ValueError, match="given to"):
                use(other)
        with pytest.raises(TypeError):
            use(None)
    with pytest.raises(ValueError, match="given to"):
        city.view(nim.new().observe(0))
    for use in (adviser.advise, adviser.scores):
        with pytest.raises(ValueError, match="given to"):
            use(nim.new().observe(0), Stream(1))
        with pytest.raises(ValueError, match="no decision to make"):
            use(city.new().observe(0), Stream(1))
    with pytest.raises(ValueError, match="adviser per seat"):
        play_games([], 1, 1)
    with pytest.raises(ValueError, match="need as many advisers"):
        play_games([adviser], 1, 1)


def test_positions_of_another_game_are_refused():
    steam, nim = new_game(players=3), nim_game(3, 4, 5)
    for use in (steam.snapshot, steam.phase, PlanetSteamGuide(steam).features):
        with pytest.raises(ValueError, match="given to"):
            use(nim.new())
        with pytest.raises(ValueError, match="given to"):
            use(new_game(players=2).new())
    with pytest.raises(ValueError, match="given to"):
        PlanetSteamAdviser(steam).advise(nim.new().observe(0), Stream(1))


def test_weights_and_knobs_are_numbers():
    steam = new_game(players=2)
    for make in (PlanetSteamAdviser, PlanetSteamGuide):
        with pytest.raises(ValueError, match="finite"):
            make(steam, {"x": float("nan")})
    for make in (SteamopolisAdviser, SteamopolisGuide):
        with pytest.raises(ValueError, match="finite"):
            make(new_game("steamopolis", players=2), {"x": float("inf")})
    with pytest.raises(ValueError, match="from 0 to"):
        Tree(Guide(steam), 1 << 16, float("nan"), 0.1, 3.0, 1.0)


def test_lists_that_are_too_short_are_refused():
    nim = nim_game(3, 4, 5)
    with pytest.raises(ValueError, match="adviser per seat"):
        play_games([], 1, 1)
    with pytest.raises(ValueError, match="needs legal moves"):
        expected_scores(nim.new().observe(0), [], 3, Stream(1))
    with pytest.raises(ValueError, match="not legal"):
        expected_scores(nim.new().observe(0), [999_999], 3, Stream(1))


def test_a_tree_has_one_caller_at_a_time():
    nim = nim_game(3, 4, 5)
    tree, seen = Tree(Guide(nim), 1 << 20, 1.0, 0.1, 3.0, 1.0, 2), nim.new().observe(0)
    found = []

    def search(k):
        try:
            found.append(tree.search(seen, Stream(k), 20_000, None))
        except RuntimeError as error:
            found.append(str(error))

    threads = [threading.Thread(target=search, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) <= {20_000, BUSY}
    assert 20_000 in found
    assert tree.search(seen, Stream(9), 10, None) == 10
