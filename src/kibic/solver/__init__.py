"""Exact play with open cards."""

from kibic.solver.position import Mode, Position, PositionError

__all__ = ["Mode", "Position", "PositionError"]
