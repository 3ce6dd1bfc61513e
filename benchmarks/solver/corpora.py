"""Corpora of positions, the same on every machine: kinds of deals by name, any number of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kibic.cards import DECK_32, SeededRandom, bits, mask_of, shuffled
from kibic.solver import Mode, Position

#: Honour points of a card by rank, 7 to A.
POINTS: Final = (0, 0, 0, 0, 1, 2, 3, 4)


def deal(rng: SeededRandom) -> tuple[list[int], int]:
    """Three random hands and the talon."""
    deck = shuffled(DECK_32, rng)
    return [mask_of(deck[10 * seat : 10 * seat + 10]) for seat in range(3)], mask_of(deck[30:])


def points(hand: int) -> int:
    """Honour points of a hand."""
    return sum(POINTS[card % 8] for card in bits(hand))


def strong_deal(rng: SeededRandom) -> tuple[list[int], int, Mode]:
    """The seat with the best hand takes the talon and discards two; hands, declarer and his best trump.

    The trump is the longest suit, the higher one of equals; the two lowest of the other cards go.
    """
    hands, talon = deal(rng)
    declarer = max(range(3), key=lambda seat: points(hands[seat]))
    hand = hands[declarer] | talon
    trump = max(range(4), key=lambda suit: ((hand >> 8 * suit & 255).bit_count(), hand >> 8 * suit & 255))
    discard = sorted((card for card in bits(hand) if card // 8 != trump), key=lambda card: (card % 8, card))[:2]
    hands[declarer] = hand & ~mask_of(discard)
    return hands, declarer, Mode(trump)


def danger(hand: int) -> int:
    """How far a hand is from a safe betl: how much its i-th lowest card of a suit lies above the 2i-th lowest rank."""
    found = 0
    for suit in range(4):
        ranks = bits(hand >> 8 * suit & 255)
        found += sum(max(0, rank - 2 * place) for place, rank in enumerate(ranks))
    return found


def low_deal(rng: SeededRandom) -> tuple[list[int], int]:
    """The seat with the best hand for betl takes the talon and puts away what is most dangerous; hands and declarer."""
    hands, talon = deal(rng)
    declarer = min(range(3), key=lambda seat: danger(hands[seat]))
    hand = hands[declarer] | talon
    pairs = [1 << first | 1 << second for first in bits(hand) for second in bits(hand) if first < second]
    hands[declarer] = hand & ~min(pairs, key=lambda pair: danger(hand & ~pair))
    return hands, declarer


def _position(rng: SeededRandom, hands: list[int], mode: Mode, declarer: int, *, lone: bool = False) -> Position:
    active = (0, 1, 2) if not lone else tuple(sorted((declarer, (declarer + 1 + rng.randrange(2)) % 3)))
    return Position(tuple(hands), mode, declarer, rng.choice(active), active=active)


def _random(rng: SeededRandom) -> Position:
    hands, _ = deal(rng)
    return _position(rng, hands, rng.choice(tuple(Mode)), rng.randrange(3))


def _suit(rng: SeededRandom) -> Position:
    hands, declarer, trump = strong_deal(rng)
    return _position(rng, hands, trump, declarer)


def _sans(rng: SeededRandom) -> Position:
    hands, declarer, _ = strong_deal(rng)
    return _position(rng, hands, Mode.NT, declarer)


def _betl(rng: SeededRandom) -> Position:
    hands, declarer = low_deal(rng)
    return _position(rng, hands, Mode.BETL, declarer)


def _lone(rng: SeededRandom) -> Position:
    if rng.randrange(3) == 0:
        hands, declarer = low_deal(rng)
        return _position(rng, hands, Mode.BETL, declarer, lone=True)
    hands, declarer, trump = strong_deal(rng)
    return _position(rng, hands, rng.choice((trump, Mode.NT)), declarer, lone=True)


def ending(rng: SeededRandom, cards: int, mode: Mode | None = None) -> Position:
    """A random ending of ``cards`` cards a hand, two or three hands, with or without a started trick.

    Every third has cards of two or three suits only.
    """
    deck = list(shuffled(DECK_32, rng))
    active = ((0, 1, 2), (0, 1, 2), (0, 1), (1, 2), (0, 2))[rng.randrange(5)]
    if rng.randrange(3) == 0:
        wanted = 2 if cards * len(active) <= 16 and rng.randrange(2) else 3
        deck = [card for card in deck if card // 8 < wanted] if 8 * wanted >= cards * len(active) else deck
    hands = [0, 0, 0]
    for place, seat in enumerate(active):
        hands[seat] = mask_of(deck[place * cards : place * cards + cards])
    wanted_mode = rng.choice(tuple(Mode)) if mode is None else mode
    position = Position(tuple(hands), wanted_mode, rng.choice(active), rng.choice(active), active=active)
    for _ in range(rng.randrange(len(active))):
        position = position.play(rng.choice(tuple(bits(position.playable))))
    return position


def _endings(rng: SeededRandom) -> Position:
    return ending(rng, 1 + rng.randrange(8))


CORPORA: Final[dict[str, Callable[[SeededRandom], Position]]] = {
    "random": _random,
    "suit": _suit,
    "sans": _sans,
    "betl": _betl,
    "lone": _lone,
    "endings": _endings,
}


def corpus(name: str, count: int, seed: str = "1") -> Iterator[Position]:
    """``count`` positions of a kind: random, suit, sans, betl, lone (one follower) or endings."""
    rng = SeededRandom(f"solver {name} {seed}")
    for _ in range(count):
        yield CORPORA[name](rng)
