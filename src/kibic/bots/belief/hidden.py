"""What a view makes certain about the cards its viewer does not see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kibic.cards import DECK_32, mask_of
from kibic.game import KibicError, Seat
from kibic.games.preferans.cardplay import playable_cards
from kibic.games.preferans.history import Trick
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.seating import SPECIAL_CARDS
from kibic.games.preferans.view import PreferansView

AnyView = PreferansView | LevelView

#: The place of the two cards nobody plays: the talon, or what the declarer put away. Other places are seats.
AWAY: Final = -1


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hidden cards, the places they lie in, how many cards each place has, and what may lie there.

    ``places`` are seats and, last, perhaps :data:`AWAY`. ``cases`` are sets of worlds without one in common; each
    gives for every place the mask of cards that may lie in it. Usually there is one case.
    """

    cards: int
    places: tuple[int, ...]
    rooms: tuple[int, ...]
    cases: tuple[tuple[int, ...], ...]


def hidden_of(view: AnyView) -> Hidden:
    """Everything certain in ``view``: sizes of hands, suits shown out, the talon, the own discard, open cards.

    Raises :class:`KibicError` when no hand is being played or its cards are not known to the software.
    """
    if not any(view.counts):
        raise KibicError("between hands, and in a hand with real cards, there are no hidden cards to think about")
    seen = seen_cards(view)
    hidden = DECK_32.full & ~seen
    seats = tuple(seat for seat, count in enumerate(view.counts) if count and view.hands[seat] is None)
    rooms = tuple(view.counts[seat] for seat in seats)
    away = hidden.bit_count() - sum(rooms)
    places, rooms = ((*seats, AWAY), (*rooms, away)) if away else (seats, rooms)
    shut = _impossible(view)
    bought = bought_cards(view) & hidden
    allowed = []
    for place in places:
        cards = hidden
        if place != AWAY:
            cards &= ~shut[place]
        if place not in (AWAY, view.declarer):
            cards &= ~bought
        allowed.append(cards)
    return Hidden(hidden, places, rooms, _by_first_speaker(view, hidden, places, tuple(allowed)))


def seen_cards(view: AnyView) -> int:
    """The cards whose place the viewer knows: own and open hands, cards played, the own discard."""
    seen = view.discard or 0
    for hand in view.hands:
        seen |= hand or 0
    for trick in (*view.played, view.trick):
        seen |= mask_of(card for _, card in trick.cards)
    return seen


def bought_cards(view: AnyView) -> int:
    """The talon the declarer took, as far as the viewer saw it (TAL-01)."""
    return view.talon or 0


def _impossible(view: AnyView) -> list[int]:
    """For each seat the cards it cannot hold, because then it would not have been allowed to play what it played."""
    shut = [0] * view.players
    for trick in (*view.played, view.trick):
        for place, (seat, card) in enumerate(trick.cards):
            if place:
                shut[seat] |= _would_forbid(view, Trick(trick.cards[:place], _winner(view, trick, place)), card)
    return shut


def _winner(view: AnyView, trick: Trick, cards: int) -> Seat:
    """Who wins the first ``cards`` cards of a trick."""
    trump, (seat, best) = view.trump, trick.cards[0]
    for other, card in trick.cards[1:cards]:
        if card > best if card >> 3 == best >> 3 else card >> 3 == trump:
            seat, best = other, card
    return seat


def _would_forbid(view: AnyView, before: Trick, card: int) -> int:
    """The cards beside which ``card`` could not have been played (PLAY-01, PLAY-02)."""
    rules, trump = view.rules.play, view.trump
    return mask_of(
        other
        for other in DECK_32
        if other != card and not playable_cards(rules, 1 << card | 1 << other, before, trump) >> card & 1
    )


def _by_first_speaker(
    view: AnyView, hidden: int, places: tuple[int, ...], allowed: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """The cases that fit who speaks first, where a special card decides it (SEAT-03)."""
    if view.rules.seat.first_dealer != "card_8D" or view.hand_number != 1:
        return (allowed,)
    first = view.order[0]
    # The talon's cards lie with the declarer or in his discard, once somebody has taken it unseen.
    unseen_talon = bought_cards(view) == 0
    taken = view.declarer is not None and not getattr(view, "igra", False)
    cases = []
    for card in SPECIAL_CARDS:
        bit = 1 << card
        if bought_cards(view) & bit:
            continue
        if not hidden & bit:
            if _dealt_to(view, card) == first or not unseen_talon:
                cases.append(allowed)
                break
            continue
        of_first = tuple(place == first or (place == AWAY and taken and view.declarer == first) for place in places)
        cases.append(_only(allowed, bit, of_first))
        of_talon = tuple(place == AWAY or (taken and place == view.declarer) for place in places)
        if not unseen_talon or (taken and view.declarer == first):
            break
        allowed = _only(allowed, bit, of_talon)
    return tuple(case for case in cases if _covers(hidden, case))


def _only(allowed: tuple[int, ...], bit: int, where: tuple[bool, ...]) -> tuple[int, ...]:
    return tuple(cards if here else cards & ~bit for cards, here in zip(allowed, where, strict=True))


def _covers(hidden: int, allowed: tuple[int, ...]) -> bool:
    covered = 0
    for cards in allowed:
        covered |= cards
    return covered == hidden


def _dealt_to(view: AnyView, card: int) -> Seat | None:
    """Who holds or held a card the viewer knows, None for one of the own discard that came from the talon."""
    for seat, hand in enumerate(view.hands):
        if (hand or 0) >> card & 1:
            return seat
    for trick in (*view.played, view.trick):
        for seat, played in trick.cards:
            if played == card:
                return seat
    return view.declarer
