"""Hands and sheet as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import Any, Final

from kibic.games.preferans import Match, Outcome
from kibic.games.preferans.form import Ended
from kibic.games.preferans.sheet import Mark
from kibic.record.naming import name_of
from kibic.sheets.book import Book

_HEAD: Final = (
    "hand", "dealer", "outcome", "declarer", "game", "igra", "followers", "caller", "called",
    "kontra", "kontras", "refa",
)  # fmt: skip


def hands_csv(book: Book) -> str:
    """One line a hand: what was played, the tricks, and how everybody's numbers changed."""
    names = book.names
    levels = not isinstance(book.match, Match)
    changes = [f"points {name}" for name in names] if levels else [f"bule {name}" for name in names]
    supe = [] if levels else [f"supe {writer}>{against}" for writer in names for against in names if against != writer]
    head = (*_HEAD, *(f"tricks {name}" for name in names), *changes, *supe, "refa_written", "mark", "after")
    rows = []
    for item, outcome in zip(book.entries, book.outcomes, strict=False):
        rows.append([*_told(outcome, names), *_numbers(outcome, names), item.mark or "", "; ".join(item.after)])
    return _written(head, rows)


def sheet_csv(book: Book) -> str:
    """One line a mark on the paper: whose, in which column, what it is, its value and the hand that made it."""
    names = book.names
    rows: list[list[Any]] = []
    if isinstance(book.match, Match):
        paper = book.match.sheet
        for seat, name in enumerate(names):
            rows += [[name, "bule", *_mark(mark, "bule")] for mark in paper.middle[seat]]
            for against, other in enumerate(names):
                rows += [[name, f"supe {other}", *_mark(mark, "supe")] for mark in paper.sides[seat][against]]
    else:
        for name, column in zip(names, book.match.sheet.columns, strict=True):
            rows += [[name, "points", *_mark(mark, "points")] for mark in column]
    return _written(("player", "column", "kind", "value", "hand"), rows)


def _told(outcome: Ended, names: Sequence[str]) -> list[Any]:
    kontras = outcome.kontras if isinstance(outcome, Outcome) else None
    return [
        outcome.number,
        names[outcome.dealer],
        outcome.kind,
        name_of(outcome.declarer, names),
        outcome.contract.word if outcome.contract else None,
        int(isinstance(outcome, Outcome) and outcome.igra),
        "; ".join(names[seat] for seat in outcome.followers),
        name_of(outcome.caller, names),
        name_of(outcome.called, names),
        outcome.kontra if isinstance(outcome, Outcome) else 1,
        name_of(kontras, names),
        outcome.refa if isinstance(outcome, Outcome) else 1,
    ]


def _numbers(outcome: Ended, names: Sequence[str]) -> list[Any]:
    tricks = outcome.tricks if outcome.tricks is not None else (None,) * len(names)
    if not isinstance(outcome, Outcome):
        return [*tricks, *outcome.points, 0]
    supe = {(entry.writer, entry.against): entry.points for entry in outcome.supe}
    seats = range(len(names))
    pairs = [supe.get((writer, against), 0) for writer in seats for against in seats if against != writer]
    return [*tricks, *outcome.bule, *pairs, int(outcome.refa_written)]


def _mark(mark: Mark, number: str) -> list[Any]:
    """A mark; ``number`` is the kind of a mark that is a number, of which the value is what stands there after it."""
    is_number = mark.kind == "bule"
    return [number if is_number else mark.kind, mark.value if is_number else None, mark.hand]


class _Lines(list[str]):
    def write(self, text: str) -> None:
        """Take a line from the writer of CSV."""
        self.append(text)


def _written(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = _Lines()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_safe(value) for value in row] for row in rows)
    return "".join(lines)


def _safe(value: object) -> object:
    """A value no spreadsheet takes for a formula; who reads a text takes one leading apostrophe off."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "'"):
        return f"'{value}"
    return value
