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
      const press = (at, key) => at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
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
