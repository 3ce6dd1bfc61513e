"""Following, calling and trick offers (sections 6, 7 and AGR-06)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.game import Seat
from kibic.games.preferans import refusals
from kibic.games.preferans.actions import Action, Answer, Call, Follow, OfferAnswer, OfferTricks
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.kontra import after_following
from kibic.games.preferans.narrow import as_a
from kibic.games.preferans.phase import Dealt, Finished, Phase, Why, wrong_phase
from kibic.games.preferans.scoring import score_nobody, score_pik, score_played

_FOLLOW = (Follow(True), Follow(False))
_CALL = (Call(True), Call(False))
_ANSWER = (Answer(True), Answer(False))
_OFFER_ANSWER = (OfferAnswer(True), OfferAnswer(False))
_OFFERS = tuple(OfferTricks(number) for number in range(11))


def after_declaration(dealt: Dealt, bargain: Bargain) -> Phase | Finished:
    """Following is asked except in betl and preferans (FOL-01)."""
    if bargain.game.is_forced:
        return after_following(dealt, bargain)
    return Following(bargain, bargain.defenders[0])


@dataclass(frozen=True, slots=True)
class Following:
    """The defenders answer, the declarer's right first (FOL-02)."""

    name: ClassVar[str] = "following"

    bargain: Bargain
    actor: Seat

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """Dođem or ne."""
        return _FOLLOW

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether it is an answer."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Only the two answers are possible here."""
        return wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """Ask the other defender, then settle who follows (FOL-03)."""
        yes = as_a(Follow, action).yes
        right, left = self.bargain.defenders
        if self.actor == right:
            return Following(replace(self.bargain, follows=(yes, None)), left)
        bargain = replace(self.bargain, follows=(self.bargain.follows[0], yes))
        lone = bargain.lone
        if lone is not None and (dealt.rules.call.enabled or dealt.rules.agr.trick_offer):
            return Calling(bargain, lone)
        if not any(bargain.follows):
            return _nobody_follows(dealt, bargain)
        return after_following(dealt, bargain)


@dataclass(frozen=True, slots=True)
class Calling:
    """A lone follower calls the other defender, plays alone, or offers a number of tricks (CALL-01, AGR-06)."""

    name: ClassVar[str] = "calling"

    bargain: Bargain
    actor: Seat

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """Zajedno, sam, and daješ N where it is agreed and not yet used."""
        call = _CALL if dealt.rules.call.enabled else _CALL[1:]
        offers = _OFFERS if dealt.rules.agr.trick_offer and not self.bargain.offer_made else ()
        return (*call, *offers)

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether it may be said."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Which rule of calling a word breaks."""
        if isinstance(action, OfferTricks):
            may_offer = dealt.rules.agr.trick_offer and not self.bargain.offer_made
            return refusals.OFFER_RANGE if may_offer else refusals.NO_OFFER
        return refusals.NO_CALL if isinstance(action, Call) else wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """A call takes effect at once or is answered first (CALL-02)."""
        right, left = self.bargain.defenders
        other = left if self.actor == right else right
        if isinstance(action, OfferTricks):
            return OfferAnswering(replace(self.bargain, offer_made=True), self.actor, action.tricks)
        if not as_a(Call, action).yes:
            return after_following(dealt, self.bargain)
        if dealt.rules.call.refusable:
            return CallAnswering(self.bargain, self.actor, other)
        return after_following(dealt, replace(self.bargain, caller=self.actor, called=other))


@dataclass(frozen=True, slots=True)
class CallAnswering:
    """The called defender accepts or refuses (CALL-02)."""

    name: ClassVar[str] = "call_answer"

    bargain: Bargain
    caller: Seat
    actor: Seat

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """Idem or neću."""
        return _ANSWER

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether it is an answer."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Only the two answers are possible here."""
        return wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """An accepted call makes caller and called; a refused one leaves the follower alone (CALL-02, KON-11)."""
        accepted = replace(self.bargain, caller=self.caller, called=self.actor)
        return after_following(dealt, accepted if as_a(Answer, action).yes else self.bargain)


@dataclass(frozen=True, slots=True)
class OfferAnswering:
    """The declarer answers a trick offer (AGR-06)."""

    name: ClassVar[str] = "offer_answer"

    bargain: Bargain
    follower: Seat
    tricks: int

    @property
    def actor(self) -> Seat:
        """The declarer."""
        return self.bargain.declarer

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """Dajem or ne dajem."""
        return _OFFER_ANSWER

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether it is an answer."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Only the two answers are possible here."""
        return wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """Accepted: the hand is scored as agreed; refused: the follower calls or plays alone."""
        if not as_a(OfferAnswer, action).yes:
            return Calling(self.bargain, self.follower)
        bargain = replace(self.bargain, offered=self.tricks)
        tricks = [0] * dealt.players
        tricks[self.follower], tricks[self.actor] = self.tricks, 10 - self.tricks
        return Finished(score_played(dealt.facts, bargain, tuple(tricks), "agreed"), bargain)


def _nobody_follows(dealt: Dealt, bargain: Bargain) -> Finished:
    """FOL-04, or the pik tree for standard pik (PIK-02)."""
    pik = dealt.rules.pik
    is_standard_pik = bargain.game == Contract.PIK and not bargain.igra
    by_tree = pik.needs_kontra and pik.nobody_follows == "as_no_kontra" and pik.no_kontra != "played"
    if is_standard_pik and by_tree:
        return Finished(score_pik(dealt.facts, bargain, nobody=True), bargain)
    return Finished(score_nobody(dealt.facts, bargain), bargain)
