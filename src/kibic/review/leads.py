"""Leads of the defence: what call, bids and kontra order, and what custom asks of the first (strategy.md section 5)."""

from __future__ import annotations

from collections.abc import Iterator

from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.leads import sequence_top
from kibic.bots.preferans.orders import Spoken, heard, ordered_suit, sans_order
from kibic.cards import Suit, card_name, suit_name
from kibic.game import Text
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import ACE, JACK, KING, LENGTH, QUEEN, SUIT_MASKS, TOP, holding_of
from kibic.games.preferans.vocabulary import fork, second_king, small_fork, third_queen
from kibic.review.betl import check_betl_lead
from kibic.review.course import HandCourse, Moment
from kibic.review.finding import Finding, Severity

Fault = tuple[str, str, str]
"""A rule, and what was wrong with the lead, in English and in Serbian."""


def check_leads(course: HandCourse) -> Iterator[Finding]:
    """The lead of the defence to the first trick, and the first lead of a called player."""
    called_led = False
    for moment, playing, card in course.defence():
        first = not playing.played
        called = moment.seat == playing.bargain.called
        if playing.trick.cards or not (first or (called and not called_led)):
            continue
        table = Table.of(moment.view)
        if table.trump is not None:
            if called:
                called_led = True
                yield from _called(course, moment, table, card)
            if first and table.partner is not None:
                yield from _opening(course, moment, table, card)
        elif first and table.contract is Contract.BETL:
            yield from check_betl_lead(course, moment, table, card)
        elif first and table.contract is Contract.SANS:
            yield from _sans(course, moment, table, card)


def _called(course: HandCourse, moment: Moment, table: Table, card: int) -> Iterator[Finding]:
    """OPL-06: a called player leads the suit that the agreed table names, if he holds it."""
    agreed = course.rules.conv.called_lead
    spoken = heard(table)
    order = ordered_suit(spoken, agreed)
    if agreed == "none" or order is None:
        return
    suit, rule = order
    # The tournament table leaves the choice between the two suits (TUR-lead-3).
    allowed = {spoken.own_bid, spoken.partner_bid} if agreed == "turnir" else {suit}
    if card // 8 in allowed or not table.own & SUIT_MASKS[suit]:
        return
    wanted = Suit(suit)
    text = Text(
        f"called, led the {card_name(card, 'en')} and not {suit_name(wanted, 'en')}, the suit the call asks for.",
        f"na poziv kreće {card_name(card, 'sr')}, a ne {wanted.word}, boja koju poziv traži.",
    )
    cards = table.own & SUIT_MASKS[suit] | 1 << card
    yield _answered(course, moment, rule, "agreed", cards, text)


def _sans(course: HandCourse, moment: Moment, table: Table, card: int) -> Iterator[Finding]:
    """SANS-02: the suit that the agreed table orders; Gulin's names the card of tref and pik too."""
    agreed = course.rules.conv.sans_lead
    if agreed == "none":
        return
    spoken = heard(table)
    order = sans_order(spoken, table.own, agreed)
    if order is None or order.card == card:
        return
    suit = order.card // 8
    size_free = agreed != "gulin" or suit == spoken.partner_bid
    if card // 8 == suit and size_free:
        return
    what_en = suit_name(Suit(suit), "en") if size_free else f"the {card_name(order.card, 'en')}"
    what_sr = Suit(suit).word if size_free else card_name(order.card, "sr")
    text = Text(
        f"against sans led the {card_name(card, 'en')} and not {what_en}, which call, bid or kontra ask for.",
        f"na sans kreće {card_name(card, 'sr')}, a ne {what_sr}, kako traže poziv, licitacija ili kontra.",
    )
    yield _answered(course, moment, "SANS-02", "agreed", 1 << order.card | 1 << card, text)


def _opening(course: HandCourse, moment: Moment, table: Table, card: int) -> Iterator[Finding]:
    """What custom asks of the first lead in a suit game with two defenders (OPL-01 to OPL-04, OPL-10, DEF-10)."""
    suit = card // 8
    if suit == table.trump or suit in _asked_for(heard(table), course.rules.conv.called_lead):
        return
    holding = holding_of(table.own, suit)
    rank = card % 8
    through_declarer = table.after_me[:1] == (table.declarer,)
    fault = (
        _singleton(holding)
        or _sequence(holding, rank)
        or (_small_led(course, holding, rank) if through_declarer else _high_led(table, suit, rank))
    )
    if fault is None:
        return
    rule, en, sr = fault
    agreed = rule == "OPL-03"
    text = Text(f"led the {card_name(card, 'en')}: {en}.", f"polazak {card_name(card, 'sr')}: {sr}.")
    yield _answered(course, moment, rule, "agreed" if agreed else "custom", table.own & SUIT_MASKS[suit], text)


def _asked_for(spoken: Spoken, agreed: str) -> set[int]:
    """Suits that bids and calls ask for: there the card is led for partner, whatever it is (OPL-05 to OPL-07)."""
    tables = ("nep_str", "gulin") if agreed == "none" else (agreed,)
    orders = [ordered_suit(spoken, table) for table in tables]
    return {order[0] for order in orders if order is not None} | {
        suit for suit in (spoken.own_bid, spoken.partner_bid) if suit is not None
    }


def _singleton(holding: int) -> Fault | None:
    if LENGTH[holding] == 1 and not holding & ACE:
        return "DEF-10", "a plain singleton is no lead", "singl (solo) nije polazak"
    return None


def _sequence(holding: int, rank: int) -> Fault | None:
    top = sequence_top(holding)
    if top is not None and rank < top:
        rule = "OPL-10" if holding & ACE and not holding & QUEEN else "OPL-04"
        return rule, "a sequence is led from the top", "iz niza se kreće najjačom"
    return None


def _small_led(course: HandCourse, holding: int, rank: int) -> Fault | None:
    """Through the declarer: small, but not under an ace with small cards (OPL-02) nor, where agreed, under K or Q."""
    small = rank <= 4
    honours = holding & (ACE | KING | QUEEN)
    if small and honours == ACE:
        return "OPL-02", "not under an ace with small cards", "ne kreće se ispod keca s malim kartama"
    if course.rules.conv.lead_under == "gulin" and small:
        if second_king(holding) or (holding & KING and not holding & ACE):
            return "OPL-03", "it was agreed not to lead under a king", "po dogovoru se ne kreće ispod kralja"
        if third_queen(holding) or holding & (QUEEN | JACK) == QUEEN | JACK:
            return (
                "OPL-03",
                "it was agreed not to lead under a third queen",
                "po dogovoru se ne kreće ispod treće dame",
            )
    alone = LENGTH[holding] <= 2 and bool(holding & ACE)
    touching = holding & (ACE | KING) == ACE | KING or holding & (QUEEN | JACK) == QUEEN | JACK
    if not small and not alone and not touching and sequence_top(holding) is None:
        return "OPL-02", "through the declarer small", "kroz protivnika mala"
    return None


def _high_led(table: Table, suit: int, rank: int) -> Fault | None:
    """Through partner: the highest card, never from a second king or a fork where another suit was there (OPL-01)."""
    holding = holding_of(table.own, suit)
    if _closed(holding):
        others = (holding_of(table.own, s) for s in range(4) if s not in (suit, table.trump))
        if any(other and LENGTH[other] > 1 and not _closed(other) for other in others):
            return "OPL-01", "a second king or a fork is not opened", "drugi kralj i makaze se ne otvaraju"
        return None
    long_king = holding & KING and not holding & ACE and LENGTH[holding] >= 4  # OPL-09
    if holding & (ACE | KING) and not long_king and rank < 6 and rank < TOP[holding]:
        return "OPL-01", "through partner high", "kroz svoga visoko"
    return None


def _closed(holding: int) -> bool:
    return second_king(holding) or fork(holding) or small_fork(holding)


def _answered(course: HandCourse, moment: Moment, rule: str, severity: Severity, cards: int, text: Text) -> Finding:
    return course.finding(
        moment.seat,
        rule,
        severity,
        "play",
        cards,
        text,
        answers="RSP-02",
        penalty=course.rules.pen.rezon != "off",
    )
