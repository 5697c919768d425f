"""Planet Steam in the report: the events of its moves, the figures made of them, and the page in a browser."""

import re

import pytest

from arena.face import face_of
from arena.planet_steam.page import Bid, Taken
from arena.report.replays import changes, replay
from arena.store import StoredGame
from engine import Stream, new_game
from tests.arena.browser import BROWSER, CLICK_THROUGH, tournament, visit

FACE = face_of("planet-steam")
in_browser = pytest.mark.skipif(BROWSER is None, reason="needs chromium")


def random_game(game, seed):
    state, dice, moves = game.new(), Stream(seed, "dice"), []
    while state.mover is not None:
        legal = state.legal()
        moves.append(state.roll(dice) if state.mover < 0 else legal[dice.below(len(legal))])
        state.apply(moves[-1])
    return moves


def stored(bots, score, shares):
    places = tuple(1.0 + sum(other > share for other in shares) for share in shares)
    return StoredGame(0, "", 0, bots, 0, places, shares, score, (), 0)


def test_the_last_bid_before_a_specialist_is_taken_is_its_price():
    game = new_game(players=2)
    moves = random_game(game, 1)
    found = replay(FACE, game, moves, [])
    names = [game.words(move)[0] for move in moves]
    assert sum(isinstance(event, Taken) for event in found.events) == names.count("take") > 3
    assert sum(isinstance(event, Bid) for event in found.events) == names.count("bid") > 3
    events = [Bid(3, None), Bid(7, 9.0), Taken(1, 2, 4), Bid(5, None), Taken(0, 1, 4)]
    figures = FACE.page.figures([(stored(("a", "b"), (100.0, 140.0), (0.0, 1.0)), events)], ["b", "a"])
    # Bot, card, round, times, price, share of victories; each bot bought once, so its worth is what it paid.
    assert figures["bought"] == [[0, 2, 4, 1, 7, 1.0, 7], [1, 1, 4, 1, 5, 0.0, 5]]
    assert figures["said"] == [[0, 2, 7, 9.0]]


def test_the_worth_in_hindsight_compares_a_purchase_with_the_bots_other_games():
    games = [
        (stored(("a", "b"), (130.0, 110.0), (1.0, 0.0)), [Bid(20, None), Taken(0, 1, 1)]),
        (stored(("a", "b"), (90.0, 110.0), (0.0, 1.0)), [Bid(20, None), Taken(0, 2, 1)]),
    ]
    first, second = FACE.page.figures(games, ["a", "b"])["bought"]
    assert first[4:] == [20, 1.0, 30]  # 10 ahead of its table, and usually level
    assert second[4:] == [20, 0.0, 10]


def test_a_replay_gives_every_snapshot_back():
    game = new_game(players=3, rules=["all"])
    moves = random_game(game, 2)
    found = replay(FACE, game, moves, [])
    state, shown = game.new(), found.first
    for move, (mover, words, changed) in zip(moves, found.steps, strict=True):
        assert (mover, words) == (state.mover, FACE.text.tell(state, move))
        state.apply(move)
        for key, *path, value in changed:
            if not path:
                shown[key] = value
            elif value is None and isinstance(shown[key], dict):
                del shown[key][path[0]]
            else:
                shown[key][path[0]] = value
        assert shown == state.snapshot()
    assert list(changes(shown, shown)) == []


def test_the_page_names_the_editions_cards():
    game = new_game(players=2, edition="ludoart")
    assert FACE.page.data(game)["cards"][0] == "Lady Steam + Heater"
    assert FACE.text.settings(game) == "ludoart, standard rules"


@pytest.mark.slow
@in_browser
@pytest.mark.parametrize(("edition", "unit"), [("ffg", "Round"), ("ludoart", "Year")])
def test_the_page_in_a_browser(tmp_path, edition, unit):
    bots = ["heuristic", "greedy", "random"]
    page = tournament(tmp_path, *bots, "--players", 3, "--edition", edition, "--games", 12)
    script = """
      found.figures = all('.figure').map((one) => [one.id, one.querySelectorAll('svg *').length]);
      found.lead = get('lead').textContent;
      found.title = get('scoresTitle').textContent;
    """
    more = """
      found.carriers = document.querySelector('#side td:nth-child(7)').textContent;
      get('toStart').click();
      get('nextRound').click();
      found.second = get('now').textContent;
    """
    found = visit(tmp_path, page, script + CLICK_THROUGH + more)
    names = ["ratings", "pairs", "history", "scores", "seats", "specialists", "auctions"]
    assert [id for id, _ in found["figures"]] == names
    assert min(n for _, n in found["figures"]) > 10
    assert found["lead"].startswith(f"12 games of Planet Steam ({edition}, standard rules) with 3 seats")
    assert found["title"] == "Final wealth"
    assert found["moves"] > 100
    assert found["pictures"] > 20
    assert re.search(
        rf"^{unit} \d of \d\. The end: seat \d \((heuristic|greedy|random)\) wins; wealth \d+, \d+, \d+\.$",
        found["words"][-1],
    )
    assert re.fullmatch(r"Q\d O\d W\d E\d", found["carriers"])
    assert re.match(rf"{unit} 2 of \d\. ", found["second"])


@pytest.mark.slow
@in_browser
def test_the_figures_name_their_bots_and_units(tmp_path):
    bots = ["greedy", "random", "heuristic"]
    page = tournament(tmp_path, *bots, "--players", 2, "--edition", "ludoart", "--games", 4)
    script = """
      const again = (bought) => {
        data.figures.bought = bought;
        ['specialists', 'auctions'].forEach(removeFigure);
        face.figures();
      };
      again([[0, 1, 1, 2, 40, 0, 5]]);
      found.auctions = get('auctions').textContent;
      again([[0, 1, 1, 3, 40, 0, 5], [1, 1, 1, 3, 20, 0.5, 8]]);
      found.legends = ['specialists', 'auctions'].map((id) => get(id).parentNode.querySelector('.legend')
        .innerText.split(/\\s+/));
      found.words = ['scores', 'specialists', 'auctions'].map((id) => all(`#${id} text`).map((one) => one.textContent));
      found.bars = all('#specialists rect').map((one) => Number(one.getAttribute('height')));
      const [dashed] = all('#auctions .mid');
      const dearest = Math.max(...all('#auctions circle').map((one) => one.getAttribute('cx')));
      found.reach = dearest - dashed.getAttribute('x2');
    """
    found = visit(tmp_path, page, script)
    assert found["auctions"].startswith("Too few games")
    assert all(sorted(legend) == ["greedy", "heuristic", "random"] for legend in found["legends"])
    scores, specialists, auctions = found["words"]
    assert "credits" in scores
    assert {"worth, credits", "price paid, credits"} <= set(auctions)
    assert "Lady Steam + Heater" in specialists
    never_won, won_half = found["bars"]
    assert 0 < never_won < 5 < won_half
    assert found["reach"] == 0
