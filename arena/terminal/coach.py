"""What the strongest bot would do in the player's place, from what the player can see.

`advise` turns a bot's analysis into a `Hint`; `Review` finds the decisions that cost most after the game. Both get
observations only; the screens and plain mode put them into words with `tell_hint`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arena.terminal.game_session import GameSession
from arena.terminal.table import Table

HINT_TIME = 2.0  # seconds
EVALUATION_TIME = 0.5
REVIEW_TIME = 0.25  # per decision
MIN_SHARE = 0.02  # of the visits: the figures of a move looked at less often say nothing


@dataclass(frozen=True)
class Choice:
    """A move with what the bot expects after it."""

    move: int
    chance: float | None
    score: float | None
    visits: int
    plan: tuple[int, ...] = ()


@dataclass(frozen=True)
class Evidence:
    """Winning chances with a bid of that price and with a pass."""

    price: int
    bidding: float
    passing: float


@dataclass(frozen=True)
class Hint:
    best: Choice
    now: float | None  # winning chance before the move
    others: list[Choice] = field(default_factory=list)
    worth: int | None = None  # in auctions: the highest price at which winning still beats passing
    evidence: Evidence | None = None


def advise(table: Table, move: int, analysis: dict[str, Any] | None) -> Hint:
    """A hint from a bot's move and its analysis of the same decision."""
    rows = _choices(analysis)
    best = next((row for row in rows if row.move == move), Choice(move, None, None, 0))
    seen = [row for row in rows if row.chance is not None and row.visits]
    now = sum((row.chance or 0.0) * row.visits for row in seen) / sum(row.visits for row in seen) if seen else None
    known = _known(rows)
    worth, evidence = _worth(table, analysis or {}, known, move)
    others = [row for row in known if row.move != move and not _is_over(table, row.move, worth)]
    # the search lists by visits; a person reads a list of chances as best first
    others.sort(key=lambda row: (row.chance or 0.0, row.score or 0.0), reverse=True)
    return Hint(best, now, others[:2], worth, evidence)


def _choices(analysis: dict[str, Any] | None) -> list[Choice]:
    """A bot's candidates in its own order."""
    return [
        Choice(
            int(row["move"]),
            row.get("chance"),
            row.get("score"),
            int(row.get("visits", 0)),
            tuple(row.get("plan", ())),
        )
        for row in (analysis or {}).get("candidates", [])
    ]


def _known(rows: list[Choice]) -> list[Choice]:
    """The rows looked at often enough, one per move: of plans that begin alike the one visited most."""
    least = MIN_SHARE * sum(row.visits for row in rows)
    found: dict[int, Choice] = {}
    for row in rows:
        if row.visits >= least:
            found.setdefault(row.move, row)
    return list(found.values())


def _is_over(table: Table, move: int, worth: int | None) -> bool:
    """Whether a move is a bid above the limit: naming it beside the limit would contradict it."""
    return worth is not None and (table.price(move) or 0) > worth


def _worth(table: Table, analysis: dict[str, Any], rows: list[Choice], move: int) -> tuple[int | None, Evidence | None]:
    """In an auction: how far to go, and the search's figures for it. Its own limit counts, but never less than what it
    would bid itself; without one, the highest price tried that beats passing."""
    if table.price(move) is None:
        return None, None
    told = analysis.get("worth")
    if told is None:
        told = next((row["worth"] for row in analysis.get("candidates", []) if row.get("worth") is not None), None)
    prices = {price: row.chance for row in rows if (price := table.price(row.move)) is not None}
    passing = prices.pop(0, None)
    bids = {price: chance for price, chance in prices.items() if chance is not None}
    if told is None:
        if passing is None or not bids:
            return None, None
        told = max((price for price, chance in bids.items() if chance >= passing), default=0)
    worth = max(int(told), table.price(move) or 0)
    if passing is None or not bids:
        return worth, None
    price = max((price for price in bids if price <= worth), default=min(bids))
    return worth, Evidence(price, bids[price], passing)


def tell_hint(table: Table, hint: Hint, bot: str) -> list[str]:
    """A hint in words, line by line."""
    say = table.say
    lines = [say("coach.move", move=table.words(hint.best.move))]
    if hint.best.plan:
        plan = [table.words(move) for move in hint.best.plan[:6]]
        lines.append(say("coach.plan", plan="; ".join(plan)))
    if hint.best.chance is not None and hint.now is not None:
        lines.append(say("coach.chance", now=say.percent(hint.now), then=say.percent(hint.best.chance)))
    if hint.best.score is not None:
        lines.append(say("coach.score", n=say.number(round(hint.best.score))))
    lines += _tell_worth(table, hint)
    if hint.others:
        lines.append(say("coach.alternatives"))
        for other in hint.others:
            move = table.words(other.move)
            if other.chance is not None:
                lines.append("  " + say("coach.alternative", move=move, then=say.percent(other.chance)))
            elif other.score is not None:
                lines.append("  " + say("coach.alternative_score", move=move, n=say.number(round(other.score))))
        if hint.best.chance is not None and (hint.others[0].chance or 0.0) > hint.best.chance:
            lines.append(say("coach.tried_most"))
    lines.append(say("coach.by", bot=bot))
    return lines


def _tell_worth(table: Table, hint: Hint) -> list[str]:
    say, seen = table.say, hint.evidence
    if hint.worth is None:
        return []
    chances = {} if seen is None else {"bidding": say.percent(seen.bidding), "passing": say.percent(seen.passing)}
    if hint.worth > 0:
        lines = [say("coach.worth", n=hint.worth)]
        return lines if seen is None else [*lines, say("coach.worth_chance", n=seen.price, **chances)]
    return [] if seen is None else [say("coach.worth_pass", **chances)]


@dataclass(frozen=True)
class Costly:
    """A decision of the player's, and what it cost in winning chance or, where none is known, in score."""

    number: int
    best: int
    loss: float
    is_chance: bool


class Review:
    """Goes through a person's decisions after the game. `next_number` says which to analyse, `add` takes the answer."""

    def __init__(self, session: GameSession, seat: int) -> None:
        self.session = session
        self.seat = seat
        self.numbers = [
            number for number, state in enumerate(session.states[:-1]) if state.mover == seat and len(state.legal()) > 1
        ]
        self.n_done = 0
        self.found: list[Costly] = []

    @property
    def next_number(self) -> int | None:
        return self.numbers[self.n_done] if self.n_done < len(self.numbers) else None

    def add(self, move: int | None, analysis: dict[str, Any] | None) -> None:
        """The bot's answer for `next_number`; None when it had none."""
        number = self.numbers[self.n_done]
        self.n_done += 1
        # a move the search hardly looked at may be as good as its own: what playing it cost is not known
        known = {row.move: row for row in _known(_choices(analysis))}
        played = known.get(self.session.moves[number])
        if move not in known or played is None:
            return
        best = known[move]
        if best.chance is not None and played.chance is not None:
            loss, is_chance = best.chance - played.chance, True
        else:
            loss, is_chance = (best.score or 0.0) - (played.score or 0.0), False
        if loss > 0:
            self.found.append(Costly(number, move, loss, is_chance))

    def worst(self, n: int = 3) -> list[Costly]:
        return sorted(self.found, key=lambda costly: -costly.loss)[:n]
