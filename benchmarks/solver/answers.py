"""The answers to the corpora, so that a change that breaks the solver is seen at once.

``python -m benchmarks.solver.answers`` compares; with ``--write`` it writes the files anew, one hexadecimal digit for
each of the first positions of a corpus.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from benchmarks.solver.corpora import CORPORA, corpus
from kibic.solver import solve

COUNT: Final = 2000
_LINE: Final = 100
FOLDER: Final = Path(__file__).parent / "answers"


def answers(name: str, count: int = COUNT) -> str:
    """What the solver says, a digit a position."""
    return "".join(f"{solve(position):x}" for position in corpus(name, count))


def known(name: str) -> str:
    """What the file of a corpus says."""
    return "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8").split())


def main(arguments: list[str]) -> int:
    """Write or compare; 1 when an answer differs."""
    different = 0
    for name in CORPORA:
        found = answers(name)
        if arguments == ["--write"]:
            lines = [found[start : start + _LINE] + "\n" for start in range(0, COUNT, _LINE)]
            (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
        wrong = [place for place, (mine, proper) in enumerate(zip(found, known(name), strict=True)) if mine != proper]
        print(f"{name}: {COUNT} answers, {len(wrong)} different{f', first {wrong[0]}' if wrong else ''}")
        different += len(wrong)
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
