"""A short run of every fuzzer: the corpus, and some hundred mutations."""

import random

import pytest

from tests.fuzz.__main__ import mutated
from tests.fuzz.targets import TARGETS, seeds

N_INPUTS = {"protocol": 10, "databases": 60, "calls": 20}


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_raises_anything_but_our_errors(name):
    inputs, rng = seeds(name), random.Random(name)
    for data in inputs:
        TARGETS[name](data)
    for _ in range(N_INPUTS.get(name, 150)):
        TARGETS[name](mutated(rng.choice(inputs), inputs, rng))
