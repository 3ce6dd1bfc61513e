"""The edges: start-up of the command line and weight of the page."""

from __future__ import annotations

import gzip
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Measured
from kibic import web

STATIC = Path(web.__file__).parent / "static"


def help_seconds() -> float:
    """Wall time of ``kibic --help``: the best of seven, as the machine may be busy."""
    program = Path(sys.executable).parent / "kibic"
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([program, "--help"], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def page_kilobytes() -> tuple[float, float]:
    """Everything the page may load, as it stands and compressed, in kB."""
    files = [path.read_bytes() for path in STATIC.rglob("*") if path.is_file()]
    return sum(map(len, files)) / 1000, sum(len(gzip.compress(data)) for data in files) / 1000


def measure() -> Iterator[Measured]:
    """Start-up and weights."""
    yield Measured("kibic --help", help_seconds(), "s", must=0.3, aim=0.15)
    plain, compressed = page_kilobytes()
    yield Measured("page, all files", plain, "kB", must=300, aim=150)
    yield Measured("page, all files, compressed", compressed, "kB")
