"""Whether what is stored is what the rules make of it: every log is played again from its beginning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from kibic.game import HOUSE
from kibic.record import cut
from kibic.record.fair import DECK
from kibic.server import schema
from kibic.server.course import Course, course_of
from kibic.server.sealstore import seals_in
from kibic.server.sheet import setup_of
from kibic.server.sheetstore import Done, SheetRow, commands_in
from kibic.server.store import TableRow, Word, table_in, words_in
from kibic.server.undo import standing
from kibic.sheets import Command, fold


@dataclass(frozen=True, slots=True)
class Fault:
    """A log that is not sound: ``kind`` is ``table`` or ``sheet``, ``seq`` the place, ``problem`` the reason."""

    kind: str
    id: str
    seq: int
    problem: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A log that was looked through: how long it is, and what is not sound."""

    kind: str
    id: str
    length: int
    faults: tuple[Fault, ...]


def logs(connection: Connection) -> Iterator[Looked]:
    """Every log there is, one after the other. Whatever one does to the rules, the others are still looked at."""
    for kind, ids, look in (("table", schema.tables.c.id, _table), ("sheet", schema.sheets.c.id, _sheet)):
        for key in connection.execute(select(ids).order_by(ids)).scalars().all():
            try:
                length, problems = look(connection, key)
            except Exception as error:  # what is stored beside the log cannot be read
                length, problems = 0, [(0, type(error).__name__)]
            yield Looked(kind, key, length, tuple(Fault(kind, key, seq, problem) for seq, problem in problems))


def replayed(row: TableRow, words: Sequence[Word]) -> Iterator[tuple[Word, str, Course]]:
    """A match played again: each word, the phase in which it was said, and the course after it."""
    course = course_of(row, lambda _: [])
    assert course is not None  # noqa: S101 - callers look whether the match has begun
    for number, word in enumerate(words):
        phase = course.state.phase
        course.take(words, number, own=True)
        yield word, phase, course


#: A place in a log, and what is wrong there.
_Problem = tuple[int, str]


def _table(connection: Connection, key: str) -> tuple[int, list[_Problem]]:
    row = table_in(connection.execute(select(schema.tables).where(schema.tables.c.id == key)).mappings().one())
    words = words_in(connection, key)
    problem = _match_problem(row, words)
    problems = [problem] if problem is not None else list(_deck_problems(connection, key, words))
    return len(words), problems


def _match_problem(row: TableRow, words: Sequence[Word]) -> _Problem | None:
    if row.opening is None:
        return (1, "the match has words but never began") if words else None
    place = _gap([word.seq for word in words])
    if place is not None:
        return place, "the words do not follow each other"
    seq, over = 1, False
    try:
        for seq, (_, _, course) in enumerate(replayed(row, words), 2):  # noqa: B007 - told where it ends
            over = course.state.to_act is None
    except Exception as error:  # whatever the rules say to it
        return seq, type(error).__name__
    if over != (row.state == "over"):
        return len(words), f"the table is {row.state}, its match is {'over' if over else 'not over'}"
    return None


def _deck_problems(connection: Connection, key: str, words: Sequence[Word]) -> Iterator[_Problem]:
    """Decks that were dealt otherwise than they were sealed and cut."""
    deals = [word for word in standing(words) if word.actor == HOUSE and word.word.startswith(f"{DECK} ")]
    for sealed in seals_in(connection, key, first=1, last=len(deals)):
        dealt = deals[sealed.seal.hand - 1]
        if tuple(dealt.word.split()[1:]) != cut(sealed.seal.cards, sealed.seal.hash, sealed.cuts or ()):
            yield dealt.seq, "the deck is not the one that was sealed and cut"


def _sheet(connection: Connection, key: str) -> tuple[int, list[_Problem]]:
    row = connection.execute(select(schema.sheets).where(schema.sheets.c.id == key)).one()
    done = commands_in(connection, key)
    problem = _sheet_problem(SheetRow(row.id, row.key_hash, row.setup, row.created), done)
    return len(done), [] if problem is None else [(len(done), problem)]


def _sheet_problem(row: SheetRow, done: Sequence[Done]) -> str | None:
    if _gap([each.seq for each in done]) is not None:
        return "the commands do not follow each other"
    try:
        fold(setup_of(row), [Command.of_json(each.command) for each in done])
    except Exception as error:  # as with the words of a table
        return type(error).__name__
    return None


def _gap(places: Sequence[int]) -> int | None:
    """The first place at which the entries of a log do not follow each other."""
    return next((number for number, place in enumerate(places, 1) if place != number), None)
