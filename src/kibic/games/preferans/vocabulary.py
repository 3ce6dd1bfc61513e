"""The words of the table as predicates on holdings (strategy.md section 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kibic.games.preferans.holdings import ACE, JACK, KING, LENGTH, QUEEN, TOP
from kibic.games.preferans.potential import POTENTIAL


def second_king(h: int) -> bool:
    """VOC-02, bezec kralj: a king with one small card."""
    return bool(h & KING) and LENGTH[h] == 2 and not h & (ACE | QUEEN | JACK)


def third_queen(h: int) -> bool:
    """VOC-03, treća dama: a queen with two cards below."""
    return bool(h & QUEEN) and LENGTH[h] == 3 and not h & (ACE | KING)


def fork(h: int) -> bool:
    """VOC-04, velike makaze or gabula: ace and queen without the king."""
    return h & (ACE | KING | QUEEN) == ACE | QUEEN


def small_fork(h: int) -> bool:
    """VOC-05, male makaze: king and jack without ace and queen."""
    return h & (ACE | KING | QUEEN | JACK) == KING | JACK


def bela(h: int) -> bool:
    """VOC-06: king and queen without the ace."""
    return h & (ACE | KING | QUEEN) == KING | QUEEN


def fourth_jack(h: int) -> bool:
    """VOC-07, četvrti pub: a jack with three cards below."""
    return LENGTH[h] == 4 and TOP[h] == 4


def fourth_ten(h: int) -> bool:
    """VOC-08, četvrta desetka: four cards, the ten on top."""
    return LENGTH[h] == 4 and TOP[h] == 3


def ace_king(h: int) -> bool:
    """VOC-10, kec-kralj."""
    return h & (ACE | KING) == ACE | KING


def trump_tricks(h: int) -> int:
    """VOC-11: trump tricks of a holding of trumps: 0, 1, or 2 and more.

    Ace; king with one more, queen with two more, jack with three more cards, each counted by itself.
    """
    n = LENGTH[h]
    honours = bool(h & ACE) + (bool(h & KING) and n >= 2) + (bool(h & QUEEN) and n >= 3) + (bool(h & JACK) and n >= 4)
    return max(honours, 2) if POTENTIAL[h] >= 2 else honours


def reasons(h: int) -> int:
    """VOC-12: strong reasons of a side suit: 2 for ace-king, 1 for an ace, a bela, a guarded king or queen."""
    if ace_king(h):
        return 2
    if h & ACE or bela(h):
        return 1
    return int((bool(h & KING) and LENGTH[h] >= 2) or (bool(h & QUEEN) and LENGTH[h] >= 3))


#: What a side suit must hold to stand for a word of the minimum tables. A better holding stands for a lesser word.
SIDE_WORDS: Final[dict[str, Callable[[int], bool]]] = {
    "AK": ace_king,
    "AKQJT": lambda h: h & 0b11111000 == 0b11111000,
    "A": lambda h: bool(h & ACE),
    "gabula": lambda h: h & (ACE | QUEEN) == ACE | QUEEN or ace_king(h),
    "bela": lambda h: h & (KING | QUEEN) == KING | QUEEN or fork(h) or ace_king(h),
    "king": lambda h: bool(h & ACE) or (bool(h & KING) and LENGTH[h] >= 2),
    "queen": lambda h: reasons(h) > 0,
    "reason": lambda h: reasons(h) > 0,
    "pair": lambda h: LENGTH[h] >= 2,
}
