"""What decides between cards: their points, and beside them how often each is the best card and what tricks it brings.

Points alone trust open cards too much: a game hangs on its sixth trick, and a card that makes it only against players
who see everything looks better than it is. So a share of the decision goes to tricks, which do not jump, and to the
number of deals in which no other card does better. With these shares fewer tricks are lost against open cards and no
more points (docs/strength.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibic.bots.belief.lattice import Floats, Masks
from kibic.bots.search.values import Question, points_in
from kibic.solver import Mode


@dataclass(frozen=True, slots=True)
class Shares:
    """What a further trick, and being the best card of a deal, count beside points: in mean points a trick."""

    trick: float
    best: float


#: Fitted to 3,206 critical decisions of 462 hands of searching bots, by side.
DECLARER: Final = Shares(trick=2.0, best=8.0)
DEFENCE: Final = Shares(trick=2.0, best=2.0)


def merits(question: Question, tricks: Masks) -> Floats:
    """What decides, in points, from the declarer's ``tricks`` by world and card; against betl points alone.

    A card is compared with the other columns of ``tricks``, so all of them must have been played out.
    """
    points = points_in(question, tricks)
    if question.mode is Mode.BETL:
        return points
    stakes = question.stakes.points
    declares = question.turn == question.view.declarer
    shares = DECLARER if declares else DEFENCE
    own = tricks if declares else -tricks
    scale = (max(stakes) - min(stakes)) / (len(stakes) - 1)
    merited: Floats = points + scale * (shares.trick * own + shares.best * is_best(question, tricks))
    return merited


def is_best(question: Question, tricks: Masks) -> NDArray[np.bool_]:
    """Whether no other column of ``tricks`` does better for the side to play, by world and card."""
    declares = question.turn == question.view.declarer
    wanted = tricks if declares is not (question.mode is Mode.BETL) else -tricks
    return np.asarray(wanted == wanted.max(axis=1, keepdims=True))
