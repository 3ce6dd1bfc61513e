"""What the talon may bring: each game valued over a sample of talons, with the best discard (EVAL-05)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from kibic.bots.preferans.estimate import BETL_CEILING, BETL_DANGER, betl_points, game_points, lead_bonus
from kibic.bots.preferans.holdings import holdings
from kibic.bots.preferans.tricks_table import NO_TRUMP, SIDE, TRUMPS
from kibic.cards import DECK_32, Shuffler, bits
from kibic.games.preferans.contracts import SUIT_CONTRACTS, Contract

#: Talons looked at for one decision of the auction.
SAMPLE: Final = 30


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


def _best_two(changes: Sequence[tuple[float, float]], better: Callable[[float, float], float]) -> float:
    """The best total change when two cards are put away; each suit offers its change for one and for two cards."""
    best = changes[0][1]
    for place, (one, two) in enumerate(changes):
        best = better(best, two)
        for other, _ in changes[:place]:
            best = better(best, one + other)
    return best


def twelve_card_points(
    cards: int, place: int | None, pik_needs_kontra: bool, betl_leads: bool
) -> dict[Contract, tuple[float, float]]:
    """For each game tricks (chance in betl) and points expected with twelve cards after the best discard."""
    suits = holdings(cards)
    prospects: dict[Contract, tuple[float, float]] = {}
    lead = lead_bonus(place)
    total_side = sum(SIDE[h] for h in suits)
    side = [(SIDE_AWAY[1][h], SIDE_AWAY[2][h]) for h in suits]
    for contract in SUIT_CONTRACTS:
        trump = contract - 2
        h = suits[trump]
        changes = [*side[:trump], *side[trump + 1 :], (TRUMP_AWAY[1][h], TRUMP_AWAY[2][h])]
        tricks = total_side - SIDE[h] + TRUMPS[h] + lead + _best_two(changes, max)
        prospects[contract] = (
            tricks, game_points(contract, tricks, pik_needs_kontra=pik_needs_kontra)[1],
        )  # fmt: skip
    tricks = sum(NO_TRUMP[h] for h in suits) + _best_two([(SANS_AWAY[1][h], SANS_AWAY[2][h]) for h in suits], max)
    prospects[Contract.SANS] = (tricks, game_points(Contract.SANS, max(0.0, tricks))[1])
    danger = sum(BETL_DANGER[h] for h in suits) + _best_two([(BETL_AWAY[1][h], BETL_AWAY[2][h]) for h in suits], min)
    chance = BETL_CEILING * max(0.0, 1 - max(0.0, danger)) - (0.05 if betl_leads else 0.0)
    prospects[Contract.BETL] = (chance, betl_points(max(0.0, chance), Contract.BETL.unit(False)))
    return prospects


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
