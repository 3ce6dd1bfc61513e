"""The auction of levels: any higher bid, a pass is final (POL-02)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.game import Seat
from kibic.games.preferans.actions import Pass
from kibic.games.preferans.levels import refusals
from kibic.games.preferans.levels.actions import LEVEL_BIDS, PAS, LevelAction, LevelBid
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.contracts import LevelContract
from kibic.games.preferans.levels.exchange import LevelDiscarding
from kibic.games.preferans.levels.phase import LevelDealt, LevelFinished, LevelPhase
from kibic.games.preferans.levels.scoring import score_all_pass
from kibic.games.preferans.narrow import as_a
from kibic.games.preferans.phase import Why


@dataclass(frozen=True, slots=True)
class LevelAuction:
    """The state of the auction: the highest bid, its owner, who bid first, and who is out."""

    name: ClassVar[str] = "auction"

    actor: Seat
    bid: LevelContract | None = None
    holder: Seat | None = None
    first_bidder: Seat | None = None
    passed: frozenset[Seat] = frozenset()

    @property
    def bargain(self) -> LevelBargain | None:
        """Nothing is agreed in the auction."""
        return None

    def legal(self, dealt: LevelDealt) -> tuple[LevelAction, ...]:
        """Pas and every higher bid."""
        bid = self.bid
        return (PAS, *(action for action in LEVEL_BIDS if bid is None or action.contract > bid))

    def allows(self, dealt: LevelDealt, action: LevelAction) -> bool:
        """Whether the call is legal."""
        return action in self.legal(dealt)

    def refuse(self, dealt: LevelDealt, action: LevelAction) -> Why:
        """A bid that is too low, or no word of the auction."""
        return refusals.BID_LOW if isinstance(action, LevelBid) else refusals.WRONG_PHASE[self.name]

    def step(self, dealt: LevelDealt, action: LevelAction) -> LevelPhase | LevelFinished:
        """Enter the call; the auction ends when one player is left, or none."""
        seat = self.actor
        if isinstance(action, Pass):
            after = replace(self, passed=self.passed | {seat})
        else:
            bid = as_a(LevelBid, action).contract
            first = seat if self.first_bidder is None else self.first_bidder
            after = replace(self, bid=bid, holder=seat, first_bidder=first)
        place = dealt.order.index(seat)
        others = (*dealt.order[place + 1 :], *dealt.order[:place])
        turn = next((other for other in others if other not in after.passed and other != after.holder), None)
        if turn is not None:
            return replace(after, actor=turn)
        if after.bid is None or after.holder is None or after.first_bidder is None:
            return LevelFinished(score_all_pass(dealt), None)
        return LevelDiscarding(LevelBargain(after.holder, dealt.order, after.bid, after.first_bidder))
