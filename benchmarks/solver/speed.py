"""Times and node counts of the exact solver, beside their targets.

Times are processor time of the thread, of each deal the least of some passes over the corpus, each pass beginning with
an empty table and solving each deal once: what the machine does besides disturbs them little.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.measure import Measured, percentile
from benchmarks.solver.corpora import corpus, strong_deal
from kibic.cards import SeededRandom, bits, mask_of
from kibic.solver import Mode, Position, kernel, position_to_json, reference, trace

PASSES: Final = 5
DEALS: Final = 400
STREAM: Final = 10_000


def times(positions: list[Position], work: Callable[[Position], object], passes: int = PASSES) -> list[float]:
    """Milliseconds for each position: the least of the passes."""
    best = [float("inf")] * len(positions)
    for _ in range(passes):
        kernel.forget()
        for place, position in enumerate(positions):
            start = time.thread_time_ns()
            work(position)
            best[place] = min(best[place], (time.thread_time_ns() - start) / 1e6)
    return best


def mean(values: list[float]) -> float:
    """The mean."""
    return sum(values) / len(values)


def nodes(positions: list[Position]) -> float:
    """Trick starts searched for each position, the table empty at first."""
    kernel.forget()
    for position in positions:
        kernel.solve(position)
    return kernel.nodes() / len(positions)


def worlds(rng: SeededRandom, betl: bool, count: int = 100) -> list[Position]:
    """The declarer is on lead and knows his hand and the talon; the defenders' cards are shared out ``count`` times."""
    if betl:
        position = next(corpus("betl", 1, f"worlds {rng.random()}"))
        hands, declarer, mode = list(position.hands), position.declarer, Mode.BETL
    else:
        hands, declarer, mode = strong_deal(rng)
    unseen = [card for seat in range(3) if seat != declarer for card in bits(hands[seat])]
    first, second = (seat for seat in range(3) if seat != declarer)
    found = []
    for _ in range(count):
        rng.shuffle(unseen)
        hands[first], hands[second] = mask_of(unseen[:10]), mask_of(unseen[10:])
        found.append(Position(tuple(hands), mode, declarer, declarer))
    return found


def lead_times(betl: bool, hands: int = 8) -> float:
    """Milliseconds for all moves of a first lead over 100 worlds, mean over some hands."""
    rng = SeededRandom(f"worlds {betl}")
    return mean([sum(times(worlds(rng, betl), kernel.solve_moves, 3)) for _ in range(hands)])


def trace_times(hands: int = 30) -> float:
    """Milliseconds to trace the 30 cards of a hand played at random, mean over some hands."""
    rng = SeededRandom("trace")
    found = []
    for start in corpus("suit", hands, "trace"):
        position, cards = start, []
        while position.tricks_left:
            cards.append(rng.choice(tuple(bits(position.playable))))
            position = position.play(cards[-1])
        found += times([start], lambda start, cards=tuple(cards): trace(start, cards), 3)  # type: ignore[misc]
    return mean(found)


def stream_rate() -> float:
    """Suit deals a second through ``kibic solve``, reading and writing and starting the program included."""
    with TemporaryDirectory() as place:
        source = Path(place) / "deals.jsonl"
        with source.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(position_to_json(deal)) + "\n" for deal in corpus("suit", STREAM, "stream"))
        best = float("inf")
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-c", "from kibic.cli.app import main; main()", "solve", str(source)]
            done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.stdout.count(b"dd_tricks") != STREAM:
                raise AssertionError(done.stdout[-200:])
            best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return STREAM / best


def measure() -> Iterator[Measured]:
    """The lines of the table; milliseconds and nodes a deal."""
    suit, sans, betl = (list(corpus(name, DEALS)) for name in ("suit", "sans", "betl"))
    lone = list(corpus("lone", 4 * DEALS))
    for name, deals in (("suit contract", suit), ("sans", sans)):
        found = times(deals, kernel.solve)
        yield Measured(f"exact, {name}, mean", mean(found), "ms", must=0.20, aim=0.08)
        yield Measured(f"exact, {name}, p99", percentile(found, 0.99), "ms", must=1.2)
    yield Measured("exact, betl, number of tricks, mean", mean(times(betl, kernel.solve)), "ms", must=1.2, aim=0.5)
    made = times(betl, lambda position: kernel.can_make(position, 0))
    yield Measured("exact, betl, made or not, mean", mean(made), "ms", must=0.06, aim=0.02)
    yield Measured("exact, single follower, mean", mean(times(lone, kernel.solve)), "ms", must=0.03, aim=0.01)
    yield Measured("exact, first lead, 100 worlds, suit", lead_times(betl=False), "ms", must=50, aim=20)
    yield Measured("exact, first lead, 100 worlds, betl", lead_times(betl=True), "ms", must=350, aim=120)
    yield Measured("exact, 30 cards traced", trace_times(), "ms", must=15, aim=5)
    yield Measured("kibic solve, suit deals a second", stream_rate(), "deals/s", must=3000, more=True)
    plain = times(suit[:60], reference.solve, 2)
    yield Measured("plain Python, suit contract, mean", mean(plain), "ms", must=60, aim=20)
    for name, deals in (("suit contract", suit), ("sans", sans), ("betl", betl), ("single follower", lone)):
        yield Measured(f"exact, {name}, nodes", nodes(deals), "nodes")
