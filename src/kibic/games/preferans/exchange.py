"""Talon, discard and declaration (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.game import Seat
from kibic.games.preferans import refusals
from kibic.games.preferans.actions import Action, Declare, Discard, NoDiscard
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.discard import legal_discards, may_put_away, why_not_away
from kibic.games.preferans.following import after_declaration
from kibic.games.preferans.narrow import as_a
from kibic.games.preferans.phase import Dealt, Finished, Phase, Why, wrong_phase
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.scoring import score_no_discard

_DECLARE = {contract: Declare(contract) for contract in Contract}


@dataclass(frozen=True, slots=True)
class Discarding:
    """The declarer holds twelve cards and puts two away (TAL-01, TAL-02)."""

    name: ClassVar[str] = "discard"

    bargain: Bargain

    @property
    def actor(self) -> Seat:
        """The declarer."""
        return self.bargain.declarer

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """Any two of the twelve cards; in a hand without cards only the untold discard."""
        return legal_discards(dealt.deal, self.actor)

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether the two cards may be put away; the table's clock may also end the wait (PEN-01)."""
        if isinstance(action, Discard):
            return may_put_away(dealt.deal, self.actor, action)
        return isinstance(action, NoDiscard)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Which rule a discard breaks."""
        return why_not_away(dealt.deal, action) if isinstance(action, Discard) else wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """On to the declaration."""
        if isinstance(action, NoDiscard):
            return Finished(score_no_discard(dealt.facts, self.bargain), self.bargain)
        return Declaring(replace(self.bargain, discard=as_a(Discard, action).mask))


@dataclass(frozen=True, slots=True)
class Declaring:
    """The declarer names his game (DEC-01)."""

    name: ClassVar[str] = "declaration"

    bargain: Bargain

    @property
    def actor(self) -> Seat:
        """The declarer."""
        return self.bargain.declarer

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """The games not below the bid (DEC-01, DEC-03)."""
        return tuple(_DECLARE[contract] for contract in declarable(dealt.rules, self.bargain.number))

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether the game may be declared."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Which rule a declaration breaks."""
        if not isinstance(action, Declare):
            return wrong_phase(self.name)
        if action.contract > dealt.rules.auc.max:
            return refusals.NO_SUCH_GAME
        return refusals.DECLARE_LOW if action.contract < self.bargain.number else refusals.DECLARE_TWO

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """On to following, or to kontra where nobody is asked."""
        return after_declaration(dealt, replace(self.bargain, contract=as_a(Declare, action).contract))


def declarable(rules: Rules, number: int) -> tuple[Contract, ...]:
    """The games a winner at ``number`` may declare (DEC-01, DEC-03, AGR-09)."""
    restricted = rules.dec.two_restriction if number == Contract.PIK else "none"
    if restricted == "pik_only":
        return (Contract.PIK,)
    without = Contract.BETL if restricted == "no_betl" else None
    return tuple(contract for contract in Contract if number <= contract <= rules.auc.max and contract is not without)
