"""The report in a real browser: no error, every figure drawn, a replay clicked through from first to last move."""

import json
import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from arena.cli import main

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="needs chromium")]

WATCH = """<script>
window.errors = [];
window.addEventListener('error', (event) => errors.push(String(event.message)));
window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
console.error = (...words) => errors.push(words.join(' '));
</script>"""

RUN = """<script>
setTimeout(async () => {
  const get = (id) => document.getElementById(id), all = (what) => [...document.querySelectorAll(what)], found = {};
  const wait = () => new Promise((done) => setTimeout(done, 500));
  %s
  found.broken = /NaN|undefined|Infinity/.test(document.body.querySelector('main').innerHTML + get('replay').innerHTML);
  found.errors = errors;
  const result = document.createElement('pre');
  result.id = 'result';
  result.textContent = JSON.stringify(found);
  document.body.append(result);
}, 200);
</script>"""

# Bots that end at once, leaving a word.
DIES = "#!/bin/sh\necho 'no licence for this machine' >&2\nexit 1\n"


def tournament(folder, *words):
    """The page of a tournament."""
    words = ["tournament", *map(str, words), "--out", str(folder / "t"), "--quiet", "--report"]
    assert CliRunner().invoke(main, words, standalone_mode=False).return_value == 0
    return (folder / "t" / "report.html").read_text("utf-8")


def visit(folder, page, script, width=1280):
    """What the script finds on the page."""
    page = page.replace("<head>", "<head>" + WATCH, 1)
    at = page.rindex("</body>")
    (folder / "page.html").write_text(page[:at] + RUN % script + page[at:], "utf-8")
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"]
    shown = subprocess.run(
        [str(BROWSER), *flags, f"--window-size={width},900", f"file://{folder}/page.html"],
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
    found = json.loads(re.search(r'<pre id="result">(.*?)</pre>', shown, re.S).group(1))
    assert found["errors"] == []
    assert not found["broken"]
    return found


@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
def test_the_page_in_a_browser(tmp_path, edition):
    bots = ["heuristic", "greedy", "random"]
    page = tournament(tmp_path, *bots, "--players", 3, "--edition", edition, "--games", 12)
    script = """
      found.figures = ['ratings', 'pairs', 'history', 'wealth', 'seats', 'specialists', 'auctions'].map((id) =>
        all(`#${id} svg *`).length);
      document.querySelector('#games tr.click').click();
      await wait();
      found.moves = all('#moves li').length;
      const pictures = new Set();
      for (let k = 0; k < found.moves; k++) {
        get('forward').click();
        pictures.add(get('board').innerHTML);
      }
      found.pictures = pictures.size;
      found.now = get('now').textContent;
    """
    found = visit(tmp_path, page, script)
    assert min(found["figures"]) > 10
    assert found["moves"] > 100
    assert found["pictures"] > 20
    assert re.search(
        r"^Round \d of \d\. The end: seat \d \((heuristic|greedy|random)\) wins; wealth \d+, \d+, \d+\.$", found["now"]
    )


@pytest.fixture
def dies(tmp_path):
    path = tmp_path / "dies.sh"
    path.write_text(DIES)
    path.chmod(0o755)
    return f"exec:{path}"


def test_equal_ratings_are_drawn(tmp_path, dies):
    """They differ by 1e-14, by the arithmetic of the fit."""
    page = tournament(tmp_path, dies, f"{dies} again", "--players", 2, "--games", 4)
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
      found.carriers = document.querySelector('#side td:nth-child(7)').textContent;
      found.moves = all('#moves li').length;
      found.wide = get('replay').scrollWidth - get('replay').clientWidth;
    """
    found = visit(tmp_path, page, script, width)
    assert found["open"]
    assert not found["scrolls"]
    assert found["focus"] == "forward"
    assert found["steps"] == [[at, 0, True] for at in (found["moves"], 0, 20, 19)]
    assert abs(found["last"]) <= 1
    assert re.fullmatch(r"Q\d O\d W\d E\d", found["carriers"])
    assert found["wide"] == 0


def test_a_fault_is_told_with_what_the_program_wrote(tmp_path, dies):
    page = tournament(tmp_path, dies, "random", "--players", 2, "--games", 2)
    script = """
      found.detail = document.querySelector('#faults td.wrap').textContent;
      document.querySelector('#faults tr.click').click();
      await wait();
      found.blame = get('blame').textContent;
      get('forward').click();
      found.later = get('blame').textContent;
    """
    found = visit(tmp_path, page, script)
    assert found["detail"] == "the program ended with exit code 1\nstderr: no licence for this machine"
    assert re.match(r"Fault of seat \d \(.*\): dies\n", found["blame"])
    assert found["blame"].endswith("\n" + found["detail"])
    assert found["later"] == ""


def test_void_games_are_counted_and_have_no_wealth(tmp_path, dies):
    page = tournament(tmp_path, dies, "random", "--players", 2, "--games", 1, "--on-fault", "void")
    script = """
      found.lead = get('lead').textContent;
      found.cells = [...document.querySelector('#games tr.click').cells].map((cell) => cell.innerText);
      found.info = get('pageInfo').textContent;
      document.querySelector('#games tr.click').click();
      await wait();
      found.now = get('now').textContent;
    """
    found = visit(tmp_path, page, script)
    assert found["lead"].startswith("1 game of planet-steam")
    assert "; 1 deal, each" in found["lead"]
    assert found["lead"].endswith("; no game counts, so there are no ratings; 1 game void; 1 fault.")
    assert [cell[-6:] for cell in found["cells"]] == ["0", "0", "ies.sh", "random", "0", "play ▸"]
    assert found["cells"][-1] == "void dies replay ▸"
    assert found["info"] == "1 game, page 1 of 1"
    assert found["now"] == "Round 1 of 7. The game does not count."


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A page whose data the scripts below change before they draw again."""
    folder = tmp_path_factory.mktemp("small")
    return tournament(folder, "greedy", "random", "heuristic", "--players", 2, "--edition", "ludoart", "--games", 4)


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
      data.specialists = [[0, 1, 1, 2, 40, 0, 5]];
      drawAuctions();
      found.auctions = get('auctions').textContent;
      data.specialists = [[0, 1, 1, 3, 40, 0, 5], [1, 1, 1, 3, 20, 0.5, 8]];
      drawSpecialists();
      drawAuctions();
      found.legends = ['history', 'specialists', 'auctions'].map((id) => get(id).parentNode.querySelector('.legend')
        .innerText.split(/\\s+/));
      found.words = ['ratings', 'history', 'wealth', 'specialists', 'auctions'].map((id) =>
        all(`#${id} text`).map((one) => one.textContent));
      found.bars = all('#specialists rect').map((one) => Number(one.getAttribute('height')));
      const [dashed] = all('#auctions .mid');
      const dearest = Math.max(...all('#auctions circle').map((one) => one.getAttribute('cx')));
      found.reach = dearest - dashed.getAttribute('x2');
      data.bySeat = data.bots.map(() => [[0, 0, 0], [1, 0, 250]]);
      drawSeats();
      found.seats = all('#seats text').map((one) => one.textContent).filter((words) => /–|·/.test(words));
    """
    found = visit(tmp_path, small, script)
    assert found["auctions"].startswith("Too few games")
    assert all(sorted(legend) == ["greedy", "heuristic", "random"] for legend in found["legends"])
    ratings, history, wealth, specialists, auctions = found["words"]
    assert "Elo" in ratings
    assert "Elo" in history
    assert "credits" in wealth
    assert {"worth, credits", "price paid, credits"} <= set(auctions)
    assert "Lady Steam + Heater" in specialists
    never_won, won_half = found["bars"]
    assert 0 < never_won < 5 < won_half
    assert found["reach"] == 0
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
