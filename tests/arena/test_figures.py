"""Intervals that cover, quantiles, and a sequential test that errs as rarely as it says."""

from __future__ import annotations

import math
import random

import pytest

from kibic.arena import Bounds, Figure, SequentialTest, clustered_ratio
from kibic.arena.figures import quantile, student_95
from kibic.arena.sprt import FIRST_LOOK
from kibic.game import KibicError


def test_a_mean_has_the_interval_of_student() -> None:
    figure = clustered_ratio([(value, 1.0) for value in (2.0, 4.0, 6.0, 8.0)])
    # mean 5, standard error 1.29099, t(3) = 3.182
    assert figure is not None
    assert (figure.mean, figure.low, figure.high) == pytest.approx((5, 5 - 4.108, 5 + 4.108), abs=0.05)
    assert clustered_ratio([(3.0, 1.0)]) == Figure(3.0, -math.inf, math.inf)
    assert clustered_ratio([]) is None
    assert clustered_ratio([(0, 0)]) is None


@pytest.mark.parametrize(("freedom", "expected"), [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (1999, 1.961)])
def test_points_of_student(freedom: int, expected: float) -> None:
    assert student_95(freedom) == pytest.approx(expected, rel=0.01)


def test_hands_of_one_deal_are_not_independent() -> None:
    """With decisions that agree within a deal the interval covers the truth, which one of single decisions does not."""
    rng = random.Random(1)
    covered = naive = 0
    for _ in range(400):
        parts: list[tuple[float, float]] = []
        for _ in range(60):
            chance, number = rng.choice((0.2, 1.0)), rng.randrange(1, 12)
            parts.append((sum(rng.random() < chance for _ in range(number)), number))
        figure = clustered_ratio(parts)
        assert figure is not None
        covered += figure.low <= 0.6 <= figure.high
        total = sum(number for _, number in parts)
        naive += abs(figure.mean - 0.6) <= 1.96 * math.sqrt(0.6 * 0.4 / total)
    assert 370 <= covered <= 396
    assert naive < 350


def test_quantiles_are_values_that_occurred() -> None:
    values = [5, 1, 4, 2, 3]
    assert [quantile(values, part) for part in (0.0, 0.2, 0.5, 0.99, 1.0)] == [1, 1, 3, 5, 5]
    assert quantile([], 0.5) is None


def verdicts(truth: float, seed: int, runs: int = 400) -> dict[str, float]:
    """How often each verdict is reached for bots that differ by ``truth`` points a hand, with heavy tails."""
    rng = random.Random(seed)
    counts = dict.fromkeys(("accepted", "rejected", "undecided"), 0)
    for _ in range(runs):
        test = SequentialTest(Bounds(0.0, 2.0))
        while test.verdict == "undecided" and test.deals < 3000:
            # A deal in twenty is a big one, of either sign.
            test.take(truth + rng.gauss(0, 60 if rng.random() < 0.05 else 8))
        counts[test.verdict] += 1
    return {verdict: count / runs for verdict, count in counts.items()}


def test_the_sequential_test_errs_as_rarely_as_it_says() -> None:
    assert verdicts(0.0, 1)["accepted"] <= 0.08
    assert verdicts(2.0, 2)["rejected"] <= 0.08
    assert verdicts(5.0, 3)["accepted"] >= 0.97
    assert verdicts(-3.0, 4)["rejected"] >= 0.97


def test_the_test_waits_for_its_first_look_and_then_stays_decided() -> None:
    test = SequentialTest(Bounds(0.0, 1.0))
    for number in range(1, FIRST_LOOK):
        assert test.take(10 + number % 2) == "undecided"
    assert test.take(10) == "accepted"
    assert test.take(-1e9) == "accepted"
    assert test.deals == FIRST_LOOK


def test_equal_bots_are_rejected_by_the_sign_alone() -> None:
    test = SequentialTest(Bounds(0.0, 1.0))
    assert [test.take(0.0) for _ in range(FIRST_LOOK)][-1] == "rejected"
    centred = SequentialTest(Bounds(-1.0, 1.0))
    assert [centred.take(0.0) for _ in range(100)][-1] == "undecided"


@pytest.mark.parametrize("text", ["", "1", "1,0", "0,0", "a,b", "0,1,2", "nan,1", "0,inf"])
def test_wrong_bounds_are_told(text: str) -> None:
    with pytest.raises(KibicError, match="are no bounds"):
        Bounds.parse(text)
    assert Bounds.parse("-0.5,1") == Bounds(-0.5, 1.0)
