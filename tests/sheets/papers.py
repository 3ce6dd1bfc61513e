"""Sheets for the tests, made from short hands."""

from __future__ import annotations

from typing import Any, Final

from kibic.sheets import Book, Command, Setup

NAMES: Final = ("Ana", "Boro", "Ceca")
PASSED: Final = {"declarer": "pass"}
#: Boro plays karo against both and makes it with six tricks.
KARO: Final = {"declarer": "1", "game": "karo", "follow": "both", "tricks": "6", "defence": "2"}
BETL: Final = {"declarer": "1", "game": "betl", "made": "no"}
IGRA: Final = {"declarer": "0", "game": "igra karo", "follow": "1", "tricks": "5"}


def new(preset: str = "srpski", names: tuple[str, ...] = NAMES, dealer: int = 2, **options: Any) -> Book:
    """An empty sheet; the underscores of the options stand for the first dot."""
    return Book.new(Setup(names, dealer, preset, {key.replace("_", ".", 1): value for key, value in options.items()}))


def hands(book: Book, *answers: dict[str, str]) -> Book:
    """The sheet with more hands."""
    for item in answers:
        book = do(book, "hand", answers=item)
    return book


def do(book: Book, kind: str, **fields: Any) -> Book:
    """The sheet after a command."""
    return book.do(Command.of_json({"kind": kind, **fields}))
