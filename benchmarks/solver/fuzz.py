"""``python -m benchmarks.solver.fuzz [SECONDS] [SEED]``: random positions of every size through everything compiled.

``make asan`` runs it on a build that checks every memory access. Small positions are compared with the reference; what
is no position must be refused, and even one that was tampered with may not lead the search astray in memory.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from benchmarks.solver.corpora import corpus, ending
from benchmarks.solver.spoiled import spoiled, tampered
from kibic.cards import SeededRandom
from kibic.solver import Mode, Position, PositionError, kernel, reference


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


def refused(position: Position) -> int:
    """Try everything that makes a position none; how much there was."""
    done = 0
    for fields in spoiled(position):
        try:
            kernel.solve(Position(**fields))
        except PositionError:
            done += 1
        else:
            raise AssertionError(fields)
    return done


def tamper(position: Position, rng: SeededRandom) -> None:
    """Ask about a position changed past all checks: any answer or error of Python will do, a bad access will not."""
    wrong = tampered(position, rng)
    for ask in (kernel.solve, kernel.solve_moves, lambda it: kernel.can_make(it, 2**31 - 1)):
        with suppress(LookupError, TypeError, ValueError, OverflowError, AttributeError):
            ask(wrong)


def main(seconds: float, seed: str) -> None:
    """Fuzz for some time, then with threads."""
    rng = SeededRandom(f"fuzz {seed}")
    end = time.monotonic() + seconds
    done, wrong = 0, refused(next(corpus("random", 1, seed)))
    while time.monotonic() < end:
        position = ending(rng, 1 + rng.randrange(10))
        check(position, rng)
        tamper(position, rng)
        done += 1
    positions = [*corpus("random", 20, seed), *corpus("endings", 200, seed)]
    alone = kernel.solve_all(positions)
    with ThreadPoolExecutor(4) as pool:
        if any(answers != alone for answers in pool.map(kernel.solve_all, [positions] * 4)):
            raise AssertionError("threads disagree")
    print(f"{wrong} values that are no positions refused")
    print(
        f"{done} positions, each also tampered with, and {4 * len(positions)} in threads: no difference, no bad access"
    )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2] if len(sys.argv) > 2 else "1")
