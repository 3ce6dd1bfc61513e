"""``python -m benchmarks [NAME...]``: runs the benchmarks (all, or those named) and prints a table."""

from __future__ import annotations

import sys
from importlib import import_module

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Measured

NAMES = ("engine", "bots", "solver", "edges")


def number(value: float | None) -> str:
    """A number with three significant digits at least."""
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def main(names: list[str]) -> int:
    """Runs and prints; 2 when a name is unknown, else 0."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"no benchmark is called {unknown[0]!r}; benchmarks: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    console = Console()
    table = Table("what", "value", "unit", "must", "aim", "reached")
    for name in names or NAMES:
        with console.status(f"measuring {name} ..."):
            rows: list[Measured] = list(import_module(f"benchmarks.{name}").measure())
        for row in rows:
            table.add_row(row.what, number(row.value), row.unit, number(row.must), number(row.aim), row.verdict())
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
