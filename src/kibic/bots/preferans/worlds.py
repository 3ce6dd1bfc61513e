"""Deals of the hidden cards that fit everything a seat has seen."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.bots.preferans.counting import Table
from kibic.cards import Shuffler, bits
from kibic.games.preferans.holdings import SUIT_MASKS

#: How likely a declarer has put a card away, against another place for it: trumps and high cards stay.
_AWAY_TRUMP = 0.02
_AWAY_BY_RANK = (1.6, 1.6, 1.5, 1.4, 1.0, 0.7, 0.4, 0.06)
_TRIES = 12


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a hidden card may lie: a seat, or None for the discard, the talon and hands out of play."""

    seat: int | None
    cards: int
    room: int


def world(table: Table, rng: Shuffler) -> dict[int, int] | None:
    """Hands of all active seats, the own included, in one deal that fits the view; None when no try succeeded."""
    places = _places(table)
    order = _scarcest_first(places, table.unseen)
    for _ in range(_TRIES):
        dealt = _deal(table, places, order, rng)
        if dealt is not None:
            return dealt
    return None


def _places(table: Table) -> list[_Place]:
    places = [
        _Place(seat, table.possible(seat), table.view.counts[seat]) for seat in table.view.active if seat != table.me
    ]
    hidden = table.unseen.bit_count() - sum(place.room for place in places)
    if hidden > 0:
        places.append(_Place(None, table.unseen, hidden))
    return places


def _scarcest_first(places: list[_Place], unseen: int) -> list[tuple[int, list[int]]]:
    """Cards with the places they may lie in, those with fewest places first."""
    listed = [(card, [index for index, place in enumerate(places) if place.cards >> card & 1]) for card in bits(unseen)]
    return sorted(listed, key=lambda item: len(item[1]))


def _deal(
    table: Table, places: list[_Place], order: list[tuple[int, list[int]]], rng: Shuffler
) -> dict[int, int] | None:
    room = [place.room for place in places]
    hands = [0] * len(places)
    for card, allowed in order:
        weights = [room[index] * _weight(table, places[index], card) for index in allowed]
        total = sum(weights)
        if total <= 0:
            return None
        drawn = rng.random() * total
        chosen = allowed[-1]
        for index, weight in zip(allowed, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                chosen = index
                break
        if not room[chosen]:
            return None
        room[chosen] -= 1
        hands[chosen] |= 1 << card
    dealt = {table.me: table.own}
    for place, hand in zip(places, hands, strict=True):
        if place.seat is not None:
            dealt[place.seat] = hand
    return dealt


def _weight(table: Table, place: _Place, card: int) -> float:
    """How well a card lies in a place: a declarer's discard has small cards and no trumps."""
    if place.seat is not None or table.view.igra or table.is_declarer:
        return 1.0
    if table.trump is not None and SUIT_MASKS[table.trump] >> card & 1:
        return _AWAY_TRUMP
    return _AWAY_BY_RANK[card % 8] if table.trump is not None else 1.0
