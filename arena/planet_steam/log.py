"""What happened in Planet Steam, line by line, each with the seat it is about (-1: nobody). Payments are public."""

from __future__ import annotations

from arena.planet_steam.teller import Snapshot, Teller
from engine import State
from engine.planet_steam.notation import BID_PHASES, RESOURCES

Line = tuple[int, str]


def tell(teller: Teller, number: int) -> list[Line]:
    """What move `number` did, line by line, each with the seat it is about (-1: nobody). Payments are public."""
    session, say = teller.session, teller.say
    before, after = session.states[number], session.states[number + 1]
    words = session.game.words(session.moves[number])
    mover = -1 if before.mover is None else before.mover
    old, new = before.snapshot(), after.snapshot()
    phase = session.game.phase(before)
    lines: list[Line] = []
    if words[0] == "power":
        return []  # the extraction that follows says it all
    text = teller.move(words, teller.traded(number))
    if words[0] == "first":
        return [(-1, text)]
    changes = ""
    if phase not in BID_PHASES and mover >= 0:
        # a certificate deal that ends the round is told without what the end of the round pays
        credits = [n + 15 * (words[0] == "sell-license") for n in old["credits"]]
        done = new if old["round"] == new["round"] else {**new, "credits": credits}
        changes = teller.changes(old, done, mover).rstrip(".")
    lines.append((mover, f"{text} ({changes})" if changes else text))
    lines += _told_auction(teller, number, phase, old, new)
    lines += [
        (owner, say("event.claims", zone=zone))
        for zone, owner in new["zones"].items()
        if owner != old["zones"][zone] and isinstance(owner, int) and phase in ("zone-bid", "claim-die")
    ]
    if phase == "trade":
        r = RESOURCES.index(teller.traded(number) or "quartz")
        if old["price"][r] != new["price"][r]:
            price = f"{teller.resource(RESOURCES[r])} {old['price'][r]} → {new['price'][r]}"
            lines[0] = (mover, f"{lines[0][1]} · {price}")
    if phase in ("claim-die", "sabotage-die"):
        lines += [
            (seat, teller.changes(old, new, seat).rstrip("."))
            for seat in range(session.game.n_seats)
            if new["credits"][seat] > old["credits"][seat] and old["round"] == new["round"]
        ]
    return lines + _told_round(teller, old, new, after)


def _told_auction(teller: Teller, number: int, phase: str, old: Snapshot, new: Snapshot) -> list[Line]:
    session = teller.session
    if phase not in BID_PHASES:
        return []
    if session.game.phase(session.states[number + 1]) == phase:
        return []
    for state, move in zip(reversed(session.states[: number + 1]), reversed(session.moves[: number + 1]), strict=True):
        words = session.game.words(move)
        if words[0] == "bid" and state.mover is not None:
            paid = old["credits"][state.mover] - new["credits"][state.mover]
            text = teller.say("event.wins", n=words[1])
            if old["round"] == new["round"] and paid not in (words[1], 0):
                text = f"{text} ({teller.say('event.pays', n=paid)})"
            return [(state.mover, text)]
    return []


def _told_round(teller: Teller, old: Snapshot, new: Snapshot, after: State) -> list[Line]:
    """What happened by itself between two rounds."""
    say, lines = teller.say, []
    if old["round"] == new["round"] and not after.is_over:
        return []
    lines.append((-1, _told_production(teller, old, new)))
    if after.is_over:
        lines.append((-1, say("event.game_over")))
    else:
        lines.append((-1, say("event.round", n=new["round"], rounds=teller.board["rounds"])))
    return lines


def _told_production(teller: Teller, old: Snapshot, new: Snapshot) -> str:
    """Rules 5.4: new tanks; or what was missing, whose price rose; or the market was full, and no price moves."""
    made = new["market"] - old["market"]
    if made:
        return teller.say("event.produced", n=made)
    missing = [r for r in (RESOURCES.index("ore"), RESOURCES.index("energy")) if old["supply"][r] == 0]
    if not missing:
        return teller.say("event.market_full")
    names = teller.say.listing([teller.resource(RESOURCES[r]) for r in missing])
    return teller.say("event.not_produced", missing=names)
