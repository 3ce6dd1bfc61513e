"""Parameters of the table: speech, agreements, penalties, conventions, display (preferans.md sections 18-20)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.rules.knobs import knob
from kibic.games.preferans.rules.terms import TERMS


@dataclass(frozen=True, slots=True)
class TableRules:
    """Conduct."""

    speech: str = knob(
        "restricted",
        "What may be said during a hand: only the words of the game, or anything.",
        "Šta sme da se govori u toku ruke: samo reči igre ili bilo šta.",
        "SPE-01",
        ("restricted", "free"),
    )


@dataclass(frozen=True, slots=True)
class AgreementRules:
    """Agreements before the match."""

    trick_offer: bool = knob(
        False,
        "A lone follower may offer to settle the hand for a number of tricks (Daješ tri?).",
        "Pratilac koji je sam sme da ponudi dogovor o broju štihova (Daješ tri?).",
        "AGR-06",
    )


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    """Penalties."""

    no_discard: str = knob(
        "auto_fall",
        "A declarer who does not put two cards away in time falls.",
        "Nosilac koji na vreme ne vrati dve karte pada.",
        "PEN-01",
        ("auto_fall",),
    )
    rezon: str = knob(
        "off",
        "Who breaks the conventions and so causes his partner's fall may be made to take it over: never, the fall, "
        "or the fall and the partner's supe.",
        "Ko zbog kršenja rezona obori partnera, može da preuzme njegov pad: nikad, samo pad ili pad i partnerove supe.",
        "PEN-02 RSP-02",
        ("off", "nep", "str"),
    )
    must_kontra: bool = knob(
        False,
        "A first follower with four trumps and five top cards of another suit must give kontra or fall by 20 bule.",
        "Prvi pratilac sa četiri aduta i pet najjačih u drugoj boji mora dati kontru ili pada 20 bula.",
        "PEN-03 FMIN-6",
    )
    min_bid: bool = knob(
        False,
        "Who bids below the agreed minimum bears his partner's fall.",
        "Ko licitira ispod dogovorenog minimuma, snosi partnerov pad.",
        "PEN-04",
    )
    min_follow: bool = knob(
        False,
        "Who follows below the agreed minimum bears his partner's fall.",
        "Ko prati ispod dogovorenog minimuma, snosi partnerov pad.",
        "PEN-05",
    )
    bluff: bool = knob(
        False, "Damage by a bluffed bid is charged to the bluffer.", "Štetu od blefa plaća blefer.", "PEN-06"
    )


@dataclass(frozen=True, slots=True)
class ConventionRules:
    """Agreed conventions: what partners may expect of each other. They forbid nothing (but for
    ``enforce_bid_min``); bots and hints keep them, and the checker tells after a hand which were broken.
    """

    bid_min: str = knob(
        "none", "Agreed minimum for bidding a suit.", "Dogovoreni minimum za licitaciju boje.",
        "AGR-05 BID-01 BID-02 BID-03 BID-04", ("none", "three", "three_honour", "intro", "turnir", "gulin"),
    )  # fmt: skip
    enforce_bid_min: bool = knob(
        False,
        "A number below the agreed minimum cannot be bid at all; otherwise the minimum is only checked after the hand.",
        "Ispod dogovorenog minimuma ne može ni da se licitira; inače se minimum samo proverava posle ruke.",
        "AGR-05",
    )
    follow_min: str = knob(
        "none", "Agreed minimum for following.", "Dogovoreni minimum za pratnju.",
        "AGR-05 FMIN-1", ("none", "intro", "turnir", "gulin"),
    )  # fmt: skip
    pik_follow: str = knob(
        "none", "Agreed minimum for following pik.", "Dogovoreni minimum za pratnju na pik.",
        "AGR-04 FMIN-P", ("none", "dv", "str", "gulin"),
    )  # fmt: skip
    called_lead: str = knob(
        "none",
        "What a called player leads.",
        "Iz čega kreće pozvani.",
        "OPL-06",
        ("none", "nep_str", "gulin", "turnir"),
    )
    sans_lead: str = knob(
        "none", "What is led against sans.", "Iz čega se kreće na sans.",
        "AGR-03 SANS-02", ("none", "s001", "dv16", "nep", "str", "turnir", "gulin"),
    )  # fmt: skip
    lead_under: str = knob(
        "none", "Whether a small card is led under a second king or third queen.",
        "Da li se kreće malom ispod drugog kralja ili treće dame.", "OPL-03", ("none", "nep", "gulin"),
    )  # fmt: skip
    sans_discard: str = knob(
        "none", "What a discard against sans means.", "Šta znači škart na sans.", "SIG-05", ("none", "gulin", "turnir")
    )


@dataclass(frozen=True, slots=True)
class DisplayRules:
    """Display only."""

    suit_sort: str = knob(
        "S,H,C,D",
        "Order of the suits in the hand.",
        "Redosled boja u ruci.",
        "CRD-02",
        ("S,H,C,D", "S,H,D,C", "S,D,H,C", "C,H,D,S"),
    )
    words: str = knob(
        "srpski",
        "Whose words the table uses for what has several names: refa and supe, or refetl and juha.",
        "Čije reči sto koristi za ono što ima više imena: refa i supe, ili refetl i juha.",
        "SPE-01",
        tuple(TERMS),
    )
    refa_mark: str = knob(
        "dashes",
        "How a refa is drawn: a dashed line across, a triangle, or a short dash right of the last bule;"
        " a played one is struck.",
        "Kako se crta refa: isprekidana crta preko kolone, trougao, ili kratka crtica desno od poslednjih bula;"
        " odigrana se precrta.",
        "REF-09",
        ("dashes", "triangle", "strokes"),
    )
