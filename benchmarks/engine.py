"""The rules engine: complete hands with random actions through the public API."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.measure import Measured, rate
from kibic.games.preferans import GAME, Match

#: Random declarers fail, so the bule grow and a match of theirs would not end.
HANDS = 20


def random_hands(number: int) -> int:
    """Plays the first hands of a match of ``srpski`` with random actions; how many they were."""
    rng = random.Random(number)
    match = Match.start(GAME.rules("srpski"), players=3, dealer=2)
    while match.to_act is not None and len(match.outcomes) < HANDS:
        match, _ = match.apply(match.legal().sample(rng))
    return len(match.outcomes)


def measure() -> Iterator[Measured]:
    """Hands a second on one core."""
    yield Measured("random playouts through the API", rate(random_hands), "hands/s", must=300, aim=1500, more=True)
