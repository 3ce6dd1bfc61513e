"""Bids checked against the agreed minimum, on the cards the bidder really had (AGR-05, BID-01 to BID-06, BID-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kibic.cards import Suit, suit_name
from kibic.game import Seat, Text
from kibic.games.preferans.actions import Bid, Hold, NameSuit
from kibic.games.preferans.auction import Auction
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import LENGTH, SUIT_MASKS, holdings
from kibic.games.preferans.minimums import (
    BID_RULES,
    covers,
    introductory_pik,
    on_the_way_to_betl,
    on_the_way_to_sans,
)
from kibic.games.preferans.potential import IS_SEQUENCE, potential_tricks
from kibic.review.course import HandCourse, Moment
from kibic.review.finding import Finding

_ASKED: Final = {
    "three": ("three cards of the suit", "tri karte u boji"),
    "three_honour": (
        "three cards of the suit with a queen, king or ace",
        "tri karte u boji sa damom, kraljem ili kecom",
    ),
    "intro": ("the table B1 to B9", "tabela B1 do B9"),
    "gulin": (
        "four cards of the suit and 4.5 potential tricks",
        "četiri karte u boji i 4,5 potencijalna štiha",
    ),
    "turnir": ("four cards of the suit, or three with 5 tricks", "četiri karte u boji, ili tri sa 5 štihova"),
}  # fmt: skip


def check_bids(course: HandCourse) -> Iterator[Finding]:
    """Every bidder by the highest number he bid or held, and the suits of games called without the talon."""
    table = course.rules.conv.bid_min
    if table != "none":
        for seat in course.order:
            number = _highest(course, seat)
            if number is not None and Contract.PIK <= number <= Contract.TREF:
                yield from _bid(course, table, seat, number)
    for moment in course.in_phase("naming"):
        yield from _named(course, moment)


def _highest(course: HandCourse, seat: Seat) -> int | None:
    """What the seat bid up to; mogu counts as the number it holds (AUC-07)."""
    numbers = []
    for moment in course.in_phase("auction"):
        if moment.seat != seat:
            continue
        if isinstance(moment.action, Bid):
            numbers.append(moment.action.number)
        elif isinstance(moment.action, Hold) and (number := moment.view.number) is not None:
            numbers.append(number)
    return max(numbers, default=None)


def _bid(course: HandCourse, table: str, seat: Seat, number: int) -> Iterator[Finding]:
    hand = course.dealt[seat]
    if covers(table, hand, number) or introductory_pik(table, hand, number) or _reached_no_trump(course, seat):
        return
    meant_higher = on_the_way_to_betl(hand) or on_the_way_to_sans(hand)
    if meant_higher and _cut_off(course):
        return
    asked_en, asked_sr = _ASKED[table]
    suit = Suit(number - Contract.PIK)
    if meant_higher:
        rule = "BID-06"
        text = Text(
            f"bid up to {number} on the way to betl or sans, without {asked_en}, and did not go on to it.",
            f"licitacija do {number} na putu ka betlu ili sansu, bez pokrića ({asked_sr}), a nije nastavljena.",
        )
    else:
        rule = BID_RULES[table]
        tricks = potential_tricks(hand)
        text = Text(
            f"bid up to {number}, and no suit from {suit_name(suit, 'en')} up meets the agreed minimum ({asked_en}); "
            f"the hand had {tricks:g} potential tricks.",
            f"licitacija do {number}, a nijedna boja od {_genitive(suit)} naviše nema dogovoreni minimum ({asked_sr}); "
            f"potencijalni štihovi: {f'{tricks:g}'.replace('.', ',')}.",
        )
    pen = course.rules.pen
    yield course.finding(
        seat, rule, "agreed", "auction", hand, text, answers="RSP-04", penalty=pen.min_bid or pen.bluff
    )


def _reached_no_trump(course: HandCourse, seat: Seat) -> bool:
    """BID-03: nobody answers for the way to betl or sans that he then played."""
    contract = course.outcome.contract
    return course.outcome.declarer == seat and contract is not None and not contract.is_suit


def _cut_off(course: HandCourse) -> bool:
    """Whether a game called without the talon ended the numbers, so that nobody could go on (IGR-03)."""
    return course.outcome.igra or any(
        isinstance(phase := moment.phase_before, Auction) and phase.calls for moment in course.in_phase("auction")
    )


def _named(course: HandCourse, moment: Moment) -> Iterator[Finding]:
    """BID-11: with two four-card suits the one without the sequence is made trump."""
    if not isinstance(moment.action, NameSuit) or (trump := moment.action.contract.trump) is None:
        return
    hand = course.dealt[moment.seat]
    suits = holdings(hand)
    fours = [suit for suit in range(4) if LENGTH[suits[suit]] == 4]
    if len(fours) != 2 or trump not in fours:
        return
    other = fours[0] if fours[1] == trump else fours[1]
    if IS_SEQUENCE[suits[trump]] and not IS_SEQUENCE[suits[other]]:
        text = Text(
            f"named {suit_name(Suit(trump), 'en')}, the suit with the sequence; "
            f"{suit_name(Suit(other), 'en')} makes the better trump.",
            f"najavljen {Suit(trump).word}, boja sa nizom; bolji adut je {Suit(other).word}.",
        )
        cards = hand & (SUIT_MASKS[trump] | SUIT_MASKS[other])
        yield course.finding(moment.seat, "BID-11", "note", "naming", cards, text, answers="RSP-03")


def _genitive(suit: Suit) -> str:
    return ("pika", "kara", "herca", "trefa")[suit]
