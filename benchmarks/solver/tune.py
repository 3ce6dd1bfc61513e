"""``python -m benchmarks.solver.tune trump|sans|betl|lone``: better weights by hill climbing on the number of nodes.

A random weight of the game is moved by a random step; what lowers the nodes of the corpus is kept. The steps follow
from the seed and nodes do not depend on the machine: the same number of tries finds the same weights again. Writes
``src/kibic/solver/weights.py`` whenever it has found something. Answers never depend on the weights.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.solver.corpora import corpus
from benchmarks.solver.speed import worlds
from kibic.cards import SeededRandom
from kibic.solver import Position, kernel
from kibic.solver.weights import WEIGHTS

TARGET = Path(__file__).parents[2] / "src" / "kibic" / "solver" / "weights.py"
HEADING = '''"""Weights of the scores that order the cards, found by benchmarks/solver/tune.py; see docs/solver.md."""

from typing import Final

# fmt: off
WEIGHTS: Final[dict[str, list[int]]] = {
'''
#: Of each game which weights are its own (table name, first, past the last).
GAMES = {
    "trump": (("lead", 0, 144), ("discard", 0, 72), ("ruff", 0, 96), ("follow", 0, 96), ("follow", 288, 384)),
    "sans": (("lead", 144, 216), ("discard", 72, 144), ("follow", 96, 192)),
    "betl": (("lead", 216, 288), ("discard", 144, 216), ("follow", 192, 288)),
    "lone": (("lone_lead", 0, 192), ("lone_discard", 0, 144), ("lone_ruff", 0, 4), ("lone_follow", 0, 128)),
}
#: Suit contracts are also asked for all moves of first leads: the positions after poor cards need order too.
WORLDS = 4


class Question:
    """Some positions and what is asked about them."""

    def __init__(self, ask: Callable[[Position], object], positions: list[Position]) -> None:
        self.ask = ask
        self.positions = positions
        self.at_first = self.nodes(float("inf"))

    def nodes(self, limit: float) -> float:
        """Nodes altogether, table cold at the beginning; infinity as soon as it is beyond ``limit``."""
        kernel.forget()
        for number, position in enumerate(self.positions, 1):
            self.ask(position)
            if number % 20 == 0 and kernel.nodes() > limit:
                return float("inf")
        return kernel.nodes()


def questions(game: str, deals: int, seed: str) -> list[Question]:
    """What a game's weights are judged by."""
    corpora = {"trump": "suit"}
    found = [Question(kernel.solve, list(corpus(corpora.get(game, game), deals, f"tune {seed}")))]
    if game == "trump":
        rng = SeededRandom(f"tune worlds {seed}")
        leads = [position for _ in range(deals // 10) for position in worlds(rng, False, WORLDS)]
        found.append(Question(kernel.solve_moves, leads))
    return found


def share(asked: list[Question], limit: float) -> float:
    """Nodes as a share of those at first, every question counting the same; infinity when beyond ``limit``."""
    found = 0.0
    for question in asked:
        found += question.nodes((limit * len(asked) - found) * question.at_first) / question.at_first
    return found / len(asked)


def write() -> None:
    """Writes the weights as they are now."""
    lines = []
    for name, values in WEIGHTS.items():
        width = 24 if name.endswith(("lead", "discard")) else 16
        rows = [values[i : i + width] for i in range(0, len(values), width)]
        body = "\n".join("        " + " ".join(f"{value}," for value in row) for row in rows)
        lines.append(f'    "{name}": [\n{body}\n    ],\n')
    TARGET.write_text(HEADING + "".join(lines) + "}\n", encoding="utf-8")


def climb(game: str, seconds: float, deals: int, seed: str) -> None:
    """Hill climbing for some time."""
    order = kernel.set_lone_weights if game == "lone" else kernel.set_weights
    asked = questions(game, deals, seed)
    places = [(name, index) for name, first, past in GAMES[game] for index in range(first, past)]
    rng = random.Random(seed)
    best = 1.0
    print(f"{game}: {' + '.join(f'{q.at_first / len(q.positions):.1f}' for q in asked)} nodes a position", flush=True)
    end = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < end:
        moves = [(*rng.choice(places), rng.choice((-1, 1)) * rng.choice((1, 2, 3, 5, 8, 13, 21)))]
        if rng.random() < 0.3:
            moves.append((*rng.choice(places), rng.choice((-1, 1)) * rng.choice((1, 2, 3, 5, 8))))
        before = [(name, index, WEIGHTS[name][index]) for name, index, _ in moves]
        for name, index, change in moves:
            WEIGHTS[name][index] = max(-120, min(120, WEIGHTS[name][index] + change))
        order(WEIGHTS)
        found = share(asked, best)
        tried += 1
        if found <= best:
            if found < 0.995 * best:
                print(f"{tried:6} {found:.4f}", flush=True)
            best = found
        else:
            for name, index, value in reversed(before):
                WEIGHTS[name][index] = value
    order(WEIGHTS)
    write()
    print(f"{game}: {best:.4f} of the nodes after {tried} tries", flush=True)


if __name__ == "__main__":
    climb(
        sys.argv[1],
        float(sys.argv[2] if len(sys.argv) > 2 else 600),
        int(sys.argv[3] if len(sys.argv) > 3 else 300),
        sys.argv[4] if len(sys.argv) > 4 else "1",
    )
