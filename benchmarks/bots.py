"""The bots: time of one decision."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from benchmarks.measure import Measured, percentile
from kibic.bots import bot_named
from kibic.cards import SeededRandom
from kibic.game import HOUSE
from kibic.games.preferans import GAME

HANDS = 60


def decision_times(bot_name: str, hands: int) -> list[float]:
    """Seconds of each decision of ``hands`` hands played by three bots called ``bot_name``."""
    bot = bot_named(bot_name)
    rng = SeededRandom("bench bots")
    times: list[float] = []
    played = 0
    while played < hands:
        match: Any = GAME.start(GAME.rules("srpski"), players=3, dealer=2)
        while (seat := match.to_act) is not None and played + len(match.outcomes) < hands:
            if seat == HOUSE:
                match, _ = match.apply(match.legal().sample(rng))
                continue
            view = match.view(seat)
            start = time.perf_counter()
            decision = bot.choose(view, rng)
            times.append(time.perf_counter() - start)
            match, _ = match.apply(decision.action)
        played += len(match.outcomes)
    return times


def measure() -> Iterator[Measured]:
    """Milliseconds a decision of the rule bot."""
    times = [1000 * seconds for seconds in decision_times("rule", HANDS)]
    yield Measured("rule bot, decision, p50", percentile(times, 0.5), "ms", must=5, aim=1)
    yield Measured("rule bot, decision, p99", percentile(times, 0.99), "ms", must=5, aim=2)
