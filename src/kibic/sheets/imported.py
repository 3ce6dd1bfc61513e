"""A sheet from a text somebody brings: a record, or Portable Preferans Notation, with a report of what is lost."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.game import Text
from kibic.games.preferans.actions import Claim, Play
from kibic.record import Record, read, replay
from kibic.sheets.book import Book, fold
from kibic.sheets.cards import cards_of
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError
from kibic.sheets.ppn import is_ppn, read_ppn
from kibic.sheets.record import book_of_record, commands_of, record_of_book
from kibic.sheets.setup import Setup


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
    if is_ppn(text):
        report = read_ppn(text)
        book, remarks = report.book, list(report.remarks)
    else:
        book, remarks = _of_record(text)
    commands = book.log if book.log is not None else commands_of(book)
    again = fold(book.setup, commands)
    if again.match.sheet != book.match.sheet:
        raise SheetError(
            Text(
                "Entered by hand, these hands would give another sheet.",
                "Upisane rukom, ove ruke bi dale drugi papir.",
            )
        )
    for number, (here, there) in enumerate(zip(again.entries, book.entries, strict=False), 1):
        if cards_of(there.actions)[0] and not cards_of(here.actions)[0]:
            english = f"Hand {number}: its cards are not taken over, they need its own auction."
            serbian = f"Ruka {number}: karte se ne preuzimaju, traže baš njenu licitaciju."
            remarks.append((0, Text(english, serbian)))
    return Imported(book.setup, commands, tuple(remarks))


def record_of_text(text: str) -> tuple[Record, tuple[tuple[int, Text], ...]]:
    """The record of a text, which is one or is Portable Preferans Notation; and remarks as in :class:`Imported`.

    Raises :class:`kibic.record.RecordError` and :class:`SheetError`.
    """
    if not is_ppn(text):
        return read(text), ()
    report = read_ppn(text)
    return record_of_book(report.book), tuple(report.remarks)


def _of_record(text: str) -> tuple[Book, list[tuple[int, Text]]]:
    record = read(text)
    book = book_of_record(record)
    played = replay(record)
    lost = (
        (
            any(isinstance(step.action, Play | Claim) for step in played.steps),
            Text(
                "The auctions and the play are not taken over, only the cards dealt and put away.",
                "Licitacije i tok igre se ne preuzimaju, samo podeljene karte i škart.",
            ),
        ),
        (played.final.hand is not None, Text("The unfinished hand is left out.", "Nedovršena ruka je izostavljena.")),
        (
            bool(book.page.corrections) and book.log is None,
            Text("The list of corrections is not taken over.", "Spisak ispravki se ne preuzima."),
        ),
    )
    return book, [(0, remark) for applies, remark in lost if applies]
