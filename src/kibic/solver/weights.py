"""Weights of the scores that order leads and discards; found by ``python -m benchmarks.solver.tune``."""

from typing import Final

WEIGHTS: Final[dict[str, list[int]]] = {
    "lead": [0] * 192,
    "discard": [0] * 144,
    "ruff": [0] * 12,
    "follow": [0] * 144,
}
