"""What a running tournament shows."""

import io

from arena.progress import Progress
from arena.ratings import Game, Standing
from arena.tournament import State
from bots.sprt import Plan, Sprt


def running() -> State:
    state = State(200, done=50, n_faults=3, standing=Standing(("weak", "strong")), sprt=Sprt(Plan(0, 20)))
    for block in range(4):
        bots = ("strong", "weak")
        state.standing.add(bots, [Game(block, bots, (int(block == 3), 1 - int(block == 3)))])
    return state


def test_a_plain_line_says_it_all():
    progress = Progress(stream=io.StringIO())
    progress(State(200))
    line = progress._line(running())
    assert line.startswith("50/200 games, ")
    assert "s left" in line
    assert "SPRT: LLR +0.00 [-3.04, 3.04] after 0 blocks; 3 faults; Elo so far: strong +162, weak +0" in line
    assert Progress(stream=io.StringIO())._line(State(1)) == "0/1 game, 0.0/s, time left unknown"


def test_a_picture_is_drawn_over_the_one_before():
    progress = Progress(stream=io.StringIO())
    progress(State(200))
    first, second = progress._picture(running()), progress._picture(running())
    n_lines = first.count("\n")
    assert n_lines == 6
    assert "Elo   games  so far" in first
    assert second.startswith(f"\x1b[{n_lines}A\r")
    assert "strong" in first
    assert " 25%" in first


def test_quiet_is_quiet():
    stream = io.StringIO()
    progress = Progress(quiet=True, stream=stream)
    progress(running())
    progress.close(running())
    assert stream.getvalue() == ""
