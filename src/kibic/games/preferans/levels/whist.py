"""Who whists, and whether a lone whister summons his partner (POL-04, POL-05, POL-06)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.game import Seat
from kibic.games.preferans.levels import refusals
from kibic.games.preferans.levels.actions import SUMMONS, WHIST, LevelAction, Summon, Whist
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.phase import LevelDealt, LevelFinished, LevelPhase
from kibic.games.preferans.levels.play import start_play
from kibic.games.preferans.levels.scoring import score_nobody
from kibic.games.preferans.narrow import as_a
from kibic.games.preferans.phase import Why


def after_declaration(dealt: LevelDealt, bargain: LevelBargain) -> LevelPhase:
    """The opponents are asked, except at the highest level, where both must play (POL-04)."""
    if bargain.game.is_forced:
        return start_play(dealt, bargain)
    return Whisting(bargain, bargain.opponents[0])


@dataclass(frozen=True, slots=True)
class Whisting:
    """The opponents answer, the declarer's left first (POL-04)."""

    name: ClassVar[str] = "following"

    bargain: LevelBargain
    actor: Seat

    def legal(self, dealt: LevelDealt) -> tuple[LevelAction, ...]:
        """Wist or pas."""
        return WHIST

    def allows(self, dealt: LevelDealt, action: LevelAction) -> bool:
        """Whether it is an answer."""
        return action in WHIST

    def refuse(self, dealt: LevelDealt, action: LevelAction) -> Why:
        """Only the two answers are possible here."""
        return refusals.WRONG_PHASE[self.name]

    def step(self, dealt: LevelDealt, action: LevelAction) -> LevelPhase | LevelFinished:
        """Ask the other opponent, then settle who plays."""
        yes = as_a(Whist, action).yes
        first, second = self.bargain.opponents
        if self.actor == first:
            return Whisting(replace(self.bargain, whists=(yes, None)), second)
        bargain = replace(self.bargain, whists=(self.bargain.whists[0], yes))
        if not bargain.whisters:
            return LevelFinished(score_nobody(dealt, bargain), bargain)  # POL-06
        if bargain.lone is not None and dealt.rules.call.enabled:
            return Summoning(bargain, bargain.lone)
        return start_play(dealt, bargain)


@dataclass(frozen=True, slots=True)
class Summoning:
    """A lone whister plays alone, or summons his partner dark or open (POL-05)."""

    name: ClassVar[str] = "calling"

    bargain: LevelBargain
    actor: Seat

    def legal(self, dealt: LevelDealt) -> tuple[LevelAction, ...]:
        """Sam, ciemno and widno."""
        return SUMMONS

    def allows(self, dealt: LevelDealt, action: LevelAction) -> bool:
        """Whether it may be said."""
        return action in SUMMONS

    def refuse(self, dealt: LevelDealt, action: LevelAction) -> Why:
        """Only the three words are possible here."""
        return refusals.WRONG_PHASE[self.name]

    def step(self, dealt: LevelDealt, action: LevelAction) -> LevelPhase | LevelFinished:
        """A summons takes effect at once."""
        mode = as_a(Summon, action).mode
        if mode == "alone":
            return start_play(dealt, self.bargain)
        called = next(seat for seat in self.bargain.opponents if seat != self.actor)
        return start_play(dealt, replace(self.bargain, caller=self.actor, called=called, summon=mode))
