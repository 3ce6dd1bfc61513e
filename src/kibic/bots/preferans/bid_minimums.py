"""Minimum tables for bidding, used where the ruleset agrees on one (strategy.md section 3.1, AGR-05)."""

from __future__ import annotations

from kibic.bots.preferans.estimate import betl_chance, declarer_tricks
from kibic.bots.preferans.evaluation import potential_tricks
from kibic.bots.preferans.holdings import ACE, JACK, KING, LENGTH, QUEEN, holdings
from kibic.bots.preferans.vocabulary import ace_king, bela
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.view import PreferansView


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


def meets_minimum(view: PreferansView, least: int) -> bool:
    """Whether the hand may bid ``least`` by the agreed table, ``conv.bid_min``; always where none is agreed.

    A number bid on the way to a higher game is allowed when that game meets the minimum (BID-04, BID-06).
    """
    table = view.rules.conv.bid_min
    if table == "none":
        return True
    hand = view.own
    suits = holdings(hand)
    if betl_chance(hand, leads=False) > 0.5 or declarer_tricks(hand, Contract.SANS) >= 5:
        return True
    tricks = potential_tricks(hand)
    if least == Contract.PIK and tricks >= 4.5 and LENGTH[suits[0]] and table in {"gulin", "turnir"}:
        return True  # BID-05
    for suit in range(max(0, least - 2), 4):
        own = suits[suit]
        enough = {
            "three": LENGTH[own] >= 3,
            "three_honour": LENGTH[own] >= 3 and own >= QUEEN,
            "intro": intro_suffices(hand, suit),
            "turnir": LENGTH[own] >= 4 or (LENGTH[own] == 3 and tricks >= 5),
            "gulin": LENGTH[own] >= 4 and tricks >= 4.5,
        }
        if enough[table]:
            return True
    return False
