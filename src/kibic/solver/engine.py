"""Which solver answers: the compiled one, or the plain one where it could not be built."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from types import ModuleType
from typing import Final, Protocol, cast

from kibic.solver import reference
from kibic.solver.position import Position


class SlowSolverWarning(UserWarning):
    """The compiled solver is missing and the plain one answers."""


class Engine(Protocol):
    """What both solvers offer."""

    def solve(self, position: Position, guess: int | None = None) -> int:
        """Tricks the declarer still takes when all play perfectly (in betl: the fewest he can be held to)."""

    def can_make(self, position: Position, goal: int) -> bool:
        """Whether the declarer can take at least ``goal`` of the remaining tricks; in betl: at most ``goal``."""

    def solve_moves(self, position: Position, guess: int | None = None) -> dict[int, int]:
        """The value of the position after each card that may be played now, by card."""

    def solve_all(self, positions: Sequence[Position]) -> list[int]:
        """The values of some positions."""


def _compiled() -> ModuleType | None:
    try:
        from kibic.solver import kernel
    except ImportError:
        return None
    return kernel


_KERNEL: Final = _compiled()
#: Whether the compiled solver is there.
COMPILED: Final = _KERNEL is not None
_HINT: Final = (
    "the compiled solver is missing, so every position takes hundreds of times longer; to get it, install a C compiler "
    "(Debian, Ubuntu: apt install gcc python3-dev) and install kibic again"
)
_warned = False


def engine() -> Engine:
    """The fastest solver there is. Warns once when that is the plain one."""
    global _warned  # noqa: PLW0603 - one warning a process
    if _KERNEL is not None:
        return cast("Engine", _KERNEL)
    if not _warned:
        _warned = True
        warnings.warn(_HINT, SlowSolverWarning, stacklevel=3)
    return cast("Engine", reference)
