"""Potential tricks of a holding: the table of strategy.md section 2 (EVAL-01, EVAL-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kibic.games.preferans.holdings import LENGTH, holdings, parse_ranks

#: EVAL-01: holdings and their potential tricks, ``y`` = any small card. Sequences stand first in each line.
PATTERNS: Final[tuple[tuple[float, str], ...]] = (
    (0.5, "Ky Qyy Jyyy"),
    (1, "A KQ QJT JT98"),
    (1.5, "AQ KJ9 KTyy QJTy AJy"),
    (2, "AK KQJ QJT9 JT987"),
    (2.5, "AKJ KQTy QJ987"),
    (3, "AKQ KQJy QJT9y"),
    (3.5, "AKJT KQTyy"),
    (4, "AKQJ KQJTy QJTyyy"),
    (5, "AKQJy KQJT9y"),
)
#: Holdings whose cards touch are worth more than broken ones of the same value (EVAL-02).
SEQUENCES: Final = frozenset(
    (
        "A", "KQ", "QJT", "JT98", "AK", "KQJ", "QJT9", "JT987", "AKQ", "KQJy", "QJT9y",
        "AKQJ", "KQJTy", "QJTyyy", "AKQJy", "KQJT9y",
    )
)  # fmt: skip


def _descending(holding: int) -> list[int]:
    return [rank for rank in range(7, -1, -1) if holding >> rank & 1]


def _covers(holding: int, pattern: int) -> bool:
    """Whether each card of ``pattern`` has at least its equal, place by place, in ``holding``."""
    own, asked = _descending(holding), _descending(pattern)
    return len(own) >= len(asked) and all(mine >= need for mine, need in zip(own, asked, strict=False))


def _potential(holding: int) -> tuple[float, bool]:
    best, sequence = 0.0, False
    for value, texts in PATTERNS:
        for text in texts.split():
            pattern = parse_ranks(text)
            if not _covers(holding, pattern):
                continue
            tricks = value + _established(holding, LENGTH[pattern])
            if tricks > best or (tricks == best and text in SEQUENCES):
                best, sequence = tricks, text in SEQUENCES
    return best, sequence


def _established(holding: int, used: int) -> int:
    """EVAL-02: further cards of a long suit, once the top sequence has drawn every card that is missing."""
    own = _descending(holding)
    return len(own) - used if 8 - len(own) <= _solid(own, used) else 0


def _solid(own: Sequence[int], used: int) -> int:
    """How many rounds the top sequence from the ace surely lasts."""
    rounds = 0
    for place, rank in enumerate(own[:used]):
        if rank != 7 - place:
            break
        rounds += 1
    return rounds


_TABLE: Final = tuple(_potential(holding) for holding in range(256))
POTENTIAL: Final = tuple(value for value, _ in _TABLE)
"""EVAL-01, EVAL-02: potential tricks of each of the 256 holdings."""
IS_SEQUENCE: Final = tuple(sequence for _, sequence in _TABLE)


def potential_tricks(hand: int) -> float:
    """Potential tricks of a hand: the sum over its suits (EVAL-01)."""
    return sum(POTENTIAL[holding] for holding in holdings(hand))
