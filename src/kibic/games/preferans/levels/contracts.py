"""The twenty-five contracts: a level and a denomination (POL-02, CRD-02), and what they are worth (POL-08)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from kibic.cards import Suit

LOWEST_LEVEL: Final = 6
HIGHEST_LEVEL: Final = 10
LEVELS: Final = range(LOWEST_LEVEL, HIGHEST_LEVEL + 1)


class Denomination(IntEnum):
    """A trump suit or no trump, in the order of bidding (CRD-02)."""

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    NO_TRUMP = 4


_LETTERS: Final = ("S", "C", "D", "H", "NT")
_TRUMPS: Final = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, None)


@dataclass(frozen=True, slots=True, order=True)
class LevelContract:
    """A bid and a declared game: so many tricks with that trump. The order is that of bidding (POL-02)."""

    level: int
    denomination: Denomination

    @property
    def word(self) -> str:
        """``6S`` to ``10NT``."""
        return f"{self.level}{_LETTERS[self.denomination]}"

    @property
    def trump(self) -> int | None:
        """The trump suit, None in no trump (POL-12)."""
        suit = _TRUMPS[self.denomination]
        return None if suit is None else int(suit)

    @property
    def value(self) -> int:
        """Points of the contract, of an undertrick and of a trick of a whister: 10 to 50 (POL-08)."""
        return 10 * (self.level - 5)

    @property
    def is_forced(self) -> bool:
        """Whether both opponents play without being asked (POL-04)."""
        return self.level == HIGHEST_LEVEL


#: All contracts, the lowest first.
CONTRACTS: Final = tuple(LevelContract(level, denomination) for level in LEVELS for denomination in Denomination)
