"""Labels in files of some thousand rows: each depends on the seed and its number only, so work can stop and go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

Columns = dict[str, npt.NDArray[np.int64]]
Row = dict[str, int]


def columns_of(rows: list[Row]) -> Columns:
    """Rows with the same keys as one array a key."""
    return {key: np.array([row[key] for row in rows], dtype=np.int64) for key in rows[0]}


def missing(folder: Path, name: str, count: int) -> list[int]:
    """Numbers of the files still to be made."""
    return [number for number in range(count) if not _path(folder, name, number).exists()]


def make(folder: Path, name: str, number: int, rows: Iterator[Row], told: Callable[[], None]) -> None:
    """Write one file, whole or not at all; ``told`` hears of each row."""
    collected = []
    for row in rows:
        collected.append(row)
        told()
    folder.mkdir(parents=True, exist_ok=True)
    path = _path(folder, name, number)
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **columns_of(collected))  # type: ignore[arg-type]
    unfinished.replace(path)


def load(folder: Path, name: str, count: int) -> Columns:
    """All rows of the first ``count`` files."""
    parts = []
    for number in range(count):
        with np.load(_path(folder, name, number)) as file:
            parts.append({key: file[key] for key in file.files})
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def _path(folder: Path, name: str, number: int) -> Path:
    return folder / f"{name}-{number:04}.npz"
