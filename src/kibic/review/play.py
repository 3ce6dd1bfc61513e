"""Cards of the defence against custom or agreement: rides, partner's tricks, discards (DEF-01 to DEF-07, SANS-06)."""

from __future__ import annotations

from collections.abc import Iterator

from kibic.bots.preferans.counting import Table
from kibic.cards import card_name
from kibic.game import Text
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import ACE, KING, LENGTH, SUIT_MASKS, TOP, highest, holding_of, holdings, lowest
from kibic.games.preferans.potential import POTENTIAL
from kibic.review.course import HandCourse, Moment
from kibic.review.finding import Finding
from kibic.tricks import beating

_QUEEN_RANK, _KING_RANK, _ACE_RANK = 5, 6, 7
_AKQJ, _KQJT = 0b11110000, 0b01111000


def check_play(course: HandCourse) -> Iterator[Finding]:
    """Every card that a defender with a partner played to a trick of another, in suit games and sans."""
    thrown: set[int] = set()
    for moment, playing, card in course.defence():
        trick = playing.trick.cards
        if not trick or len(playing.active) < 3:
            continue
        if playing.bargain.game is Contract.SANS:
            if card // 8 != trick[0][1] // 8:
                yield from _sans_discard(course, moment, card, first=moment.seat not in thrown)
                thrown.add(moment.seat)
        elif playing.trump is not None:
            if len(trick) == 1 and trick[0][0] == playing.bargain.declarer:
                yield from _second_hand(course, moment, Table.of(moment.view), card)
            elif len(trick) == 2 and playing.trick.winner == course.partner(moment.seat):
                yield from _partner_wins(course, moment, Table.of(moment.view), card)


def _second_hand(course: HandCourse, moment: Moment, table: Table, card: int) -> Iterator[Finding]:
    """A queen of the declarer is ridden (DEF-02), a doubleton honour is put up (DEF-07): in fresh side suits."""
    led = table.trick[0][1]
    suit = led // 8
    own = table.own & SUIT_MASKS[suit]
    fresh = not any(trick.cards[0][1] // 8 == suit for trick in moment.view.played)
    if suit == table.trump or not fresh or card // 8 != suit:
        return
    over = beating(own, led, table.trump)
    if not over or card > led:
        return
    if led % 8 == _QUEEN_RANK:
        yield _custom(
            course, moment, "DEF-02", over | 1 << led,
            f"did not cover the {card_name(led, 'en')} with the {card_name(lowest(over), 'en')}: every queen but the "
            "trump queen is ridden.",
            f"{card_name(led, 'sr')} nije pojahana ({card_name(lowest(over), 'sr')} u ruci): svaka dama se jaši osim "
            "adutske.",
        )  # fmt: skip
    holding = holding_of(table.own, suit)
    if led % 8 < _QUEEN_RANK and LENGTH[holding] == 2 and holding & (ACE | KING):
        yield _custom(
            course, moment, "DEF-07", own | 1 << led,
            f"kept the {card_name(highest(own), 'en')}, a doubleton honour that is put up when the declarer leads "
            "through it.",
            f"zadržana karta {card_name(highest(own), 'sr')}: figura s jednom malom se stavlja kad nosilac vuče kroz "
            "nju.",
        )  # fmt: skip


def _partner_wins(course: HandCourse, moment: Moment, table: Table, card: int) -> Iterator[Finding]:
    """Partner's card already beats the declarer: an honour on it is wasted, and the trick was his (DEF-01, DEF-03)."""
    best = table.best
    if best is None:
        return
    defence = sum(moment.view.taken) - moment.view.taken[table.declarer]
    low = table.legal & ~beating(table.legal, best[1], table.trump)
    took = bool(beating(1 << card, best[1], table.trump))
    # Once the declarer is down the defenders may play for themselves (DEF-01).
    if not took or not low or defence >= 5 or (card % 8 < _QUEEN_RANK and card // 8 != table.trump):
        return
    yield _custom(
        course, moment, "DEF-03", 1 << card | 1 << best[1] | 1 << lowest(low),
        f"took partner's trick: the {card_name(best[1], 'en')} had beaten the declarer already, and the "
        f"{card_name(card, 'en')} was played over it though a low card was there (DEF-01).",
        f"preuzet partnerov štih: {card_name(best[1], 'sr')} je već tukla nosioca, a preko nje je odigrana karta "
        f"{card_name(card, 'sr')} iako je bilo manje (DEF-01).",
    )  # fmt: skip


def _sans_discard(course: HandCourse, moment: Moment, card: int, *, first: bool) -> Iterator[Finding]:
    """Discards against sans: no card that is high (SANS-06), and by agreement not from a suit with tricks (SIG-05)."""
    table = Table.of(moment.view)
    suit = card // 8
    holding = holding_of(table.own, suit)
    if _calls(holding, card % 8):
        return
    masters = table.masters(table.own)
    if masters >> card & 1 and table.own & ~masters:
        yield _custom(
            course, moment, "SANS-06", 1 << card | 1 << lowest(table.own & ~masters),
            f"threw away the {card_name(card, 'en')}, the highest card left in its suit.",
            f"bačena karta {card_name(card, 'sr')}, najjača preostala u boji.",
        )  # fmt: skip
    elif first and course.rules.conv.sans_discard == "gulin" and POTENTIAL[holding] >= 1:
        weak = [s for s, other in enumerate(holdings(table.own)) if other and not POTENTIAL[other]]
        if weak:
            yield course.finding(
                moment.seat, "SIG-05", "agreed", "play", table.own & (SUIT_MASKS[suit] | SUIT_MASKS[weak[0]]),
                Text(
                    f"the first discard against sans was the {card_name(card, 'en')}, from a suit with tricks, though "
                    "a suit without any was there.",
                    f"prvi škart na sans bila je karta {card_name(card, 'sr')}, iz boje sa štihovima, iako je bilo "
                    "boje bez njih.",
                ),
                answers="RSP-02", penalty=course.rules.pen.rezon != "off",
            )  # fmt: skip


def _calls(holding: int, rank: int) -> bool:
    """SIG-05: from A K Q J the ace, from K Q J 10 the king may be thrown to call."""
    return (holding & _AKQJ == _AKQJ and rank == _ACE_RANK) or (
        holding & _KQJT == _KQJT and TOP[holding] == _KING_RANK and rank == _KING_RANK
    )


def _custom(course: HandCourse, moment: Moment, rule: str, cards: int, en: str, sr: str) -> Finding:
    return course.finding(
        moment.seat, rule, "custom", "play", cards, Text(en, sr),
        answers="RSP-02", penalty=course.rules.pen.rezon != "off",
    )  # fmt: skip
