"""pgx: backgammon, many games at once on the processor, random agents, ended games restarted. Prints one JSON object.

One step is compiled as a whole by JAX: an action drawn from the mask, the move, the dice, the observation. That takes
minutes, once: JAX keeps it in the folder that JAX_COMPILATION_CACHE_DIR names.
"""

from __future__ import annotations

import json
import os
import time
from functools import partial
from importlib.metadata import version
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import pgx
from jax import numpy as jnp
from pgx.experimental import auto_reset

N_GAMES = 1024
N_RUNS = 12
STEPS = 10  # of a run


def main() -> None:
    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    @partial(jax.jit, donate_argnums=0)
    def play(state: Any, key: Any) -> tuple[Any, Any]:
        key, picks, dice = jax.random.split(key, 3)
        actions = jax.random.categorical(picks, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return step(state, actions, jax.random.split(dice, N_GAMES)), key

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), N_GAMES))
    key, best = jax.random.PRNGKey(1), 0.0
    for _ in range(N_RUNS):
        begin = time.process_time()
        for _ in range(STEPS):
            state, key = play(state, key)
        jax.block_until_ready(state)
        best = max(best, N_GAMES * STEPS / (time.process_time() - begin))
    print(json.dumps({"version": version("pgx"), "games": {"backgammon": {"batch": best}}}))


if __name__ == "__main__":
    main()
