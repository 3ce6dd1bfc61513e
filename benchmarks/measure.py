"""What a measurement is, and how times are taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table; ``must`` and ``aim`` are in the unit of ``value``; ``more`` says more is better."""

    what: str
    value: float
    unit: str
    must: float | None = None
    aim: float | None = None
    more: bool = False

    def verdict(self) -> str:
        """Where the value stands: ``aim``, ``must``, ``missed``, or nothing when there is no target."""
        for name, target in (("aim", self.aim), ("must", self.must)):
            if target is not None and (self.value >= target if self.more else self.value <= target):
                return name
        return "" if self.must is None else "missed"


def percentile(values: list[float], share: float) -> float:
    """The value below which ``share`` (0 to 1) of ``values`` lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def rate(work: Callable[[int], int], seconds: float = 3.0) -> float:
    """Units of work a second; ``work(n)`` is called with n = 0, 1, ... and says how many units it did."""
    done = 0
    calls = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        done += work(calls)
        calls += 1
    return done / spent
