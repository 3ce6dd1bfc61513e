"""What to throw when neither the suit led nor a trump is held (strategy.md section 8, DEF-03, SANS-06)."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.words import play
from kibic.games.preferans.holdings import ACE, KING, LENGTH, LOW, QUEEN, SUIT_MASKS, TOP, holding_of, lowest
from kibic.games.preferans.potential import POTENTIAL

#: A card that is worth keeping; below it one may be thrown off to say something.
_USEFUL: Final = 1.0


def keep_value(table: Table, card: int) -> float:
    """What a card is still good for: masters most, then the guards of honours, then length."""
    suit = card // 8
    own = table.own & SUIT_MASKS[suit]
    out = table.hostile & SUIT_MASKS[suit]
    if not out:
        return 0.6 if table.trumps_out else 2.0
    if table.masters(own) >> card & 1:
        return 4.0 + (card % 8) / 10
    above = (out >> (card + 1)).bit_count()
    top = own.bit_length() - 1
    higher_than_top = (out >> (top + 1)).bit_count()
    length = own.bit_count()
    guards = length - 1
    # An honour needs as many cards below it as there are higher ones out.
    if higher_than_top <= 2 and guards <= higher_than_top:
        return 2.2 - 0.5 * higher_than_top if guards == higher_than_top else 0.3
    return 0.2 + (card % 8) / 20 - 0.05 * above


def throw_away(table: Table) -> Decision:
    """The least useful card, as a signal where one is due."""
    if not table.is_declarer and table.trump is not None and table.partner is not None:
        signal = _signal(table)
        if signal is not None:
            return signal
    if not table.is_declarer and table.trump is None and table.partner is not None:
        told = _told_in_sans(table)
        if told is not None:
            return told
    options = list(_cards(table.options))
    card = min(options, key=lambda c: (keep_value(table, c), c % 8))
    if table.is_declarer:
        return play(card, "DCL-03", "{card} is the least useful card left.", "{card} je najmanje korisna karta.")
    rule = "SANS-06" if table.trump is None else "SIG-03"
    return play(
        card, rule,
        "{card} makes no trick for anybody; potential tricks are kept.",
        "{card} nikome ne pravi štih; potencijalni štihovi se čuvaju.",
    )  # fmt: skip


def _cards(mask: int) -> list[int]:
    return [card for card in range(32) if mask >> card & 1]


def _thrown_before(table: Table) -> int:
    """Cards the viewer has already thrown off in this hand."""
    mask = 0
    for trick in table.view.played:
        led = trick.cards[0][1] // 8
        for seat, card in trick.cards[1:]:
            if seat == table.me and card // 8 not in (led, table.trump):
                mask |= 1 << card
    return mask


def signal_suit(own: int, trump: int, thrown: int) -> tuple[int, bool] | None:
    """The suit of the first signal and whether it calls (True, SIG-01) or denies (False, SIG-02).

    ``own`` are the cards held, ``thrown`` those already thrown off.
    """
    if thrown:
        suit = lowest(thrown) // 8
        return (suit, False) if holding_of(own, suit) else None
    calling: list[tuple[float, int]] = []
    weak: list[tuple[int, int]] = []
    for suit in range(4):
        holding = holding_of(own, suit)
        if suit == trump or not holding:
            continue
        if POTENTIAL[holding] >= 1 and LENGTH[holding] >= 4 and holding & (ACE | KING | QUEEN):
            calling.append((POTENTIAL[holding], suit))
        elif not holding & (ACE | KING | QUEEN):
            weak.append((LENGTH[holding], suit))
    if calling:
        return max(calling)[1], True
    if weak:
        return max(weak)[1], False
    return None


def _signal(table: Table) -> Decision | None:
    """SIG-01, SIG-02, SIG-04: the first discards call the strong suit or deny the weak one."""
    if table.trump is None or table.tricks_left() <= 4:
        return None
    chosen = signal_suit(table.own, table.trump, _thrown_before(table))
    if chosen is None:
        return None
    suit, calls = chosen
    holding = holding_of(table.own, suit)
    if calls:
        card = suit * 8 + LOW[holding]
        return play(card, "SIG-01", "{card}: the lowest card calls the strong suit.",
                    "{card}: najmanja karta zove jaku boju.")  # fmt: skip
    below_jack = holding & 0b1111 or holding
    card = suit * 8 + TOP[below_jack]
    if table.masters(table.own) >> card & 1:
        return None
    return play(card, "SIG-02", "{card}: from high to low in a weak suit, which denies it.",
                "{card}: od veće ka manjoj u slaboj boji, što je odriče.")  # fmt: skip


def _told_in_sans(table: Table) -> Decision | None:
    """SIG-05 as the table agreed: what a card thrown off against sans tells; first suits without tricks."""
    weak = [card for card in _cards(table.legal) if not POTENTIAL[holding_of(table.own, card // 8)]]
    if not weak:
        return None
    card = min(weak, key=lambda c: (keep_value(table, c), c % 8))
    if table.view.rules.conv.sans_discard == "turnir":
        return _lavinthal(table, card // 8)
    return play(card, "SIG-05", "{card}: against sans first from a suit without tricks.",
                "{card}: na sans se prvo baca iz boje bez štihova.")  # fmt: skip


def _lavinthal(table: Table, suit: int) -> Decision | None:
    """A high card of a useless ``suit`` calls the higher of the other two suits, a low one the lower (♠ ♦ ♥ ♣)."""
    low, high = (other for other in range(4) if other not in (table.led, suit))
    strong_low, strong_high = (POTENTIAL[holding_of(table.own, other)] for other in (low, high))
    cards = [card for card in _cards(table.legal & SUIT_MASKS[suit]) if keep_value(table, card) < _USEFUL]
    if strong_low == strong_high or not cards:
        return None
    if strong_high > strong_low:
        return play(max(cards), "SIG-05", "{card}: a high card calls the higher of the other two suits.",
                    "{card}: velika karta zove jaču od preostale dve boje.")  # fmt: skip
    return play(min(cards), "SIG-05", "{card}: a low card calls the lower of the other two suits.",
                "{card}: mala karta zove slabiju od preostale dve boje.")  # fmt: skip
