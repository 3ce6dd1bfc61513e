"""Parameters of the lead, the play and the making of a game (preferans.md sections 10 and 11)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.rules.knobs import knob


@dataclass(frozen=True, slots=True)
class LeadRules:
    """The opening lead."""

    suit: str = knob(
        "p1",
        "Who leads in suit games: P1 (else P2, else P3), the first bidder of a number, or the declarer.",
        "Ko počinje u adutskim igrama: P1 (pa P2, pa P3), prvi koji je licitirao broj ili nosilac.",
        "LEAD-01",
        ("p1", "first_number_bidder", "declarer"),
    )
    betl: str = knob("p1", "Who leads in betl.", "Ko počinje u betlu.", "LEAD-01", ("p1", "first_number_bidder"))
    sans: str = knob(
        "before_declarer",
        "Who leads in sans and preferans: the defender before the declarer, or the declarer.",
        "Ko počinje u sansu i preferansu: pratilac pre nosioca ili nosilac.",
        "LEAD-02",
        ("before_declarer", "declarer"),
    )


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Duties in a trick."""

    must_trump: bool = knob(
        True,
        "Who cannot follow suit must play a trump if he has one.",
        "Ko nema boju, mora da baci adut ako ga ima.",
        "PLAY-02",
    )
    must_overtake: bool = knob(
        False,
        "Whether one must beat the card that wins so far.",
        "Da li se mora preći karta koja vodi.",
        "PLAY-02",
    )


@dataclass(frozen=True, slots=True)
class EndRules:
    """When a hand ends early."""

    stop_at_5: bool = knob(
        False,
        "The hand stops when the defence has five tricks.",
        "Ruka se prekida kad odbrana uzme pet štihova.",
        "END-01",
    )
    betl_first_trick: bool = knob(
        True,
        "Betl ends with the declarer's first trick, preferans with the first one of the defence.",
        "Betl se završava prvim štihom nosioca, preferans prvim štihom odbrane.",
        "END-02",
    )


@dataclass(frozen=True, slots=True)
class MakeRules:
    """How many tricks one needs."""

    declarer: int = knob(
        6, "Tricks the declarer needs in suit games and sans.", "Koliko štihova treba nosiocu u adutskoj igri i sansu.",
        "MAKE-01", low=1, high=10,
    )  # fmt: skip
    lone: int = knob(
        2, "Tricks a lone follower needs.", "Koliko štihova treba pratiocu koji je sam.", "MAKE-02", low=0, high=10
    )
    pair_joint: int = knob(
        4,
        "With so many tricks together both followers make.",
        "Sa toliko štihova zajedno prolaze oba pratioca.",
        "MAKE-03",
        low=0,
        high=10,
    )
    pair_saves: bool = knob(
        True,
        "Two followers save each other with enough tricks together; otherwise each answers for his own.",
        "Dva pratioca spasavaju jedan drugog ako zajedno imaju dovoljno; inače svako odgovara za sebe.",
        "MAKE-03",
    )
    pair_each: int = knob(
        2,
        "Otherwise each of two followers needs so many himself.",
        "Inače svakom od dva pratioca treba toliko.",
        "MAKE-03",
        low=0,
        high=10,
    )
    betl_defender: str = knob(
        "never_falls",
        "In betl and preferans a defender without kontra never falls.",
        "U betlu i preferansu pratilac bez kontre nikad ne pada.",
        "MAKE-06",
        ("never_falls",),
    )


@dataclass(frozen=True, slots=True)
class BetlRules:
    """Betl under kontra."""

    kontras_test: str = knob(
        "declarer_made",
        "When the kontras of a betl falls: when the declarer makes, or with fewer than five tricks together.",
        "Kad pada kontraš na betl: kad nosilac prođe ili sa manje od pet štihova zajedno.",
        "KON-07 MAKE-05",
        ("declarer_made", "tricks5"),
    )
    kontra_supe: str = knob(
        "each",
        "Fixed supe of a betl that fell under kontra: each defender his share, or the kontras both.",
        "Fiksne supe za pali betl pod kontrom: svaki pratilac svoje ili kontraš obe.",
        "SCO-05",
        ("each", "kontras_all"),
    )
