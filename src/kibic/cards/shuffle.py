"""Shuffling: the system's secure generator for people, seeded generators for tests, simulations and records."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from kibic.cards.deck import Deck

T = TypeVar("T")


class Shuffler(Protocol):
    """What the rules need of a source of chance; ``random.Random`` and its secure subclass satisfy it."""

    def shuffle(self, x: list[int], /) -> None:
        """Shuffle a list in place."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Pick one element."""

    def randrange(self, start: int, /) -> int:
        """A number from 0 to ``start - 1``."""

    def random(self) -> float:
        """A number from 0 to 1, 1 excluded."""


def system_random() -> random.SystemRandom:
    """The operating system's secure generator: what deals at a real table (fairness, product.md)."""
    return random.SystemRandom()


class SeededRandom:
    """A generator that gives the same deck for the same text on every machine and Python version.

    It reads SHA-256 of ``seed/counter`` as a stream of bytes and draws without bias by rejection, so that
    ``seed = "..."`` in a record (record.md section 1) stays valid for ever.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._counter = 0
        self._buffer = b""

    def _byte(self) -> int:
        if not self._buffer:
            self._buffer = hashlib.sha256(f"{self._seed}/{self._counter}".encode()).digest()
            self._counter += 1
        value = self._buffer[0]
        self._buffer = self._buffer[1:]
        return value

    def randrange(self, start: int, /) -> int:
        """An unbiased number from 0 to ``start - 1``."""
        if start < 1:
            raise ValueError("randrange needs a positive bound")
        size = (start.bit_length() + 7) // 8
        limit = 256**size - 256**size % start
        while True:
            value = 0
            for _ in range(size):
                value = value << 8 | self._byte()
            if value < limit:
                return value % start

    def random(self) -> float:
        """A number from 0 to 1, 1 excluded, with 53 random bits."""
        return self.randrange(1 << 53) / (1 << 53)

    def choice(self, seq: Sequence[T], /) -> T:
        """Pick one element."""
        return seq[self.randrange(len(seq))]

    def shuffle(self, x: list[int], /) -> None:
        """Shuffle in place (Fisher-Yates from the end)."""
        for i in range(len(x) - 1, 0, -1):
            j = self.randrange(i + 1)
            x[i], x[j] = x[j], x[i]


def shuffled(deck: Deck, rng: Shuffler) -> tuple[int, ...]:
    """All cards of ``deck`` in random order."""
    cards = list(deck)
    rng.shuffle(cards)
    return tuple(cards)
