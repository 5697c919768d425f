"""What the map highlights: one zone at most, and only while it is the matter."""

from __future__ import annotations

from arena.terminal.chooser import END, Chooser
from arena.terminal.drawing import CURSOR, DARK, draw_map
from arena.terminal.lang import Catalogue
from arena.terminal.teller import Teller
from tests.terminal.games import positions


def test_no_zone_is_highlighted_while_the_option_that_is_none_is_chosen() -> None:
    session, prefix = next(
        (session, words[:-1])
        for session, _ in positions("ffg", 4, ("all",), 1)
        for words in Chooser(session).moves
        if Chooser(session).step_at(words[:-1]).is_zone and END in Chooser(session).step_at(words[:-1]).words
    )
    teller, chooser = Teller(session, Catalogue("en", "ffg")), Chooser(session)
    chooser.prefix = prefix

    def n_highlighted() -> int:
        return sum(span.style == CURSOR for span in draw_map(session, teller, chooser, False, DARK).spans)

    assert n_highlighted() == 1
    chooser.press("0")
    assert n_highlighted() == 0
    chooser.press("tab")
    assert n_highlighted() == 1


def test_a_zone_is_offered_only_while_it_is_auctioned() -> None:
    phases = set()
    for session, _ in positions("ffg", 4, (), 1):
        offered = Teller(session, Catalogue("en", "ffg")).offered()
        assert (offered is not None) == (session.phase == "zone-bid")
        if session.phase == "zone-bid":
            offers = [words for words in map(session.game.words, session.moves) if words[0] == "offer"]
            assert offers[-1] == ["offer", offered]
        phases.add(session.phase)
    assert {"zone-bid", "claiming"} <= phases
