"""The report in a real browser: no error, every figure drawn, a replay clicked through from first to last move. Games
that have no face of their own are shown by the default one."""

import re

import pytest

from tests.arena.browser import CLICK_THROUGH, IN_BROWSER, tournament, visit
from tests.games import FOLDERS

pytestmark = IN_BROWSER

# Bots that end at once, leaving a word.
DIES = "#!/bin/sh\necho 'no paper left' >&2\nexit 1\n"
NIM = ["--game", FOLDERS["nim"]]
SEED = 2**127 + 1  # as long as those that are drawn: more digits than a browser's numbers have


FIGURES = """
  found.figures = all('.figure').map((one) => [one.id, one.querySelectorAll('svg *').length]);
  found.lead = get('lead').textContent;
  found.heads = all('#games th').map((one) => one.textContent);
"""


@pytest.mark.parametrize(("name", "title"), [("nim", "Nim"), ("sealed", "Sealed bids")])
def test_a_game_without_a_face_of_its_own(tmp_path, name, title):
    bots = ("mcts:sims=20", "greedy", "random")
    page = tournament(tmp_path, *bots, "--game", FOLDERS[name], "--games", 12, "--seed", SEED)
    found = visit(tmp_path, page, FIGURES + CLICK_THROUGH + "found.round = get('nextRound').checkVisibility();")
    assert [id for id, _ in found["figures"]] == ["ratings", "pairs", "history", "scores", "seats"]
    assert min(n for _, n in found["figures"]) > 10
    assert found["lead"].startswith(f"12 games of {title} with 2 seats, round-robin, seed {SEED}; 6 deals, each with ")
    assert found["heads"][2:4] == ["seat 0", "seat 1"]
    assert found["pictures"] == found["moves"] + 1
    assert re.match(r"(Seat \d \(\S+\) plays take \d from \d|Chance: die \d)", found["words"][0])
    assert re.match(r"The end: seat \d .* score -?\d+, -?\d+\.$", found["words"][-1])
    assert not found["round"]


def test_a_game_for_one_seat(tmp_path):
    page = tournament(tmp_path, "mcts:sims=20", "random", "--game", FOLDERS["patience"], "--games", 12, "--seed", 2)
    stars = """
      found.rows = all('#games tr').slice(1).map((row) => [row.cells[1].textContent, row.cells[2].textContent]);
    """
    found = visit(tmp_path, page, FIGURES + stars + CLICK_THROUGH)
    assert [id for id, _ in found["figures"]] == ["ratings", "pairs", "history", "scores"]
    assert "with 1 seat, round-robin, seed 2; 6 deals, each played by every bot alone; " in found["lead"]
    assert found["heads"][2] == "bot"
    assert re.match(r"Round 1\. Seat 0 \(\S+\) plays ", found["words"][0])
    assert re.fullmatch(r"Round \d\. The end: score \d+(, the best on this deal)?\.", found["words"][-1])
    scores = {}
    for deal, cell in found["rows"]:
        score, star = re.search(r" (\d+)( ★)?$", cell).groups()
        scores.setdefault(deal, []).append((int(score), bool(star)))
    assert len(scores) == 6
    for deal in scores.values():
        assert [is_best for _, is_best in deal] == [score == max(deal)[0] for score, _ in deal]
    assert len({score for deal in scores.values() for score, _ in deal}) > 1


@pytest.fixture
def dies(tmp_path):
    path = tmp_path / "dies.sh"
    path.write_text(DIES)
    path.chmod(0o755)
    return f"exec:{path}"


def test_equal_ratings_are_drawn(tmp_path, dies):
    """They differ by 1e-14, by the arithmetic of the fit."""
    page = tournament(tmp_path, dies, f"{dies} again", *NIM, "--games", 4)
    script = """
      found.ticks = [scale(0, 7.6e-15, 0, 1), scale(1, 4, 0, 1), scale(-0.3, 0.6, 0, 1, 0.01)].map((one) => one.ticks);
      found.rows = all('#table tr').slice(1).map((row) => [...row.cells].map((cell) => cell.textContent));
      found.signs = [-0.4, -7.6e-15, 0, 0.6, -0.6].map((value) => signed(value));
    """
    found = visit(tmp_path, page, script)
    assert found["ticks"] == [[-1, 0, 1], [1, 2, 3, 4], [-0.2, 0, 0.2, 0.4, 0.6]]
    assert {row[1]: row[2:4] for row in found["rows"]} == {dies: ["+0", "anchor"], f"{dies} again": ["+0", "+0 to +0"]}
    assert found["rows"][0][9] == "50.0%"
    assert found["signs"] == ["+0", "+0", "+0", "+1", "−1"]


@pytest.mark.parametrize("width", [1280, 800])
def test_the_replay_is_stepped_through_with_keys(tmp_path, width):
    page = tournament(tmp_path, "greedy", "random", "--players", 2, "--games", 2)
    script = """
      const press = (at, key) => at.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const row = document.querySelector('#games tr.click');
      row.focus();
      found.scrolls = press(row, ' ');
      await wait();
      found.open = get('replay').open;
      found.focus = document.activeElement.id;
      found.steps = ['End', 'Home', 'PageDown', 'ArrowLeft'].map((key) => {
        press(document.activeElement, key);
        const item = document.querySelector('#moves .here')?.getBoundingClientRect();
        const list = get('moves').getBoundingClientRect();
        return [shown.at, get('replay').scrollTop, !item || (item.top >= list.top && item.bottom <= list.bottom)];
      });
      press(document.activeElement, 'End');
      found.last = get('moves').scrollTop + get('moves').clientHeight - get('moves').scrollHeight;
      found.moves = all('#moves li').length;
      found.wide = get('replay').scrollWidth - get('replay').clientWidth;
    """
    found = visit(tmp_path, page, script, width)
    assert found["open"]
    assert not found["scrolls"]
    assert found["focus"] == "forward"
    assert found["steps"] == [[at, 0, True] for at in (found["moves"], 0, 20, 19)]
    assert abs(found["last"]) <= 1
    assert found["wide"] == 0


def test_a_fault_is_told_with_what_the_program_wrote(tmp_path, dies):
    page = tournament(tmp_path, dies, "random", *NIM, "--games", 2)
    script = """
      found.detail = document.querySelector('#faults td.wrap').textContent;
      document.querySelector('#faults tr.click').click();
      await wait();
      found.blame = get('blame').textContent;
      get('forward').click();
      found.later = get('blame').textContent;
    """
    found = visit(tmp_path, page, script)
    assert found["detail"] == "the program ended with exit code 1\nstderr: no paper left"
    assert re.match(r"Fault of seat \d \(.*\): dies\n", found["blame"])
    assert found["blame"].endswith("\n" + found["detail"])
    assert found["later"] == ""


def test_void_games_are_counted_and_have_no_score(tmp_path, dies):
    page = tournament(tmp_path, dies, "random", *NIM, "--games", 1, "--on-fault", "void")
    script = """
      found.lead = get('lead').textContent;
      found.cells = [...document.querySelector('#games tr.click').cells].map((cell) => cell.innerText);
      found.info = get('pageInfo').textContent;
      document.querySelector('#games tr.click').click();
      await wait();
      found.now = get('now').textContent;
    """
    found = visit(tmp_path, page, script)
    assert found["lead"].startswith("1 game of Nim with 2 seats")
    assert "; 1 deal, each" in found["lead"]
    assert found["lead"].endswith("; no game counts, so there are no ratings; 1 game void; 1 fault.")
    assert [cell[-6:] for cell in found["cells"]] == ["0", "0", "ies.sh", "random", "0", "play ▸"]
    assert found["cells"][-1] == "void dies replay ▸"
    assert found["info"] == "1 game, page 1 of 1"
    assert found["now"] == "The game does not count."


def test_bots_that_no_deal_compares_have_no_ratings(tmp_path, dies):
    words = [dies, "random", "--game", FOLDERS["patience"], "--games", 4, "--on-fault", "void"]
    found = visit(tmp_path, tournament(tmp_path, *words), FIGURES + CLICK_THROUGH)
    assert [id for id, _ in found["figures"]] == ["scores"]
    assert found["lead"].endswith("; 2 games void; 2 faults.")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A page whose data the scripts below change before they draw again."""
    folder = tmp_path_factory.mktemp("small")
    return tournament(folder, "greedy", "random", "mcts:sims=20", *NIM, "--games", 6)


def test_each_bot_has_a_colour_that_shows_on_either_paper(tmp_path, small):
    script = """
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const light = (paint) => {
        canvas.fillStyle = paint;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255).map((part) =>
          part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.05 + 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      found.colours = [10, 12, 30].map((n) => {
        data.bots = Array.from({ length: n }, (_, k) => `bot ${k}`);
        const colours = data.bots.map((_, k) => colour(k)), lights = colours.map(light);
        return [new Set(colours).size, light('#ffffff') / Math.max(...lights), Math.min(...lights) / light('#1c232c')];
      });
    """
    for n, (n_different, on_light, on_dark) in zip(
        (10, 12, 30), visit(tmp_path, small, script)["colours"], strict=True
    ):
        assert n_different == n
        assert min(on_light, on_dark) >= 3


def test_figures_name_their_bots_and_units(tmp_path, small):
    script = """
      found.legend = get('history').parentNode.querySelector('.legend').innerText.split(/\\s+/);
      found.words = ['ratings', 'history', 'scores'].map((id) => all(`#${id} text`).map((one) => one.textContent));
      data.bySeat = data.bots.map(() => [[0, 0, 0], [1, 0, 250]]);
      drawSeats();
      found.seats = all('#seats text').map((one) => one.textContent).filter((words) => /–|·/.test(words));
    """
    found = visit(tmp_path, small, script)
    assert sorted(found["legend"]) == ["greedy", "mcts:sims=20", "random"]
    ratings, history, scores = found["words"]
    assert "Elo" in ratings
    assert "Elo" in history
    assert "score" in scores
    assert found["seats"] == 3 * ["–", "0%  ·  250"]


def test_wide_intervals_leave_the_ratings_apart(tmp_path, small):
    script = """
      data.table.forEach((row, k) => Object.assign(row, { elo: 100 * k, low: -9106, high: k ? 7861 : 0 }));
      drawRatings();
      found.at = all('#ratings circle').map((one) => Number(one.getAttribute('cx')));
      found.arrows = all('#ratings polygon').length;
      found.hint = document.querySelector('#ratings circle:last-of-type title').textContent;
    """
    found = visit(tmp_path, small, script)
    low, middle, high = found["at"]
    assert middle - low == pytest.approx(high - middle)
    assert middle - low > 40
    assert found["arrows"] == 5
    assert found["hint"].endswith("+200 (−9106 to +7861)")


def test_letters_stay_legible_on_a_narrow_window(tmp_path, small):
    script = """
      found.sizes = all('.figure svg').map((one) => 12 * one.getBoundingClientRect().width / one.viewBox.baseVal.width);
      found.wide = document.documentElement.scrollWidth - innerWidth;
    """
    found = visit(tmp_path, small, script, width=500)
    assert min(found["sizes"]) > 10.9
    assert found["wide"] <= 0
