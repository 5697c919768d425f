"""Runs a tournament from its options to its files and exit code. Called by the commands `tournament` and `compare`.

Exit codes (`EXIT`): each ending has its own, so that scripts can tell them apart.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import chain, count, dropwhile
from pathlib import Path
from typing import Any

import click

from arena import outside
from arena.executor import Executor, LocalExecutor
from arena.files import write_whole
from arena.identity import move_signature, program
from arena.processes import n_cores
from arena.progress import Progress
from arena.sandbox import ENFORCED, Sandbox, resolve
from arena.store import FILE, Store, StoredGame, StoreError
from arena.summary import Summary, shorten, summarise
from arena.tournament import Settings, Tournament, check_resumable
from arena.vetting import canonical_spec
from arena.wording import counted
from bots import is_foreign
from engine import BoomtownError, Game
from engine.games import remade
from engine.records import dump, keep_old

EXIT = {
    "complete": 0,
    "interrupted": 3,  # go on with --resume
    "faults": 4,  # more than --max-faults, or --on-fault stop
    "H0": 10,
    "H1": 11,
    "undecided": 12,  # the games ran out before the test decided
}
WRITTEN = ("results.jsonl", "faults.jsonl", "report.html")  # into the folder, beside the store
EXIT_UNWRITTEN = 2  # as for every wrong path
EXIT_HELP = """\b
Exit codes: 0 complete; 2 wrong settings; 3 interrupted, go on with --resume;
4 too many faults; with a sequential test 10 H0, 11 H1, 12 undecided."""


@dataclass
class Run:
    """How to run, as opposed to what."""

    out: Path
    resume: bool = False
    jobs: int = 1
    cluster: str | None = None
    quiet: bool = False
    record: Path | None = None
    sandbox: str = "auto"
    is_seed_drawn: bool = False  # nobody gave it: it is told
    ponder: bool = False
    accept_changed: bool = False  # bots that are not what they were when the tournament began


@dataclass
class Ended:
    ending: str
    summary: Summary | None
    settings: Settings
    sprt: Any
    done: int
    unwritten: bool = False  # a file of the results could not be written: the user was told, the games are stored

    @property
    def exit_code(self) -> int:
        return EXIT_UNWRITTEN if self.unwritten else EXIT[self.ending]


def canonical(spec: str, game: Game | None = None, sandbox: str = "auto") -> str:
    """A bot's spec in its one spelling, checked: unknown bots, bots that cannot play the game and programs that are not
    there are refused here."""
    check_printable(spec)
    if not spec.startswith("exec:"):
        return canonical_spec(spec, game, sandbox)
    words = outside.split(spec.removeprefix("exec:"))
    if shutil.which(words[0]) is None:
        reason = "is not executable (chmod +x)" if Path(words[0]).is_file() else "is not there"
        raise BoomtownError(f"bot {spec}: the program {words[0]} {reason}")
    return spec


def check_printable(spec: str) -> None:
    """A name with control characters would write them to the terminal; one that is no UTF-8 cannot be stored."""
    if not spec.isprintable():
        raise BoomtownError(f"bot {spec!a}: a name that cannot be printed; rename the file")


def check_bots(settings: Settings, folder: Path, sandbox: str = "auto") -> None:
    """Refuses to resume without its bots: each remaining game would be stored as a fault of theirs, for good."""
    game = remade(settings.conditions.game)
    for spec in dict.fromkeys(settings.bots):
        try:
            canonical(spec, game, sandbox)
        except BoomtownError as error:
            hint = "put the bot back, or resume in the folder where the run was started"
            raise BoomtownError(f"{folder}: cannot be resumed: {error}; {hint}") from None


def count_jobs(asked: int | None, force: bool, cluster: str | None) -> int:
    """No more than there are cores, unless forced: bots that share a core overrun their time. Not of a cluster."""
    cores = n_cores()
    if asked is None or cluster is not None:
        return cores
    if asked > cores and not force:
        click.echo(f"{asked} jobs on {cores} cores: playing {cores} at a time (--force to insist)", err=True)
        return cores
    return asked


def default_out() -> Path:
    """A new folder, made here: of two runs started in the same second each gets its own."""
    stem = datetime.now().strftime("%Y%m%d-%H%M%S")
    for name in chain([stem], (f"{stem}-{k}" for k in count(2))):
        folder = Path("tournaments") / name
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise BoomtownError(f"{folder}: cannot be made: {error.strerror}; choose another place by --out") from None
        break
    return folder


def is_begun(folder: Path) -> bool:
    """Whether a tournament is there. A run that was killed as its folder appeared left none: another may take over."""
    if not (folder / FILE).is_file():
        return False
    with Store(folder) as store:
        return store.settings is not None


def check_folder(run: Run) -> None:
    """A new tournament goes to a new folder, an old one is resumed."""
    exists = is_begun(run.out)
    if exists and not run.resume:
        raise StoreError(
            f"{run.out}: holds a tournament already; add --resume to go on with it, or choose another --out"
        )
    if run.resume and not exists:
        raise StoreError(f"{run.out}: nothing to resume (no {FILE})")
    foreign = [] if exists else [name for name in WRITTEN if (run.out / name).exists()]
    if foreign:
        raise StoreError(f"{run.out}: no tournament, but {foreign[0]} would be written over; choose another --out")


def open_store(settings: Settings, run: Run) -> Store:
    """The folder's store, new or taken up again."""
    store = Store(run.out, writes=True, create=True)
    try:
        stored = store.settings
        if stored is not None:
            check_resumable(stored, settings.as_dict())
            check_programs(store, settings, run)
        store.set_settings(settings.as_dict())
    except BaseException:
        store.close()
        raise
    return store


def load_settings(folder: Path) -> Settings:
    """What a stored tournament was started with."""
    with Store(folder) as store:
        stored = store.settings
    if stored is None:
        raise StoreError(f"{folder}: its run was stopped before it began; give the whole command, without --resume")
    try:
        settings = Settings.from_dict(stored)
        for spec in settings.bots:
            check_printable(spec)
        game = remade(settings.conditions.game)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        told = " ".join(f"{type(error).__name__}: {error}".split())
        raise StoreError(f"{folder / FILE}: the settings cannot be read: {told}") from None
    if settings.moves and settings.moves != move_signature(game):
        text = f"{folder / FILE}: the moves are numbered by other rules of {game.name} than this program has"
        raise StoreError(f"{text}; look at it with the program that made it ({_told(program_of(folder))})")
    return settings


def program_of(folder: Path) -> dict[str, Any]:
    with Store(folder) as store:
        return store.program


def _told(program: dict[str, Any]) -> str:
    return f"version {program.get('version')}, signature {program.get('signature')}"


def check_programs(store: Store, settings: Settings, run: Run) -> None:
    """Refuses to go on with bots that are no longer what they were: one rating would be of two programs."""
    stored = Settings.from_dict(store.settings or {})
    changed = [f"{spec}: its file or program has changed" for spec, hash_ in settings.programs.items()
               if stored.programs.get(spec, hash_) != hash_]  # fmt: skip
    if store.program.get("signature", program()["signature"]) != program()["signature"]:
        changed.append(
            f"the bots that come with the program: stored {_told(store.program)}, this is {_told(program())}"
        )
    if changed and not run.accept_changed:
        hint = "put back what played, or rate what plays now too, as new games, with --accept-changed-bots"
        raise StoreError("\n".join([f"{store.folder}: {changed[0]}", *changed[1:], hint]))


def run_tournament(settings: Settings, run: Run, anchor: str | None = None) -> Ended:
    """Plays what is missing and writes the folder's files. Ctrl-C and SIGTERM leave everything resumable; after the
    first of them, further ones are ignored until the program ends."""
    check_folder(run)
    check_record_path(run)
    if anchor is not None:
        settings = replace(settings, anchor=anchor)
    # a cluster is asked before the folder is made: if it does not answer, the same command can be given again
    cluster = None if run.cluster is None else make_executor(settings, run)
    try:
        store = open_store(settings, run)
    except BaseException:
        if cluster is not None:
            cluster.close()
        raise
    with store:
        tournament = Tournament(settings, store)
        found = tournament.restore()
        if found > settings.games:
            click.echo(f"{run.out}: {found} games are there, more than --games {settings.games}; all count", err=True)
        elif found and not run.quiet:
            click.echo(f"{run.out}: {counted(found, 'game')} {'is' if found == 1 else 'are'} there", err=True)
        if run.is_seed_drawn and not run.quiet:
            click.echo(f"seed {settings.seed}", err=True)
        ending = "interrupted"
        progress = Progress(quiet=run.quiet)
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        _listen({number: _interrupt for number, handler in before.items() if handler != signal.SIG_IGN})
        try:
            if not tournament.state.ending:
                with cluster or make_executor(settings, run) as executor:
                    tournament.run(executor, progress)
                    for line in getattr(executor, "voided", []):
                        click.echo(f"boomtown: {line}", err=True)
            elif cluster is not None:
                cluster.close()
            ending = tournament.state.ending
            _listen(before)
        except KeyboardInterrupt:
            _listen(dict.fromkeys(before, signal.SIG_IGN))
        except BaseException:
            _listen(before)
            raise
        finally:
            progress.close(tournament.state)
        summary = summarise(store, tournament.schedule.bots, settings.anchor, settings.anchor_elo)
        ended = Ended(ending, summary, settings, tournament.state.sprt, tournament.state.done)
        try:
            write_files(store, settings, run)
        except BoomtownError as error:  # the table is still to be printed
            click.echo(f"boomtown: {error}; mend that and go on with --resume", err=True)
            ended.unwritten = True
        return ended


def _interrupt(number: int, frame: Any) -> None:
    """Only once: what is left to do is to store the games and to print the table."""
    _listen(dict.fromkeys((signal.SIGINT, signal.SIGTERM), signal.SIG_IGN))
    raise KeyboardInterrupt


def _listen(handlers: Mapping[signal.Signals, Any]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)


def make_executor(settings: Settings, run: Run) -> Executor:
    if run.cluster is not None:
        from arena.cluster import DaskExecutor

        return DaskExecutor(settings.conditions, run.cluster, Sandbox(run.sandbox, run.ponder))
    return LocalExecutor(settings.conditions, run.jobs, make_sandbox(settings, run))


def make_sandbox(settings: Settings, run: Run) -> Sandbox:
    """What foreign bots are kept from, told in a line when there are any."""
    kind = resolve(run.sandbox) if any(map(is_foreign, settings.bots)) else "limits"
    if not run.quiet and any(map(is_foreign, settings.bots)):
        click.echo(f"sandbox {kind}: {ENFORCED[kind]}", err=True)
    return Sandbox(kind, run.ponder, (str(run.out.resolve()),))


def check_record_path(run: Run) -> None:
    """Before the games, not after them. The folder of the tournament itself may be still to be made."""
    if run.record is None or run.record.parent.resolve() == run.out.resolve():
        return
    if not run.record.parent.is_dir():
        raise BoomtownError(f"--record {run.record}: the folder {run.record.parent} is not there; make it first")
    if not os.access(run.record.parent, os.W_OK | os.X_OK):
        raise BoomtownError(f"--record {run.record}: no permission to write in {run.record.parent}")


def write_files(store: Store, settings: Settings, run: Run) -> None:
    """`results.jsonl`: every game in a line, the same bytes for any number of jobs. `faults.jsonl`: the faulty games as
    records that say so. And the record file asked for, to the letter of the format: games that ended."""
    game = remade(settings.conditions.game)
    write_whole(run.out / "results.jsonl", (stored.line() for stored in store.each()))
    faulty = [stored for stored in store.each() if stored.faults]
    if faulty:
        write_whole(run.out / "faults.jsonl", (_faulty_line(store, game, stored) for stored in faulty))
    if run.record is not None:
        ended = [stored for stored in store.each() if stored.places is not None]
        lines = [dump(store.record(game, stored, "round")) for stored in ended[:1]]
        if not _begins_with(run.record, lines):  # a run that goes on writes its own games anew
            keep_old(run.record)
        rest = (dump(store.record(game, stored, "round")) for stored in ended[1:])
        write_whole(run.record, chain(lines, rest))


def _begins_with(path: Path, lines: list[str]) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return [file.readline()] == [line.encode() for line in lines]


def _faulty_line(store: Store, game: Game, stored: StoredGame) -> str:
    """The record of a faulty game, with one key more than the format has."""
    faults = [asdict(fault) for fault in stored.faults]
    return dump({**store.record(game, stored, "none"), "faults": faults})


def fault_lines(store_folder: Path, most: int = 5) -> list[str]:
    """Where to look at the first faults. Only the commands to copy may be wider than the terminal."""
    with Store(store_folder) as store:
        faulty = [stored for stored in store.each() if stored.faults]
    columns = shutil.get_terminal_size().columns
    records = store_folder / "faults.jsonl"
    lines = []
    for number, stored in enumerate(faulty[:most], 1):
        fault = stored.faults[0]
        what = f": {fault.kind} at move {fault.move}, seat {fault.seat}, seed {stored.seed}"
        lines.append(f"  {shorten(fault.bot, max(8, columns - 2 - len(what)))}{what}")
        message = _message(fault.detail)
        if message:
            lines.append(_cut(f"    {message}", columns))
        lines.append(f"    boomtown replay {shlex.quote(str(records))} --number {number} --at {fault.move}")
    if len(faulty) > most:
        lines.append(f"  and {counted(len(faulty) - most, 'more game')} in {records}")
    return lines


def _message(detail: str) -> str:
    """Of a traceback the exception, its message in one line; of anything else the last line."""
    lines = detail.strip().splitlines() or [""]
    frames = [k for k, line in enumerate(lines) if line.startswith('  File "')]
    told = dropwhile(lambda line: line.startswith(" "), lines[frames[-1] :]) if frames else lines[-1:]
    return " ".join(" ".join(told).split())


def _cut(line: str, columns: int) -> str:
    """One line of a terminal, whatever a bot has written in it."""
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= columns else f"{line[: columns - 1]}…"


def as_json(ended: Ended) -> str:
    """The one object of `--json`; nothing in it depends on clocks or jobs."""
    found: dict[str, Any] = {"games": 0, "void": 0, "faults": 0, "fault_kinds": {}, "ratings": [], "pairs": []}
    if ended.summary is not None:
        found = ended.summary.as_json()
    found["ending"] = ended.ending
    if ended.sprt is not None:
        test = ended.sprt
        found["sprt"] = {"verdict": test.verdict, "llr": round(test.llr, 6), "blocks": test.n, **asdict(test.plan)}
    return json.dumps(found, ensure_ascii=False)
