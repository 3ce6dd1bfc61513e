"""What has happened in a hand: words spoken and tricks played."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.game import Seat
from kibic.games.preferans.actions import Action


@dataclass(frozen=True, slots=True)
class Spoken:
    """One word of the hand: who said it and in which phase. A discard shown to others has no cards."""

    seat: Seat
    phase: str
    action: Action


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: the seats in the order they played with their cards; ``winner`` is the seat that wins so far."""

    cards: tuple[tuple[Seat, int], ...]
    winner: Seat | None

    @property
    def leader(self) -> Seat | None:
        """Who led, None before the first card."""
        return self.cards[0][0] if self.cards else None


NO_TRICK = Trick((), None)
