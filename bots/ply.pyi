from engine import Observation, Stream

def expected_scores(
    seen: Observation, legal: list[int], n_samples: int, rng: Stream, n_asked: int = 1
) -> list[float]: ...
