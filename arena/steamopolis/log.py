"""What happened in Steamopolis, line by line, each with the seat it is about (-1: nobody).

Told is what the viewer may know: of a peek the others learn only that it happened (rules 6).
"""

from __future__ import annotations

from arena.steamopolis.teller import Teller
from arena.steamopolis.tiles import Snapshot

Line = tuple[int, str]
QUIET = ("tile", "back")  # the set-up: the board shows it
MINOR = ("skip", "aim")  # told only if something came of it: the move that follows says the rest


def tell(teller: Teller, number: int) -> list[Line]:
    """What move `number` did."""
    session = teller.session
    before, after = session.states[number], session.states[number + 1]
    words = session.game.words(session.moves[number])
    old, new = teller.seen(before), teller.seen(after)
    if before.mover is None or before.mover < 0:
        lines = _told_chance(teller, words, new) + _told_others(teller, old, new, -1)
    else:
        changes = teller.changes(old, new, before.mover)
        text = teller.move(words, before)
        lines = [(before.mover, f"{text} ({changes})" if changes else text)] if changes or words[0] not in MINOR else []
        lines += _told_others(teller, old, new, before.mover)
    return [*lines, *_told_events(teller, old, new), *_told_end(teller, new, after.is_over)]


def _told_chance(teller: Teller, words: list[object], new: Snapshot) -> list[Line]:
    verb = words[0]
    if verb in QUIET:
        return []
    if verb in ("character", "start"):
        return [(int(str(words[1])), teller.drawn(words))]
    if verb == "face":
        name, known = words[2], {tile[2] for tiles in new["down"].values() for tile in tiles}
        if name in new["open"].values():
            return [(-1, teller.drawn(words))]
        return [(-1, teller.say("event.peeked", tile=teller.shown(str(name))))] if name in known else []
    return [(-1, teller.drawn(words))]


def _told_others(teller: Teller, old: Snapshot, new: Snapshot, mover: int) -> list[Line]:
    """What somebody else's parasites, or a forced step, brought them."""
    lines = []
    for seat in range(len(teller.names)):
        changes = teller.changes(old, new, seat) if seat != mover else ""
        if changes:
            lines.append((seat, changes))
    return lines


def _told_events(teller: Teller, old: Snapshot, new: Snapshot) -> list[Line]:
    say, lines = teller.say, []
    lines += [(-1, say("event.statue", level=level)) for level in new["statues"] if level not in old["statues"]]
    for who, name in enumerate(("banker", "stoker")):
        if old["passengers"][who] != new["passengers"][who]:
            person = say(f"person.{name}")
            lines.append((-1, say("event.arrives", who=person, level=new["passengers"][who])))
    if new["ending"] and not old["ending"]:
        lines.append((-1, say("event.ending")))
    return lines


def _told_end(teller: Teller, new: Snapshot, is_over: bool) -> list[Line]:
    if not is_over:
        return []
    verdict = teller.verdict()
    return [(-1, teller.say("ui.over")), *([(-1, verdict)] if verdict else [])]
