"""Deals as a table may meet them, with the tricks of exact play: both defenders in play, either of them alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibic.bots.preferans.estimate import betl_chance
from kibic.bots.train.shards import Row
from kibic.bots.value.discards import best_discards, discards, rough_tricks
from kibic.bots.value.features import BETL_MODE, NO_TRUMP_MODE
from kibic.cards import DECK_32, SeededRandom, mask_of
from kibic.solver import Mode, Position, can_make, solve

#: How often the declarer plays without the talon, and what he plays: a suit, sans, betl.
IGRA: Final = 0.2
KINDS: Final = (0.66, 0.16)
#: How often the discard is not the roughly best one but one of the next or any.
SECOND_BEST: Final = 0.35
ANY: Final = 0.12
#: The rough worth below which a game is hardly ever played: tricks in a suit, in sans; chance in betl.
LEAST: Final = (4.2, 3.2, 0.3)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A declarer with his ten cards and the two defenders; seat 0 declares, 1 sits to his right, 2 to his left."""

    mode: int
    hands: tuple[int, int, int]
    away: int
    bought: int
    igra: bool
    natural: bool
    place: int


def draw(rng: SeededRandom) -> Drawn:
    """A deal in which one hand is good enough to be played."""
    while True:
        drawn = _try(rng)
        if drawn is not None:
            return drawn


def _try(rng: SeededRandom) -> Drawn | None:
    cards = list(DECK_32)
    rng.shuffle(cards)
    hands = [mask_of(cards[10 * seat : 10 * seat + 10]) for seat in range(3)]
    talon = mask_of(cards[30:])
    dice = rng.random()
    kind = 0 if dice < KINDS[0] else 1 if dice < sum(KINDS) else 2
    rough = rough_tricks(np.array(hands, dtype=np.uint32))
    worth = rough[:, :NO_TRUMP_MODE].max(axis=1) if kind == 0 else rough[:, NO_TRUMP_MODE + kind - 1]
    seat = int(worth.argmax())
    igra = rng.random() < IGRA
    # LEAD-02: sans is led through the declarer; other customs are rare.
    place = 1 if kind == 1 and rng.random() < 0.8 else rng.randrange(3)
    right, left = hands[(seat + 1) % 3], hands[(seat + 2) % 3]
    if igra:
        modes = rough[seat, :NO_TRUMP_MODE]
        mode = int(modes.argmax()) if kind == 0 else NO_TRUMP_MODE + kind - 1
        own, away, natural = hands[seat], 0, True
    else:
        own, away, mode, natural = _exchange(hands[seat] | talon, kind, rng)
    if not _playable(own, mode, kind, place, rng):
        return None
    return Drawn(mode, (own, right, left), away, 0 if igra else talon, igra, natural, place)


def _exchange(cards: int, kind: int, rng: SeededRandom) -> tuple[int, int, int, bool]:
    """Cards kept, cards put away and the mode; and whether that is what a sensible player would do."""
    _, kept, away = best_discards(cards, 8)
    best = kept.reshape(6, -1)[:, 0]
    rough = np.array([rough_tricks(best[mode : mode + 1])[0, mode] for mode in range(6)])
    suits = rough[:NO_TRUMP_MODE] + np.array([0.25 * rng.random() for _ in range(4)])
    mode = int(suits.argmax()) if kind == 0 else NO_TRUMP_MODE + kind - 1
    dice = rng.random()
    if dice < ANY:
        every = discards(cards)
        put = int(every[rng.randrange(len(every))])
        return cards & ~put, put, mode, False
    place = 1 + rng.randrange(7) if dice < ANY + SECOND_BEST else 0
    row = 8 * mode + place
    return int(kept[row]), int(away[row]), mode, place <= 2


def _playable(own: int, mode: int, kind: int, place: int, rng: SeededRandom) -> bool:
    if rng.random() < 0.08:
        return True
    if mode == BETL_MODE:
        return betl_chance(own, place == 0) > LEAST[2]
    return bool(rough_tricks(np.array([own], dtype=np.uint32))[0, mode] > LEAST[kind])


#: The seat that leads by the declarer's place: nobody stands before the first, then his left, then his right.
_LEADER: Final = (0, 2, 1)


def labels(seed: str, number: int, count: int) -> Iterator[Row]:
    """The rows of one file: a deal and the declarer's tricks by exact play (in betl: 1 made, 0 not)."""
    rng = SeededRandom(f"{seed}/exact/{number}")
    for _ in range(count):
        drawn = draw(rng)
        yield {
            "mode": drawn.mode,
            "own": drawn.hands[0],
            "right": drawn.hands[1],
            "left": drawn.hands[2],
            "away": drawn.away,
            "bought": drawn.bought,
            "igra": drawn.igra,
            "natural": drawn.natural,
            "place": drawn.place,
            **_tricks(drawn),
        }


def _tricks(drawn: Drawn) -> Row:
    leader = _LEADER[drawn.place]
    both = Position(drawn.hands, Mode(drawn.mode), 0, leader)
    if drawn.mode == BETL_MODE:
        return {"both": int(can_make(both, 0)), "lone_right": 0, "lone_left": 0}
    # Against a lone defender whoever led the full trick leads, else the next one in play; sans is led by him.
    through = drawn.mode == NO_TRUMP_MODE and drawn.place == 1
    right = Position(drawn.hands, Mode(drawn.mode), 0, 1 if leader == 1 or through else 0, (), (0, 1))
    left = Position(drawn.hands, Mode(drawn.mode), 0, 2 if leader in (1, 2) else 0, (), (0, 2))
    return {"both": solve(both), "lone_right": solve(right), "lone_left": solve(left)}
