"""What the map highlights: one zone at most, and only while it is the matter."""

from __future__ import annotations

from arena.terminal.chooser import Chooser
from arena.terminal.palette import CURSOR, DARK, Canvas
from arena.terminal.steps import END
from tests.planet_steam.terminal.games import positions, steam_table
from tests.terminal.driving import table_of


def test_no_zone_is_highlighted_while_the_option_that_is_none_is_chosen() -> None:
    chooser = next(
        chooser
        for session, _ in positions("ffg", 4, ("all",), 1)
        for chooser in [Chooser(table_of(session))]
        for offer in chooser.offers
        for step in [chooser.step_at(offer.path[:-1])]
        if step.kind.is_place and END in step.words and chooser.go(step.path) is None
    )

    def n_highlighted() -> int:
        board = chooser.table.board(Canvas(80, 24, DARK), chooser.marks)
        return sum(span.style == CURSOR for span in board.spans)

    assert n_highlighted() == 1
    chooser.press("0")
    assert n_highlighted() == 0
    chooser.press("tab")
    assert n_highlighted() == 1


def test_a_zone_is_offered_only_while_it_is_auctioned() -> None:
    phases = set()
    for session, _ in positions("ffg", 4, (), 1):
        offered = steam_table(session).teller.offered()
        assert (offered is not None) == (session.phase == "zone-bid")
        if session.phase == "zone-bid":
            offers = [words for words in map(session.game.words, session.moves) if words[0] == "offer"]
            assert offers[-1] == ["offer", offered]
        phases.add(session.phase)
    assert {"zone-bid", "claiming"} <= phases
