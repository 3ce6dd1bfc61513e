"""The games one can declare, their numbers and values (AUC-01, AUC-02, SCO-07)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Contract(IntEnum):
    """A declared game; its value is its bid number (AUC-01)."""

    PIK = 2
    KARO = 3
    HERC = 4
    TREF = 5
    BETL = 6
    SANS = 7
    PREFERANS = 8

    @property
    def word(self) -> str:
        """The word of the table."""
        return self.name.lower()

    @property
    def trump(self) -> int | None:
        """The trump suit, or None in betl, sans and preferans."""
        return self - 2 if self <= Contract.TREF else None

    @property
    def is_suit(self) -> bool:
        """Whether it is played with a trump."""
        return self <= Contract.TREF

    @property
    def is_forced(self) -> bool:
        """Whether both defenders take part without being asked (FOL-01): betl and preferans."""
        return self in (Contract.BETL, Contract.PREFERANS)

    def game_value(self, igra: bool) -> int:
        """Game value ``g``: the bid number, plus one when played without the talon (AUC-02)."""
        return self + 1 if igra else int(self)

    def unit(self, igra: bool, multiplier: int = 1) -> int:
        """Bule of the declarer and points of one trick: ``2 * g * m`` (SCO-01, SCO-02)."""
        return 2 * self.game_value(igra) * multiplier


SUIT_CONTRACTS: Final = (Contract.PIK, Contract.KARO, Contract.HERC, Contract.TREF)
CONTRACT_BY_WORD: Final = {contract.word: contract for contract in Contract}
