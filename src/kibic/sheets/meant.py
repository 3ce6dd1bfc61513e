"""Which hand a command means: its number says where it stands, and another writer may have moved or changed it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibic.game import Text
from kibic.games.preferans.form import DEALER_KEY
from kibic.sheets.book import Book
from kibic.sheets.errors import SheetError


def check_meant(book: Book, command: Mapping[str, Any]) -> None:
    """Refuse a command for a hand that is not the one its writer saw. Raises :class:`SheetError`.

    ``command`` is the JSON object of a command with a ``hand``. It may name what was seen under that number:
    ``serial``, and ``was``, the answers. Neither is kept; a command without them means whatever stands there.
    """
    number, serial, was = command.get("hand"), command.get("serial"), command.get("was")
    if serial is None and was is None:
        return
    strange = serial is not None and (not isinstance(serial, int) or isinstance(serial, bool))
    if strange or not (was is None or isinstance(was, Mapping)):
        english = "serial is the number that names a hand for good, was are its answers."
        raise SheetError(Text(english, "serial je broj koji trajno imenuje ruku, was su njeni odgovori."))
    if not isinstance(number, int) or not 1 <= number <= len(book.entries):
        return  # the sheet itself refuses a hand that is not there
    entry = book.entries[number - 1]
    if serial is not None and entry.serial != serial:
        english = f"Hand {number} is another one now: the sheet was changed meanwhile. Nothing was written."
        serbian = f"{number}. ruka je sada neka druga: list je u međuvremenu promenjen. Ništa nije upisano."
        raise SheetError(Text(english, serbian))
    # A hand of four that moved tells who dealt it, which it did not have to before (FOUR-01): it is the same hand.
    if was is not None and dict(was) not in ({**entry.answers}, _undealt(entry.answers)):
        english = f"Hand {number} was corrected meanwhile. Nothing was written; look at it and try again."
        serbian = f"{number}. ruka je u međuvremenu ispravljena. Ništa nije upisano; pogledajte je i pokušajte ponovo."
        raise SheetError(Text(english, serbian))


def _undealt(answers: Mapping[str, str]) -> dict[str, str]:
    """Answers without the one that says who dealt."""
    return {key: value for key, value in answers.items() if key != DEALER_KEY}
