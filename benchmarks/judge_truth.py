"""Whether the judge tells the truth: `python -m benchmarks.judge_truth --store FILE`.

Takes decisions of games among bots of several levels and the tests' person-like players and plays each on to the end
many times, `mcts` in every seat, after the move played, after what a long search would play and after what the judge
calls best, with the same dice. What that gives is called true; the judge's costs are held against it. Six of ten
decisions are drawn from those that plain playouts to the end find costly, the others from all the rest.

The store keeps every game played on, and a file beside it what the judge said: a run that is stopped goes on, another
judge is compared with the truth that is there, and `--minutes` says for how long unclear costs are played on. Prints
the correlation, what was listed wrongly and what was missed; fails if one is beyond its limit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

import tests.planet_steam.terminal.games
import tests.steamopolis.terminal.games
from arena.sharing import share_out
from arena.terminal.game_session import HUMAN, GameSession
from benchmarks.selfplay import play_on
from bots import ask, make
from bots.foresight import foresee
from bots.judge import VERSION, Effort, Judge
from bots.players import players_of
from bots.search import Tree
from engine import State, Stream, new_game

PERSON = "person"
PERSONS: dict[str, Callable[[GameSession, Stream], int]] = {
    "planet-steam": tests.planet_steam.terminal.games.lively,
    "steamopolis": tests.steamopolis.terminal.games.lively,
}
TABLES = [
    ("planet-steam", PERSON, "greedy"),
    ("planet-steam", "level:2", "level:3"),
    ("planet-steam", PERSON, "heuristic"),
    ("planet-steam", "level:3", "level:4"),
    ("steamopolis", PERSON, "level:2"),
    ("planet-steam", PERSON, "level:4"),
    ("planet-steam", "level:1", "level:2"),
    ("planet-steam", PERSON, "level:2", "level:3"),
    ("planet-steam", "level:2", "heuristic"),
]
LONG_SEARCH = 3000  # simulations of the search whose move is held against the one played
PLAYED_ON_BY = "mcts:sims=24,settle=true,memory=1"
SCREENED = 100  # playouts to the end that find costly decisions
COSTLY = 0.12
COSTLY_SHARE = 0.6  # of the decisions
PER_GAME = 4  # decisions of either kind
FEWEST, BLOCK = 64, 32  # pairs of games played on, and how many at a time
CLEAR = 3.0  # standard errors above 0: known well enough
UNSURE = 3.0  # standard errors within which it is open whether a cost is large
FINE, COARSE = 0.01, 0.03  # standard errors that are small enough: of what the judge lists, of the rest
LARGE = 0.1  # a true cost that should be listed


@dataclass
class Case:
    """A decision, and what is known of it: for each move the shares of the mover, pair by pair."""

    key: str
    state: State
    seat: int
    played: int
    better: int  # by a long search
    past: list[State]  # all decisions before it
    shares: dict[int, list[float]] = field(default_factory=dict)

    def true_cost(self, moves: Collection[int]) -> tuple[float, float]:
        """What the played move cost beside the best of these moves, and the standard error. If it is the best itself,
        nothing: then the error is that of the next best."""
        cost, error = max((self._gap(move) for move in moves if move != self.played), default=(0.0, 0.0))
        return max(cost, 0.0), error

    def _gap(self, move: int) -> tuple[float, float]:
        n = min(len(self.shares[move]), len(self.shares[self.played]))
        gaps = np.array(self.shares[move][:n]) - np.array(self.shares[self.played][:n])
        # Some pair may yet differ where none has so far: as if half a pair had.
        return float(gaps.mean()), float(max(gaps.std(ddof=1), 0.5 / n**0.5) / n**0.5)


# -- decisions of real games -------------------------------------------------------------------------------------------


def played_game(number: int, seed: int) -> GameSession:
    name, *seats = TABLES[number % len(TABLES)]
    game = new_game(name, players=len(seats))
    session = GameSession(game, seed + number, [HUMAN] * len(seats))
    players = [None if spec == PERSON else make(spec, game, seat) for seat, spec in enumerate(seats)]
    picks = Stream(seed, "judge truth", number)
    while not session.is_over:
        seat = session.state.mover
        assert seat is not None
        bot = players[seat]
        session.play(
            PERSONS[name](session, picks) if bot is None else ask(bot, session.observation, session.legal, picks)
        )
    return session


def decisions(session: GameSession) -> list[int]:
    return [
        number
        for number, state in enumerate(session.states[:-1])
        if state.mover is not None and state.mover >= 0 and len(state.legal()) > 1
    ]


def favourite(state: State, seat: int, seed: int, sims: int) -> int:
    bot = make(f"mcts:sims={sims}", state.game, seat)
    return ask(bot, state.observe(seat), state.legal(), Stream(seed, "long search"))


def looks_costly(state: State, seat: int, played: int, better: int, seed: int) -> bool:
    """By playouts of the policy to the end, which the judge does not use."""
    tree = Tree(players_of(state.game).guide(state.game, 0.1, 0), 1_000_000, 1.0, 0.1, 4.0, 1.0)
    lucks = np.array([Stream(seed, "screen", k).draw() for k in range(SCREENED)], dtype=np.uint64)
    means = []
    for move in (better, played):
        rows = np.empty((SCREENED, 2 * state.game.n_seats))
        foresee(tree, state.copy().apply(move), lucks, 1, rows)
        means.append(rows[:, seat].mean())
    return bool(means[0] - means[1] >= COSTLY)


def cases(n: int, seed: int) -> list[Case]:
    """Decisions of either kind, from one game after another; a position counts once, whichever games come to it."""
    kinds: tuple[list[Case], list[Case]] = ([], [])  # the costly ones last
    taken: set[str] = set()
    room = (n - round(COSTLY_SHARE * n), round(COSTLY_SHARE * n))
    number = 0
    while sum(map(len, kinds)) < n:
        session = played_game(number, seed)
        picks = Stream(seed, "cases", number)
        numbers = decisions(session)
        picks.shuffle(numbers)
        n_taken = [0, 0]
        for at in numbers:
            state, played = session.states[at], session.moves[at]
            seat = state.mover
            assert seat is not None
            quick = favourite(state, seat, at, 200)
            is_costly = quick != played and looks_costly(state, seat, played, quick, at)
            is_new = digest(state) not in taken
            if is_new and n_taken[is_costly] < PER_GAME and len(kinds[is_costly]) < room[is_costly]:
                taken.add(digest(state))
                n_taken[is_costly] += 1
                kinds[is_costly].append(case_of(session, seed, number, at, favourite(state, seat, at, LONG_SEARCH)))
            if n_taken == [PER_GAME, PER_GAME]:
                break
        number += 1
    return [*kinds[1], *kinds[0]]


def case_of(session: GameSession, seed: int, number: int, at: int, better: int) -> Case:
    state = session.states[at]
    assert state.mover is not None
    past = [earlier for earlier in session.states[:at] if earlier.mover is not None and earlier.mover >= 0]
    return Case(f"{seed}/{number}/{at}", state, state.mover, session.moves[at], better, past)


def kept_cases(n: int, seed: int, path: Path) -> list[Case]:
    """The same, found once and kept in a file beside the store: looking for them takes minutes. Bots that have changed
    since would play other games."""
    if path.exists():
        sessions: dict[int, GameSession] = {}
        found = []
        for key, better, position in json.loads(path.read_text()):
            _, number, at = map(int, key.split("/"))
            session = sessions.get(number) or sessions.setdefault(number, played_game(number, seed))
            if at >= len(session.moves) or digest(session.states[at]) != position:
                sys.exit(f"judge_truth: {path} is of other bots; give another --store")
            found.append(case_of(session, seed, number, at, better))
    else:
        found = cases(n, seed)
        path.write_text(json.dumps([(case.key, case.better, digest(case.state)) for case in found]))
    return found


def digest(state: State) -> str:
    return hashlib.sha256(bytes(state)).hexdigest()[:16]


# -- the truth ---------------------------------------------------------------------------------------------------------


class Truth:
    """Games played on, kept in a file line by line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, dict[int, list[float]]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                entry = json.loads(line)
                self._known.setdefault(entry["key"], {}).setdefault(entry["move"], []).extend(entry["shares"])

    def recall(self, case: Case) -> None:
        """What is known of a case."""
        case.shares = self._known.setdefault(case.key, {})

    def add(self, case: Case, move: int, shares: list[float]) -> None:
        """Further games played on after a move."""
        if shares:
            case.shares.setdefault(move, []).extend(shares)
            with self._path.open("a") as file:
                file.write(json.dumps({"key": case.key, "move": move, "shares": shares}) + "\n")


@dataclass(frozen=True)
class Asked:
    """A case, the moves that are played on from it, and whether the judge lists it as a mistake."""

    case: Case
    moves: set[int]
    is_listed: bool

    @property
    def n_pairs(self) -> int:
        return min(len(self.case.shares.get(move, [])) for move in self.moves)

    def is_known(self) -> bool:
        """Whether it costs much or not. That is asked of listed ones and others alike: neither fall out of the large
        ones sooner."""
        cost, error = self.case.true_cost(self.moves)
        return error < COARSE or abs(cost - LARGE) > UNSURE * error

    def is_shown(self) -> bool:
        """Whether a listed one is known to cost something."""
        cost, error = self.case.true_cost(self.moves)
        return not self.is_listed or error < FINE or cost > CLEAR * error


def find_truth(found: Sequence[Asked], truth: Truth, minutes: float, jobs: int) -> None:
    """Plays on from all cases, block by block, `FEWEST` pairs at least; then first those that are listed and not shown
    to cost something, and last those of which it is open whether they cost much."""
    end = time.monotonic() + 60 * minutes
    for asked in found:
        truth.recall(asked.case)
    while unclear := [(asked.case, move) for asked in open_cases(found) for move in sorted(asked.moves)]:
        n = min(len(case.shares.get(move, [])) for case, move in unclear) + BLOCK
        results = share_out(partial(further_games, unclear, n), len(unclear), jobs)
        bar = tqdm(unclear, unit="move", desc=f"{n} pairs", disable=None)
        for (case, move), shares in zip(bar, results, strict=True):
            truth.add(case, move, shares)
            if n > FEWEST and time.monotonic() >= end:
                return


def open_cases(found: Sequence[Asked]) -> list[Asked]:
    """Those that are played on next."""
    several = [asked for asked in found if len(asked.moves) > 1]
    return (
        [asked for asked in several if asked.n_pairs < FEWEST]
        or [asked for asked in several if not asked.is_shown()]
        or [asked for asked in several if not asked.is_known()]
    )


def further_games(unclear: Sequence[tuple[Case, int]], n: int, at: int) -> list[float]:
    """What is missing to `n` games after one of the moves."""
    case, move = unclear[at]
    after = case.state.copy().apply(move)
    known = len(case.shares.get(move, []))
    return [play_on(PLAYED_ON_BY, after, case.seat, pair, case.past) for pair in range(known, n)]


# -- the comparison ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """What is kept of a verdict."""

    key: str  # of the case
    best: int
    cost: float
    error: float
    mark: str | None


@dataclass(frozen=True)
class Row:
    case: Case
    said: Said
    true: float
    error: float  # two standard errors

    @property
    def is_listed(self) -> bool:
        return self.said.mark is not None


def compared(found: Sequence[Case], said: Sequence[Said], truth: Truth, minutes: float, jobs: int) -> Iterator[Row]:
    asked = [
        Asked(case, {case.played, case.better, one.best}, one.mark is not None)
        for case, one in zip(found, said, strict=True)
    ]
    find_truth(asked, truth, minutes, jobs)
    for one, verdict in zip(asked, said, strict=True):
        cost, error = one.case.true_cost(one.moves)
        yield Row(one.case, verdict, cost, 2 * error)


def kept_verdicts(found: Sequence[Case], sims: int, seed: int, jobs: int, path: Path) -> list[Said]:
    """What the judge says of the cases, line by line in a file: judging takes longer than finding them."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith("\n")]  # the last may have been broken off
    known = {one.key: one for one in (Said(**json.loads(line)) for line in whole)}
    path.write_text("".join(whole))
    missing = [case for case in found if case.key not in known]
    results = share_out(partial(judged, missing, sims, seed), len(missing), jobs)
    with path.open("a") as file:
        for one in tqdm(results, total=len(missing), unit="decision", desc="judged", disable=None):
            file.write(json.dumps(asdict(one)) + "\n")
            file.flush()
            known[one.key] = one
    return [known[case.key] for case in found]


def judged(found: Sequence[Case], sims: int, seed: int, at: int) -> Said:
    case = found[at]
    verdict = Judge(case.state.game, Effort(sims)).judge_state(
        case.state, case.played, seed, int(case.key.split("/")[-1])
    )
    return Said(case.key, verdict.best.move, verdict.cost, verdict.error, verdict.mark)


def report(rows: Sequence[Row]) -> bool:
    """Prints the figures; whether all are within their limits."""
    given, true = np.array([row.said.cost for row in rows]), np.array([row.true for row in rows])
    correlation = float(np.corrcoef(given, true)[0, 1])
    large = [row for row in rows if row.true > LARGE]
    listed = [row for row in rows if row.is_listed]
    wrong = [row for row in listed if row.true <= 0]
    unclear = [row for row in listed if 0 < row.true <= row.error]
    n_found = sum(row.is_listed for row in large)
    for row in sorted(rows, key=lambda row: -row.true):
        game = row.case.state.game
        print(
            f"{row.case.key:>8} {game.text(row.case.played):<22} best {game.text(row.said.best):<22} "
            f"true {100 * row.true:6.1f} ±{100 * row.error:4.1f}  judged {100 * row.said.cost:6.1f} "
            f"±{100 * row.said.error:4.1f} {row.said.mark or ''}"
        )
    print(f"{len(rows)} decisions, {len(large)} with a true cost above 10 points; correlation {correlation:.3f}")
    print(
        f"listed {len(listed)}: true cost not positive {len(wrong)}, positive but within its error {len(unclear)}; "
        f"of the large ones {n_found} of {len(large)} are listed"
    )
    return correlation >= 0.8 and not wrong and not unclear and n_found >= 0.8 * len(large)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, default=Path("judge_truth.jsonl"), help="what was played on already")
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--sims", type=int, default=Effort().sims)
    parser.add_argument("--seed", type=int, default=11, help="of the games; the judge was tuned on 3 to 10")
    parser.add_argument("--minutes", type=float, default=60.0, help="for how long unclear costs are played on")
    parser.add_argument("--jobs", type=int, default=1, help="processes that judge and play on")
    options = parser.parse_args()
    tqdm.monitor_interval = 0  # no watching thread: workers can be forked
    name = f"{options.store.name}.{options.seed}-{options.decisions}.cases"
    found = kept_cases(options.decisions, options.seed, options.store.with_name(name))
    name = f"{name.removesuffix('.cases')}-{VERSION}-{options.sims}.verdicts"
    said = kept_verdicts(found, options.sims, options.seed, options.jobs, options.store.with_name(name))
    rows = list(compared(found, said, Truth(options.store), options.minutes, options.jobs))
    sys.exit(0 if report(rows) else 1)


if __name__ == "__main__":
    main()
