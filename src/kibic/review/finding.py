"""What the convention checker finds: who broke what, and the cards that show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from kibic.cards import DECK_32
from kibic.game import Json, Seat, Text

#: ``agreed``: the rules of the table have agreed on it. ``custom``: always counts as good play (DEF-01 to DEF-03,
#: DEF-10 and the leads). ``note``: advice, nobody was hurt.
Severity = Literal["agreed", "custom", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A convention that ``seat`` broke in hand number ``hand``.

    ``rule`` is its ID, ``phase`` the phase of the hand, ``cards`` are the cards that show it. ``victim`` is the partner
    who fell and for whom ``seat`` answers, None when nobody was hurt. ``remedy`` is the word of the agreement that
    settles it after the hand where the rules have one (``preuzima 3 2``, ``kazna 2``; PEN-02 to PEN-06).
    """

    hand: int
    seat: Seat
    rule: str
    severity: Severity
    phase: str
    cards: tuple[int, ...]
    text: Text
    victim: Seat | None = None
    remedy: str | None = None


def findings_json(findings: Iterable[Finding]) -> list[Json]:
    """Findings as JSON (docs/protocol.md); keys without a value are left out."""
    return [
        {
            key: value
            for key, value in {
                "hand": finding.hand,
                "seat": finding.seat,
                "rule": finding.rule,
                "severity": finding.severity,
                "phase": finding.phase,
                "cards": [DECK_32.text(card) for card in finding.cards],
                "victim": finding.victim,
                "remedy": finding.remedy,
                "sr": finding.text.sr,
                "en": finding.text.en,
            }.items()
            if value is not None
        }
        for finding in findings
    ]
