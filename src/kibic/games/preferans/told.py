"""A hand played with real cards: the house tells the tricks (record.md section 1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from kibic.cards import Shuffler
from kibic.game import Legal
from kibic.games.preferans.actions import Tricks
from kibic.games.preferans.play import TRICKS_IN_HAND


class ToldTricks(Legal[Tricks]):
    """All results a hand without cards can have: asked and sampled, not listed as words of a player.

    ``fits`` tells whether some tricks, by seat, can be the result.
    """

    __slots__ = ("_fits", "_players")

    def __init__(self, players: int, fits: Callable[[Tricks], bool]) -> None:
        self._players = players
        self._fits = fits

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Tricks) and self._fits(action)

    def sample(self, rng: Shuffler) -> Tricks:
        """One possible result."""
        numbers = product(range(TRICKS_IN_HAND + 1), repeat=self._players)
        fitting = [action for action in map(Tricks, numbers) if action in self]
        return rng.choice(fitting)

    def listed(self) -> tuple[Tricks, ...]:
        """Empty: the result is told, not chosen among words."""
        return ()
