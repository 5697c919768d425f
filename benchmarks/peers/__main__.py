"""Runs the peers and ourselves in turns and prints the table that the README shows. `make bench-peers` calls it.

Everything is in one thread, best of many short runs (or, where a game takes long, in processor time); ours and theirs
alternate, so that both meet the machine in the same mood.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from arena.bench import figures
from arena.bench.loops import Positions, bare_move_ns, draw_ns
from arena.identity import machine
from benchmarks.peers import environments
from engine import Game, Stream, new_game

HERE = Path(__file__).parent
PEERS = ("open_spiel", "catanatron", "chess", "pgx")
SECONDS = 2.0  # per figure of ours and pass
N_PASSES = 2


class Row(NamedTuple):
    """One line of the table."""

    engine: str
    game: str
    face: str  # compiled or Python
    moves_per_second: float


@click.command()
@click.option("--venv", "folder", type=click.Path(path_type=Path), default=Path(".venv-peers"), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the table.")
def main(folder: Path, as_json: bool) -> None:
    """Random playouts of other engines and ours, side by side."""
    python = installed(folder)
    game = new_game(players=4)
    own: dict[str, float] = {}
    batches: dict[str, float] = {}
    found: dict[str, Any] = {}
    for _ in range(N_PASSES):
        keep_best(own, own_figures(game))
        keep_best(batches, environments.measured(SECONDS / 2))
        for peer in PEERS:
            merge(found, peer, measured(python, peer))
    run = {"machine": machine(), "own": own, "environments": batches, "peers": found}
    click.echo(json.dumps(run, indent=1) if as_json else "\n".join(report(run, python)))


def installed(folder: Path) -> Path:
    """The Python of the peers' own environment, set up if it is not there."""
    python = folder / "bin" / "python"
    stamp, wanted = folder / ".installed", (HERE / "requirements.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.create(folder, with_pip=True)
        command = [str(python), "-m", "pip", "install", "-q", "-r", str(HERE / "requirements.txt")]
        if subprocess.run(command).returncode:
            raise click.ClickException(f"the peers could not be installed: {' '.join(command)}")
        stamp.write_text(wanted)
    return python


def measured(python: Path, peer: str) -> dict[str, Any]:
    command = [str(python), str(HERE / f"peer_{peer}.py")]
    kept = {**os.environ, "JAX_COMPILATION_CACHE_DIR": str(python.parent.parent / "jax")}  # compiling takes minutes
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=kept)
    if done.returncode:
        raise click.ClickException(f"a peer failed: {' '.join(command)}")
    return dict(json.loads(done.stdout))


def merge(found: dict[str, Any], peer: str, new: dict[str, Any]) -> None:
    """Keeps the better of two runs of a peer."""
    old = found.setdefault(peer, new)
    for name, values in new["games"].items():
        for key, value in values.items():
            old["games"][name][key] = max(old["games"][name][key], value)


def keep_best(own: dict[str, float], new: dict[str, float]) -> None:
    for key, value in new.items():
        better = min if key.endswith("_ns") else max
        own[key] = better(own.get(key, value), value)


def own_figures(game: Game) -> dict[str, float]:
    positions, rng = Positions(game), random.Random(1)
    calls = figures.calls(positions, SECONDS / 10)
    return {
        "compiled": figures.playouts(game, SECONDS)[0],
        "python": figures.best_rate(lambda: sum(play(game, rng) for _ in range(10)), SECONDS),
        "memcpy_ns": calls["memcpy_ns"],
        "copy_ns": calls["copy_ns"],
        "random_ns": draw_ns(50),
        "bare_move_ns": bare_move_ns(50),
        "state_bytes": game.state_size,
    }


def play(game: Game, rng: random.Random) -> int:
    """A random game in Python, the same loop as the peers': Python's own generator picks."""
    state, dice, draw, n = game.new(), Stream(1, "dice"), rng.random, 0
    while (mover := state.mover) is not None:
        if mover < 0:
            state.apply(state.roll(dice))
        else:
            legal = state.legal()
            state.apply(legal[int(draw() * len(legal))])
        n += 1
    return n


def rows(run: dict[str, Any]) -> Iterator[Row]:
    own, peers = run["own"], run["peers"]
    spiel = f"OpenSpiel {peers['open_spiel']['version']}"
    hearts, eights = (peers["open_spiel"]["games"][name] for name in ("hearts", "crazy_eights"))
    yield Row("Boomtown", "Planet Steam, 4 players", "compiled", own["compiled"])
    yield Row(spiel, "hearts, 4 players", "compiled", hearts["compiled"])
    yield Row(spiel, "crazy eights, 5 players", "compiled", eights["compiled"])
    yield Row("Boomtown", "Planet Steam, 4 players", "Python", own["python"])
    yield Row(spiel, "hearts, 4 players", "Python", hearts["python"])
    yield Row(spiel, "crazy eights, 5 players", "Python", eights["python"])
    catan, chess = peers["catanatron"], peers["chess"]
    yield Row(f"Catanatron {catan['version']}", "Catan, 4 players", "Python", catan["games"]["catan"]["python"])
    yield Row(f"python-chess {chess['version']}", "chess", "Python", chess["games"]["chess"]["python"])


def environment_table(run: dict[str, Any]) -> Iterator[str]:
    """Batches and loops of environments, and how they compare with the two that others use most."""
    own, peers = run["environments"], run["peers"]
    gammon, hearts = peers["pgx"]["games"]["backgammon"]["batch"], peers["open_spiel"]["games"]["hearts"]["python"]
    pgx, spiel = f"pgx {peers['pgx']['version']}", f"OpenSpiel {peers['open_spiel']['version']}"
    yield f"Environments, random agents, {environments.SIZE:,} games at once:"
    yield ""
    yield "| environment | game | steps/s | times pgx | times OpenSpiel |"
    yield "| --- | --- | ---: | ---: | ---: |"
    lines = [(f"Boomtown, {key.partition(': ')[2]}", key.partition(": ")[0], rate) for key, rate in own.items()]
    lines += [(f"{pgx}, batch", "backgammon", gammon), (f"{spiel}, Python loop", "hearts", hearts)]
    for name, game, rate in lines:
        yield f"| {name} | {game} | {rate:,.0f} | {rate / gammon:,.1f} | {rate / hearts:,.1f} |"
    for game in environments.GAMES:
        ratio = own[f"{game}: 2 thread"] / own[f"{game}: 1 thread"]
        slower = own[f"{game}: loop"] / own[f"{game}: nothing"]
        yield ""
        yield f"{game}: two threads are {ratio:.2f} times one; a batch takes {slower:.1f} times the bare loop's time."


def report(run: dict[str, Any], python: Path) -> Iterator[str]:
    """The table in Markdown, as the README has it."""
    where, own = run["machine"], run["own"]
    system = f"{where['processor']}, {where['system']}, Python {where['python']}"
    yield f"Random playouts on one core, {where['date']}, {system}:"
    yield ""
    yield "| engine | game | face | moves/s | Boomtown compiled is |"
    yield "| --- | --- | --- | ---: | ---: |"
    for row in rows(run):
        ratio = own["compiled"] / row.moves_per_second
        shown = "" if row == Row("Boomtown", row.game, "compiled", own["compiled"]) else f"{ratio:,.1f} times as fast"
        yield f"| {row.engine} | {row.game} | {row.face} | {row.moves_per_second:,.0f} | {shown} |"
    yield ""
    yield (
        f"Floors: a bare C move (40 cells looked through, one picked and taken) {own['bare_move_ns']:.0f} ns,"
        f" a random number {own['random_ns']:.1f} ns, `memcpy` of a state ({own['state_bytes']} bytes)"
        f" {own['memcpy_ns']:.1f} ns. Boomtown: {1e9 / own['compiled']:.0f} ns a move, {own['copy_ns']:.1f} ns a copy."
    )
    yield ""
    yield from environment_table(run)
    yield ""
    commands = ", ".join(f"`{python} benchmarks/peers/peer_{peer}.py`" for peer in PEERS)
    yield f"Commands: `make bench-peers`; it runs {commands} in turns with boomtown {where['boomtown']}."


if __name__ == "__main__":
    main()
