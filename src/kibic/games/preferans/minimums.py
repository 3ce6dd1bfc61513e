"""The agreed minimums for bidding, as predicates on a hand (strategy.md section 3.1, AGR-05).

The auction refuses by them where that is agreed, bots keep them, and the convention checker looks for breaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kibic.games.preferans.betl import suit_is_safe
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import ACE, JACK, KING, LENGTH, QUEEN, TOP, holdings
from kibic.games.preferans.potential import POTENTIAL, potential_tricks
from kibic.games.preferans.vocabulary import ace_king, bela

#: Potential tricks that a bid by the Gulin or the tournament table promises (BID-03, BID-05).
BID_TRICKS: Final = 4.5
#: Potential tricks of a hand on the way to sans; the talon adds the rest (BID-06).
SANS_TRICKS: Final = 5.0
#: BID-01 to BID-04: the table of each value of ``conv.bid_min``.
BID_RULES: Final = {
    "three": "BID-02",
    "three_honour": "BID-02",
    "intro": "BID-01",
    "gulin": "BID-03",
    "turnir": "BID-04",
}


def three_suffice(hand: int, suit: int) -> bool:
    """BID-02, AGR-01: three cards of the suit."""
    return LENGTH[holdings(hand)[suit]] >= 3


def three_with_honour_suffice(hand: int, suit: int) -> bool:
    """BID-02, AGR-02: three cards of the suit, the best one a queen, king or ace."""
    return three_suffice(hand, suit) and holdings(hand)[suit] >= QUEEN


def intro_suffices(hand: int, suit: int) -> bool:
    """BID-01: whether a hand may bid up to ``suit`` by the table B1 to B9."""
    suits = holdings(hand)
    own = suits[suit]
    side = [holding for other, holding in enumerate(suits) if other != suit]
    n = LENGTH[own]
    aces = sum(1 for h in side if h & ACE)
    belas = sum(1 for h in side if bela(h))
    side_ace_king = sum(1 for h in side if ace_king(h))
    fourth_queen = any(h & QUEEN and LENGTH[h] >= 4 for h in side)
    return (
        (aces == 2 and bool(own & ACE) and n >= 3)  # B1
        or (own & (KING | QUEEN | JACK) == KING | QUEEN | JACK and (aces >= 2 or side_ace_king > 0 or belas == 3))  # B2
        or (n >= 4 and _three_sure(side))  # B3
        or (n >= 4 and bela(own) and any(bela(h) and LENGTH[h] >= 4 for h in side))  # B4
        or (n >= 5 and bool(own & ACE))  # B5
        or (n >= 4 and bool(own & ACE) and (belas > 0 or aces > 0 or fourth_queen))  # B6
        or (n >= 4 and ace_king(own))  # B7
        or (n >= 5 and (aces > 0 or belas > 0))  # B8
        or (n >= 3 and potential_tricks(hand) >= 5)  # B9
    )


def _three_sure(side: list[int]) -> bool:
    """Three side aces; ace-king and an ace elsewhere; or ace-king and a jack in another suit (B3)."""
    if sum(1 for h in side if h & ACE) == 3:
        return True
    for place, holding in enumerate(side):
        others = side[:place] + side[place + 1 :]
        if ace_king(holding) and any(h & (ACE | JACK) for h in others):
            return True
    return False


def gulin_suffices(hand: int, suit: int) -> bool:
    """BID-03: four cards and 4.5 potential tricks, or A K Q of the suit and two potential tricks elsewhere."""
    suits = holdings(hand)
    own = suits[suit]
    if LENGTH[own] >= 4 and potential_tricks(hand) >= BID_TRICKS:
        return True
    elsewhere = sum(POTENTIAL[holding] for other, holding in enumerate(suits) if other != suit)
    return own & (ACE | KING | QUEEN) == ACE | KING | QUEEN and elsewhere >= 2


def turnir_suffices(hand: int, suit: int) -> bool:
    """BID-04: four cards of the suit, or three with five potential tricks."""
    length = LENGTH[holdings(hand)[suit]]
    return length >= 4 or (length == 3 and potential_tricks(hand) >= 5)


_TABLES: Final[dict[str, Callable[[int, int], bool]]] = {
    "three": three_suffice,
    "three_honour": three_with_honour_suffice,
    "intro": intro_suffices,
    "gulin": gulin_suffices,
    "turnir": turnir_suffices,
}


def covers(table: str, hand: int, number: int) -> bool:
    """Whether the hand meets ``table`` (a value of ``conv.bid_min``) in the suit of ``number`` or in a higher one.

    A number below the suit that is meant is on the way to it, because the numbers are bid one by one (AUC-04, BID-04).
    """
    return table == "none" or any(_TABLES[table](hand, suit) for suit in range(max(0, number - Contract.PIK), 4))


def introductory_pik(table: str, hand: int, number: int) -> bool:
    """BID-05: 4.5 potential tricks of any shape with at least one spade may bid 2 and no more."""
    return (
        table in {"gulin", "turnir"}
        and number == Contract.PIK
        and holdings(hand)[0] != 0
        and potential_tricks(hand) >= BID_TRICKS
    )


def on_the_way_to_betl(hand: int) -> bool:
    """BID-06: a hand that is a sure betl without two of its cards, which the talon lets him put away (KON-10)."""
    return sum(_too_many(holding) for holding in holdings(hand)) <= 2


def _too_many(holding: int) -> int:
    """How many of its highest cards must go before the holding can always stay below."""
    count = 0
    while not suit_is_safe(holding):
        holding &= ~(1 << TOP[holding])
        count += 1
    return count


def on_the_way_to_sans(hand: int) -> bool:
    """BID-06: five potential tricks and a stopper in every suit: an ace, a guarded king or a queen with two more."""
    return potential_tricks(hand) >= SANS_TRICKS and all(_stops(holding) for holding in holdings(hand))


def _stops(holding: int) -> bool:
    length = LENGTH[holding]
    return bool(holding & ACE or (holding & KING and length >= 2) or (holding & QUEEN and length >= 3))


def may_bid(table: str, hand: int, number: int) -> bool:
    """Whether ``number`` may be bid or held where the minimum is enforced (``conv.enforce_bid_min``, AGR-05).

    What binds is the hand: a suit from the number up, the introductory pik (BID-05), or a hand that can be meant for
    betl or sans (BID-06). Betl and sans themselves are bound by nothing.
    """
    return (
        not Contract.PIK <= number <= Contract.TREF
        or covers(table, hand, number)
        or introductory_pik(table, hand, number)
        or on_the_way_to_betl(hand)
        or on_the_way_to_sans(hand)
    )
