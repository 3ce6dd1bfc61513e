"""Hands as numbers for the model: trumps first, side suits in one order, so that suits may be exchanged freely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from kibic.bots.preferans.estimate import BETL_DANGER, DEFENCE_SIDE, DEFENCE_TRUMP
from kibic.bots.preferans.tricks_table import NO_TRUMP, SIDE, TRUMPS
from kibic.games.preferans.holdings import LENGTH

Floats = npt.NDArray[np.float32]
Masks = npt.NDArray[np.uint32]
Holdings = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

#: Modes of the solver: four trump suits, none, betl.
NO_TRUMP_MODE: Final = 4
BETL_MODE: Final = 5

_LENGTH: Final = np.array(LENGTH, dtype=np.int64)


def _values(table: Sequence[float]) -> Floats:
    return np.array(table, dtype=np.float32)


#: For the declarer and for a defender: the worth of a trump holding and of another one, by mode.
_DECLARER: Final = {
    "suit": (_values(TRUMPS), _values(SIDE)),
    "sans": (_values(NO_TRUMP), _values(NO_TRUMP)),
    "betl": (_values(BETL_DANGER), _values(BETL_DANGER)),
}
_DEFENDER: Final = {
    "suit": (_values(DEFENCE_TRUMP), _values(DEFENCE_SIDE)),
    "sans": (_values(DEFENCE_SIDE), _values(DEFENCE_SIDE)),
    "betl": (_values(BETL_DANGER), _values(BETL_DANGER)),
}


def kind_of(mode: int) -> str:
    """The part of the model that knows a mode: ``suit``, ``sans`` or ``betl``."""
    return "suit" if mode < NO_TRUMP_MODE else "sans" if mode == NO_TRUMP_MODE else "betl"


def holdings_of(hands: Masks) -> Holdings:
    """The four holdings of each hand, shape (n, 4)."""
    return np.ascontiguousarray(hands, dtype="<u4").view(np.uint8).reshape(-1, 4)


def in_order(modes: Ints, hands: Masks) -> tuple[Holdings, Ints]:
    """Holdings with the trump suit first and the others by length, then by height, and the suits in that order."""
    suits = holdings_of(hands)
    keys = _LENGTH[suits] * 256 + suits
    trumped = modes < NO_TRUMP_MODE
    rows = np.nonzero(trumped)[0]
    keys[rows, modes[rows]] = 1 << 20
    order = np.argsort(-keys, axis=1, kind="stable")
    return np.take_along_axis(suits, order, axis=1), order


def _bits(suits: Holdings) -> Floats:
    return np.unpackbits(np.ascontiguousarray(suits), axis=1).astype(np.float32)


def _one_hot(values: Ints, size: int) -> Floats:
    return np.eye(size, dtype=np.float32)[values]


def _cards(modes: Ints, hands: Masks, others: Masks, tables: tuple[Floats, Floats]) -> tuple[list[Floats], Holdings]:
    """Own cards, other known cards in the same order of suits, lengths and the worth of each holding."""
    suits, order = in_order(modes, hands)
    known = np.take_along_axis(holdings_of(others), order, axis=1)
    lengths = (_LENGTH[suits] / 4).astype(np.float32)
    first, rest = tables
    worth = np.concatenate([first[suits[:, :1]], rest[suits[:, 1:]]], axis=1)
    return [_bits(suits), _bits(known), lengths, worth, worth.sum(axis=1, keepdims=True)], suits


def declarer_rows(modes: Ints, hands: Masks, away: Masks, place: Ints, igra: Ints) -> Floats:
    """What the declarer sees: ten cards, those he put away, his place in the first trick (0, 1, 2), igra or not.

    All modes must be of one kind (:func:`kind_of`).
    """
    parts, _ = _cards(modes, hands, away, _DECLARER[kind_of(int(modes[0]))])
    return np.concatenate([*parts, _one_hot(place, 3), igra[:, None].astype(np.float32)], axis=1)


def defender_rows(
    modes: Ints, hands: Masks, bought: Masks, place: Ints, igra: Ints, second: Ints, auction: Floats
) -> Floats:
    """What a defender sees: his cards, the cards the declarer bought, the declarer's place, igra or not, whether he
    answers second, and the figures of the auction (:func:`auction_row`).
    """
    parts, _ = _cards(modes, hands, bought, _DEFENDER[kind_of(int(modes[0]))])
    sides = np.stack([igra, second], axis=1).astype(np.float32)
    return np.concatenate([*parts, _one_hot(place, 3), sides, auction], axis=1)


def auction_row(contract: int, number: int, own_bid: bool, partner_bid: bool) -> list[float]:
    """What the auction told a defender: the game, how far it lies above the price, and who of the defence bid."""
    return [contract / 8, (contract - number) / 4 if number else 0.0, float(own_bid), float(partner_bid)]


def contract_rows(modes: Ints, bought: Masks, igra: Ints, number: Ints) -> Floats:
    """What everybody knows of a game: which it is, igra or not, the price, trumps and aces bought."""
    suits = holdings_of(bought)
    trumps = np.where(modes < NO_TRUMP_MODE, np.take_along_axis(suits, np.minimum(modes, 3)[:, None], 1)[:, 0], 0)
    figures = np.stack(
        [igra, number / 4, _LENGTH[trumps], (suits >> 7).sum(axis=1), (_LENGTH[suits] == 2).any(axis=1)], axis=1
    ).astype(np.float32)
    return np.concatenate([_one_hot(modes, 6), figures], axis=1)


def auction_rows(hands: Masks, seen: Mapping[str, Ints]) -> Floats:
    """What a player weighs in the auction: his hand in defence and in play, and what was said.

    ``seen`` has a column for each figure of the turn: ``turn``, ``number``, ``passed``, ``bidders``, ``callers``,
    ``spoke``.
    """
    suits = holdings_of(hands)
    side, table = _DEFENDER["suit"][1], _DECLARER["suit"]
    defence = side[suits].sum(axis=1)
    worth = table[1][suits]
    played = (worth.sum(axis=1, keepdims=True) - worth + table[0][suits]).max(axis=1)
    aces = (suits >> 7).sum(axis=1)
    quiet = ((seen["bidders"] == 0) & (seen["callers"] == 0)).astype(np.float32)
    last = (seen["passed"] == 2).astype(np.float32) * quiet
    state = [
        np.ones(len(hands)), quiet, last, seen["bidders"] == 2, seen["passed"] == 1, seen["callers"] > 0,
        seen["number"] / 5, seen["turn"] == 1, seen["turn"] == 2, seen["spoke"],
    ]  # fmt: skip
    own = [defence, aces, played, np.maximum(0, played - 5.5), (_LENGTH[suits] == 0).sum(axis=1)]
    mixed = [
        figure * sign
        for figure in (defence, played)
        for sign in (quiet, last, seen["bidders"] == 2, seen["number"] / 5)
    ]
    return np.stack([*state, *own, *mixed], axis=1).astype(np.float32)
