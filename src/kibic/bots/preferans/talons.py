"""What the talon may bring: each game valued over a sample of talons, with the best discard (EVAL-05)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from kibic.bots.preferans.estimate import BETL_CEILING, BETL_DANGER, betl_points, control, game_points, lead_bonus
from kibic.bots.preferans.tricks_table import NO_TRUMP, SIDE, TRUMPS
from kibic.cards import DECK_32, Shuffler, bits
from kibic.games.preferans.contracts import SUIT_CONTRACTS, Contract
from kibic.games.preferans.holdings import holdings

#: Talons looked at for one decision of the auction.
SAMPLE: Final = 24


def _after(values: Sequence[float], better: Callable[[float, float], float]) -> tuple[tuple[float, ...], ...]:
    """For each holding the change of its value when no, one or two cards are put away in the best way."""
    kept: list[list[float]] = [list(values), list(values), list(values)]
    for holding in range(256):
        cards = list(bits(holding))
        for away in (1, 2):
            for gone in combinations(cards, away):
                rest = holding
                for card in gone:
                    rest ^= 1 << card
                first = gone == tuple(cards[:away])
                kept[away][holding] = values[rest] if first else better(kept[away][holding], values[rest])
            if len(cards) < away:
                kept[away][holding] = -99.0 if better(0, 1) == 1 else 99.0
    return tuple(tuple(row[h] - values[h] for h in range(256)) for row in kept)


SIDE_AWAY: Final = _after(SIDE, max)
TRUMP_AWAY: Final = _after(TRUMPS, max)
SANS_AWAY: Final = _after(NO_TRUMP, max)
BETL_AWAY: Final = _after(BETL_DANGER, min)


def twelve_card_points(
    cards: int, least: int, place: int | None, pik_needs_kontra: bool
) -> dict[Contract, tuple[float, float]]:
    """For each game from ``least`` up: tricks (chance in betl) and points expected with twelve cards.

    The best two cards of each game are put away.
    """
    suits = holdings(cards)
    prospects: dict[Contract, tuple[float, float]] = {}
    lead = lead_bonus(place)
    one = [SIDE_AWAY[1][h] for h in suits]
    two = [SIDE_AWAY[2][h] for h in suits]
    sides = sum([SIDE[h] for h in suits])
    for contract in SUIT_CONTRACTS[max(0, least - Contract.PIK) :]:
        trump = contract - Contract.PIK
        h = suits[trump]
        a, b, c = one[:trump] + one[trump + 1 :]
        t = TRUMP_AWAY[1][h]
        change = max(*two[:trump], *two[trump + 1 :], TRUMP_AWAY[2][h], a + b, a + c, b + c, t + a, t + b, t + c)
        tricks = sides - SIDE[h] + TRUMPS[h] + control(suits, trump) + lead + change
        prospects[contract] = tricks, game_points(contract, tricks, pik_needs_kontra=pik_needs_kontra)[1]
    if least <= Contract.BETL:
        danger = sum([BETL_DANGER[h] for h in suits]) + _best_pair(suits, BETL_AWAY, min)
        chance = BETL_CEILING * max(0.0, 1 - max(0.0, danger)) - (0.05 if place == 0 else 0.0)
        prospects[Contract.BETL] = chance, betl_points(max(0.0, chance), Contract.BETL.unit(False))
    tricks = max(0.0, sum([NO_TRUMP[h] for h in suits]) + _best_pair(suits, SANS_AWAY, max))
    prospects[Contract.SANS] = tricks, game_points(Contract.SANS, tricks)[1]
    return prospects


def _best_pair(
    suits: tuple[int, int, int, int], away: tuple[tuple[float, ...], ...], best: Callable[..., float]
) -> float:
    """The best change of value when two cards of four suits are put away."""
    p, q, r, s = (away[1][h] for h in suits)
    return best(*(away[2][h] for h in suits), p + q, p + r, p + s, q + r, q + s, r + s)


def talons(hand: int, rng: Shuffler, count: int = SAMPLE) -> list[int]:
    """Masks of ``count`` different talons that may lie under ``hand``."""
    unseen = list(bits(DECK_32.full & ~hand))
    rng.shuffle(unseen)
    pairs = [1 << unseen[place] | 1 << unseen[place + 1] for place in range(0, len(unseen) - 1, 2)]
    step = 2
    while len(pairs) < count and step < len(unseen):
        pairs += [
            1 << unseen[place] | 1 << unseen[(place + step) % len(unseen)] for place in range(0, len(unseen) - 1, 2)
        ]
        step += 3
    return pairs[:count]
