"""``python -m benchmarks.solver.fuzz [SECONDS] [SEED]``: random positions of every size through everything compiled.

``make asan`` runs it on a build that checks every memory access. Small positions are compared with the reference.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor

from benchmarks.solver.corpora import corpus, ending
from kibic.cards import SeededRandom
from kibic.solver import Mode, Position, kernel, reference


def check(position: Position, rng: SeededRandom) -> None:
    """Ask everything; the answers must agree with each other and, if the position is small, with the reference."""
    value = kernel.solve(position, rng.randrange(14) - 2)
    moves = kernel.solve_moves(position, rng.randrange(14) - 2)
    most = (position.to_play == position.declarer) != (position.mode is Mode.BETL)
    goal = rng.randrange(12)
    makes = value <= goal if position.mode is Mode.BETL else value >= goal
    agree = not moves or value == (max(moves.values()) if most else min(moves.values()))
    agree = agree and makes == kernel.can_make(position, goal)
    if position.tricks_left <= 4:
        agree = agree and value == reference.solve(position) and moves == reference.solve_moves(position)
    if not agree:
        raise AssertionError(position)


def main(seconds: float, seed: str) -> None:
    """Fuzz for some time, then with threads."""
    rng = SeededRandom(f"fuzz {seed}")
    end = time.monotonic() + seconds
    done = 0
    while time.monotonic() < end:
        check(ending(rng, 1 + rng.randrange(10)), rng)
        done += 1
    positions = [*corpus("random", 20, seed), *corpus("endings", 200, seed)]
    alone = kernel.solve_all(positions)
    with ThreadPoolExecutor(4) as pool:
        if any(answers != alone for answers in pool.map(kernel.solve_all, [positions] * 4)):
            raise AssertionError("threads disagree")
    print(f"{done} positions and {4 * len(positions)} in threads: no difference, no bad access")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2] if len(sys.argv) > 2 else "1")
