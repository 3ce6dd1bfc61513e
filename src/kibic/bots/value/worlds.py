"""The hands of the two defenders drawn at random, the same for every choice that is compared on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibic.bots.value.features import BETL_MODE, Floats
from kibic.bots.value.minds import TRICKS
from kibic.cards import DECK_32, Shuffler, bits, mask_of
from kibic.solver import Mode, Position, can_make, solve_many

#: The leader by the place of the declarer, who is seat 0: himself, his left, his right.
_LEADER = (0, 2, 1)


def defenders(known_cards: int, count: int, rng: Shuffler) -> list[tuple[int, int]]:
    """Ten cards for each defender, ``count`` times, out of those that are not known."""
    unseen = list(bits(DECK_32.full & ~known_cards))
    drawn = []
    for _ in range(count):
        rng.shuffle(unseen)
        drawn.append((mask_of(unseen[:10]), mask_of(unseen[10:20])))
    return drawn


def played_out(hand: int, mode: int, place: int, worlds: Sequence[tuple[int, int]]) -> Floats:
    """Chances of the declarer's tricks by exact play in these worlds; in betl of a lost game and a made one."""
    positions = [Position((hand, right, left), Mode(mode), 0, _LEADER[place]) for right, left in worlds]
    if mode == BETL_MODE:
        made = sum(can_make(position, 0) for position in positions) / len(positions)
        return np.array([1 - made, made], np.float32)
    tricks = np.bincount(list(solve_many(positions)), minlength=TRICKS)
    return (tricks / len(positions)).astype(np.float32)
