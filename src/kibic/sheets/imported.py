"""A sheet from a text somebody brings: a record, or Portable Preferans Notation, with a report of what is lost."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kibic.game import Text
from kibic.games.preferans.actions import Deal
from kibic.record import Record, read, replay
from kibic.sheets.book import Book, fold
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError
from kibic.sheets.ppn import read_ppn
from kibic.sheets.record import book_of_record, commands_of, record_of_book
from kibic.sheets.setup import Setup

#: How Portable Preferans Notation begins a line; in TOML a bracket never has a name and a quoted text in it.
_TAG: Final = re.compile(r'^\s*\[\s*[A-Za-z]+[1-3A-C]?\s+"[^"]*"\s*\]', re.MULTILINE)


@dataclass(frozen=True)
class Imported:
    """How the sheet begins, the commands that write its hands, and remarks by line (0: the whole text)."""

    setup: Setup
    commands: tuple[Command, ...]
    remarks: tuple[tuple[int, Text], ...]


def imported(text: str) -> Imported:
    """The sheet of a text.

    Raises :class:`kibic.record.RecordError` for a broken record, :class:`SheetError` for a text without players and for
    hands that cannot be entered without their cards.
    """
    if _TAG.search(text):
        report = read_ppn(text)
        book, remarks = report.book, list(report.remarks)
    else:
        book, remarks = _of_record(text)
    commands = book.log if book.log is not None else tuple(commands_of(book))
    again = fold(book.setup, commands)
    if again.match.sheet != book.match.sheet:
        raise SheetError(
            Text(
                "Entered by hand, these hands would give another sheet.",
                "Upisane rukom, ove ruke bi dale drugi papir.",
            )
        )
    return Imported(book.setup, commands, tuple(remarks))


def record_of_text(text: str) -> tuple[Record, tuple[tuple[int, Text], ...]]:
    """The record of a text, which is one or is Portable Preferans Notation; and remarks as in :class:`Imported`.

    Raises :class:`kibic.record.RecordError` and :class:`SheetError`.
    """
    if not _TAG.search(text):
        return read(text), ()
    report = read_ppn(text)
    return record_of_book(report.book), tuple(report.remarks)


def _of_record(text: str) -> tuple[Book, list[tuple[int, Text]]]:
    record = read(text)
    book = book_of_record(record)
    played = replay(record)
    lost = (
        (
            any(isinstance(step.action, Deal) and not step.action.blind for step in played.steps),
            Text("The cards and the play are not taken over.", "Karte i tok igre se ne preuzimaju."),
        ),
        (played.final.hand is not None, Text("The unfinished hand is left out.", "Nedovršena ruka je izostavljena.")),
        (
            bool(book.page.corrections) and book.log is None,
            Text("The list of corrections is not taken over.", "Spisak ispravki se ne preuzima."),
        ),
    )
    return book, [(0, remark) for applies, remark in lost if applies]
