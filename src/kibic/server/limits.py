"""How fast one may speak: token buckets, for a socket and for each address."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """Lets ``rate`` things a second through, and up to ``burst`` at once."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each key; the longest unused are forgotten above ``kept``."""

    def __init__(self, rate: float, burst: int, kept: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._kept = kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether one more of ``key`` may pass now."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        while len(self._buckets) > self._kept:
            self._buckets.popitem(last=False)
        return bucket.take()
