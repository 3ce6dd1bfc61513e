"""How well single cards lie in single places, by what the owner of the place has said and done.

Every hidden card and place has one cell: what the place is (the declarer's hand, a follower's, the discard ...), what
is played, how far the play is, and what the card is (its rank, and whether it is a trump). A world weighs the product
of its cells, which is what :class:`kibic.bots.belief.lattice.Lattice` draws by.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibic.bots.belief.hidden import AWAY, AnyView, Hidden
from kibic.cards import bits
from kibic.game import Seat
from kibic.games.preferans.contracts import Contract

PLACES: Final = ("silent", "passed", "bid", "igra", "declarer", "came", "stayed", "kontras", "talon", "discard")
GAMES: Final = ("auction", "suit", "sans", "betl")
STAGES: Final = 4
CLASSES: Final = 16
SIZE: Final = len(PLACES) * len(GAMES) * STAGES * CLASSES


def game_of(view: AnyView) -> str:
    """What is played, as far as it is known."""
    if view.contract is None:
        return "auction"
    if view.contract is Contract.BETL:
        return "betl"
    return "sans" if view.trump is None else "suit"


def standing(view: AnyView, seat: Seat) -> str:
    """What ``seat`` has shown of itself by its words."""
    if seat == view.declarer:
        return "declarer"
    said = [word for word in view.spoken if word.seat == seat]
    if seat == getattr(view, "kontras", None):
        return "kontras"
    if view.contract is not None:
        answers = [word.action for word in said if word.phase == "following"]
        if answers:
            return "came" if getattr(answers[-1], "yes", False) else "stayed"
    words = [word.action.word for word in said if word.phase in ("auction", "naming")]
    if any(word in ("igra", "betl", "sans", "preferans") for word in words):
        return "igra"
    if any(word not in ("dalje", "pas") for word in words):
        return "bid"
    return "passed" if words else "silent"


def place_of(view: AnyView, place: int) -> str:
    """What a place is: a standing, or what lies away."""
    if place != AWAY:
        return standing(view, place)
    return "talon" if view.declarer is None or getattr(view, "igra", False) else "discard"


def stage_of(view: AnyView) -> int:
    """How far the play is: 0 before it, then the first tricks, the middle, the end."""
    if view.phase != "play":
        return 0
    return 1 if len(view.played) < 2 else 2 if len(view.played) < 5 else 3


def cells(view: AnyView, hidden: Hidden) -> NDArray[np.int64]:
    """The cell of every hidden card (lowest first) in every place."""
    game, stage, trump = GAMES.index(game_of(view)), stage_of(view), view.trump
    ranks = np.array([card % 8 + (8 if card // 8 == trump else 0) for card in bits(hidden.cards)], dtype=np.int64)
    bases = [
        ((PLACES.index(place_of(view, place)) * len(GAMES) + game) * STAGES + stage) * CLASSES
        for place in hidden.places
    ]
    return np.asarray(ranks[:, None] + np.array(bases, dtype=np.int64)[None, :])
