"""Parameters of the game of levels (``auc.ladder = levels``, preferans.md section 21)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.rules.knobs import knob

LOWEST_LEVEL = 6


@dataclass(frozen=True, slots=True)
class LevelRules:
    """Whist obligations and their price."""

    whist_quota: str = knob(
        "2-1-1-1",
        "Tricks a whister owes at level 6, 7, 8 and 9. At level 10 both play and owe none.",
        "Koliko štihova duguje ko kaže wist na visini 6, 7, 8 i 9. Na visini 10 igraju oba i ne duguju ništa.",
        "POL-04",
        ("2-1-1-1",),
        pattern=r"\d-\d-\d-\d",
    )
    summon_quota: str = knob(
        "4-2-1-1",
        "Tricks who summons his partner owes with him at level 6, 7, 8 and 9.",
        "Koliko štihova s partnerom duguje ko ga pozove na visini 6, 7, 8 i 9.",
        "POL-05",
        ("4-2-1-1",),
        pattern=r"\d-\d-\d-\d",
    )
    short_keeps: bool = knob(
        True,
        "A whister short of his quota still scores the tricks he took.",
        "Kome manjka do kvote, ipak piše uzete štihove.",
        "POL-10",
    )

    def owed(self, level: int, *, summoned: bool) -> int:
        """Tricks a whister owes at ``level``, alone or with a summoned partner; none at level 10 (POL-04, POL-05)."""
        table = (self.summon_quota if summoned else self.whist_quota).split("-")
        place = level - LOWEST_LEVEL
        return int(table[place]) if place < len(table) else 0
