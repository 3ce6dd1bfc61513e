"""The deal: order of the cards, hands from a deck and back, and the check of a deal (DEAL-01..DEAL-03)."""

from __future__ import annotations

from collections.abc import Sequence

from kibic.cards import DECK_32, Hand, Shuffler, bits, mask_of, shuffled
from kibic.game import IllegalAction, Legal, Seat, Text
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.refusals import BAD_DEAL

HAND_SIZE = 10
TALON_SIZE = 2


def deal_from_deck(deck: Sequence[int], dealer: Seat, players: int = 3) -> Deal:
    """The deal of a shuffled deck: 5-5-5, two to the talon, 5-5-5, from the dealer's right (DEAL-02)."""
    if sorted(deck) != list(DECK_32):
        raise _bad_deal("A deck is the 32 cards, each once.", "Špil su 32 karte, svaka jednom.")
    hands = [0] * players
    packets = [deck[0:5], deck[5:10], deck[10:15], deck[17:22], deck[22:27], deck[27:32]]
    for index, packet in enumerate(packets):
        hands[(dealer + 1 + index % 3) % players] |= mask_of(packet)
    return Deal(tuple(hands), mask_of(deck[15:17]), tuple(deck))


def deck_of(deal: Deal, dealer: Seat) -> tuple[int, ...]:
    """A deck that gives this deal: the known order, else the hands in display order (CRD-06)."""
    if deal.deck is not None:
        return deal.deck
    players = len(deal.hands)
    hands = [list(Hand(deal.hands[(dealer + 1 + index) % players])) for index in range(3)]
    first = [card for hand in hands for card in hand[:5]]
    second = [card for hand in hands for card in hand[5:]]
    return tuple(first + list(bits(deal.talon)) + second)


def deal_from_hands(hands: Sequence[int], talon: int | None = None) -> Deal:
    """The deal of three hands; the talon is what is left when it is not given.

    With four players the hand of the dealer is empty (FOUR-01). Raises :class:`IllegalAction` (DEAL-02) for wrong
    counts and cards dealt twice.
    """
    everything = 0
    if sum(not hand for hand in hands) != len(hands) - 3:
        raise _bad_deal("Three players get cards.", "Karte dobijaju trojica.")
    for index, hand in enumerate(hands):
        if not hand:
            continue
        if everything & hand:
            twice = Hand(everything & hand).texts
            raise _bad_deal(f"Dealt twice: {' '.join(twice)}.", f"Podeljeno dvaput: {' '.join(twice)}.")
        everything |= hand
        if hand.bit_count() != HAND_SIZE:
            raise _bad_deal(
                f"Hand {index + 1} has {hand.bit_count()} cards, not ten.",
                f"Ruka {index + 1} ima {hand.bit_count()} karata umesto deset.",
            )
    rest = DECK_32.full & ~everything
    if talon is not None and talon != rest:
        raise _bad_deal(
            f"The talon must be {' '.join(Hand(rest).texts)}.", f"Talon mora biti {' '.join(Hand(rest).texts)}."
        )
    return Deal(tuple(hands), rest)


def check_deal(deal: Deal, dealer: Seat, players: int = 3) -> None:
    """Raise :class:`IllegalAction` (DEAL-02) unless ``deal`` can be dealt by ``dealer``; a blind deal can."""
    if len(deal.hands) != players:
        raise _bad_deal(f"There must be {players} hands.", f"Mora biti {players} ruke.")
    if deal.blind:
        if deal.talon or deal.deck is not None:
            raise _bad_deal("A hand without cards has no talon.", "Ruka bez karata nema talon.")
        if deal.dealer is not None and not (players > 3 and 0 <= deal.dealer < players):
            raise _bad_deal("Nobody sits out who could have dealt.", "Niko ne pauzira, pa nema drugog delioca.")
        return
    if deal.dealer is not None:
        raise _bad_deal("Who deals these cards is for the rules to say.", "Ko deli ove karte kažu pravila.")
    deal_from_hands(deal.hands, deal.talon)
    if players > 3 and deal.hands[dealer]:
        raise _bad_deal("The dealer sits this hand out.", "Delilac ovu ruku ne igra.")
    if deal.deck is not None:
        dealt = deal_from_deck(deal.deck, dealer, players)
        if dealt.hands != deal.hands or dealt.talon != deal.talon:
            raise _bad_deal("The deck does not give these hands.", "Špil ne daje ove ruke.")


class Deals(Legal[Deal]):
    """All deals a dealer can make: asked and sampled, too many to list."""

    __slots__ = ("_dealer", "_players")

    def __init__(self, dealer: Seat, players: int) -> None:
        self._dealer = dealer
        self._players = players

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Deal):
            return False
        try:
            check_deal(action, self._dealer, self._players)
        except IllegalAction:
            return False
        return True

    def sample(self, rng: Shuffler) -> Deal:
        """A shuffled deck, dealt."""
        return deal_from_deck(shuffled(DECK_32, rng), self._dealer, self._players)

    def listed(self) -> tuple[Deal, ...]:
        """Empty: there are 2 753 294 408 504 640 deals (CRD-06)."""
        return ()


def _bad_deal(en: str, sr: str) -> IllegalAction:
    return IllegalAction(BAD_DEAL, Text(en, sr))
