"""A sequential test: whether a bot is better than another, with as few deals as it takes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from kibic.game import KibicError

Verdict = Literal["accepted", "rejected", "undecided"]
#: Deals before the first look: the variance has to be known by then.
FIRST_LOOK: Final = 32


@dataclass(frozen=True, slots=True)
class Bounds:
    """The two hypotheses in points a hand, and the chance of each error.

    ``low``: a change worth no more is to be rejected; ``high``: one worth as much is to be accepted.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @classmethod
    def parse(cls, text: str) -> Bounds:
        """The bounds of ``LOW,HIGH``. Raises :class:`KibicError`."""
        try:
            low, high = (float(part) for part in text.split(","))
        except ValueError as error:
            raise KibicError(f"{text!r} are no bounds: LOW,HIGH in points a hand, for example 0,1") from error
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise KibicError(f"{text!r} are no bounds: the first must be below the second")
        return cls(low, high)

    @property
    def lines(self) -> tuple[float, float]:
        """The logarithms of the likelihood ratio at which the test ends (Wald)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class SequentialTest:
    """Takes the points a hand of one deal after another, in their order, and says when it is decided.

    The generalised sequential probability ratio test of the mean with the variance estimated, as engines of chess use
    it: with m the mean and v the variance of n deals, the logarithm of the ratio is
    n (high - low) (2 m - low - high) / 2 v.
    A deal is one observation, because its hands are not independent. Once decided, later deals change nothing.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.deals = 0
        self.ratio = 0.0
        self.verdict: Verdict = "undecided"
        self._mean = 0.0
        self._squares = 0.0

    def take(self, points: float) -> Verdict:
        """The verdict after another deal."""
        if self.verdict != "undecided":
            return self.verdict
        self.deals += 1
        off = points - self._mean
        self._mean += off / self.deals
        self._squares += off * (points - self._mean)
        if self.deals >= FIRST_LOOK:
            self._look()
        return self.verdict

    def _look(self) -> None:
        bounds, variance = self.bounds, self._squares / (self.deals - 1)
        gain = (bounds.high - bounds.low) * (2 * self._mean - bounds.low - bounds.high)
        # Equal bots play every deal alike: no variance, and the sign alone decides.
        self.ratio = self.deals * gain / (2 * variance) if variance else math.copysign(math.inf, gain) if gain else 0.0
        below, above = bounds.lines
        if self.ratio <= below:
            self.verdict = "rejected"
        elif self.ratio >= above:
            self.verdict = "accepted"
