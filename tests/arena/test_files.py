"""Files are written whole or not at all."""

from collections.abc import Iterator

import pytest

from arena.files import write_whole
from arena.report.page import render
from engine import BoomtownError


def _full_disk() -> Iterator[str]:
    yield "half a page"
    raise OSError(28, "No space left on device")


def test_what_was_there_stays_when_writing_fails(tmp_path):
    path = tmp_path / "report.html"
    write_whole(path, ["good\n"])
    with pytest.raises(BoomtownError, match=r"report.html: cannot be written: No space left on device"):
        write_whole(path, _full_disk())
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    assert path.read_text() == "good\n"


def test_no_data_can_end_the_script_of_the_page_or_keep_it_from_ending():
    page = render({"detail": "<!--<script></script>"}, "t")
    assert "<!--<script" not in page
    assert page.count("</script>") == render({"detail": ""}, "t").count("</script>")
