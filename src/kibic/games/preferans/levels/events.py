"""What only happens in the game of levels; the other events are those of the game of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from kibic.game import Seat
from kibic.games.preferans.events import Dealt, MatchOver, Played, PutAway, Said, TalonTaken, TrickTaken
from kibic.games.preferans.levels.outcome import LevelOutcome


@dataclass(frozen=True, slots=True)
class LaidOpen:
    """The summoned partner's cards were laid open (POL-05)."""

    seat: Seat
    cards: int

    def seen_by(self, viewer: Seat) -> Self | None:
        """The event itself."""
        return self


@dataclass(frozen=True, slots=True)
class LevelHandOver:
    """The hand was scored."""

    outcome: LevelOutcome

    def seen_by(self, viewer: Seat) -> Self | None:
        """The event itself."""
        return self


LevelEvent = Dealt | Said | TalonTaken | PutAway | Played | LaidOpen | TrickTaken | LevelHandOver | MatchOver
