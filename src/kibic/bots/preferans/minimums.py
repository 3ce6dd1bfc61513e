"""Minimum tables for following as data, and the test of a hand against them (strategy.md section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from kibic.games.preferans.holdings import LENGTH, holdings
from kibic.games.preferans.vocabulary import SIDE_WORDS, fourth_jack, fourth_ten, trump_tricks

#: Each line is a list of sufficient sets. ``tt`` trump trick, ``tN`` at least N trumps, ``j4`` fourth jack and ``t10``
#: fourth ten in trumps, other words see :data:`SIDE_WORDS`; a word with ``*`` must lie in a suit the declarer bought.
FIRST: Final[dict[str, tuple[str, ...]]] = {
    "FMIN-1": (
        "tt A", "tt bela queen", "tt bela bela", "A A queen", "A bela king", "AK AK", "gabula gabula", "t3 A A",
    ),
    "FMIN-2": ("tt reason", "reason reason reason"),
    "FMIN-3": (
        "tt A bela", "A A A", "A A bela", "A bela bela", "bela king queen t2", "AK AK", "gabula gabula", "t3 A queen",
        "t3 AKQJT",
    ),
    "FMIN-4": ("tt A", "A A t2", "tt bela*", "A king queen t2", "t10 king"),
    "FMIN-5": ("tt king king", "A bela bela", "t4 A", "A A king", "tt tt"),
    "FMIN-8": ("AK*", "gabula*"),
}  # fmt: skip
SECOND: Final[dict[str, tuple[str, ...]]] = {
    "FMIN-1": ("tt tt", "A A queen", "A bela bela", "A bela king", "t4", "tt A queen"),
    "FMIN-2": ("reason reason reason", "tt reason reason"),
    "FMIN-3": ("tt tt", "tt king king", "A king queen", "tt A", "j4", "t10 king"),
    "FMIN-4": ("tt king king", "A king king", "t4 A", "tt tt"),
    "FMIN-5": FIRST["FMIN-5"],
    "FMIN-8": FIRST["FMIN-8"],
}
#: FOL-S1: three reasons, two trump tricks, or a trump trick and two reasons.
STANDARD: Final = ("reason reason reason", "tt tt", "tt reason reason")
#: FOL-S1 as tournaments read it: ace-king, and two cards of a bought suit, may count as two reasons (TUR-7, VOC-12).
TURNIR: Final = (*STANDARD, "AK reason", "tt AK", "pair* reason", "tt pair*")
#: FMIN-P: following on pik, by the tables of ``conv.pik_follow``.
PIK: Final[dict[str, tuple[str, ...]]] = {
    "dv": ("A A", "A tt"),
    "str": ("tt tt", "A A", "A tt"),
    "gulin": ("tt tt", "tt A", "A A", "tt king king"),
}


@dataclass(frozen=True, slots=True)
class Held:
    """A defender's hand seen against the declarer's trump."""

    trump: int
    side: tuple[int, ...]
    bought: tuple[bool, ...]

    @classmethod
    def of(cls, hand: int, trump: int, bought_suits: Sequence[int] = ()) -> Held:
        """The hand split into trumps and side suits; ``bought_suits`` are the suits of the talon cards."""
        suits = [suit for suit in range(4) if suit != trump]
        all_holdings = holdings(hand)
        return cls(
            all_holdings[trump],
            tuple(all_holdings[suit] for suit in suits),
            tuple(suit in bought_suits for suit in suits),
        )

    def meets(self, wanted: str) -> bool:
        """Whether the hand holds one sufficient set such as ``tt A bela``."""
        side_words: list[str] = []
        tricks = 0
        for word in wanted.split():
            if word == "tt":
                tricks += 1
            elif word == "j4":
                if not fourth_jack(self.trump):
                    return False
            elif word == "t10":
                if not fourth_ten(self.trump):
                    return False
            elif word[0] == "t" and word[1:].isdigit():
                if LENGTH[self.trump] < int(word[1:]):
                    return False
            else:
                side_words.append(word)
        return trump_tricks(self.trump) >= tricks and self._placed(side_words)

    def _placed(self, words: Sequence[str]) -> bool:
        """Whether each word can be given a side suit of its own."""
        return not words or any(
            all(self._stands(word, place) for word, place in zip(words, places, strict=True))
            for places in permutations(range(len(self.side)), len(words))
        )

    def _stands(self, word: str, place: int) -> bool:
        if word.endswith("*") and not self.bought[place]:
            return False
        return SIDE_WORDS[word.rstrip("*")](self.side[place])


def first_met(held: Held, sets: Sequence[str]) -> str | None:
    """The first sufficient set that the hand meets, None when it meets none."""
    return next((wanted for wanted in sets if held.meets(wanted)), None)


_NAMES: Final[dict[str, tuple[str, str]]] = {
    "tt": ("a trump trick", "adutski štih"),
    "j4": ("a fourth jack in trumps", "četvrti pub u adutu"),
    "t10": ("a fourth ten in trumps", "četvrta desetka u adutu"),
    "A": ("an ace", "kec"),
    "AK": ("ace and king", "kec-kralj"),
    "AKQJT": ("five top cards", "pet majorskih karata"),
    "gabula": ("ace and queen", "gabula"),
    "bela": ("king and queen", "bela"),
    "king": ("a guarded king", "drugi kralj"),
    "queen": ("a third queen", "treća dama"),
    "reason": ("a reason", "rezon"),
    "pair": ("two cards", "dve karte"),
}


def describe(wanted: str) -> tuple[str, str]:
    """A sufficient set in words, English and Serbian."""
    names = [_named(word) for word in wanted.split()]
    return " + ".join(name for name, _ in names), " + ".join(name for _, name in names)


def _named(word: str) -> tuple[str, str]:
    if word.endswith("*"):
        en, sr = _named(word.rstrip("*"))
        return f"{en} in a bought suit", f"{sr} u kupljenoj boji"
    if word in _NAMES:
        return _NAMES[word]
    count = int(word[1:])
    return f"{count} trumps", f"{count} aduta"
