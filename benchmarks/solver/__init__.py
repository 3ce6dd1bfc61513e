"""The exact solver: corpora of positions, answers, speed, tuning and proofs at full size."""

from benchmarks.solver.speed import measure

__all__ = ["measure"]
