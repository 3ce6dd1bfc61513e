"""A hand played with real cards: the house tells the tricks (record.md section 1)."""

from __future__ import annotations

from itertools import product

from kibic.cards import Shuffler
from kibic.game import Legal
from kibic.games.preferans.actions import Action, Tricks
from kibic.games.preferans.phase import Dealt
from kibic.games.preferans.play import TRICKS_IN_HAND, Playing


class ToldTricks(Legal[Action]):
    """All results a hand without cards can have: asked and sampled, not listed as words of a player."""

    __slots__ = ("_dealt", "_phase")

    def __init__(self, phase: Playing, dealt: Dealt) -> None:
        self._phase = phase
        self._dealt = dealt

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Tricks) and self._phase.allows(self._dealt, action)

    def sample(self, rng: Shuffler) -> Action:
        """One possible result."""
        numbers = product(range(TRICKS_IN_HAND + 1), repeat=self._dealt.players)
        fitting = [action for action in map(Tricks, numbers) if action in self]
        return rng.choice(fitting)

    def listed(self) -> tuple[Action, ...]:
        """Empty: the result is told, not chosen among words."""
        return ()
