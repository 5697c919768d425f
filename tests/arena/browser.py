"""A report in a real browser, for the tests of the page and of the games' own parts of it."""

import json
import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from arena.cli import main

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
IN_BROWSER = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="needs chromium")]

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
  try {
    %s
  } catch (error) {
    errors.push(String(error));
  }
  found.broken = /NaN|undefined|Infinity/.test(document.body.querySelector('main').innerHTML + get('replay').innerHTML);
  found.errors = errors;
  const result = document.createElement('pre');
  result.id = 'result';
  result.textContent = JSON.stringify(found);
  document.body.append(result);
}, 200);
</script>"""

# Opens the first game and goes through it with the button.
CLICK_THROUGH = """
  document.querySelector('#games tr.click').click();
  await wait();
  found.moves = all('#moves li').length;
  const pictures = new Set([get('board').innerHTML]);
  found.words = [get('now').textContent];
  for (let k = 0; k < found.moves; k++) {
    get('forward').click();
    pictures.add(get('board').innerHTML);
    found.words.push(get('now').textContent);
  }
  found.pictures = pictures.size;
"""


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
