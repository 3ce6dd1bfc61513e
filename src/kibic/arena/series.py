"""Many matches: all seatings in turn, several processes, results with their intervals."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final

from kibic.arena.draw import drawn_options
from kibic.arena.matches import MatchOrder, MatchScore, play_match
from kibic.cards import SeededRandom
from kibic.game import game_named

#: Half width of a 95 % interval in standard errors.
_NORMAL_95: Final = 1.96


@dataclass(frozen=True, slots=True)
class Standing:
    """What an entrant did: mean result a match and its 95 % interval (points, positive = good), counts of hands."""

    bot: str
    mean: float
    low: float
    high: float
    declared: int
    fallen: int
    falls: int


@dataclass(frozen=True, slots=True)
class Series:
    """A series of matches between the same entrants.

    With ``random_options``, a seed, each match has other options beside ``options``, drawn from it.
    """

    bots: tuple[str, ...]
    matches: int
    seed: str
    rules: str = "srpski"
    options: Mapping[str, Any] = field(default_factory=dict)
    game: str = "preferans"
    hands_limit: int = 2000
    random_options: str | None = None

    def orders(self) -> Iterator[MatchOrder]:
        """The matches; the entrants take all seatings in turn, so that no seat favours one of them."""
        game = game_named(self.game)
        seatings = list(permutations(range(len(self.bots))))
        for number in range(1, self.matches + 1):
            options = self.options
            if self.random_options is not None:
                rng = SeededRandom(f"{self.random_options}/{number}")
                options = drawn_options(game, self.rules, options, len(self.bots), rng)
            yield MatchOrder(
                number,
                self.bots,
                seatings[(number - 1) % len(seatings)],
                self.seed,
                self.rules,
                options,
                self.game,
                self.hands_limit,
            )

    def standings(self, scores: Iterable[MatchScore]) -> tuple[Standing, ...]:
        """The result of each entrant."""
        played = list(scores)
        return tuple(self._standing(entrant, played) for entrant in range(len(self.bots)))

    def _standing(self, entrant: int, scores: list[MatchScore]) -> Standing:
        points = [score.points[entrant] for score in scores]
        mean = sum(points) / len(points)
        variance = sum((value - mean) ** 2 for value in points) / max(len(points) - 1, 1)
        margin = _NORMAL_95 * math.sqrt(variance / len(points))
        return Standing(
            self.bots[entrant],
            mean,
            mean - margin,
            mean + margin,
            sum(score.declared[entrant] for score in scores),
            sum(score.fallen[entrant] for score in scores),
            sum(score.falls[entrant] for score in scores),
        )


def play_series(series: Series, jobs: int, played: Callable[[MatchScore], None]) -> tuple[MatchScore, ...]:
    """Play all matches in ``jobs`` processes and return their scores in order; ``played`` hears of each as it ends.

    The scores depend on the series only, not on ``jobs``. Raises :class:`ArenaError` when a match goes wrong.
    """
    scores = []
    if jobs <= 1:
        for order in series.orders():
            scores.append(play_match(order))
            played(scores[-1])
        return tuple(scores)
    # Fresh processes, not forks: the progress bar runs a thread, and a fork in the middle of one can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, series.matches), mp_context=context) as executor:
        futures = [executor.submit(play_match, order) for order in series.orders()]
        try:
            for future in futures:
                scores.append(future.result())
                played(scores[-1])
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
    return tuple(scores)
