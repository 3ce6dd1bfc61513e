"""``python -m kibic.bots.train``: make the weights of the value model again.

What is made is kept in the work folder file by file, so that the command can be stopped at any time and goes on where
it was. Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import kibic.bots.value
from kibic.bots.train import shards, tables
from kibic.bots.train.descent import Named
from kibic.bots.train.exact import labels
from kibic.bots.train.figures import exact_figures, real_figures
from kibic.bots.train.fit import KINDS, fit_auction, fit_exact, fit_real, split
from kibic.bots.value.net import FILE, Net

#: Rows of one file of each kind.
EXACT_ROWS: Final = 5000
TABLE_DEALS: Final = 300
TRIALS: Final = 200
DEFAULT_OUT: Final = Path(kibic.bots.value.__file__).with_name(FILE)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m kibic.bots.train",
        description="Make the weights of the value model: labels by exact play, hands that bots play, the fit.",
    )
    parser.add_argument("--work", type=Path, default=Path("train"), help="folder for labels; what is there is kept")
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, help="file of the weights")
    parser.add_argument("--seed", default="kibic", help="everything drawn follows from it")
    parser.add_argument("--exact", type=int, default=60, help=f"files of {EXACT_ROWS} deals solved exactly")
    parser.add_argument("--tables", type=int, default=17, help=f"files of {TABLE_DEALS} deals bid and played by bots")
    parser.add_argument(
        "--trials", type=int, default=10, help=f"files of {TRIALS} hands of sans and betl, played by bots"
    )
    parser.add_argument("--bot", default="rule", help="the bot at those tables")
    parser.add_argument("--rules", default="srpski", help="the rules at those tables")
    return parser.parse_args()


def main() -> None:
    """Run what is missing and write the weights."""
    wanted = _arguments()
    console = Console()
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    ) as progress:
        _labels(wanted, progress)
    weights = _fit(wanted, console.print)
    stored = {key: value.astype(np.float16) for key, value in weights.items()}
    about = _about(wanted, Net({key: value.astype(np.float32) for key, value in stored.items()}))
    with wanted.out.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **stored)  # type: ignore[arg-type]
    for key, value in about["figures"].items():
        console.print(f"{key}: {value}")
    console.print(f"{wanted.out}: {wanted.out.stat().st_size // 1024} kB")


def _labels(wanted: argparse.Namespace, progress: Progress) -> None:
    """Make the files that are missing."""

    def stage(text: str, name: str, count: int, rows: int, work: Callable[[int, Callable[[], None]], None]) -> None:
        missing = shards.missing(wanted.work, name, count)
        task = progress.add_task(text, total=count * rows, completed=(count - len(missing)) * rows)
        for number in missing:
            work(number, lambda: progress.advance(task))
        progress.update(task, completed=count * rows)

    def exact(number: int, told: Callable[[], None]) -> None:
        shards.make(wanted.work, "exact", number, labels(wanted.seed, number, EXACT_ROWS), told)

    def played(number: int, told: Callable[[], None]) -> None:
        heard = list(tables.rows(wanted.seed, number, TABLE_DEALS, wanted.bot, wanted.rules))
        for name in ("auction", "hand"):
            shards.make(wanted.work, name, number, (row for kind, row in heard if kind == name), told)

    def tried(number: int, told: Callable[[], None]) -> None:
        hands = tables.trials(wanted.seed, number, TRIALS, wanted.bot, wanted.rules)
        shards.make(wanted.work, "trial", number, hands, told)

    stage("exact play", "exact", wanted.exact, EXACT_ROWS, exact)
    stage("tables", "hand", wanted.tables, TABLE_DEALS, played)
    stage("trials", "trial", wanted.trials, TRIALS, tried)


def _fit(wanted: argparse.Namespace, told: Callable[[str], None]) -> Named:
    """Weights from all labels; those of exact play are kept in the work folder."""
    kept = wanted.work / f"weights-{wanted.exact}.npz"
    weights: Named = {}
    if kept.exists():
        with np.load(kept) as file:
            weights = {key: file[key] for key in file.files}
    else:
        learned, _ = split(shards.load(wanted.work, "exact", wanted.exact))
        for kind in KINDS:
            weights |= fit_exact(learned, kind, told)
        np.savez(kept, **weights)  # type: ignore[arg-type]
    hands, _ = split(shards.load(wanted.work, "hand", wanted.tables))
    trials, _ = split(shards.load(wanted.work, "trial", wanted.trials))
    both = {key: np.concatenate([hands[key], trials[key]]) for key in hands}
    for kind in KINDS:
        told(f"what happened at tables: {kind}")
        weights |= fit_real(both, kind, weights)
    auction, _ = split(shards.load(wanted.work, "auction", wanted.tables))
    return weights | fit_auction(auction)


def _about(wanted: argparse.Namespace, net: Net) -> dict[str, dict[str, object]]:
    """The command, the size of the data and the figures on what was held out."""
    _, exact = split(shards.load(wanted.work, "exact", wanted.exact))
    _, hands = split(shards.load(wanted.work, "hand", wanted.tables))
    _, trials = split(shards.load(wanted.work, "trial", wanted.trials))
    return {
        "command": {
            "program": "python -m kibic.bots.train",
            **{key: getattr(wanted, key) for key in ("seed", "exact", "tables", "trials", "bot", "rules")},
        },
        "data": {
            "deals solved": wanted.exact * EXACT_ROWS,
            "deals bid and played": wanted.tables * TABLE_DEALS,
            "hands of sans and betl": wanted.trials * TRIALS,
        },
        "figures": {
            **exact_figures(net, exact),
            **real_figures(net, hands),
            **{f"trials: {key}": value for key, value in real_figures(net, trials).items()},
        },
    }


if __name__ == "__main__":
    main()
