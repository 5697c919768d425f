"""This version against another commit's: how much stronger is it at the same thinking time?

`python -m benchmarks.versus COMMIT --players 4 --rules expert --edition ludoart` builds the commit in an environment of
its own (or takes one that is there: --environment), plays one of this version against the others' on shared deals in
rotated seats, and prints victories, Elo, how long both thought and a sequential test's verdict. The game's settings are
options as they are of `boomtown tournament`. The same command goes on where it was interrupted.

Both sides are programs that the arena speaks with, so that neither has the pipes' cost alone; how long they thought
they measure themselves. With a time of its own (mcts:time=0.02) a bot keeps to it by its own clock.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from arena.ratings import Game, block_score
from arena.store import FILE, Store, StoredGame
from arena.summary import summarise
from arena.tournament import Settings
from arena.wording import counted
from benchmarks import timed_bot
from benchmarks.environments import CACHE, Version, built, existing, running, without_our_path
from benchmarks.settings import add_settings, ended, given
from benchmarks.strength import share_text
from bots.sprt import Plan, Sprt
from engine import BoomtownError

KEPT = "versus.json"  # in the folder: who plays
SIDES = ("this", "other")
TEST = "0,30"  # the test whose verdict is told if none is asked for
LIMITS = ("time", "tc", "sims", "grace", "patience", "max-faults")
GRACE = 2.0  # seconds, for versions that are told their time: a busy machine is not their fault


@dataclass(frozen=True)
class Thinking:
    """How long one side thought, by its own clock."""

    games: int  # of one bot each
    seconds: float
    processor: float
    choices: int
    longest: float

    @classmethod
    def read(cls, folder: Path) -> Thinking:
        path = folder / timed_bot.FILE
        rows = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
        seconds, processor, choices = (sum(row[key] for row in rows) for key in ("seconds", "processor", "choices"))
        return cls(len(rows), seconds, processor, choices, max((row["longest"] for row in rows), default=0.0))

    @property
    def a_game(self) -> float:
        return self.seconds / max(1, self.games)

    def __str__(self) -> str:
        a_choice = 1000 * self.seconds / max(1, self.choices)
        processor = self.processor / max(1, self.games)
        clock = f"{self.a_game:.2f} s a game ({processor:.2f} s of processor)"
        return f"{clock}, {a_choice:.1f} ms a choice, at most {1000 * self.longest:.0f} ms"


@dataclass(frozen=True)
class Match:
    """Two versions, their bots, and the folder where they meet."""

    versions: tuple[Version, Version]
    specs: tuple[str, str]
    players: int
    out: Path

    def bot(self, side: int) -> str:
        """A version's bot as the arena starts it."""
        words = [self.versions[side].python, timed_bot.__file__, self.out.resolve() / SIDES[side], self.specs[side]]
        return f"exec:{shlex.join(map(str, words))}"

    def bots(self) -> list[str]:
        return [self.bot(0), *[self.bot(1)] * (self.players - 1)]

    def check(self, options: list[str]) -> None:
        """Refuses bots that a version does not know, and settings by which the two play different games: then the other
        would lose every game by a fault."""
        for version, spec in zip(self.versions, self.specs, strict=True):
            version.run("import bots, sys; bots.parse_spec(sys.argv[1])", spec)
        rules = Match(self.versions, ("random", "random"), self.players, self.out)
        with tempfile.TemporaryDirectory() as folder:
            tried = [*rules.bots(), *options, "--games", "1", "--seed", "1", "--on-fault", "stop", "--quiet"]
            code = tournament([*tried, "--jobs", "1", "--out", folder])
            if code == 4:
                with Store(Path(folder)) as store:
                    fault = next(fault for game in store.each() for fault in game.faults)
                name = self.versions[fault.bot == rules.bot(1)].name
                raise BoomtownError(f"{name} cannot play this: {fault.kind}: {' '.join(fault.detail.split())}")
        if code:
            raise SystemExit(code)  # the tournament has said why

    def keep(self, accepts_changed: bool) -> None:
        """Notes who plays; refuses to go on with others than those who began."""
        playing = {
            side: {"version": version.name, "bot": spec, "content": version.content()}
            for side, version, spec in zip(SIDES, self.versions, self.specs, strict=True)
        }
        path = self.out / KEPT
        before = json.loads(path.read_text()) if path.is_file() else playing
        for side in SIDES:
            if before[side]["content"] != playing[side]["content"] and not accepts_changed:
                text = f"{self.out}: {side} was {before[side]['version']} when it began and plays otherwise now"
                raise BoomtownError(f"{text}; choose another --out, or mix the two with --accept-changed-bots")
        path.write_text(json.dumps(playing, indent=2) + "\n")


def tournament(words: list[str]) -> int:
    """Runs `boomtown tournament`; its exit code. Ctrl-C ends the games, not the report of what was played."""
    command = [sys.executable, "-m", "arena", "tournament", *words, "--sandbox", "limits"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=without_our_path()) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                process.send_signal(signal.SIGINT)


def blocks_of(games: list[StoredGame], settings: Settings) -> list[list[Game]]:
    """The games that count, by deal; only of deals that were played in every seat."""
    schedule, found = settings.schedule(), defaultdict[int, list[StoredGame]](list)
    for game in games:
        found[game.block].append(game)
    whole = [block for number, block in sorted(found.items()) if len(block) == len(schedule.block(number))]
    return [[game.rated for game in block if game.places is not None] for block in whole]


def sequential(blocks: list[list[Game]], plan: Plan, bots: list[str]) -> Sprt:
    """The sequential test as it would have gone: it decides at the first deal at which it could."""
    test = Sprt(plan)
    for block in blocks:
        score = block_score(block, bots[0], bots[1])
        if score is not None:
            test.add(*score)
    return test


def report(match: Match, plan: Plan) -> list[str]:
    """What is known so far."""
    with Store(match.out) as store:
        settings = Settings.from_dict(store.settings or {})
        games, with_pipes = store.games(), store.timing()
        summary = summarise(store, list(dict.fromkeys(settings.bots)), match.bot(1), 0.0)
    if summary is None or not any(game.places for game in games):
        return ["no game was finished"]
    rows = {row.bot: row for row in summary.rows}
    mine = rows[match.bot(0)]
    blocks = blocks_of(games, settings)
    test = sequential(blocks, plan, [match.bot(0), match.bot(1)])
    names = [f"{version.name} {spec}" for version, spec in zip(match.versions, match.specs, strict=True)]
    against = f"{names[1]}, as one of {match.players}" if match.players > 2 else names[1]
    thinking = [Thinking.read(match.out / side) for side in SIDES]
    lines = [
        f"{names[0]} against {against}",
        f"victories  {mine.wins:g} of {mine.games}: {share_text(mine.wins, mine.games)}, par {1 / match.players:.0%}",
    ]
    if mine.elo is not None and mine.low is not None and mine.high is not None:
        lines.append(
            f"Elo        {mine.elo:+.0f} ({mine.low:+.0f} to {mine.high:+.0f}), {counted(len(blocks), 'deal')}"
        )
    for side, one in zip(SIDES, thinking, strict=True):
        lines.append(f"{side:10} {one}")
    if thinking[1].a_game:
        ratio = thinking[0].a_game / thinking[1].a_game
        lines.append(f"thinking   {ratio:.3f} times the other's time per game")
    lines += [_pipes(match, with_pipes), _faults(match, games), _verdict(test)]
    return lines


def _pipes(match: Match, timing: dict[str, tuple[float, int]]) -> str:
    """What a question took by the arena's clock, forced moves and the way to the bot and back included."""
    each = [timing.get(match.bot(k), (0.0, 0)) for k in (0, 1)]
    told = " and ".join(f"{1000 * seconds / max(1, n):.1f}" for seconds, n in each)
    return f"pipes      {told} ms a question by the arena's clock"


def _faults(match: Match, games: list[StoredGame]) -> str:
    faults = [fault for game in games for fault in game.faults]
    told = []
    for k, side in enumerate(SIDES):
        own = [fault for fault in faults if fault.bot == match.bot(k)]
        late = sum(fault.kind == "overtime" for fault in own)
        told.append(f"{side} {len(own)} ({late} for time)")
    return f"faults     {', '.join(told)}"


def _verdict(test: Sprt) -> str:
    plan = test.plan
    low, high = plan.bounds
    words = {
        "H1": f"stronger (not at most {plan.elo0:g} Elo)",
        "H0": f"not {plan.elo1:g} Elo stronger",
        None: f"undecided between {plan.elo0:g} and {plan.elo1:g} Elo",
    }
    return f"test       {words[test.verdict]}; LLR {test.llr:+.2f} [{low:.2f}, {high:.2f}], {counted(test.n, 'deal')}"


def default_out(options: argparse.Namespace, passed: list[str]) -> Path:
    """The same command, the same folder."""
    asked = [options.this, options.bot, options.other, options.seed, *passed]
    digest = hashlib.blake2b(json.dumps(asked).encode(), digest_size=3).hexdigest()
    against = options.commit or options.environment.resolve().name
    return Path("tournaments/versus") / f"{against}-{options.players}p-{digest}"


def parsed(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options, and those of them that go on to the tournament."""
    parser = argparse.ArgumentParser(
        "benchmarks.versus", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", nargs="?", help="the other version")
    parser.add_argument("--environment", type=Path, metavar="PATH", help="where the other version is installed instead")
    parser.add_argument("--this", metavar="COMMIT", help="play this commit's version, not the one that runs")
    parser.add_argument("--bot", default="mcts:time=0.02", help="what this version plays (%(default)s)")
    parser.add_argument("--other", metavar="SPEC", help="what the other version plays (the same)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="games at a time (all cores)")
    parser.add_argument("--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help=f"stop when this test decides (told: {TEST})")
    parser.add_argument("--out", "--store", type=Path, help="where the games are kept (tournaments/versus/...)")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where versions are built (%(default)s)")
    parser.add_argument("--accept-changed-bots", action="store_true", help="go on although a version has changed")
    settings = add_settings(parser, words)
    limits = parser.add_argument_group("limits as `boomtown tournament` has them")
    for name in LIMITS:
        limits.add_argument(f"--{name}", metavar="N")
    options = parser.parse_args(words)
    if (options.commit is None) == (options.environment is None):
        parser.error("name the other version: a COMMIT, or its --environment PATH")
    if options.players < 2:
        parser.error(f"--players {options.players}: two versions need two seats or more")
    told = {name: getattr(options, name.replace("-", "_")) for name in LIMITS}
    passed = given(options, settings) | {name: value for name, value in told.items() if value is not None}
    return options, [
        f"--game={options.game}",
        f"--players={options.players}",
        *(f"--{name}={value}" for name, value in passed.items()),
    ]


def match_of(options: argparse.Namespace, passed: list[str]) -> Match:
    other = built(options.commit, options.cache) if options.commit else existing(options.environment)
    this = running() if options.this is None else built(options.this, options.cache)
    specs = options.bot, options.other or options.bot
    return Match((this, other), specs, options.players, options.out or default_out(options, passed))


def play(match: Match, options: argparse.Namespace, passed: list[str]) -> int:
    """Plays what is missing; the tournament's exit code."""
    is_begun = (match.out / FILE).exists()
    if not is_begun:
        match.check(passed)
    for side in SIDES:
        (match.out / side).mkdir(parents=True, exist_ok=True)
    match.keep(options.accept_changed_bots)
    words = [*match.bots(), *passed, "--games", str(options.games), "--seed", str(options.seed)]
    words += ["--out", str(match.out), *(["--resume"] if is_begun else [])]
    words += ["--grace", str(GRACE)] if options.grace is None else []
    words += ["--jobs", str(options.jobs)] if options.jobs else []
    words += [f"--sprt={options.sprt}"] if options.sprt else []
    words += ["--accept-changed-bots"] if options.accept_changed_bots else []
    return tournament(words)


def measure(words: list[str]) -> int:
    options, passed = parsed(words)
    plan = Plan.parse(options.sprt or TEST)
    match = match_of(options, passed)
    code = play(match, options, passed)
    if code != 2:
        print("\n".join(report(match, plan)))
        print(f"kept in {match.out}")
    return code if code in (2, 3, 4) else 0


def main(words: list[str] | None = None) -> int:
    return ended("versus", lambda: measure(sys.argv[1:] if words is None else words))


if __name__ == "__main__":
    sys.exit(main())
