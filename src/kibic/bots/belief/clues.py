"""What a whole hand says for or against a world: strength against the words said, and the cards played from it.

Each clue is a number a world; fitted factors turn their sum into the logarithm of how much more likely the bids,
answers and cards were with these hands than with others. Clues never decide what is possible, only how likely it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from kibic.bots.belief.hidden import AnyView
from kibic.bots.belief.lattice import Floats, Masks
from kibic.bots.belief.traits import GAMES, PLACES, game_of, standing
from kibic.bots.belief.worlds import Worlds
from kibic.bots.preferans.estimate import BETL_DANGER, DEFENCE_SIDE, DEFENCE_TRUMP
from kibic.bots.preferans.tricks_table import NO_TRUMP, SIDE, TRUMPS
from kibic.game import Seat

_SIDE, _TRUMPS, _NO_TRUMP = (np.array(table) for table in (SIDE, TRUMPS, NO_TRUMP))
_DEFENCE_SIDE, _DEFENCE_TRUMP, _DANGER = (np.array(table) for table in (DEFENCE_SIDE, DEFENCE_TRUMP, BETL_DANGER))
_LENGTH: Final = np.array([holding.bit_count() for holding in range(256)])

#: Clues of a hand by the standing of its owner and by the game.
HAND: Final = 16
#: Clues of a played card by side (declarer, defence) and by the game.
CARD: Final = 30
HAND_SIZE: Final = len(PLACES) * len(GAMES) * HAND
SIZE: Final = HAND_SIZE + 2 * len(GAMES) * CARD


def clues(view: AnyView, worlds: Worlds) -> Floats:
    """The clues of all worlds, one row a world and one column a factor."""
    found = np.zeros((len(worlds), SIZE))
    for start, block in _blocks(view, worlds).items():
        found[:, start : start + block.shape[1]] = block
    return found


def evidence(view: AnyView, worlds: Worlds, by: Floats) -> Floats:
    """The clues of each world times the factors ``by``, added up."""
    found = np.zeros(len(worlds))
    for start, block in _blocks(view, worlds).items():
        found += block @ by[start : start + block.shape[1]]
    return found


def _blocks(view: AnyView, worlds: Worlds) -> dict[int, Floats]:
    """The clues that anything is known of, in blocks by the column of their first."""
    found: dict[int, Floats] = {}
    game = GAMES.index(game_of(view))
    events = list(_events(view))

    def block(start: int, width: int) -> Floats:
        if start not in found:
            found[start] = np.zeros((len(worlds), width))
        return found[start]

    for seat, count in enumerate(view.counts):
        played = sum(1 << card for who, card, *_ in events if who == seat)
        if view.hands[seat] is not None or not (count or played):
            continue
        now = worlds.hands[seat]
        start = (PLACES.index(standing(view, seat)) * len(GAMES) + game) * HAND
        _hand(view, now | played, block(start, HAND))
    later = [0] * view.players
    for seat, card, before, winner in reversed(events):
        later[seat] |= 1 << card
        if view.hands[seat] is not None:
            continue
        side = 0 if seat == view.declarer else 1
        start = HAND_SIZE + (side * len(GAMES) + game) * CARD
        _card(view, worlds.hands[seat] | later[seat], seat, card, before, winner, block(start, CARD))
    return found


def _events(view: AnyView) -> Iterator[tuple[Seat, int, tuple[tuple[Seat, int], ...], tuple[Seat, int] | None]]:
    """Every card played: seat, card, the cards before it in its trick, and the seat and card that won so far."""
    for trick in (*view.played, view.trick):
        winner: tuple[Seat, int] | None = None
        for place, (seat, card) in enumerate(trick.cards):
            yield seat, card, trick.cards[:place], winner
            if winner is None or (card > winner[1] if card >> 3 == winner[1] >> 3 else card >> 3 == view.trump):
                winner = seat, card


def _suits(hands: Masks) -> list[Masks]:
    return [hands >> 8 * suit & 255 for suit in range(4)]


def _hand(view: AnyView, hands: Masks, out: Floats) -> None:
    """Strength and shape of hands of ten cards."""
    suits, trump = _suits(hands), view.trump
    lengths = [_LENGTH[suit] for suit in suits]
    if trump is None:
        attack = sum(_NO_TRUMP[suit] for suit in suits)
        defence = sum(_DEFENCE_SIDE[suit] for suit in suits)
    else:
        attack = sum(_TRUMPS[suit] if index == trump else _SIDE[suit] for index, suit in enumerate(suits))
        defence = sum(
            _DEFENCE_TRUMP[suit] if index == trump else _DEFENCE_SIDE[suit] for index, suit in enumerate(suits)
        )
        for length in range(6):
            out[:, 8 + length] += lengths[trump] == length
    out[:, 0] += attack
    out[:, 1] += np.maximum(0, attack - 6)
    out[:, 2] += defence
    out[:, 3] += np.maximum(0, defence - 2)
    danger = sum(_DANGER[suit] for suit in suits)
    out[:, 4] += np.minimum(danger, 1)
    out[:, 5] += np.minimum(danger, 0.2)
    sides = [length for index, length in enumerate(lengths) if index != trump]
    out[:, 6] += sum(length == 0 for length in sides)
    out[:, 7] += sum(length == 1 for length in sides)
    if trump is None:
        out[:, 14] += np.max(np.stack(lengths), axis=0)
    else:
        best = np.max(np.stack([_TRUMPS[suit] - _SIDE[suit] for suit in suits]), axis=0)
        out[:, 15] += best - (_TRUMPS[suits[trump]] - _SIDE[suits[trump]])


def _card(
    view: AnyView,
    hands: Masks,
    seat: Seat,
    card: int,
    before: tuple[tuple[Seat, int], ...],
    winner: tuple[Seat, int] | None,
    out: Floats,
) -> None:
    """How a card fits the hand it was played from; ``hands`` hold it."""
    suit, rank = card >> 3, card & 7
    holding = hands >> 8 * suit & 255
    above, below = holding >> (rank + 1), holding & ((1 << rank) - 1)
    if winner is None:
        _lead(view, hands, suit, rank, holding, out)
        return
    led = before[0][1] >> 3
    ally = seat != view.declarer and winner[0] != view.declarer
    last = len(before) == len(view.active) - 1
    best_suit, best_rank = winner[1] >> 3, winner[1] & 7
    if suit == led:
        base = 10 if ally else 13 if last else 16
        if best_suit != suit:
            out[:, 19] += below > 0
        elif rank > best_rank:
            winning = below >> (best_rank + 1)
            out[:, base] += winning > 0
            out[:, 20] += (above > 0) & (not last)
        else:
            out[:, base + 1] += holding >> (best_rank + 1) > 0
            out[:, base + 2] += below > 0
    elif suit == view.trump:
        out[:, 21] += below > 0
        out[:, 22] += above > 0
    else:
        _discard(hands, suit, rank, holding, out)


def _lead(view: AnyView, hands: Masks, suit: int, rank: int, holding: Masks, out: Floats) -> None:
    lengths = _LENGTH[holding]
    above = holding >> (rank + 1)
    trump = view.trump
    out[:, 0] += above > 0
    out[:, 1] += (above == 0) & (rank > 0) & (holding >> max(0, rank - 1) & 1 > 0)
    out[:, 2] += lengths == 1
    out[:, 3] += (holding >> 7 & 1) * (rank < 7)
    out[:, 4] += (holding >> 6 & 1) * (rank < 6)
    out[:, 5] += (holding & ((1 << rank) - 1)) > 0
    others = [_LENGTH[hands >> 8 * other & 255] for other in range(4) if other not in (suit, trump)]
    if others:
        out[:, 6] += lengths - np.min(np.stack(others), axis=0)
        out[:, 7] += lengths - np.max(np.stack(others), axis=0)
        out[:, 8] += np.min(np.stack(others), axis=0) == 1
    if trump is not None and suit != trump:
        out[:, 9] += _LENGTH[hands >> 8 * trump & 255]


def _discard(hands: Masks, suit: int, rank: int, holding: Masks, out: Floats) -> None:
    lengths = _LENGTH[holding]
    out[:, 23] += (holding & ((1 << rank) - 1)) > 0
    out[:, 24] += holding >> (rank + 1) > 0
    out[:, 25] += lengths == 1
    out[:, 26] += lengths
    out[:, 27] += holding >> 7 & 1
    others = [hands >> 8 * other & 255 for other in range(4) if other != suit]
    higher = sum(_LENGTH[other >> (rank + 1)] for other in others)
    out[:, 28] += np.minimum(higher, 4)
    out[:, 29] += sum(_LENGTH[other & ((1 << rank) - 1)] > 0 for other in others)
