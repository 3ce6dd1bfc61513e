"""What the rule bot agrees to: honest claims, write-offs, a longer match, the talon turned up (END-03, section 20)."""

from __future__ import annotations

from typing import Final

from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.endgame import DEPTH, Search
from kibic.bots.preferans.worlds import world
from kibic.cards import SeededRandom
from kibic.game import Action
from kibic.games.preferans.actions import Claim, Extend, Fine, TakeOver
from kibic.games.preferans.view import PreferansView

#: Deals in which a claim has to hold.
_WORLDS: Final = 8
#: By how many bule it likes a match to be made longer at once.
_LONGER: Final = 20


def agrees(view: PreferansView, action: Action) -> bool:
    """Whether the viewer agrees, by what his view tells him."""
    match action:
        case Claim(tricks=tricks):
            return _fair(view, tricks)
        case Extend(bule=bule):
            return bule <= _LONGER
        case TakeOver(offender=charged) | Fine(seat=charged):
            return charged != view.viewer
        case _:
            return True


def _fair(view: PreferansView, tricks: int) -> bool:
    """Whether a claim leaves the viewer's side no worse off than good play would, in every deal that fits his view."""
    table = Table.of(view)
    rest = 10 - sum(view.taken)
    if tricks == (rest if table.is_declarer else 0):
        return True
    seats = tuple(seat for seat in view.order if seat in view.active)
    if view.viewer not in seats:
        return True
    turn = view.to_act
    if turn is None or max(view.counts[seat] for seat in seats) > DEPTH[len(seats)]:
        return False
    have = view.taken[table.declarer]
    rng = SeededRandom(f"claim/{view.hand_number}/{rest}/{tricks}")
    search = Search(
        table.declarer,
        table.trump,
        view.rules.play.must_trump,
        seats,
        lambda taken: float(taken[table.declarer]),
        False,
    )
    for _ in range(_WORLDS):
        hands = world(table, rng)
        if hands is None:
            return False
        taken = {seat: view.taken[seat] for seat in seats}
        won = search.play(hands, taken, list(table.trick), turn, -1e9, 1e9) - have
        if (won > tricks) if table.is_declarer else (won < tricks):
            return False
    return True
