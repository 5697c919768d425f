"""The report in a real browser: no error, every figure drawn, a replay clicked through from first to last move."""

import json
import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from arena.cli import main

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")

WATCH = """<script>
window.errors = [];
window.addEventListener('error', (event) => errors.push(String(event.message)));
window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
console.error = (...words) => errors.push(words.join(' '));
</script>"""

CLICK = """<script>
setTimeout(async () => {
  const get = (id) => document.getElementById(id), found = { figures: {} };
  for (const id of ['ratings', 'pairs', 'history', 'wealth', 'seats', 'specialists', 'auctions'])
    found.figures[id] = document.querySelectorAll(`#${id} svg *`).length;
  found.broken = /NaN|undefined|Infinity/.test(document.querySelector('main').innerHTML);
  document.querySelector('#games tr.click').click();
  await new Promise((done) => setTimeout(done, 500));
  found.moves = document.querySelectorAll('#moves li').length;
  const pictures = new Set();
  for (let k = 0; k < found.moves; k++) {
    get('forward').click();
    pictures.add(get('board').innerHTML);
  }
  found.pictures = pictures.size;
  found.now = get('now').textContent;
  found.broken ||= /NaN|undefined/.test(get('replay').innerHTML);
  found.errors = errors;
  const result = document.createElement('pre');
  result.id = 'result';
  result.textContent = JSON.stringify(found);
  document.body.append(result);
}, 200);
</script>"""


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs chromium")
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
def test_the_page_in_a_browser(tmp_path, edition):
    options = ["--players", "3", "--edition", edition, "--games", "12", "--out", tmp_path / "t", "--quiet", "--report"]
    words = ["tournament", "heuristic", "greedy", "random", *map(str, options)]
    assert CliRunner().invoke(main, words, standalone_mode=False).return_value == 0
    page = (tmp_path / "t" / "report.html").read_text("utf-8").replace("<head>", "<head>" + WATCH, 1)
    at = page.rindex("</body>")
    (tmp_path / "page.html").write_text(page[:at] + CLICK + page[at:], "utf-8")
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"]
    shown = subprocess.run(
        [str(BROWSER), *flags, f"file://{tmp_path}/page.html"], capture_output=True, text=True, timeout=300
    ).stdout
    found = json.loads(re.search(r'<pre id="result">(.*?)</pre>', shown, re.S).group(1))
    assert found["errors"] == []
    assert not found["broken"]
    assert min(found["figures"].values()) > 10
    assert found["moves"] > 100
    assert found["pictures"] > 20
    assert found["now"].endswith("The end.")
