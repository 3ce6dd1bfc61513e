"""Exact play with open cards: what was possible with these cards.

>>> from kibic.cards import Hand
>>> from kibic.solver import Mode, Position, solve
>>> hands = tuple(Hand.parse(text).mask for text in ("AK..7.", "7.A.A.", "8.K.K."))
>>> solve(Position(hands, Mode.S, declarer=0, leader=1))
2
"""

from kibic.solver.analysis import (
    Traced,
    better,
    can_make,
    leader_of,
    modes_of,
    moves_many,
    solve,
    solve_line,
    solve_many,
    solve_moves,
    table,
    table_of,
    trace,
)
from kibic.solver.engine import COMPILED, SlowSolverWarning
from kibic.solver.matches import AnyMatch, declarer_leads, position_of
from kibic.solver.position import Mode, Position, PositionError
from kibic.solver.wire import moves_to_json, position_from_json, position_to_json, table_to_json

__all__ = [
    "COMPILED",
    "AnyMatch",
    "Mode",
    "Position",
    "PositionError",
    "SlowSolverWarning",
    "Traced",
    "better",
    "can_make",
    "declarer_leads",
    "leader_of",
    "modes_of",
    "moves_many",
    "moves_to_json",
    "position_from_json",
    "position_of",
    "position_to_json",
    "solve",
    "solve_line",
    "solve_many",
    "solve_moves",
    "table",
    "table_of",
    "table_to_json",
    "trace",
]
