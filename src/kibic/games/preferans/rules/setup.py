"""Parameters of seating and dealing (preferans.md section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.rules.knobs import knob


@dataclass(frozen=True, slots=True)
class SeatRules:
    """Seats and the first dealer."""

    players: tuple[int, ...] = knob(
        (3,),
        "How many may sit at the table; of four the dealer sits the hand out.",
        "Koliko igrača može za sto; od četvorice delilac tu ruku ne igra.",
        "FOUR-01 SEAT-01",
        (3, 4),
    )
    direction: str = knob(
        "ccw",
        "Direction of dealing, bidding and play: ccw = to the right, cw = to the left.",
        "Smer deljenja, licitacije i igre: ccw = udesno, cw = ulevo.",
        "SEAT-01 POL-01",
        ("ccw", "cw"),
    )
    first_dealer: str = knob(
        "lowest_card",
        "Who deals first: the lowest drawn card; the same with seats arranged by the draw; the holder of the eight of "
        "diamonds speaks first; chance; the host.",
        "Ko deli prvi: najniža izvučena karta; isto, a izvlačenje određuje i mesta; prvi govori ko ima karo osmicu; "
        "slučaj; domaćin.",
        "SEAT-03 LEAD-03",
        ("lowest_card", "lowest_card_reseat", "card_8D", "random", "host"),
    )


@dataclass(frozen=True, slots=True)
class DealRules:
    """The deal."""

    cut: str = knob(
        "optional_left",
        "Who cuts: the player on the dealer's left, if he wishes. A fair shuffle needs no cut.",
        "Ko seče: igrač levo od delioca, ako želi. Poštenom mešanju sečenje ne treba.",
        "DEAL-01",
        ("optional_left",),
    )
    pattern: str = knob(
        "5-5-5-2-5-5-5",
        "Order of the cards: five to each, two to the talon, five to each.",
        "Redosled karata: svakom pet, dve u talon, svakom pet.",
        "DEAL-02",
        ("5-5-5-2-5-5-5",),
    )
    first_receiver: str = knob(
        "next", "Who gets the first cards: the player after the dealer.", "Ko dobija prve karte: igrač posle delioca.",
        "DEAL-02 SEAT-02", ("next",),
    )  # fmt: skip
    next_dealer: str = knob(
        "next", "Who deals the next hand: the player after the dealer.", "Ko deli sledeću ruku: igrač posle delioca.",
        "DEAL-04", ("next",),
    )  # fmt: skip
    redeal_dealer: str = knob(
        "next",
        "Who deals after a hand that was not played and not scored: the next player or the same dealer.",
        "Ko deli posle ruke koja nije igrana ni pisana: sledeći igrač ili isti delilac.",
        "DEAL-04",
        ("next", "same"),
    )


@dataclass(frozen=True, slots=True)
class AllPassRules:
    """When all three pass."""

    show_talon: str = knob(
        "never",
        "Whether the talon is turned up when all pass: never, or if everybody agrees.",
        "Da li se talon otkriva kad svi kažu dalje: nikad ili ako se svi slože.",
        "DEAL-05",
        ("never", "by_consent"),
    )
