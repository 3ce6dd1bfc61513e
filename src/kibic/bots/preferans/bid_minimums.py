"""Minimums for bidding, kept where the ruleset agrees on one (strategy.md section 3.1, AGR-05)."""

from __future__ import annotations

from kibic.bots.preferans.estimate import betl_chance, declarer_tricks
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.minimums import covers, introductory_pik
from kibic.games.preferans.view import PreferansView


def meets_minimum(view: PreferansView, least: int) -> bool:
    """Whether the hand may bid ``least`` by the agreed table, ``conv.bid_min``; always where none is agreed.

    A number bid on the way to a higher game is allowed when that game meets the minimum (BID-04, BID-06).
    """
    table = view.rules.conv.bid_min
    hand = view.own
    return (
        covers(table, hand, least)
        or introductory_pik(table, hand, least)
        or betl_chance(hand, leads=False) > 0.5
        or declarer_tricks(hand, Contract.SANS) >= 5
    )
