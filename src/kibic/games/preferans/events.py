"""What happened, for the table to show and say. Each event knows what a viewer may see of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from kibic.game import Seat
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.sheet import Result


@dataclass(frozen=True, slots=True)
class _Public:
    """An event that everybody sees whole."""

    def seen_by(self, viewer: Seat) -> Self | None:
        """The event itself."""
        return self


@dataclass(frozen=True, slots=True)
class Dealt(_Public):
    """A hand was dealt."""

    hand: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Said(_Public):
    """A word was spoken."""

    seat: Seat
    phase: str
    word: str


@dataclass(frozen=True, slots=True)
class TalonTaken:
    """The talon was turned up and taken (TAL-01). ``cards`` is 0 for who may not see it."""

    seat: Seat
    cards: int
    public: bool

    def seen_by(self, viewer: Seat) -> TalonTaken | None:
        """The cards for all, or only for who took them when ``talon.shown`` is off."""
        if self.public or viewer == self.seat:
            return self
        return TalonTaken(self.seat, 0, self.public)


@dataclass(frozen=True, slots=True)
class PutAway:
    """Two cards were put away (TAL-02). ``cards`` is 0 for who may not see them."""

    seat: Seat
    cards: int

    def seen_by(self, viewer: Seat) -> PutAway | None:
        """The cards for the declarer only."""
        return self if viewer == self.seat else PutAway(self.seat, 0)


@dataclass(frozen=True, slots=True)
class Played(_Public):
    """A card was played."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class TrickTaken(_Public):
    """A trick was won; ``number`` of the hand, ``taken`` by the winner so far."""

    seat: Seat
    number: int
    taken: int


@dataclass(frozen=True, slots=True)
class HandOver(_Public):
    """The hand was scored."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class MatchOver(_Public):
    """The match ended."""

    result: Result


@dataclass(frozen=True, slots=True)
class Agreed(_Public):
    """The table agreed on something after a hand."""

    word: str


Event = Agreed | Dealt | Said | TalonTaken | PutAway | Played | TrickTaken | HandOver | MatchOver
