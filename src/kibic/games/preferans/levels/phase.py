"""What every phase of a hand of levels is; the game of numbers has the same in :mod:`kibic.games.preferans.phase`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from kibic.game import Seat
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.levels.actions import LevelAction
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.levels.points import PointSheet
from kibic.games.preferans.phase import Why
from kibic.games.preferans.rules import Rules


@dataclass(frozen=True, slots=True)
class LevelDealt:
    """What is fixed for a whole hand: rules, the sheet before it, its number, the speaking order and the cards."""

    rules: Rules
    sheet: PointSheet
    number: int
    dealer: Seat
    order: tuple[Seat, ...]
    deal: Deal

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.order)

    def cards_of(self, seat: Seat, bargain: LevelBargain | None) -> int:
        """What ``seat`` holds before the play: the declarer has taken the talon and put two cards away (POL-03)."""
        hand = self.deal.hands[seat]
        if bargain is None or seat != bargain.declarer or self.deal.blind:
            return hand
        return (hand | self.deal.talon) & ~bargain.discard


@dataclass(frozen=True, slots=True)
class LevelSpoken:
    """One word of the hand: who said it and in which phase. A discard shown to others has no cards."""

    seat: Seat
    phase: str
    action: LevelAction


@dataclass(frozen=True, slots=True)
class LevelFinished:
    """The hand is over."""

    outcome: LevelOutcome
    bargain: LevelBargain | None


class LevelPhase(Protocol):
    """A phase of the hand; an immutable value."""

    name: ClassVar[str]

    @property
    def actor(self) -> Seat:
        """Who acts (``HOUSE`` where the tricks of a hand without cards are expected)."""

    @property
    def bargain(self) -> LevelBargain | None:
        """What is agreed so far; None in the auction."""

    def legal(self, dealt: LevelDealt) -> tuple[LevelAction, ...]:
        """The legal actions in canonical order."""

    def allows(self, dealt: LevelDealt, action: LevelAction) -> bool:
        """Whether the action is legal."""

    def refuse(self, dealt: LevelDealt, action: LevelAction) -> Why:
        """The rule and the sentence against an action that is not legal."""

    def step(self, dealt: LevelDealt, action: LevelAction) -> LevelPhase | LevelFinished:
        """The phase after a legal action."""
