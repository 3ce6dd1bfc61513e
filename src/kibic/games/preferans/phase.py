"""What every phase of a hand is: one actor, his legal actions, why the others are refused, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from kibic.game import Seat, Text
from kibic.games.preferans.actions import Action, Deal
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.refusals import WRONG_PHASE
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.scoring import HandFacts

Why = tuple[str, Text]


@dataclass(frozen=True, slots=True)
class Dealt:
    """What is fixed for a whole hand: the facts for scoring, the speaking order P1, P2, P3 and the cards."""

    facts: HandFacts
    order: tuple[Seat, ...]
    deal: Deal

    @property
    def rules(self) -> Rules:
        """The ruleset."""
        return self.facts.rules

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.facts.players


class Phase(Protocol):
    """A phase of the hand; an immutable value."""

    name: ClassVar[str]

    @property
    def actor(self) -> Seat:
        """Who acts (``HOUSE`` where the tricks of a hand without cards are expected)."""

    @property
    def bargain(self) -> Bargain | None:
        """What is agreed so far; None in the auction."""

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """The legal actions in canonical order."""

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether the action is legal."""

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """The rule and the sentence against an action that is not legal."""

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """The phase after a legal action."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The hand is over."""

    outcome: Outcome
    bargain: Bargain | None


def wrong_phase(name: str) -> Why:
    """The refusal of a word that belongs to another phase."""
    return WRONG_PHASE[name]
