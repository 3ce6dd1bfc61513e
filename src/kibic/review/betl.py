"""The first lead against betl (BTL-03, BTL-05)."""

from __future__ import annotations

from collections.abc import Iterator

from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.orders import bid_suit
from kibic.cards import Suit, card_name
from kibic.game import Text
from kibic.games.preferans.holdings import ACE, JACK, LENGTH, LOW, SUIT_MASKS, holdings
from kibic.review.course import HandCourse, Moment
from kibic.review.finding import Finding

_SEVEN, _EIGHT = 1, 2


def check_betl_lead(course: HandCourse, moment: Moment, table: Table, card: int) -> Iterator[Finding]:
    """A singleton if there is one, no seven but a single one, and not the suit that partner bid."""
    held = holdings(table.own)
    suit, rank = card // 8, card % 8
    singles = [s for s in range(4) if LENGTH[held[s]] == 1]
    fault = None
    if suit not in singles:
        fault = _seven(held[suit], rank) or _partner_bid(table, suit)
        # A lone seven is kept by many; high cards are led to make partner throw the suit of an own seven (BTL-04).
        better = [s for s in singles if not held[s] & _SEVEN]
        if fault is None and better and not _calls_for_sevens(held, suit, rank):
            wanted = min(better, key=lambda s: LOW[held[s]])
            name = wanted * 8 + LOW[held[wanted]]
            fault = (
                "BTL-03",
                f"the singleton {card_name(name, 'en')} goes first",
                f"prvo ide singl {card_name(name, 'sr')}",
                1 << name,
            )
    if fault is None:
        return
    rule, en, sr, shown = fault
    text = Text(
        f"against betl led the {card_name(card, 'en')}: {en}.", f"na betl polazak {card_name(card, 'sr')}: {sr}."
    )
    yield course.finding(
        moment.seat, rule, "custom", "play", table.own & SUIT_MASKS[suit] | shown, text,
        answers="RSP-02", penalty=course.rules.pen.rezon != "off",
    )  # fmt: skip


def _seven(holding: int, rank: int) -> tuple[str, str, str, int] | None:
    whole = LENGTH[holding] == 7 and not holding & _EIGHT
    if rank == 0 and not whole:
        return "BTL-03", "a seven is led only when it is alone", "sedmica se vuče samo ako je singl", 0
    return None


def _partner_bid(table: Table, suit: int) -> tuple[str, str, str, int] | None:
    if bid_suit(table.view, table.partner) == suit:
        word = Suit(suit).word
        return "BTL-05", "partner bid this suit", f"{word} je licitirao partner", 0
    return None


def _calls_for_sevens(held: tuple[int, ...], suit: int, rank: int) -> bool:
    """BTL-04: a high card led while a seven, 9 8 or a guarded jack waits in another suit."""
    waits = any(
        h & _SEVEN or h & 0b110 == 0b110 or (h & JACK and LENGTH[h] >= 3 and not h & ~(2 * JACK - 1))
        for other, h in enumerate(held)
        if other != suit and h
    )
    return waits and 1 << rank >= JACK and 1 << rank <= ACE
