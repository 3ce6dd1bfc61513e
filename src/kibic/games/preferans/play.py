"""Lead, tricks and the end of play (section 10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.cards import Hand
from kibic.game import HOUSE, Seat
from kibic.games.preferans import refusals
from kibic.games.preferans.actions import PLAYS, Action, Claim, Play, Tricks
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.cardplay import Laid, lay, leader, playable_cards, why_not
from kibic.games.preferans.claims import settled_tricks
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.history import NO_TRICK, Trick
from kibic.games.preferans.narrow import as_a
from kibic.games.preferans.phase import Dealt, Finished, Phase, Why, wrong_phase
from kibic.games.preferans.scoring import score_played

TRICKS_IN_HAND = 10


@dataclass(frozen=True, slots=True)
class Playing:
    """The play of the hand: cards still held, the trick in progress, and what has been played."""

    name: ClassVar[str] = "play"

    bargain: Bargain
    hands: tuple[int, ...]
    turn: Seat
    active: tuple[Seat, ...]
    taken: tuple[int, ...]
    trick: Trick = NO_TRICK
    played: tuple[Trick, ...] = ()
    blind: bool = False

    @property
    def actor(self) -> Seat:
        """Who plays; the house where only the tricks will be told."""
        return HOUSE if self.blind else self.turn

    @property
    def trump(self) -> int | None:
        """The trump suit."""
        return self.bargain.game.trump

    @property
    def remaining(self) -> int:
        """Tricks not yet completed."""
        return TRICKS_IN_HAND - len(self.played)

    def playable(self, dealt: Dealt) -> int:
        """The cards the actor may play, as a mask (PLAY-01, PLAY-02)."""
        return playable_cards(dealt.rules.play, self.hands[self.turn], self.trick, self.trump)

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """The playable cards, by suit and from the top; none are listed where the tricks will be told."""
        if self.blind:
            return ()
        return tuple(PLAYS[card] for card in Hand(self.playable(dealt)))

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether a card, a claim or a told result fits."""
        match action:
            case Play(card=card):
                return not self.blind and bool(self.playable(dealt) >> card & 1)
            case Claim(tricks=tricks):
                return tricks in self.claims(dealt)
            case Tricks(taken=taken):
                return self._tricks_fit(dealt, taken)
            case _:
                return False

    def claims(self, dealt: Dealt) -> tuple[int, ...]:
        """The numbers N of the rest that the declarer may take by agreement (END-03).

        Two followers who each write their own tricks cannot be given a rest together; then the declarer takes all of
        it.
        """
        if self.blind:
            return ()
        rest = self.remaining
        own = dealt.rules.kontra.supe_owner == "own_unless_called" if self.bargain.kontras is not None else (
            self.bargain.caller is None or dealt.rules.call.supe_owner == "own_only"
        )  # fmt: skip
        if len(self.active) == 3 and own and not self.bargain.game.is_forced:
            return (rest,)
        return tuple(range(rest + 1))

    def settles(self, dealt: Dealt, action: Action) -> bool:
        """Whether a claim tells what every line of play gives, so that it needs nobody's consent (END-03)."""
        if not isinstance(action, Claim) or not self.allows(dealt, action):
            return False
        laid = Laid(self.hands, self.turn, self.taken, self.trick, self.played)
        return action.tricks == settled_tricks(dealt.rules.play, laid, self.active, self.trump, self.bargain.declarer)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Which rule of play an action breaks."""
        match action:
            case Play(card=card) if not self.blind:
                return why_not(dealt.rules.play, self.hands[self.turn], self.trick, self.trump, card)
            case Play() | Claim() if self.blind:
                return refusals.CARDS_UNTOLD
            case Claim(tricks=tricks):
                return refusals.CLAIM_RANGE if not 0 <= tricks <= self.remaining else refusals.CLAIM_SPLIT
            case Tricks():
                return refusals.TRICKS_WRONG
            case _:
                return wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """Play a card, or end the hand as claimed or told."""
        match action:
            case Play(card=card):
                return self._play(dealt, card)
            case Claim(tricks=tricks):
                return self._finish(dealt, self._claimed(dealt, tricks))
            case _:
                return self._finish(dealt, as_a(Tricks, action).taken)

    def _play(self, dealt: Dealt, card: int) -> Phase | Finished:
        before = Laid(self.hands, self.turn, self.taken, self.trick, self.played)
        hands, turn, taken, trick, played = lay(before, self.active, self.trump, card)
        after = Playing(self.bargain, hands, turn, self.active, taken, trick, played)
        return after._finish(dealt, taken) if not trick.cards and after._is_over(dealt) else after

    def _is_over(self, dealt: Dealt) -> bool:
        if not self.remaining:
            return True
        own = self.taken[self.bargain.declarer]
        defence = sum(self.taken) - own
        if self.bargain.game == Contract.BETL:
            return dealt.rules.end.betl_first_trick and own > 0  # END-02
        if self.bargain.game == Contract.PREFERANS:
            return dealt.rules.end.betl_first_trick and defence > 0
        return dealt.rules.end.stop_at_5 and defence >= 5  # END-01

    def _claimed(self, dealt: Dealt, tricks: int) -> tuple[int, ...]:
        """The tricks by seat when the declarer takes ``tricks`` of the rest and the defence the others."""
        taken = list(self.taken)
        taken[self.bargain.declarer] += tricks
        writers = [seat for seat in (self.bargain.kontras, self.bargain.caller) if seat is not None]
        writer = writers[0] if writers else next(seat for seat in self.active if seat != self.bargain.declarer)
        rest = self.remaining - tricks
        if dealt.rules.end.stop_at_5 and not self.bargain.game.is_forced:  # END-01: the hand would stop there
            rest = min(rest, 5 - (sum(self.taken) - self.taken[self.bargain.declarer]))
        taken[writer] += rest
        return tuple(taken)

    def _tricks_fit(self, dealt: Dealt, taken: tuple[int, ...]) -> bool:
        """Whether told tricks can be the result: nobody has fewer than he took, and they add up (PLAY-04)."""
        if len(taken) != dealt.players or any(number < 0 for number in taken):
            return False
        if any(told < had for told, had in zip(taken, self.taken, strict=True)):
            return False
        if any(taken[seat] for seat in range(dealt.players) if seat not in self.active):
            return False
        own = taken[self.bargain.declarer]
        defence = sum(taken) - own
        stops = dealt.rules.end.stop_at_5 and not self.bargain.game.is_forced
        if stops and defence >= 5:
            return defence == 5 and sum(taken) <= TRICKS_IN_HAND
        if sum(taken) == TRICKS_IN_HAND:
            return True
        early = dealt.rules.end.betl_first_trick and 0 < sum(taken) < TRICKS_IN_HAND
        if self.bargain.game == Contract.BETL:
            return early and own == 1
        return self.bargain.game == Contract.PREFERANS and early and defence == 1

    def _finish(self, dealt: Dealt, taken: tuple[int, ...]) -> Finished:
        outcome = score_played(dealt.facts, self.bargain, taken)
        return Finished(replace(outcome, play=self.played), self.bargain)


def first_leader(dealt: Dealt, bargain: Bargain) -> Seat:
    """Who leads to the first trick (LEAD-01, LEAD-02)."""
    game = bargain.game
    if game in (Contract.SANS, Contract.PREFERANS):
        mode = dealt.rules.lead.sans
    else:
        mode = dealt.rules.lead.betl if game == Contract.BETL else dealt.rules.lead.suit
    return leader(mode, dealt.order, bargain.active, bargain.declarer, bargain.first_bidder)


def start_play(dealt: Dealt, bargain: Bargain) -> Phase:
    """The first trick."""
    hands = list(dealt.deal.hands)
    if not bargain.igra and not dealt.deal.blind:
        hands[bargain.declarer] = (hands[bargain.declarer] | dealt.deal.talon) & ~bargain.discard
    return Playing(
        bargain=bargain,
        hands=tuple(hands),
        turn=first_leader(dealt, bargain),
        active=bargain.active,
        taken=(0,) * dealt.players,
        blind=dealt.deal.blind,
    )
