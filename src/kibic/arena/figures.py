"""Means, shares and quantiles with their intervals.

The deals are the clusters, because hands of one deal are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

#: The two-sided 95 % point of the normal distribution.
Z95: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its 95 % interval."""

    mean: float
    low: float
    high: float


def clustered_ratio(parts: Sequence[tuple[float, float]]) -> Figure | None:
    """The sum of the first numbers over the sum of the second, one pair a deal, with a cluster-robust 95 % interval.

    The variance is that of the linearised ratio (Cochran, Sampling Techniques, 6.19), the quantile Student's. None
    where nothing was counted; with one deal the interval has no bounds.
    """
    below = sum(part[1] for part in parts)
    if not below:
        return None
    ratio, count = sum(part[0] for part in parts) / below, len(parts)
    if count < 2:
        return Figure(ratio, -math.inf, math.inf)
    squares = sum((above - ratio * part) ** 2 for above, part in parts)
    margin = student_95(count - 1) * math.sqrt(squares * count / (count - 1)) / below
    return Figure(ratio, ratio - margin, ratio + margin)


def student_95(freedom: int) -> float:
    """The two-sided 95 % point of Student's distribution, to 1 % from 3 degrees of freedom on.

    The expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5); the first two values are exact.
    """
    if freedom <= 2:
        return (12.706, 4.303)[freedom - 1]
    z = Z95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def quantile(values: Sequence[float], part: float) -> float | None:
    """The smallest value that at least ``part`` of all do not exceed; None of none."""
    if not values:
        return None
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]
