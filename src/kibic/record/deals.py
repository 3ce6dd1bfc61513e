"""How a record tells the cards of a hand: holdings, a deck in dealing order, a seed, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kibic.cards import DECK_32, CardTextError, Hand, SeededRandom, Suit, mask_of, shuffled
from kibic.game import Text
from kibic.record.errors import Place, RecordSyntaxError
from kibic.record.model import Deal

#: The word of the house for a hand whose cards are not told (a scorekeeper's record).
BLIND: Final = "cards ?"
_RANKS: Final = frozenset(DECK_32.ranks)


def deal_from_seed(seed: str, place: Place | None = None) -> Deal:
    """The deal of ``seed = "..."``: :class:`SeededRandom` shuffles the deck, the same on every machine."""
    return Deal("deck " + DECK_32.join(shuffled(DECK_32, SeededRandom(seed))), place=place)


def deal_from_deck(text: str, place: Place | None = None) -> Deal:
    """The deal of ``deck = "SA S7 ..."``. Raises :class:`RecordSyntaxError` for what is no card."""
    return Deal("deck " + DECK_32.join(_cards(text, place)), place=place)


def deal_from_holdings(
    holdings: Sequence[str],
    talon: str | None,
    places: Sequence[Place | None],
    talon_place: Place | None = None,
) -> Deal:
    """The deal of ``cards = [...]`` and ``talon``, which is what is left when it is not told.

    Raises :class:`RecordSyntaxError` for what is no holding or no card. Whether the deal is possible is for the rules
    to say, except for a card that stands twice in one place, which a set of cards cannot express.
    """
    problem: Text | None = None
    masks = []
    for holding, place in zip(holdings, places, strict=True):
        cards = _holding(holding, place)
        masks.append(mask_of(cards))
        problem = problem or _twice(cards)
    if talon is None:
        left = Hand(DECK_32.full & ~sum_masks(masks))
        talon_cards = tuple(left)
    else:
        talon_cards = _cards(talon, talon_place)
        problem = problem or _twice(talon_cards)
    words = ["cards", *(str(Hand(mask)) for mask in masks), *(DECK_32.texts[card] for card in talon_cards)]
    return Deal(" ".join(words), problem, places[0] if places else None)


def sum_masks(masks: Sequence[int]) -> int:
    """The union of some sets of cards."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def _cards(text: str, place: Place | None) -> tuple[int, ...]:
    try:
        return DECK_32.parse_cards(text)
    except CardTextError as error:
        serbian = f"„{text}“: karta je slovo boje S D H C i A K Q J T 9 8 7"
        raise RecordSyntaxError(Text(str(error), serbian), place) from error


def _holding(text: str, place: Place | None) -> list[int]:
    """The cards of a holding as written, a doubled one twice."""
    groups = "".join(text.upper().replace("\ufe0f", "").split()).replace("10", "T").split(".")
    if len(groups) != len(Suit):
        raise RecordSyntaxError(
            Text(
                f"{text!r} is no holding: four groups spades.diamonds.hearts.clubs with three dots are expected",
                f"{text!r} nije ruka: očekuju se četiri grupe pik.karo.herc.tref sa tri tačke",
            ),
            place,
        )
    cards = []
    for suit, group in zip(Suit, groups, strict=True):
        for rank in group.removeprefix(suit.symbol):
            if rank not in _RANKS:
                raise RecordSyntaxError(
                    Text(
                        f"{text!r} is no holding: {rank!r} is no rank; ranks are A K Q J T 9 8 7",
                        f"{text!r} nije ruka: {rank!r} nije karta; karte su A K Q J T 9 8 7",
                    ),
                    place,
                )
            cards.append(DECK_32.card(suit, rank))
    return cards


def _twice(cards: Sequence[int]) -> Text | None:
    """That a card is given twice, if one is (CRD-01)."""
    for place, card in enumerate(cards):
        if card in cards[:place]:
            name = DECK_32.texts[card]
            return Text(f"{name} is dealt twice", f"{name} je podeljena dvaput")
    return None
