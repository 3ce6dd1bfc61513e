"""The rules engine: complete hands with random actions through the public API."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measure import Measured, rate
from kibic.cards import SeededRandom
from kibic.games.preferans import GAME


def random_match(number: int) -> int:
    """Plays a whole match of ``srpski`` with random actions; how many hands it had."""
    rng = SeededRandom(f"bench {number}")
    match = GAME.start(GAME.rules("srpski"), players=3, dealer=2)
    while match.to_act is not None:
        match, _ = match.apply(match.legal().sample(rng))
    return len(match.outcomes)


def measure() -> Iterator[Measured]:
    """Hands a second on one core."""
    yield Measured("random playouts through the API", rate(random_match), "hands/s", must=300, aim=1500, more=True)
