"""Cards on the cloth: what may be played, why not, what follows a card, and who leads first (section 10).

Shared by the games of numbers and of levels, which differ in what is at stake and in who may play for whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibic.cards import DECK_32
from kibic.game import Seat, Text
from kibic.games.preferans import refusals
from kibic.games.preferans.history import NO_TRICK, Trick
from kibic.games.preferans.rules.playing import PlayRules
from kibic.tricks import beating, playable


class Laid(NamedTuple):
    """The table after a card: cards held by seat, who plays next, tricks taken, the trick, the completed tricks."""

    hands: tuple[int, ...]
    turn: Seat
    taken: tuple[int, ...]
    trick: Trick
    played: tuple[Trick, ...]


def playable_cards(rules: PlayRules, hand: int, trick: Trick, trump: int | None) -> int:
    """The cards of ``hand`` that may be played to ``trick``, as a mask (PLAY-01, PLAY-02)."""
    cards = trick.cards
    led = cards[0][1] // 8 if cards else None
    best = None
    if rules.must_overtake and cards:
        best = next(card for seat, card in cards if seat == trick.winner)
    return playable(hand, led, trump, DECK_32, must_trump=rules.must_trump, must_overtake=best)


def why_not(rules: PlayRules, hand: int, trick: Trick, trump: int | None, card: int) -> tuple[str, Text]:
    """Why a card may not be played now."""
    if not hand >> card & 1:
        return refusals.NOT_YOURS
    led = trick.cards[0][1] // 8
    if hand & DECK_32.suit_masks[led] and card // 8 != led:
        return refusals.must_follow(led)
    if trump is not None and rules.must_trump and card // 8 not in (led, trump):
        return refusals.must_trump(trump)
    return refusals.must_overtake()


def lay(before: Laid, active: Sequence[Seat], trump: int | None, card: int) -> Laid:
    """The table after the player in turn has played ``card`` (PLAY-03, PLAY-04)."""
    seat = before.turn
    hands = tuple(mask & ~(1 << card) if index == seat else mask for index, mask in enumerate(before.hands))
    winner = before.trick.winner
    if winner is None:
        winner = seat
    else:
        best = next(other for player, other in before.trick.cards if player == winner)
        if beating(1 << card, best, trump):
            winner = seat
    trick = Trick((*before.trick.cards, (seat, card)), winner)
    if len(trick.cards) < len(active):
        after = active[(active.index(seat) + 1) % len(active)]
        return Laid(hands, after, before.taken, trick, before.played)
    taken = tuple(count + (index == winner) for index, count in enumerate(before.taken))
    return Laid(hands, winner, taken, NO_TRICK, (*before.played, trick))


def leader(mode: str, order: Sequence[Seat], active: Sequence[Seat], declarer: Seat, first_bidder: Seat | None) -> Seat:
    """Who leads to the first trick, as ``mode`` of the rules says (LEAD-01, LEAD-02, C-13).

    ``order`` are the seats from P1, ``active`` those who play, in the order of play.
    """
    match mode:
        case "declarer":
            return declarer
        case "before_declarer":
            return active[active.index(declarer) - 1]
        case "first_number_bidder" if first_bidder is not None:
            place = order.index(first_bidder)
            order = (*order[place:], *order[:place])
    return next(seat for seat in order if seat in active)
