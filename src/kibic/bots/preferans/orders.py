"""Leads that bids, calls and kontra order: own or partner's suit, tref or pik in sans (OPL-05 to OPL-07, SANS-02)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.leads import Candidate
from kibic.games.preferans.actions import Bid, Hold, NameSuit
from kibic.games.preferans.holdings import ACE, JACK, KING, LENGTH, LOW, QUEEN, TOP, holding_of, holdings
from kibic.games.preferans.view import PreferansView

PIK: Final = 0
TREF: Final = 3


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a lead must obey: suits bid (None when none was), call and kontra."""

    own_bid: int | None
    partner_bid: int | None
    called: bool
    partner_kontra: bool
    own_igra: bool = False
    partner_igra: bool = False


def bid_suit(view: PreferansView, seat: int | None) -> int | None:
    """The suit ``seat`` bid last: the number at which he stopped, or the suit of his igra; None for betl and sans."""
    number: int | None = None
    current = 0
    for word in view.spoken:
        if isinstance(word.action, Bid):
            current = word.action.number
            if word.seat == seat:
                number = current
        elif isinstance(word.action, Hold) and word.seat == seat:
            number = current
        elif isinstance(word.action, NameSuit) and word.seat == seat:
            return word.action.contract.trump
    return number - 2 if number is not None and 2 <= number <= 5 else None


def heard(table: Table) -> Spoken:
    """Bids, call and kontra as they bind the viewer."""
    view = table.view
    partner = table.partner
    igra_seats = {word.seat for word in view.spoken if isinstance(word.action, NameSuit)}
    return Spoken(
        bid_suit(view, table.me),
        bid_suit(view, partner),
        view.called == table.me,
        partner is not None and view.kontras == partner,
        table.me in igra_seats,
        partner in igra_seats,
    )


def ordered_suit(spoken: Spoken, table: str) -> tuple[int, str] | None:
    """The suit a defender must lead in a suit game and the rule, None when nothing orders one.

    ``table`` is ``conv.called_lead``. An introductory pik is no information (BID-05): it orders only when called.
    """
    own, partner = spoken.own_bid, spoken.partner_bid
    if spoken.called or spoken.partner_kontra:
        first, second = (own, partner) if table == "nep_str" else (partner, own)
        suit = first if first is not None else second
        return (suit, "OPL-06") if suit is not None else None
    if spoken.own_igra and spoken.partner_igra and partner is not None:
        return partner, "OPL-07"
    suit = partner if partner else own
    return (suit, "OPL-05") if suit else None


#: SANS-02: what is tried in order, when called and when partner gave kontra.
SANS_ORDERS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "s001": (("tref",), ("partner", "pik")),
    "dv16": (("partner", "tref"), ("partner", "pik")),
    "nep": (("tref",), ("pik",)),
    "str": (("own", "tref"), ("own", "pik")),
    "turnir": (("partner", "own", "tref"), ("partner", "own", "pik")),
    "gulin": (("partner", "tref"), ("partner", "pik")),
}


def sans_order(spoken: Spoken, hand: int, table: str) -> Candidate | None:
    """The ordered lead against sans (SANS-02), None when nobody called, bid or doubled."""
    if not (spoken.called or spoken.partner_kontra or spoken.partner_bid is not None):
        return None
    for word in SANS_ORDERS[table][1 if spoken.partner_kontra else 0]:
        suit = {"partner": spoken.partner_bid, "own": spoken.own_bid, "tref": TREF, "pik": PIK}[word]
        if suit is None or not holding_of(hand, suit):
            continue
        if word in {"tref", "pik"} and not (spoken.called or spoken.partner_kontra):
            continue
        holding = holding_of(hand, suit)
        small = (LENGTH[holding] == 4 and table == "gulin") or (table == "nep" and spoken.partner_kontra)
        rank = LOW[holding] if small else TOP[holding]
        return Candidate(suit * 8 + rank, 50.0, "SANS-02",
                         "{card}: the suit that call, bid or kontra ask for in sans.",
                         "{card}: boja koju u sansu traže poziv, licitacija ili kontra.")  # fmt: skip
    return None


def sans_lead(hand: int, masters: int) -> Candidate:
    """SANS-03, SANS-04: sequences from the top, A from A K J, else a suit without own tricks."""
    found: list[Candidate] = []
    for suit, holding in enumerate(holdings(hand)):
        if not holding:
            continue
        base, length = suit * 8, LENGTH[holding]
        if masters >> (base + TOP[holding]) & 1 and length >= 2 and holding & (ACE | KING) == ACE | KING:
            found.append(Candidate(base + TOP[holding], 9.0 + length, "SANS-04",
                                   "{card} shows the king below it.", "{card} pokazuje kralja ispod."))  # fmt: skip
        elif holding & (KING | QUEEN) == KING | QUEEN and holding & JACK and not holding & ACE:
            found.append(Candidate(base + 6, 8.0 + length, "SANS-03", "{card} from a sequence, from the top.",
                                   "{card} iz niza, odozgo."))  # fmt: skip
        elif holding & (QUEEN | JACK) == QUEEN | JACK and holding & 0b1000 and not holding & (ACE | KING):
            found.append(Candidate(base + 5, 7.0 + length, "SANS-03", "{card} from a sequence, from the top.",
                                   "{card} iz niza, odozgo."))  # fmt: skip
        elif masters >> (base + TOP[holding]) & 1:
            found.append(Candidate(base + TOP[holding], 5.0 + 0.5 * length, "SANS-05",
                                   "{card} is high and unblocks.", "{card} je najjača i odblokira."))  # fmt: skip
        else:
            weak = 6.0 + length - 2.0 * bool(holding & KING) - 1.0 * bool(holding & QUEEN)
            found.append(Candidate(base + LOW[holding], weak, "SANS-03",
                                   "{card}: a suit without own tricks, partner's reason may be there.",
                                   "{card}: boja bez svog štiha, tu može biti partnerov rezon."))  # fmt: skip
    return max(found, key=lambda lead: (lead.score, -lead.card))
