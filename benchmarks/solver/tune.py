"""``python -m benchmarks.solver.tune trump|sans|betl|lone``: better weights by hill climbing on the number of nodes.

A random weight of the game is moved by a random step; what lowers the nodes of the corpus is kept. The steps follow
from the seed and nodes do not depend on the machine: the same number of tries finds the same weights again. Writes
``src/kibic/solver/weights.py`` whenever it has found something. Answers never depend on the weights.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from benchmarks.solver.corpora import corpus
from kibic.solver import Position, kernel
from kibic.solver.weights import WEIGHTS

TARGET = Path(__file__).parents[2] / "src" / "kibic" / "solver" / "weights.py"
HEADING = '''"""Weights of the scores that order the cards, found by benchmarks/solver/tune.py; see docs/solver.md."""

from typing import Final

# fmt: off
WEIGHTS: Final[dict[str, list[int]]] = {
'''
#: Of each game: its corpora, and which weights are its own (table name, first, past the last).
GAMES = {
    "trump": (("suit",), (("lead", 0, 96), ("discard", 0, 48), ("ruff", 0, 12), ("follow", 0, 48))),
    "sans": (("sans",), (("lead", 96, 144), ("discard", 48, 96), ("follow", 48, 96))),
    "betl": (("betl",), (("lead", 144, 192), ("discard", 96, 144), ("follow", 96, 144))),
    "lone": (("lone",), (("lone_lead", 0, 128), ("lone_discard", 0, 96), ("lone_ruff", 0, 4), ("lone_follow", 0, 48))),
}


def nodes(positions: list[Position], limit: float) -> float:
    """Nodes a position, table cold at the beginning; infinity as soon as it is beyond ``limit``."""
    kernel.forget()
    for number, position in enumerate(positions, 1):
        kernel.solve(position)
        if number % 50 == 0 and kernel.nodes() > limit * len(positions):
            return float("inf")
    return kernel.nodes() / len(positions)


def write() -> None:
    """Writes the weights as they are now."""
    lines = []
    for name, values in WEIGHTS.items():
        rows = [values[i : i + 16] for i in range(0, len(values), 16)]
        body = "\n".join("        " + " ".join(f"{value}," for value in row) for row in rows)
        lines.append(f'    "{name}": [\n{body}\n    ],\n')
    TARGET.write_text(HEADING + "".join(lines) + "}\n", encoding="utf-8")


def climb(game: str, seconds: float, deals: int, seed: str) -> None:
    """Hill climbing for some time."""
    names, ranges = GAMES[game]
    order = kernel.set_lone_weights if game == "lone" else kernel.set_weights
    positions = [position for name in names for position in corpus(name, deals, f"tune {seed}")]
    places = [(name, index) for name, first, past in ranges for index in range(first, past)]
    rng = random.Random(seed)
    best = nodes(positions, float("inf"))
    print(f"{game}: {best:.1f} nodes a deal", flush=True)
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
        found = nodes(positions, best)
        tried += 1
        if found <= best:
            if found < 0.995 * best:
                print(f"{tried:6} {found:.1f}", flush=True)
            best = found
        else:
            for name, index, value in reversed(before):
                WEIGHTS[name][index] = value
    order(WEIGHTS)
    write()
    print(f"{game}: {best:.1f} nodes a deal after {tried} tries", flush=True)


if __name__ == "__main__":
    climb(
        sys.argv[1],
        float(sys.argv[2] if len(sys.argv) > 2 else 600),
        int(sys.argv[3] if len(sys.argv) > 3 else 300),
        sys.argv[4] if len(sys.argv) > 4 else "1",
    )
