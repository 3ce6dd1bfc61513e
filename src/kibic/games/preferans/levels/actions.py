"""What can be said in the game of levels, each with its word (record.md section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from kibic.games.preferans.actions import Claim, Deal, Discard, NoDiscard, Pass, Play, Tricks, WriteOff
from kibic.games.preferans.levels.contracts import CONTRACTS, LevelContract

Mode = Literal["alone", "dark", "open"]
_MODE_WORDS: Final[dict[Mode, str]] = {"alone": "sam", "dark": "ciemno", "open": "widno"}


@dataclass(frozen=True, slots=True)
class LevelBid:
    """A bid: level and denomination (POL-02)."""

    contract: LevelContract

    @property
    def word(self) -> str:
        """``6S`` to ``10NT``."""
        return self.contract.word


@dataclass(frozen=True, slots=True)
class LevelDeclare:
    """The declared contract (POL-03)."""

    contract: LevelContract

    @property
    def word(self) -> str:
        """``6S`` to ``10NT``."""
        return self.contract.word


@dataclass(frozen=True, slots=True)
class Whist:
    """ "Wistuję", or "pas" (POL-04)."""

    yes: bool

    @property
    def word(self) -> str:
        """``wist`` or ``pas``."""
        return "wist" if self.yes else "pas"


@dataclass(frozen=True, slots=True)
class Summon:
    """The lone whister plays alone, or summons his partner to play dark or open (POL-05)."""

    mode: Mode

    @property
    def word(self) -> str:
        """``sam``, ``ciemno`` or ``widno``."""
        return _MODE_WORDS[self.mode]


LevelAction = (
    Deal | Pass | LevelBid | Discard | NoDiscard | LevelDeclare | Whist | Summon | Play | Claim | Tricks | WriteOff
)

PAS: Final = Pass("pas")
LEVEL_BIDS: Final = tuple(LevelBid(contract) for contract in CONTRACTS)
DECLARATIONS: Final = tuple(LevelDeclare(contract) for contract in CONTRACTS)
WHIST: Final = (Whist(True), Whist(False))
SUMMONS: Final = (Summon("alone"), Summon("dark"), Summon("open"))
