"""The sheet of a match played with real cards (docs/decisions/0005-sheet.md): kept, corrected, written out."""

from kibic.sheets.book import Book, Correction, Entry, fold
from kibic.sheets.changes import Change, changes, changes_json
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError, UnreadableError
from kibic.sheets.record import book_of_record, entry_of_record, record_of_book, text_of_book
from kibic.sheets.setup import Setup
from kibic.sheets.stakes import Stake, if_stopped, stakes
from kibic.sheets.state import question_json, state_json

__all__ = [
    "Book",
    "Change",
    "Command",
    "Correction",
    "Entry",
    "Setup",
    "SheetError",
    "Stake",
    "UnreadableError",
    "book_of_record",
    "changes",
    "changes_json",
    "entry_of_record",
    "fold",
    "if_stopped",
    "question_json",
    "record_of_book",
    "stakes",
    "state_json",
    "text_of_book",
]
