"""A network learns a game by playing itself: masked policy gradient (PPO) on `engine.Batch`, on the CPU.

    .venv/bin/pip install -e '.[learn]'
    python examples/learn.py --minutes 20 --seed 1 --out learned.npz
    boomtown compare "examples/learned_bot.py:LearnedBot:learned.npz" random --players 2

A state becomes a vector, each action a vector too, and an action's logit is their dot product, so that a decision costs
as much as it has legal actions, not as the game has actions. An action's vector is the sum of what its text says: "bid
20" is a bid, is the bid 20, and has the number 20. What is learnt of one bid is so learnt of its neighbours.

Whoever has to move is played by the same network. The return of a decision is the mover's share of the victory at the
end, and for a part (`--margin`) how far the scores were apart. Now and then it plays against bots; the curve is
drawn beside the network, as an SVG, and kept in it.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import embedding_bag
from tqdm import tqdm

from bots import Budget, make, parse_spec
from engine import Batch, BoomtownError, Game, Stream, new_game

PLACES = 256  # games at once
STEPS = 128  # of each before the network learns from them
EPOCHS = 2
MINIBATCH = 4096
HIDDEN = 128
WIDTH = 64  # of the vectors of states and actions
LEARNING_RATE = 1e-3
TRACE = 0.97  # lambda of the advantages
CLIP = 0.2
ENTROPY = 0.02  # weight of the bonus for not yet deciding
HALVING = 300  # updates after which learning rate and bonus are half
LOWEST = 0.1  # share of both that stays
MEASURE_EVERY = 20  # updates
HIGHEST = 256  # numbers above count as this
OPPONENTS = ("random", "greedy", "heuristic")
COLOURS = ("#1668a8", "#c2570c", "#2e7d32")
FORBIDDEN = -1e9  # the logit of what is not legal


# -- the network -------------------------------------------------------------------------------------------------------


def features(text: str) -> dict[str, float]:
    """What a move's text says, by name and weight: its words at their places, and its numbers as sizes."""
    kind, *rest = text.split()
    found = {kind: 1.0}
    if len(rest) > 1:
        found[text] = 1.0
    for place, word in enumerate(rest):
        if word.isdigit():
            size = min(int(word), HIGHEST) / 64
            word = str(min(int(word), HIGHEST))
            for power, name in ((0.5, "root"), (1, "size"), (2, "square")):
                found[f"{kind} {place} {name}"] = size**power
        found[f"{kind} {place} {word}"] = 1.0
    return found


class Network(nn.Module):
    """Logits of the legal actions, and what the mover can expect."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(game.tensor_size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.state = nn.Linear(HIDDEN, WIDTH)
        self.value = nn.Linear(HIDDEN, 1)
        names: dict[str, int] = {}
        ids, weights, offsets = [], [], []
        for action in range(game.n_actions):
            offsets.append(len(ids))
            for name, weight in features(game.text(game.action_move(action))).items():
                ids.append(names.setdefault(name, len(names)))
                weights.append(weight)
        self.register_buffer("ids", torch.tensor(ids), persistent=False)
        self.register_buffer("weights", torch.tensor(weights), persistent=False)
        self.register_buffer("offsets", torch.tensor(offsets), persistent=False)
        self.words = nn.Parameter(torch.randn(len(names), WIDTH) * 0.05)

    def action_vectors(self) -> Tensor:
        """A row for each action of the game."""
        return embedding_bag(self.ids, self.words, self.offsets, mode="sum", per_sample_weights=self.weights)

    def forward(self, seen: Tensor, legal: Tensor, is_legal: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (decision, legal action) and values (decision). `legal` lists the actions of all decisions one after
        the other, where `is_legal` has its ones."""
        body = self.body(seen)
        row = is_legal.nonzero()[:, 0]
        found = (self.state(body)[row] * vectors[legal]).sum(1)
        logits = torch.full(is_legal.shape, FORBIDDEN).masked_scatter(is_legal, found)
        return logits, self.value(body)[:, 0]


def decide(
    network: Network, batch: Batch, vectors: Tensor, chance: torch.Generator | None
) -> tuple[NDArray[Any], Tensor, Tensor, Tensor]:
    """Which of its legal actions each game plays, by place in its list: drawn, or without chance the likeliest. The
    logarithms of their probabilities, the values, and all legal actions, flat."""
    widest = int(batch.n_legal.max())
    is_legal = torch.from_numpy(np.arange(widest) < batch.n_legal[:, None])
    legal = torch.from_numpy(batch.legal[:, :widest])[is_legal]
    logits, values = network(torch.from_numpy(batch.observation), legal, is_legal, vectors)
    noise = 0.0 if chance is None else -torch.log(-torch.log(torch.rand(logits.shape, generator=chance)))
    picks = (logits + noise).argmax(1)
    logs = logits.log_softmax(1).gather(1, picks[:, None])[:, 0]
    return picks.numpy(), logs, values, legal


# -- playing itself ----------------------------------------------------------------------------------------------------


@dataclass
class Decisions:
    """What a network learns from: decisions of all places, one after the other."""

    seen: Tensor
    legal: Tensor  # of all decisions, flat
    starts: Tensor  # where each decision's legal actions begin, and where the last one's end
    picks: Tensor
    logs: Tensor
    advantages: Tensor
    returns: Tensor


class Margin:
    """How far ahead of the others' mean a seat ended, in units of what is usual."""

    def __init__(self) -> None:
        self.usual = 1.0
        self.n = 0

    def __call__(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        seats = scores.shape[1]
        ahead = (scores - scores.mean(1, keepdims=True)) * seats / max(1, seats - 1)
        if len(ahead):
            self.n += 1
            self.usual += (float(np.abs(ahead).mean()) + 1e-3 - self.usual) / min(self.n, 100)
        return np.clip(ahead / self.usual, -3, 3)


def play(network: Network, batch: Batch, chance: torch.Generator, margin: Margin, share_of_margin: float) -> Decisions:
    """Plays some steps of every game and works out what each decision was worth."""
    n, seats = batch.n, batch.game.n_seats
    seen = torch.empty((STEPS, n, batch.game.tensor_size))
    picks, logs, values = torch.empty((STEPS, n), dtype=torch.long), torch.empty((STEPS, n)), torch.empty((STEPS, n))
    movers, counts = np.empty((STEPS, n), np.int64), np.empty((STEPS, n), np.int64)
    rewards, ended = np.zeros((STEPS, n, seats), np.float32), np.zeros((STEPS, n), bool)
    legal = []
    vectors = network.action_vectors()
    places = np.arange(n)
    for t in range(STEPS):
        seen[t] = torch.from_numpy(batch.observation)
        movers[t], counts[t] = batch.mover, batch.n_legal
        chosen, logs[t], values[t], listed = decide(network, batch, vectors, chance)
        picks[t] = torch.from_numpy(chosen)
        legal.append(listed)
        batch.step(batch.legal[places, chosen])
        ended[t] = batch.done.astype(bool)
        over = ended[t]
        rewards[t, over] = batch.reward[over] - 1 / seats
        rewards[t, over] += share_of_margin * (margin(batch.score[over]) - rewards[t, over])
    _, _, last, _ = decide(network, batch, vectors, None)
    advantages, is_known = judge(movers, rewards, ended, values.numpy(), batch.mover, last.numpy())
    # A decision without a choice, or whose outcome is still open, teaches nothing.
    kept = torch.from_numpy(is_known & (counts > 1)).flatten()
    flat_legal = torch.cat(legal)
    flat_counts = torch.from_numpy(counts).flatten()
    kept_legal = flat_legal[kept.repeat_interleave(flat_counts)]
    starts = torch.cat([torch.zeros(1, dtype=torch.long), flat_counts[kept].cumsum(0)])
    flat_advantages = torch.from_numpy(advantages).flatten()[kept]
    return Decisions(
        seen.flatten(0, 1)[kept],
        kept_legal,
        starts,
        picks.flatten()[kept],
        logs.flatten()[kept],
        flat_advantages,
        flat_advantages + values.flatten()[kept],
    )


def judge(
    movers: NDArray[np.int64],
    rewards: NDArray[np.float32],
    ended: NDArray[np.bool_],
    values: NDArray[np.float32],
    last_mover: NDArray[np.int32],
    last_value: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Each decision's advantage (generalised advantage estimation, undiscounted) and whether it is known. A seat's
    decisions follow each other; others' lie between and may end the game."""
    steps, n, seats = rewards.shape
    places = np.arange(n)
    advantages, is_known = np.zeros((steps, n), np.float32), np.zeros((steps, n), bool)
    # Of each seat, seen from the step before: what it expects, its advantage there, what it gets meanwhile.
    expected, carried = np.zeros((n, seats), np.float32), np.zeros((n, seats), np.float32)
    got, is_open = np.zeros((n, seats), np.float32), np.ones((n, seats), bool)
    expected[places, last_mover], is_open[places, last_mover] = last_value, False
    for t in reversed(range(steps)):
        over = ended[t]
        expected[over], carried[over], got[over], is_open[over] = 0, 0, rewards[t, over], False
        at = places, movers[t]
        surprise = got[at] + expected[at] - values[t]
        advantages[t] = surprise + TRACE * carried[at]
        is_known[t] = ~is_open[at]
        carried[at] = np.where(is_known[t], advantages[t], 0)
        expected[at], got[at], is_open[at] = values[t], 0, False
    return advantages, is_known


# -- learning ----------------------------------------------------------------------------------------------------------


def learn(
    network: Network, optimizer: torch.optim.Optimizer, data: Decisions, entropy: float, chance: torch.Generator
) -> dict[str, float]:
    """A few passes over the decisions, with PPO's clipped objective."""
    scaled = (data.advantages - data.advantages.mean()) / (data.advantages.std() + 1e-6)
    sums = np.zeros(3)
    n_batches = 0
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(data.picks), generator=chance).split(MINIBATCH):
            counts = data.starts[rows + 1] - data.starts[rows]
            is_legal = torch.arange(int(counts.max())) < counts[:, None]
            at = (data.starts[rows][:, None] + torch.arange(is_legal.shape[1]))[is_legal]
            logits, values = network(data.seen[rows], data.legal[at], is_legal, network.action_vectors())
            logs = logits.log_softmax(1)
            ratio = (logs.gather(1, data.picks[rows][:, None])[:, 0] - data.logs[rows]).exp()
            gain = torch.min(ratio * scaled[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * scaled[rows]).mean()
            spread = -(logs.exp() * logs * is_legal).sum(1).mean()
            error = (values - data.returns[rows]).square().mean()
            optimizer.zero_grad()
            (0.5 * error - gain - entropy * spread).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            sums += [error.item(), spread.item(), (ratio - 1).abs().mean().item()]
            n_batches += 1
    return dict(zip(("error", "entropy", "change"), sums / max(1, n_batches), strict=True))


# -- measuring ---------------------------------------------------------------------------------------------------------


@torch.no_grad()
def measure(network: Network, game: Game, opponent: str, n: int, seed: int) -> float:
    """The mean share of the victory in n games against bots, its seat changing from game to game."""
    batch = Batch(game, n, seed=seed)
    own = np.arange(n) % game.n_seats
    places = np.arange(n)
    vectors = network.action_vectors()
    rng = np.random.default_rng(seed)
    bots = (
        {} if opponent == "random" else {(i, s): make(opponent, game, s) for i in places for s in range(game.n_seats)}
    )
    stream, is_over, total = Stream(seed, "opponent"), np.zeros(n, bool), 0.0
    while not is_over.all():
        picks, *_ = decide(network, batch, vectors, None)
        others = batch.mover != own
        picks[others] = rng.integers(0, batch.n_legal)[others]
        chosen = batch.legal[places, picks]
        for i in np.flatnonzero(others & ~is_over) if bots else ():
            state, seat = batch.state(i), int(batch.mover[i])
            move = bots[i, seat].choose(state.observe(seat), state.legal(), Budget(), stream)
            chosen[i] = game.action(move)
        batch.step(chosen)
        fresh = (batch.done > 0) & ~is_over
        total += float(batch.reward[places, own][fresh].sum())
        is_over |= fresh
    return total / n


@dataclass
class Point:
    """One measurement on the way."""

    wall: float  # seconds of playing and learning
    processor: float
    decisions: int
    shares: dict[str, float]  # of the victory, by opponent

    def __str__(self) -> str:
        against = ", ".join(f"{share:.1%} against {spec}" for spec, share in self.shares.items())
        return (
            f"{self.wall / 60:.1f} min, {self.processor / 60:.1f} min of processor time, "
            f"{self.decisions / 1e6:.2f} million decisions: {against}"
        )


def draw(points: list[Point], title: str) -> str:
    """The curve as an SVG: shares of the victory by minutes of processor time."""
    width, height, left, top, right, bottom = 640, 320, 48, 36, 120, 48
    most = max(1.0, points[-1].processor / 60)

    def x_of(minutes: float) -> float:
        return round(left + minutes / most * (width - left - right), 1)

    def y_of(share: float) -> float:
        return round(top + (1 - share) * (height - top - bottom), 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"',
        ' font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="20" font-size="14">{title}: share of the victory</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 0.9, 1):
        stroke = "#999" if share == 0.9 else "#ddd"
        lines.append(f'<path d="M{left},{y_of(share)} H{width - right}" stroke="{stroke}"/>')
        lines.append(f'<text x="{left - 6}" y="{y_of(share) + 4}" text-anchor="end">{share:.0%}</text>')
    step = next(step for step in (0.25, 0.5, 1, 2, 5, 10, 20, 50, most) if most / step <= 8)
    for minutes in np.arange(0, most + step / 9, step):
        lines.append(f'<text x="{x_of(minutes)}" y="{height - 30}" text-anchor="middle">{minutes:g}</text>')
    for k, (spec, colour) in enumerate(zip(points[-1].shares, COLOURS, strict=False)):
        path = " ".join(f"{x_of(one.processor / 60)},{y_of(one.shares[spec])}" for one in points if spec in one.shares)
        lines.append(f'<polyline points="{path}" stroke="{colour}" stroke-width="2" fill="none"/>')
        lines.append(f'<text x="{width - right + 6}" y="{top + 4 + 16 * k}" fill="{colour}">against {spec}</text>')
    middle = (left + width - right) / 2
    lines.append(f'<text x="{middle}" y="{height - 10}" text-anchor="middle">minutes of processor time</text></svg>')
    return "\n".join(lines) + "\n"


# -- the run -----------------------------------------------------------------------------------------------------------


class Run:
    """What a checkpoint holds, and the games under way."""

    def __init__(self, game: Game, seed: int, margin: float) -> None:
        torch.manual_seed(seed)
        self.game = game
        self.seed = seed
        self.share_of_margin = margin
        self.network = Network(game)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=LEARNING_RATE, eps=1e-5)
        self.chance = torch.Generator().manual_seed(seed)
        self.margin = Margin()
        self.batch = Batch(game, PLACES, seed=seed)
        self.update = 0
        self.wall = self.processor = 0.0  # seconds, measuring apart
        self.points: list[Point] = []

    def advance(self) -> dict[str, float]:
        """One round of playing and learning."""
        wall, processor = time.perf_counter(), time.process_time()
        decay = 0.5 ** (self.update / HALVING)
        for group in self.optimizer.param_groups:
            group["lr"] = LEARNING_RATE * max(decay, LOWEST)
        with torch.no_grad():
            data = play(self.network, self.batch, self.chance, self.margin, self.share_of_margin)
        told = learn(self.network, self.optimizer, data, ENTROPY * max(decay, LOWEST), self.chance)
        self.update += 1
        self.wall += time.perf_counter() - wall
        self.processor += time.process_time() - processor
        return told

    def measure(self, opponents: list[str], n: int) -> Point:
        """Plays n games against each of these bots, and notes how it went."""
        shares = {spec: measure(self.network, self.game, spec, n, self.update) for spec in opponents}
        point = Point(self.wall, self.processor, self.update * PLACES * STEPS, shares)
        self.points.append(point)
        return point

    def save(self, path: Path, settings: dict[str, Any]) -> None:
        """The network for `learned_bot.py`, with the curve; beside it the checkpoint and the picture."""
        weights = {name: value.numpy() for name, value in self.network.state_dict().items() if name != "words"}
        with torch.no_grad():
            vectors = self.network.action_vectors().numpy().astype(np.float16)
        notes = {"game": self.game.name, "settings": settings, "seed": self.seed, "updates": self.update}
        curve = [asdict(point) for point in self.points]
        np.savez_compressed(path, actions=vectors, notes=json.dumps(notes | {"curve": curve}), **weights)
        path.with_suffix(".svg").write_text(draw(self.points, f"{self.game.name}, seed {self.seed}"), encoding="utf-8")
        kept = {
            "network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), "curve": curve,
            "chance": self.chance.get_state(), "margin": vars(self.margin),
            "update": self.update, "wall": self.wall, "processor": self.processor, "notes": notes,
        }  # fmt: skip
        torch.save(kept, path.with_suffix(".pt"))

    def resume(self, path: Path) -> None:
        """Goes on from a checkpoint, with new games."""
        try:
            kept = torch.load(path, weights_only=True)
            self.network.load_state_dict(kept["network"])
        except (RuntimeError, KeyError, TypeError, UnpicklingError) as fault:
            raise BoomtownError(
                f"{path} is no checkpoint of {self.game.name} with {self.game.n_seats} seats"
            ) from fault
        self.optimizer.load_state_dict(kept["optimizer"])
        self.chance.set_state(kept["chance"])
        vars(self.margin).update(kept["margin"])
        self.update, self.wall, self.processor = kept["update"], kept["wall"], kept["processor"]
        self.points = [Point(**point) for point in kept["curve"]]
        self.batch.reset(self.seed + self.update)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="A network learns a game by playing itself. Beside FILE it writes its curve and its checkpoint.",
        epilog="example: python examples/learn.py --game steamopolis --minutes 20 --seed 1 --out learned.npz",
    )
    add = parser.add_argument
    add("--game", default="planet-steam", metavar="NAME", help="which game (default: %(default)s)")
    add("--players", type=int, default=2, metavar="N", help="how many play (default: %(default)s)")
    add("--minutes", type=float, default=20, metavar="M", help="how long (default: %(default)s)")
    add("--updates", type=int, metavar="N", help="stop earlier, after so many rounds of learning")
    add("--seed", type=int, default=1, metavar="N", help="the same seed gives the same run, in one thread")
    add("--margin", type=float, default=0.5, metavar="X", help="share of the reward that is the scores' margin")
    add("--threads", type=int, default=1, metavar="N", help="of torch (default: %(default)s)")
    add(
        "--against",
        action="append",
        metavar="SPEC",
        help="bots to measure against (default: random, greedy, heuristic)",
    )
    add("--games", type=int, default=128, metavar="N", help="against each, every few rounds (default: %(default)s)")
    add("--out", type=Path, default=Path("learned.npz"), metavar="FILE", help="the network (default: %(default)s)")
    add("--resume", action="store_true", help="go on from the checkpoint beside --out, FILE.pt")
    return parser


def main() -> None:
    parser = arguments()
    given = parser.parse_args()
    if min(given.minutes, given.games, given.threads) <= 0 or not 0 <= given.margin <= 1:
        parser.error("minutes, games and threads are above 0, the margin is 0 to 1")
    if not given.out.parent.is_dir():
        parser.error(f"there is no folder {given.out.parent} for {given.out.name}")
    torch.set_num_threads(given.threads)
    settings = {"players": given.players}
    try:
        run = Run(new_game(given.game, **settings), given.seed, given.margin)
        asked = [parse_spec(spec) for spec in given.against or OPPONENTS]
        opponents = [str(spec) for spec in asked if given.against or spec.cls.plays(run.game)]
        for spec in opponents:
            parse_spec(spec).check(run.game)
        if given.resume:
            run.resume(given.out.with_suffix(".pt"))
    except (BoomtownError, OSError) as fault:
        parser.error(str(fault))
    learn_for(run, given, opponents, settings)


def learn_for(run: Run, given: argparse.Namespace, opponents: list[str], settings: dict[str, Any]) -> None:
    """Until the time or the updates are used up; now and then it measures and saves."""
    start = time.perf_counter()
    with tqdm(total=round(given.minutes * 60), bar_format="{l_bar}{bar}| {elapsed} of {total} s{postfix}") as bar:
        while (spent := time.perf_counter() - start) < given.minutes * 60 and run.update != given.updates:
            if run.update % MEASURE_EVERY == 0:
                bar.write(str(run.measure(opponents, given.games)))
                run.save(given.out, settings)
            told = run.advance()
            bar.set_postfix({name: f"{value:.3g}" for name, value in told.items()}, refresh=False)
            bar.update(min(bar.total, round(spent)) - bar.n)
        bar.write(str(run.measure(opponents, given.games)))
    run.save(given.out, settings)


if __name__ == "__main__":
    main()
