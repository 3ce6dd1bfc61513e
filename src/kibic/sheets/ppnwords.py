"""The words of a hand as Portable Preferans Notation tells them: the highest bid of each, and who led."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibic.game import Seat
from kibic.games.preferans.actions import Betl, Bid, Hold, Igra, NameSuit, Preferans, Sans
from kibic.games.preferans.form import Position, Said, applied
from kibic.games.preferans.match import HandInProgress
from kibic.games.preferans.play import Playing

_CALLED = {Betl: "G6", Sans: "G7", Preferans: "G8"}


@dataclass(frozen=True, slots=True)
class Course:
    """``bids`` are the highest of each in speaking order (``P`` for none), ``starter`` who led to the first trick."""

    bids: tuple[str, ...]
    starter: Seat | None


def course_of(position: Position, actions: Sequence[Said], order: Sequence[Seat]) -> Course:
    """How a hand went that begins in ``position``."""
    bids = dict.fromkeys(order, "P")
    number, starter = 2, None
    for action in actions:
        seat = position.to_act
        phase = position.hand.phase if isinstance(position.hand, HandInProgress) else None
        if isinstance(phase, Playing):
            starter = phase.turn
            break
        if seat in bids:
            match action:
                case Bid():
                    number = action.number
                    bids[seat] = str(number)
                case Hold():
                    bids[seat] = f"M{number}"
                case Igra():
                    bids[seat] = "G"
                case NameSuit():
                    bids[seat] = f"G{int(action.contract)}"
                case Betl() | Sans() | Preferans():
                    bids[seat] = _CALLED[type(action)]
                case _:
                    pass
        position = applied(position, action)
    return Course(tuple(bids[seat] for seat in order), starter)
