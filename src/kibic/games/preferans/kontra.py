"""The kontra ladder (section 8), and standard pik that nobody kontras (section 9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.game import Seat
from kibic.games.preferans import betl, refusals
from kibic.games.preferans.actions import KONTRAS, NO_KONTRA, Action, Kontra
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.narrow import known
from kibic.games.preferans.phase import Dealt, Finished, Phase, Why, wrong_phase
from kibic.games.preferans.play import first_leader, start_play
from kibic.games.preferans.scoring import score_pik


def after_following(dealt: Dealt, bargain: Bargain) -> Phase | Finished:
    """Ask for kontra those who may give it, the declarer's right first (KON-01)."""
    queue = tuple(seat for seat in bargain.defenders if _may_kontra(dealt, bargain, seat))
    if dealt.rules.kontra.enabled and queue:
        return KontraRound(bargain, 2, queue)
    return _after_kontra(dealt, bargain)


def _may_kontra(dealt: Dealt, bargain: Bargain, seat: Seat) -> bool:
    if bargain.game.is_forced:
        return True
    defenders = bargain.defenders
    if bargain.follows[defenders.index(seat)]:
        return bargain.caller is None or dealt.rules.kontra.after_call  # KON-11
    # KON-09: a first defender who did not come may come back with a kontra; CALL-05: a called player may not.
    return dealt.rules.kontra.reactivate and seat == defenders[0] and seat != bargain.called


@dataclass(frozen=True, slots=True)
class KontraRound:
    """One step of the ladder: ``asked`` are the seats still to be asked for ``factor`` (KON-04);
    ``obliged`` that the one asked ceded his game and must give it (IGR-07).
    """

    name: ClassVar[str] = "kontra"

    bargain: Bargain
    factor: int
    asked: tuple[Seat, ...]
    obliged: bool = False

    @property
    def actor(self) -> Seat:
        """Who is asked."""
        return self.asked[0]

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """The step or može."""
        if self._is_refused_rekontra(dealt):
            return (NO_KONTRA,)
        if self.obliged:
            return (KONTRAS[self.factor],)
        return (KONTRAS[self.factor], NO_KONTRA)

    def _is_refused_rekontra(self, dealt: Dealt) -> bool:
        """No rekontra on a sure betl, where that is agreed (KON-10)."""
        if self.factor != 4 or dealt.rules.kontra.betl_rekontra == "allowed" or self.bargain.game != Contract.BETL:
            return False
        if dealt.deal.blind:
            return False
        hand = dealt.deal.hands[self.actor]
        if not self.bargain.igra:
            hand = (hand | dealt.deal.talon) & ~self.bargain.discard
        return betl.is_sure(hand, first_leader(dealt, self.bargain) == self.actor, self.bargain.discard)

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether it may be said."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Which rule of the ladder a word breaks."""
        if isinstance(action, Kontra) and action.factor == self.factor and self._is_refused_rekontra(dealt):
            return refusals.UVER_BETL
        if self.obliged:
            return refusals.OBLIGED_KONTRA
        return wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """Ask the next one, climb the ladder, or end it."""
        if not isinstance(action, Kontra):
            rest = self.asked[1:]
            if rest:
                return replace(self, asked=rest)
            return _after_kontra(dealt, self.bargain)
        bargain = replace(self.bargain, kontra=self.factor)
        gives_sub = self.factor == 8 and dealt.rules.kontra.sub_responsibility == "sub_giver"
        if self.factor == 2 or gives_sub:  # KON-03, KON-08
            bargain = replace(bargain, kontras=self.actor)
        if self.factor >= dealt.rules.kontra.max:
            return _after_kontra(dealt, bargain)
        return KontraRound(bargain, self.factor * 2, _asked_for(dealt, bargain, self.factor * 2))


def _asked_for(dealt: Dealt, bargain: Bargain, factor: int) -> tuple[Seat, ...]:
    """Who may give the next step: the declarer 4 and 16, the kontras (or either defender) 8 (KON-04, KON-08)."""
    if factor != 8:
        return (bargain.declarer,)
    kontras = known(bargain.kontras)
    if dealt.rules.kontra.sub_by == "kontras":
        return (kontras,)
    other = next(seat for seat in bargain.defenders if seat != kontras)
    return (kontras, other)


def _after_kontra(dealt: Dealt, bargain: Bargain) -> Phase | Finished:
    """Play, except standard pik without kontra (PIK-01, PIK-02)."""
    pik = dealt.rules.pik
    bare_pik = bargain.game == Contract.PIK and not bargain.igra and bargain.kontra == 1
    if bare_pik and pik.needs_kontra and pik.no_kontra != "played":
        return Finished(score_pik(dealt.facts, bargain, nobody=False), bargain)
    return start_play(dealt, bargain)
