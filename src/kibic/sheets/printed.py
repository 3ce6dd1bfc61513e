"""The paper as it is drawn: what stands in every column, hand by hand, in one language. Shared by all who draw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kibic.game import Seat
from kibic.games.preferans import Match, Outcome, Result
from kibic.games.preferans.form import Ended
from kibic.games.preferans.rules.terms import TERMS
from kibic.games.preferans.sentences import game_text
from kibic.games.preferans.sheet import Mark
from kibic.sheets.book import Book
from kibic.sheets.changes import signed
from kibic.sheets.stakes import if_stopped

_KINDS: Final = {
    "all_pass": ("all passed", "svi dalje"),
    "nobody_follows": ("nobody follows", "niko ne prati"),
    "pik_no_kontra": ("no kontra", "bez kontre"),
    "agreed": ("agreed", "dogovor"),
    "penalty": ("no discard", "bez škarta"),
}
_KONTRA: Final = {2: "kontra", 4: "rekontra", 8: "subkontra", 16: "mortkontra"}
#: How a hand that was touched later is marked.
MARKS: Final = {"corrected": ("corrected", "ispravljeno"), "inserted": ("put in", "umetnuto")}

#: Words and seats, told with spaces in between.
Part = tuple[str | Seat, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A sign on the paper: ``kind`` is ``number``, ``refa``, ``refa_played``, ``hat`` or ``hat_off``.

    ``text`` is the number, or how a refa is drawn: ``dashes``, ``triangle`` or ``strokes`` (REF-09). ``beside`` is set
    where it stands right of the sign before it.
    """

    kind: str
    text: str = ""
    struck: bool = False
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a player's paper."""

    heading: str
    strokes: tuple[Stroke, ...]
    middle: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """What one player writes on."""

    name: str
    hat: bool
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A hand in the list: what was played, and what it did to everybody.

    ``text`` tells it; ``parts`` tell the same with seats for names, for who has little room for them.
    """

    number: int
    dealer: str
    text: str
    parts: tuple[Part, ...]
    tricks: tuple[str, ...]
    changes: tuple[str, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A sheet, ready to be drawn. ``write_off`` are the bule each has written off, by seat; empty where none were."""

    language: str
    title: str
    rules: str
    names: tuple[str, ...]
    papers: tuple[Paper, ...]
    lines: tuple[Line, ...]
    total: str
    result_heading: str
    result: tuple[str, ...]
    write_off_heading: str = ""
    write_off: tuple[str, ...] = ()


def printed(book: Book, language: str) -> Printed:
    """The sheet in a language (``sr`` or ``en``)."""
    match, names = book.match, book.names
    levels = not isinstance(match, Match)
    heading, result, write_off = _result(book, language)
    if isinstance(match, Match):
        total = f"{_say(language, 'Bule left', 'Ostalo bula')}: {match.sheet.total}"
    else:
        total = f"{_say(language, 'Hands that count', 'Ruke koje se broje')}: {match.sheet.deals}"
    return Printed(
        language=language,
        title="Preferans",
        rules=book.setup.preset,
        names=names,
        papers=tuple(_points(book, seat, language) if levels else _paper(book, seat) for seat in range(len(names))),
        lines=tuple(
            _line(book, outcome, _say(language, *MARKS[item.mark]) if item.mark else "", language)
            for item, outcome in zip(book.entries, book.outcomes, strict=False)
        ),
        total=total,
        result_heading=heading,
        result=result,
        write_off_heading=_say(language, "Written off", "Otpis") if write_off else "",
        write_off=write_off,
    )


def _say(language: str, en: str, sr: str) -> str:
    return sr if language == "sr" else en


def _paper(book: Book, seat: Seat) -> Paper:
    """The columns as players draw them: supe left, bule, supe right; of four the one across has a column more."""
    match, names = book.match, book.names
    assert isinstance(match, Match)  # noqa: S101 - levels have a paper of their own
    sheet, count, drawn = match.sheet, len(names), match.rules.ui.refa_mark
    left, right = (seat - 1) % count, (seat + 1) % count
    across = [(seat + 2) % count] if count > 3 else []
    sides = {other: Column(names[other], _strokes(sheet.sides[seat][other], drawn)) for other in (left, right, *across)}
    middle = Column("bule", _strokes(sheet.middle[seat], drawn), middle=True)
    return Paper(names[seat], sheet.hats[seat], (sides[left], middle, sides[right], *(sides[one] for one in across)))


def _points(book: Book, seat: Seat, language: str) -> Paper:
    match = book.match
    assert not isinstance(match, Match)  # noqa: S101 - numbers have three columns
    column = Column(_say(language, "points", "poeni"), _strokes(match.sheet.columns[seat]), middle=True)
    return Paper(book.names[seat], False, (column,))


def _strokes(marks: Sequence[Mark], refa_mark: str = "") -> tuple[Stroke, ...]:
    """The marks in order; all numbers but the last are struck, under a hat the absolute value is drawn (HAT-02)."""
    numbers = [place for place, mark in enumerate(marks) if mark.kind == "bule"]
    hat, found = False, []
    for place, mark in enumerate(marks):
        if mark.kind == "bule":
            found.append(Stroke("number", str(abs(mark.value) if hat else mark.value), place != numbers[-1]))
        else:
            hat = {"hat": True, "hat_off": False}.get(mark.kind, hat)
            refa = mark.kind in ("refa", "refa_played")
            beside = refa and refa_mark == "strokes" and place > 0
            found.append(Stroke(mark.kind, refa_mark if refa else "", beside=beside))
    return tuple(found)


def _line(book: Book, outcome: Ended, mark: str, language: str) -> Line:
    names = book.names
    changes = outcome.bule if isinstance(outcome, Outcome) else outcome.points
    texts = [signed(change) if change else "" for change in changes]
    if isinstance(outcome, Outcome):
        for entry in outcome.supe:
            have = texts[entry.writer]
            texts[entry.writer] = f"{have} · {entry.points}" if have else f"· {entry.points}"
    refa = TERMS[book.match.rules.ui.words]["refa"] if isinstance(book.match, Match) else ""
    parts = _told(outcome, language, refa)
    return Line(
        number=outcome.number,
        dealer=names[outcome.dealer],
        text=", ".join(" ".join(names[item] if isinstance(item, int) else item for item in part) for part in parts),
        parts=parts,
        tricks=tuple("" if outcome.tricks is None else str(count) for count in outcome.tricks or ("",) * len(names)),
        changes=tuple(texts),
        mark=mark,
    )


def _told(outcome: Ended, language: str, refa: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    if outcome.declarer is not None:
        parts.append((outcome.declarer,))
    if isinstance(outcome, Outcome):
        if outcome.contract is not None:
            parts.append((game_text(outcome.contract.word, outcome.igra).in_language(language),))
        if outcome.kontra > 1:
            parts.append((_KONTRA[outcome.kontra],))
        if outcome.refa > 1:
            parts.append((refa,))
    elif outcome.contract is not None:
        parts.append((outcome.contract.word,))
    if outcome.kind in _KINDS:
        parts.append((_say(language, *_KINDS[outcome.kind]),))
    if outcome.caller is not None and outcome.called is not None:
        parts.append((outcome.caller, "+", outcome.called))
    if isinstance(outcome, Outcome) and outcome.refa_written:
        parts.append((_say(language, f"a {refa} is written", f"piše se {refa}"),))
    return tuple(parts)


def _result(book: Book, language: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The heading, the points and what is written off, by seat."""
    result: Result | None = book.match.result
    heading = _say(language, "Result", "Rezultat")
    if result is None:
        result = if_stopped(book.match)
        heading = _say(language, "If it ended now", "Da je sada kraj")
    if result is None:
        return "", (), ()
    good = ("low is good", "manje je bolje") if result.sign == "low_good" else ("high is good", "više je bolje")
    heading = f"{heading} ({_say(language, *good)})"
    return heading, tuple(signed(points) for points in result.points), tuple(map(str, result.write_off or ()))
