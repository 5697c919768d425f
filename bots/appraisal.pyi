from bots.search import Tree
from engine import Observation, Stream

def appraise(tree: Tree, seen: Observation, rng: Stream, n: int) -> int | None: ...
