"""Parameters of the auction and of igra (preferans.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.rules.knobs import knob


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """The auction."""

    ladder: str = knob(
        "numbers",
        "What is bid: the numbers of the games, or levels with a denomination, from 6 spades to 10 no trump. Levels "
        "bring their own whist, summons and points.",
        "Šta se licitira: brojevi igara ili visine s bojom, od 6 pik do 10 bez aduta. Visine imaju svoj wist, pozive i "
        "poene.",
        "AUC-01 POL-02",
        ("numbers", "levels"),
    )
    first: str = knob("p1", "Who speaks first.", "Ko govori prvi.", "AUC-03", ("p1",))
    min: int = knob(
        2,
        "Lowest bid. 1 is an opening without a suit; the winner at 1 declares any game.",
        "Najniža licitacija. 1 je otvaranje bez boje; ko dobije na 1, najavljuje bilo koju igru.",
        "AUC-01 AGR-09",
        (1, 2),
    )
    max: int = knob(
        7,
        "Highest bid: 7 sans, or 8 with the game preferans.",
        "Najviša licitacija: 7 sans, ili 8 s igrom preferans.",
        "AUC-01 AUC-11",
        (7, 8),
    )
    step: int | str = knob(
        1,
        "How far a bid may go above the last one: one step, or any number above it.",
        "Koliko se sme preskočiti: samo sledeći broj ili bilo koji viši.",
        "AUC-04",
        (1, "any_higher"),
    )
    hold: str = knob(
        "first_free",
        "Who may say mogu: the first overbid player whose turn comes, or always the senior bidder.",
        "Ko sme da kaže mogu: prvi nadmašeni koji dođe na red ili uvek najstariji po redu.",
        "AUC-07 AUC-08 AUC-09",
        ("first_free", "seniority"),
    )
    hold_first_turn: bool = knob(
        False,
        "A player may say mogu on his first turn, before he has bid.",
        "Sme se reći mogu i kad se prvi put dođe na red.",
        "AUC-10",
    )
    hold_word: str = knob(
        "mogu", "The word for holding a bid.", "Reč kojom se prihvata licitacija.", "AUC-12",
        ("mogu", "moje", "to bi ja", "to bi i ja"),
    )  # fmt: skip
    all_pass: str = knob(
        "refa_if_allowed",
        "When all pass: a refa is written if the rules allow one, and the hand is not played.",
        "Kad svi kažu dalje: piše se refa ako sme, ruka se ne igra.",
        "REF-04",
        ("refa_if_allowed",),
    )


@dataclass(frozen=True, slots=True)
class IgraRules:
    """Games without the talon."""

    enabled: bool = knob(
        True, "Whether games without the talon may be called.", "Da li se sme igrati bez talona.", "IGR-01"
    )
    first_turn_only: bool = knob(
        True,
        "Igra may be called only on one's first turn.",
        "Igra se sme reći samo kad se prvi put dođe na red.",
        "IGR-02",
        (True,),
    )
    betl_sans_turn: str = knob(
        "first",
        "When betl and sans without the talon may be called: on the first turn only, or on any turn.",
        "Kad se smeju reći betl i sans bez talona: samo prvi put ili kad god se dođe na red.",
        "IGR-03",
        ("first", "any_turn"),
    )
    kills_numbers: bool = knob(
        True, "An igra ends the bidding of numbers.", "Igra prekida licitaciju brojevima.", "IGR-03", (True,)
    )
    declare: str = knob(
        "after_all",
        "When the suit of an igra is named: after everybody had his first turn, or with the call.",
        "Kad se kaže boja igre: kad su se svi izjasnili ili odmah.",
        "IGR-04",
        ("after_all", "at_call"),
    )
    naming: str = knob(
        "each",
        "Who names his suit when several called igra: each of them, or only who can beat the best one named.",
        "Ko imenuje boju kad je više igara: svako ili samo ko ima jaču od najjače rečene.",
        "IGR-05",
        ("each", "only_if_stronger"),
    )
    tie: str = knob(
        "first",
        "Who plays when two named the same game: the first caller, the second, or the first unless he cedes the game "
        "to the other and gives kontra.",
        "Ko igra kad su dvojica rekla istu igru: prvi, drugi ili prvi ako je ne ustupi drugom i ne da mu kontru.",
        "IGR-07",
        ("first", "second", "first_may_cede_with_kontra"),
    )
    second_pik: str = knob(
        "hidden",
        "Whether a later caller may name pik: not offered, forbidden, or allowed.",
        "Da li kasniji sme da imenuje pik: ne nudi se, zabranjeno ili dozvoljeno.",
        "IGR-08",
        ("hidden", "forbidden", "allowed"),
    )
    repeat_betl: str = knob(
        "hidden",
        "Whether a called betl or sans may be called again: not offered, forbidden, or allowed.",
        "Da li se rečeni betl ili sans sme ponoviti: ne nudi se, zabranjeno ili dozvoljeno.",
        "IGR-08",
        ("hidden", "forbidden", "allowed"),
    )
