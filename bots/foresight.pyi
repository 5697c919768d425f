import numpy as np
from numpy.typing import NDArray

from bots.search import Tree
from engine import State

def foresee(
    tree: Tree,
    state: State,
    lucks: NDArray[np.uint64],
    sims: int,
    rows: NDArray[np.float64],
    n_ahead: int = 0,
    sims_ahead: int = 1,
) -> None: ...
