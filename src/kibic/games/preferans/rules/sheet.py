"""Parameters of scoring, refa, hats, the end of a match and the result (preferans.md sections 12-17)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.rules.knobs import knob


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """Scoring."""

    bule_model: str = knob(
        "classic",
        "Who writes bule: only declarer and those who fall, or the defence always the opposite of the declarer.",
        "Kome se pišu bule: samo nosiocu i onima koji padnu ili odbrani uvek suprotno od nosioca.",
        "SCO-01 SCO-09",
        ("classic", "mirror93"),
    )
    unit: str = knob(
        "2gm",
        "Worth of a hand: twice the game value, times kontra and refa.",
        "Vrednost ruke: dvostruka vrednost igre, puta kontra i refa.",
        "SCO-01 SCO-07",
        ("2gm",),
    )
    supe: str = knob(
        "tricks_unit",
        "Supe: tricks of the defence times the worth of the hand.",
        "Supe: štihovi odbrane puta vrednost ruke.",
        "SCO-02",
        ("tricks_unit",),
    )
    supe_cap: int = knob(
        10,
        "Tricks for which the defence writes supe at the most.",
        "Za koliko štihova odbrana najviše piše supe.",
        "SCO-02 END-01",
        (5, 10),
    )
    betl_supe: str = knob(
        "fixed",
        "Supe of a betl or preferans that fell: ten times the game value to each defender.",
        "Supe za pali betl ili preferans: desetostruka vrednost igre svakom pratiocu.",
        "SCO-04",
        ("fixed",),
    )


@dataclass(frozen=True, slots=True)
class RefaRules:
    """Refa."""

    doubles_fixed: bool = knob(True, "Refa doubles the fixed supe too.", "Refa udvostručuje i fiksne supe.", "SCO-06")
    trigger: tuple[str, ...] = knob(
        ("all_pass", "pik_no_kontra", "pik_nobody"),
        "What writes a refa: all pass, standard pik without kontra, standard pik that nobody follows.",
        "Kad se piše refa: svi dalje, običan pik bez kontre, običan pik na koji niko ne dođe.",
        "REF-04",
        ("all_pass", "pik_no_kontra", "pik_nobody"),
    )
    awarded_to: str = knob(
        "all",
        "Who gets a written refa: everybody, or only the dealer of the hand.",
        "Ko dobija upisanu refu: svi ili samo delilac te ruke.",
        "REF-01",
        ("all", "dealer"),
    )
    max: str | int = knob(
        "auto_50",
        "How many refas may be written in a match: from the starting bule, or a number. auto_50: one for each 50 bule, "
        "1 to 5; auto_30: one for each 30 bule, at least 1; hr_table: 3 below 100, 4 below 200, else 5.",
        "Koliko refa sme da se upiše: po početnim bulama ili broj. auto_50: po jedna na 50 bula, 1 do 5; auto_30: po "
        "jedna na 30 bula, bar 1; hr_table: 3 ispod 100, 4 ispod 200, inače 5.",
        "REF-02",
        ("auto_50", "auto_30", "hr_table"),
        low=0,
        high=20,
    )
    write_blocked_by_hat: bool = knob(
        True, "No refa is written while somebody is in a hat.", "Refa se ne piše dok je neko u šeširu.", "REF-03 HAT-03"
    )
    use_blocked_by_hat: bool = knob(
        True,
        "A refa is neither used nor spent while somebody is in a hat.",
        "Refa se ne igra i ne troši dok je neko u šeširu.",
        "REF-07 HAT-03",
    )
    used_when: str = knob(
        "next_own_game",
        "When a refa is used: in the next own scored game, one at a time.",
        "Kad se refa igra: u prvoj sledećoj svojoj igri, jedna po jedna.",
        "REF-05",
        ("next_own_game",),
    )
    factor: int = knob(2, "Factor of a refa.", "Činilac refe.", "REF-05 KON-06", (2,))


@dataclass(frozen=True, slots=True)
class HatRules:
    """Hats."""

    at_zero: bool = knob(
        False, "Whether a player with exactly 0 bule is in a hat.", "Da li je igrač sa tačno 0 bula u šeširu.", "HAT-01"
    )


@dataclass(frozen=True, slots=True)
class MatchRules:
    """Start and end of a match."""

    start_bule: int = knob(
        100, "Bule every player starts with.", "Sa koliko bula svako počinje.", "MATCH-01", low=2, high=1000
    )
    end: str = knob(
        "total_zero",
        "When the match ends: the bule add up to 0; after N hands (hands:30); or when somebody has 0 bule or less. The "
        "last two close with a write-off.",
        "Kad je kraj: zbir bula je 0; posle N ruku (hands:30); ili kad neko ima 0 bula ili manje. Poslednja dva se "
        "završavaju otpisivanjem.",
        "MATCH-01 SCO-09",
        ("total_zero", "first_at_or_below_zero"),
        pattern=r"hands:[1-9]\d{0,3}",
    )
    deals: int = knob(
        30,
        "With levels: after how many hands the match ends, a multiple of 3. A hand all passed does not count.",
        "Kod licitacije visina: posle koliko ruku je kraj, broj deljiv sa 3. Ne broji se ruka sa sva tri pasa.",
        "POL-13",
        low=3,
        high=999,
    )


@dataclass(frozen=True, slots=True)
class LastRules:
    """The last hand."""

    reduce: bool = knob(
        True,
        "A made game worth more than the bule left writes off only those.",
        "Prolaz koji vredi više od preostalih bula skida samo njih.",
        "LAST-01 LAST-02",
    )
    supe: str = knob(
        "full",
        "Supe of such a hand: full, or reduced to the bule left.",
        "Supe u takvoj ruci: pune ili smanjene na preostale bule.",
        "LAST-03",
        ("full", "reduced"),
    )
    fall_double: str = knob(
        "off",
        "Double bule for a fall: never; when the hand could end the match; when it is worth more than the bule left; "
        "when just 2 bule are left.",
        "Dupli pad: nikad; kad ruka može da završi partiju; kad vredi više od preostalih bula; kad su ostale tačno 2.",
        "LAST-04",
        ("off", "unit_ge_total", "unit_gt_total", "total_2"),
    )


@dataclass(frozen=True, slots=True)
class WriteOffRules:
    """Write-off."""

    extra_to: str = knob(
        "best",
        "Who writes off one more when the bule do not divide evenly: the best or the worst player.",
        "Ko otpisuje bulu više kad se ne deli tačno: najbolji ili najgori.",
        "WO-02",
        ("best", "worst"),
    )


@dataclass(frozen=True, slots=True)
class ResultRules:
    """The final result."""

    sign: str = knob(
        "low_good",
        "Sign of the result: below zero is good, or above zero is good.",
        "Znak rezultata: dobro je ispod nule ili iznad nule.",
        "RES-01",
        ("low_good", "high_good"),
    )
