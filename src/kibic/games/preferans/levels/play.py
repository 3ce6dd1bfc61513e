"""Play in the game of levels: the declarer leads, and an open hand is played by who summoned it (POL-05, POL-07)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from kibic.cards import Hand
from kibic.game import HOUSE, Seat
from kibic.games.preferans import refusals as shared
from kibic.games.preferans.actions import PLAYS, Claim, Play, Tricks
from kibic.games.preferans.cardplay import Laid, lay, leader, playable_cards, why_not
from kibic.games.preferans.history import NO_TRICK, Trick
from kibic.games.preferans.levels import refusals
from kibic.games.preferans.levels.actions import LevelAction
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.phase import LevelDealt, LevelFinished, LevelPhase
from kibic.games.preferans.levels.scoring import score_played
from kibic.games.preferans.narrow import as_a, known
from kibic.games.preferans.phase import Why

TRICKS_IN_HAND = 10


@dataclass(frozen=True, slots=True)
class LevelPlaying:
    """The play of the hand: cards still held, the trick in progress, and what has been played.

    ``turn`` is the hand a card is due from; who plays it is :attr:`actor`.
    """

    name: ClassVar[str] = "play"

    bargain: LevelBargain
    hands: tuple[int, ...]
    turn: Seat
    active: tuple[Seat, ...]
    taken: tuple[int, ...]
    trick: Trick = NO_TRICK
    played: tuple[Trick, ...] = ()
    blind: bool = False

    @property
    def open_hand(self) -> Seat | None:
        """The seat whose cards lie open: the partner summoned open, once the first card is played (POL-05)."""
        begun = bool(self.trick.cards or self.played)
        return self.bargain.called if self.bargain.summon == "open" and begun else None

    @property
    def actor(self) -> Seat:
        """Who plays: the summoner for an open hand; the house where only the tricks will be told."""
        if self.blind:
            return HOUSE
        return known(self.bargain.caller) if self.turn == self.open_hand else self.turn

    @property
    def remaining(self) -> int:
        """Tricks not yet completed."""
        return TRICKS_IN_HAND - len(self.played)

    def playable(self, dealt: LevelDealt) -> int:
        """The cards that may be played now, as a mask (POL-07, PLAY-02)."""
        return playable_cards(dealt.rules.play, self.hands[self.turn], self.trick, self.bargain.game.trump)

    def legal(self, dealt: LevelDealt) -> tuple[LevelAction, ...]:
        """The playable cards, by suit and from the top; there are none where the tricks will be told."""
        return tuple(PLAYS[card] for card in Hand(self.playable(dealt)))

    def allows(self, dealt: LevelDealt, action: LevelAction) -> bool:
        """Whether a card, a claim or a told result fits."""
        match action:
            case Play(card=card):
                return not self.blind and bool(self.playable(dealt) >> card & 1)
            case Claim(tricks=tricks):
                return tricks in self.claims()
            case Tricks(taken=taken):
                return self._tricks_fit(taken)
            case _:
                return False

    def claims(self) -> tuple[int, ...]:
        """The numbers N of the rest that the declarer may take by agreement (END-03).

        Two opponents who each score their own tricks cannot be given a rest together; then the declarer takes all.
        """
        if self.blind:
            return ()
        if len(self.active) == 3 and self.bargain.caller is None:
            return (self.remaining,)
        return tuple(range(self.remaining + 1))

    def refuse(self, dealt: LevelDealt, action: LevelAction) -> Why:
        """Which rule of play an action breaks."""
        match action:
            case Play(card=card) if not self.blind:
                return why_not(dealt.rules.play, self.hands[self.turn], self.trick, self.bargain.game.trump, card)
            case Claim(tricks=tricks):
                return shared.CLAIM_RANGE if not 0 <= tricks <= self.remaining else shared.CLAIM_SPLIT
            case Tricks():
                return shared.TRICKS_WRONG
            case _:
                return refusals.WRONG_PHASE[self.name]

    def step(self, dealt: LevelDealt, action: LevelAction) -> LevelPhase | LevelFinished:
        """Play a card, or end the hand as claimed or told."""
        match action:
            case Play(card=card):
                return self._play(dealt, card)
            case Claim(tricks=tricks):
                return self._finish(dealt, self._claimed(tricks))
            case _:
                return self._finish(dealt, as_a(Tricks, action).taken)

    def _play(self, dealt: LevelDealt, card: int) -> LevelPhase | LevelFinished:
        before = Laid(self.hands, self.turn, self.taken, self.trick, self.played)
        hands, turn, taken, trick, played = lay(before, self.active, self.bargain.game.trump, card)
        after = LevelPlaying(self.bargain, hands, turn, self.active, taken, trick, played)
        return after if after.remaining else after._finish(dealt, taken)

    def _claimed(self, tricks: int) -> tuple[int, ...]:
        """The tricks by seat when the declarer takes ``tricks`` of the rest and the defence the others."""
        taken = list(self.taken)
        taken[self.bargain.declarer] += tricks
        followers = self.bargain.followers
        writer = followers[0] if self.bargain.caller is None else self.bargain.caller
        taken[writer] += self.remaining - tricks
        return tuple(taken)

    def _tricks_fit(self, taken: tuple[int, ...]) -> bool:
        """Whether told tricks can be the result: nobody has fewer than he took, and all ten are there (PLAY-04)."""
        return (
            len(taken) == len(self.taken)
            and sum(taken) == TRICKS_IN_HAND
            and all(told >= had for told, had in zip(taken, self.taken, strict=True))
            and not any(count for seat, count in enumerate(taken) if seat not in self.active)
        )

    def _finish(self, dealt: LevelDealt, taken: tuple[int, ...]) -> LevelFinished:
        outcome = score_played(dealt, self.bargain, taken)
        return LevelFinished(replace(outcome, play=self.played), self.bargain)


def start_play(dealt: LevelDealt, bargain: LevelBargain) -> LevelPhase:
    """The first trick; the declarer leads to it where the rules say so (POL-07, POL-12)."""
    active = bargain.active
    mode = dealt.rules.lead.sans if bargain.game.trump is None else dealt.rules.lead.suit
    return LevelPlaying(
        bargain=bargain,
        hands=tuple(dealt.cards_of(seat, bargain) for seat in range(dealt.players)),
        turn=leader(mode, dealt.order, active, bargain.declarer, bargain.first_bidder),
        active=active,
        taken=(0,) * dealt.players,
        blind=dealt.deal.blind,
    )
