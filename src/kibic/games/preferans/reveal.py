"""What is shown after a hand (TAL-02, TAL-03, DEAL-05)."""

from __future__ import annotations

from dataclasses import replace

from kibic.cards import mask_of
from kibic.game import Seat
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.phase import Dealt, Finished


def revealed(dealt: Dealt, finished: Finished) -> Outcome:
    """The outcome with the cards that may be shown after the hand.

    A played hand with the talon is shown whole. After an igra the talon stays unknown to all (TAL-03), so only cards
    that were played are shown. A hand that was not played is not shown at all (DEAL-05).
    """
    outcome, bargain = finished.outcome, finished.bargain
    nothing: tuple[int | None, ...] = (None,) * dealt.players
    if dealt.deal.blind or bargain is None or outcome.kind != "played":
        return replace(outcome, hands=nothing)
    if bargain.igra:
        return replace(outcome, hands=tuple(_played_by(outcome, seat) for seat in range(dealt.players)))
    hands = list(dealt.deal.hands)
    hands[bargain.declarer] = (hands[bargain.declarer] | dealt.deal.talon) & ~bargain.discard
    return replace(outcome, hands=tuple(hands), talon=dealt.deal.talon, discard=bargain.discard)


def _played_by(outcome: Outcome, seat: Seat) -> int | None:
    cards = mask_of(card for trick in outcome.play for player, card in trick.cards if player == seat)
    return cards or None
