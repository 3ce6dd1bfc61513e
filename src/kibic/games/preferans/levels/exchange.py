"""The musik is taken, two cards go away, a contract is declared (POL-03)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.game import Seat
from kibic.games.preferans.actions import Discard, NoDiscard
from kibic.games.preferans.discard import legal_discards, may_put_away, why_not_away
from kibic.games.preferans.levels import refusals
from kibic.games.preferans.levels.actions import DECLARATIONS, LevelAction, LevelDeclare
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.phase import LevelDealt, LevelFinished, LevelPhase
from kibic.games.preferans.levels.scoring import score_no_discard
from kibic.games.preferans.levels.whist import after_declaration
from kibic.games.preferans.narrow import as_a
from kibic.games.preferans.phase import Why


@dataclass(frozen=True, slots=True)
class LevelDiscarding:
    """The declarer holds twelve cards and puts two away (POL-03, TAL-02)."""

    name: ClassVar[str] = "discard"

    bargain: LevelBargain

    @property
    def actor(self) -> Seat:
        """The declarer."""
        return self.bargain.declarer

    def legal(self, dealt: LevelDealt) -> tuple[LevelAction, ...]:
        """Any two of the twelve cards; in a hand without cards only the untold discard."""
        return legal_discards(dealt.deal, self.actor)

    def allows(self, dealt: LevelDealt, action: LevelAction) -> bool:
        """Whether the two cards may be put away; the table's clock may also end the wait (PEN-01)."""
        if isinstance(action, Discard):
            return may_put_away(dealt.deal, self.actor, action)
        return isinstance(action, NoDiscard)

    def refuse(self, dealt: LevelDealt, action: LevelAction) -> Why:
        """Which rule a discard breaks."""
        if isinstance(action, Discard):
            return why_not_away(dealt.deal, action)
        return refusals.WRONG_PHASE[self.name]

    def step(self, dealt: LevelDealt, action: LevelAction) -> LevelPhase | LevelFinished:
        """On to the declaration."""
        if isinstance(action, NoDiscard):
            return LevelFinished(score_no_discard(dealt, self.bargain), self.bargain)
        return LevelDeclaring(replace(self.bargain, discard=as_a(Discard, action).mask))


@dataclass(frozen=True, slots=True)
class LevelDeclaring:
    """The declarer names his contract (POL-03)."""

    name: ClassVar[str] = "declaration"

    bargain: LevelBargain

    @property
    def actor(self) -> Seat:
        """The declarer."""
        return self.bargain.declarer

    def legal(self, dealt: LevelDealt) -> tuple[LevelAction, ...]:
        """The contracts not lower than the bid (POL-03, C-55)."""
        return tuple(action for action in DECLARATIONS if action.contract >= self.bargain.bid)

    def allows(self, dealt: LevelDealt, action: LevelAction) -> bool:
        """Whether the contract may be declared."""
        return action in self.legal(dealt)

    def refuse(self, dealt: LevelDealt, action: LevelAction) -> Why:
        """A contract that is too low, or no contract."""
        return refusals.DECLARE_LOW if isinstance(action, LevelDeclare) else refusals.WRONG_PHASE[self.name]

    def step(self, dealt: LevelDealt, action: LevelAction) -> LevelPhase | LevelFinished:
        """On to the whist, or to the play where nobody is asked."""
        return after_declaration(dealt, replace(self.bargain, contract=as_a(LevelDeclare, action).contract))
