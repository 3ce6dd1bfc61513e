"""What a correction changed on the sheet, hand by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kibic.game import Json, Text
from kibic.games.preferans import Outcome
from kibic.games.preferans.form import Ended
from kibic.sheets.book import Book


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. ``hand`` is the number the hand has now, or had when it is gone; ``text`` says all of it."""

    kind: Literal["score", "gone", "new", "uncounted", "counted"]
    hand: int
    text: Text


def changes(before: Book, after: Book) -> list[Change]:
    """The differences between two states of one sheet, in the order of the hands."""
    old = {item.serial: (number, item) for number, item in enumerate(before.entries, 1)}
    new = {item.serial: (number, item) for number, item in enumerate(after.entries, 1)}
    found = [_gone(number) for serial, (number, _) in old.items() if serial not in new]
    for serial, (number, _) in new.items():
        if serial not in old:
            found.append(_new(number))
            continue
        was, counts = old[serial][0] <= before.counted, number <= after.counted
        if counts and was:
            found += _scores(after, number, before.outcomes[old[serial][0] - 1], after.outcomes[number - 1])
        elif was:
            text = Text(f"Hand {number}: the match is over before it.", f"Ruka {number}: partija je završena pre nje.")
            found.append(Change("uncounted", number, text))
        elif counts:
            found.append(Change("counted", number, Text(f"Hand {number} counts again.", f"Ruka {number} opet važi.")))
    return sorted(found, key=lambda change: change.hand)


def changes_json(found: list[Change]) -> list[Json]:
    """Changes as JSON (docs/protocol.md)."""
    return [{"kind": item.kind, "hand": item.hand, "sr": item.text.sr, "en": item.text.en} for item in found]


def signed(number: int) -> str:
    """A change as it is printed: with its sign, a minus and no hyphen."""
    return f"{number:+d}".replace("-", "\u2212")


def _gone(number: int) -> Change:
    return Change("gone", number, Text(f"Hand {number} was removed.", f"Ruka {number} je izbrisana."))


def _new(number: int) -> Change:
    return Change("new", number, Text(f"Hand {number} is new.", f"Ruka {number} je nova."))


def _scores(book: Book, number: int, was: Ended, now: Ended) -> Iterator[Change]:
    """How the numbers of a hand changed."""
    parts = [*_numbers(book, was, now)]
    if parts:
        english, serbian = (", ".join(part) for part in zip(*parts, strict=True))
        yield Change("score", number, Text(f"Hand {number}: {english}.", f"Ruka {number}: {serbian}."))


def _numbers(book: Book, was: Ended, now: Ended) -> Iterator[tuple[str, str]]:
    if not isinstance(was, Outcome) or not isinstance(now, Outcome):
        for name, old, new in zip(book.names, _points(was), _points(now), strict=True):
            if old != new:
                change = f"{signed(old)} → {signed(new)}"
                yield f"{name} points {change}", f"{name} poeni {change}"
        return
    for name, old, new in zip(book.names, was.bule, now.bule, strict=True):
        if old != new:
            change = f"{signed(old)} → {signed(new)}"
            yield f"{name} bule {change}", f"{name} bule {change}"
    had = {(entry.writer, entry.against): entry.points for entry in was.supe}
    has = {(entry.writer, entry.against): entry.points for entry in now.supe}
    for writer, against in sorted(had.keys() | has.keys()):
        old, new = had.get((writer, against), 0), has.get((writer, against), 0)
        if old != new:
            pair = f"{book.names[writer]} ({book.names[against]})"
            yield f"{pair} supe {old} → {new}", f"{pair} supe {old} → {new}"
    if was.refa_written != now.refa_written:
        yield ("a refa is written", "piše se refa") if now.refa_written else ("no refa is written", "refa se ne piše")


def _points(outcome: Ended) -> tuple[int, ...]:
    return outcome.bule if isinstance(outcome, Outcome) else outcome.points
