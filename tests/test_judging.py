"""The measurements of the judge: what they keep, and what they count."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks import judge_seeds, judge_truth
from benchmarks.judge_truth import Case, Said
from engine import new_game


def case(key: str) -> Case:
    state = new_game("planet-steam", players=2).new()
    return Case(key, state, 0, 0, 0, [])


def test_what_the_judge_said_is_kept_by_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And asked only for what is missing, though the last line was broken off and the cases come in another order."""
    asked: list[str] = []

    def judged(found: list[Case], sims: int, seed: int, at: int) -> Said:
        asked.append(found[at].key)
        return Said(found[at].key, 7, 0.2, 0.1, "??")

    monkeypatch.setattr(judge_truth, "judged", judged)
    path = tmp_path / "kept.verdicts"
    kept = Said("1/0/5", 3, 0.0, 0.0, None)
    path.write_text(json.dumps(asdict(kept)) + "\n" + '{"key": "1/0/')
    cases = [case("1/0/9"), case("1/0/5")]
    said = judge_truth.kept_verdicts(cases, 100, 1, 1, path)
    assert said == [Said("1/0/9", 7, 0.2, 0.1, "??"), kept]
    assert asked == ["1/0/9"]
    assert judge_truth.kept_verdicts(cases, 100, 1, 1, path) == said
    assert asked == ["1/0/9"]


@pytest.mark.parametrize(
    ("shares", "is_enough", "told"),
    [
        ([(1.0, 3), (1 / 3, 3)], True, "67% of the costliest"),
        ([(1 / 3, 3), (0.5, 2)], False, "of three 1.00 are the same"),
    ],
)
def test_two_thirds_of_the_costliest_are_wanted(
    shares: list[tuple[float, int]], is_enough: bool, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_seeds.report(shares, 1600) == is_enough
    assert told in capsys.readouterr().out
