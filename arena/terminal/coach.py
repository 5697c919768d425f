"""What the judge tells people: hints from what a player can see, reviews and replays from what really was.

The judge runs in a worker process (`arena/terminal/worker.py`), which answers with an `Advice`; here that becomes
words. Nothing is listed that the errors do not bear out, and the same game gets the same words every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.analysis import Decision, percents
from arena.reasons import tell_reasons
from arena.terminal.game_session import GameSession
from arena.terminal.lang import Catalogue
from arena.terminal.table import Table
from arena.terminal.worker import Advice
from bots.judge import DEFAULT_SIMS, Verdict

HINT_SIMS = 2700  # per alternative: about half a second for all of them; what may be a mistake takes some more
EVALUATION_SIMS = 512
REVIEW_SIMS = DEFAULT_SIMS // 4  # somebody waits: a second for a decision, where an analysis takes ten
MAX_PLAN = 6  # moves of a plan that are named
N_OTHERS = 2  # alternatives that are named
LEAST_LOSS = 0.005  # what rounds to a percentage point
SCALE = 5  # columns of percents beside a graph
BLUNDER = "??"  # the judge's mark that a warning is for


def tell_hint(table: Table, advice: Advice, legal: Sequence[int]) -> list[str]:
    """A hint in words, line by line."""
    say, verdict = table.say, advice.verdict
    best, seat = verdict.best, verdict.seat
    lines = [say("coach.move", move=table.words(best.move))]
    if advice.line[1:]:
        plan = [table.words(move) for move in advice.line[1 : MAX_PLAN + 1]]
        lines.append(say("coach.plan", plan=say("ui.joint").join(plan)))
    lines.append(say("coach.chance", then=say.percent(best.chances[seat])))
    lines.append(say("coach.score", n=say.number(round(best.scores[seat]))))
    limit = worth(table, advice, legal)
    others = [one for one in verdict.outcomes[1:] if limit is None or (table.price(one.move) or 0) <= limit]
    if advice.reasons:  # for the best move against the next best, which is named if it is listed
        rival = table.words(others[0].move) if others[:1] == list(verdict.outcomes[1:2]) else ""
        lines.append(tell_reasons(say, table.names, seat, advice.reasons, rival))
    if limit is not None:
        lines.append(say("coach.worth", n=limit))
    if others:
        lines.append(say("coach.alternatives"))
    for other in others[:N_OTHERS]:
        then = say.percent(other.chances[seat])
        lines.append("  " + say("coach.alternative", move=table.words(other.move), then=then))
    lines.append(say("coach.by"))
    return lines


def tell_why(table: Table, advice: Advice) -> list[str]:
    """To who asks "why not my move?": what it is worth beside the best one, and what the best one brings."""
    say, verdict = table.say, advice.verdict
    own, best, seat = verdict.played, verdict.best, verdict.seat
    if own.move == best.move:
        return [say("why.same")]
    then = say.percent(own.chances[seat])
    if not verdict.is_mistake:
        return [say("why.as_good", then=then)]
    loss = say("end.points", n=points_lost(verdict.cost))
    return [
        say("why.worse", move=table.words(own.move), then=then, loss=loss),
        f"{say('coach.move', move=table.words(best.move))} ({say.percent(best.chances[seat])})",
        tell_reasons(say, table.names, seat, advice.reasons),
    ]


def points_lost(cost: float) -> int:
    """A cost in whole percentage points, rounded down: what has the mark of 5 to 10 points is not told as 10.

    >>> points_lost(0.099), points_lost(0.1), points_lost(0.006)
    (9, 10, 1)
    """
    return max(int(100 * cost + 1e-9), 1)


def worth(table: Table, advice: Advice, legal: Sequence[int]) -> int | None:
    """How far to go in an auction that is worth a bid: never beyond what the player can bid. None: no bid."""
    price = table.price(advice.verdict.best.move)
    if not price or advice.limit is None:
        return None
    return min(max(advice.limit, price), max(table.price(move) or 0 for move in legal))


@dataclass(frozen=True)
class Costly:
    """A decision of the player's that was a mistake, and what it cost in winning chance and in score."""

    number: int
    best: int
    loss: float
    score_loss: float


class Review:
    """Goes through a person's decisions after the game. `next_number` says which to judge, `add` takes the verdict."""

    def __init__(self, session: GameSession, seat: int) -> None:
        self.session = session
        self.seat = seat
        self.numbers = [
            number for number, state in enumerate(session.states[:-1]) if state.mover == seat and len(state.legal()) > 1
        ]
        self.n_done = 0
        self.n_failed = 0
        self.found: list[Costly] = []

    @property
    def next_number(self) -> int | None:
        return self.numbers[self.n_done] if self.n_done < len(self.numbers) else None

    def add(self, verdict: Verdict | None) -> None:
        """What the judge says of `next_number`; None when it had no answer."""
        number = self.numbers[self.n_done]
        self.n_done += 1
        self.n_failed += verdict is None
        if verdict is not None and verdict.is_mistake and verdict.cost >= LEAST_LOSS:
            self.found.append(Costly(number, verdict.best.move, verdict.cost, verdict.score_cost))

    def worst(self, n: int = 3) -> list[Costly]:
        return sorted(self.found, key=lambda costly: (-costly.loss, costly.number))[:n]


# -- replays -----------------------------------------------------------------------------------------------------------


def tell_chances(table: Table, chances: Sequence[float]) -> str:
    """Everybody's chance, in percents that add up: `Ada 61%, greedy 39%`; of a player alone, the expected share."""
    say = table.say
    told = [f"{table.names[seat]} {say.percent(percent / 100)}" for seat, percent in enumerate(percents(chances))]
    return say.lead(say("replay.share" if len(chances) == 1 else "replay.chances")) + ", ".join(told)


def tell_decision(table: Table, decision: Decision) -> str:
    """Of a mistake the chance after it, what was better and by how much; that a move was the best, or as good."""
    say = table.say
    if not decision.is_mistake or decision.cost < LEAST_LOSS:
        return say("replay.best" if decision.move == decision.best else "replay.as_good")
    better = table.words(table.session.game.move(decision.best))
    loss = say("end.points", n=points_lost(decision.cost))
    told = say("replay.better", then=say.percent(decision.chance), move=better, loss=loss)
    return " ".join(filter(None, [decision.mark, told]))


def draw_chances(course: Sequence[Sequence[float]], width: int, height: int, say: Catalogue) -> list[str]:
    """A graph of everybody's chances over the game: players' numbers at the height of their chances, over a line with
    the numbers of the first and the last move.

    >>> print("\\n".join(draw_chances([[0.5, 0.5], [1.0, 0.0]], 4, 2, Catalogue("en"))))
     100% ┤  11
      50% ┤**
       0% ┤  22
          └────
           0  1
    """
    lines = []
    columns = [course[k * len(course) // width] for k in range(width)]
    for level in range(height, -1, -1):
        row = ""
        for chances in columns:
            here = [seat for seat, chance in enumerate(chances) if round(chance * height) == level]
            row += "*" if len(here) > 1 else str(here[0] + 1) if here else " "
        lines.append(f"{say.percent(level / height):>{SCALE}} ┤{row}".rstrip())
    last = len(course) - 1
    return [*lines, f"{'':>{SCALE}} └{'─' * width}", f"{'':>{SCALE}}  0{last:>{width - 1}}"]
