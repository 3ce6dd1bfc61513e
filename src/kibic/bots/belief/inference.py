"""What bids, answers, discards and cards tell about hidden cards: worlds weighed by how likely they made them.

Worlds are drawn by the traits of single cards and weighed by the clues of whole hands (importance sampling). Both
were fitted to hands of bots (:mod:`kibic.bots.belief.fit`) so that the true deal gets as much of the weight as can be.
People do other things than bots: every world keeps a share that no clue can take away.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from kibic.bots.belief.clues import SIZE as CLUES
from kibic.bots.belief.clues import evidence
from kibic.bots.belief.hidden import AnyView, Hidden
from kibic.bots.belief.lattice import Floats
from kibic.bots.belief.traits import SIZE as CELLS
from kibic.bots.belief.traits import cells
from kibic.bots.belief.worlds import ENUMERATE, Tilt, Worlds, normal, worlds_of
from kibic.cards import Shuffler

#: The part of the weight that is shared by all worlds alike.
FLOOR: Final = 0.1
#: No single card is more than so much (in logarithms) better in one place than in another.
MOST: Final = 3.5
_FILE: Final = "fitted.json"


@dataclass(frozen=True, slots=True)
class Factors:
    """Fitted logarithms: ``traits`` by cell, ``clues`` by clue."""

    traits: Floats
    clues: Floats

    def tilt(self, view: AnyView) -> Tilt:
        """How well each hidden card of ``view`` lies in each place."""

        def tilted(hidden: Hidden) -> Floats:
            logs = self.traits[cells(view, hidden)]
            middle = logs.sum(axis=1, keepdims=True) / max(1, len(hidden.places))
            return np.asarray(np.exp(np.clip(logs - middle, -MOST, MOST)))

        return tilted


@cache
def factors() -> Factors:
    """The factors the package comes with."""
    return factors_in(files("kibic.bots.belief").joinpath(_FILE).read_text(encoding="utf-8"))


def factors_in(text: str) -> Factors:
    """The factors written by :mod:`kibic.bots.belief.fit`."""
    written = json.loads(text)
    return Factors(_spread(written["traits"], CELLS), _spread(written["clues"], CLUES))


def _spread(written: dict[str, float], size: int) -> Floats:
    found = np.zeros(size)
    for place, value in written.items():
        found[int(place)] = value
    return found


def believed(
    view: AnyView,
    count: int,
    rng: Shuffler,
    *,
    by: Factors | None = None,
    floor: float = FLOOR,
    enumerate_up_to: int = ENUMERATE,
) -> Worlds:
    """Worlds that fit the view with weights by everything said and played; all of them when they are few.

    Draws are ``count``; ``by`` are other factors than those of the package, ``floor`` the share of the weight given to
    all alike.
    """
    used = factors() if by is None else by
    worlds = worlds_of(view, count, rng, tilt=used.tilt(view), enumerate_up_to=enumerate_up_to)
    logs = np.log(worlds.weights) + evidence(view, worlds, used.clues)
    return replace(worlds, weights=(1 - floor) * normal(logs) + floor / len(worlds))
