"""A sheet as a record, and the sheet of a record (record.md section 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from kibic.games.preferans import GAME
from kibic.games.preferans.actions import Fine, TakeOver
from kibic.games.preferans.form import DEALER_KEY, answers_of, applied, entry
from kibic.games.preferans.seating import playing_seats
from kibic.record import Record, record_of, replay, write
from kibic.record.replay import is_afterwards
from kibic.sheets.book import Book, Correction, Entry, Mark, Page, fold
from kibic.sheets.cards import cards_of
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError
from kibic.sheets.setup import Setup

#: The top-level key of a record under which corrections stand, and that of the hand being entered.
CORRECTIONS: Final = "corrections"
ENTRY: Final = "entry"
#: That of who deals first, while there is no hand.
DEALER: Final = "dealer"
#: That of everything that was done to the sheet, where the hands and the corrections do not tell it all.
LOG: Final = "log"
#: Commands that only add to what is there.
_PLAIN: Final = ("hand", "agree")
#: How many hands are computed again at most to follow a log: a file may ask for any number.
_MOST_AGAIN: Final = 20_000


def record_of_book(book: Book, answers: Mapping[str, str] | None = None) -> Record:
    """The record of a sheet: the hands that count, what was corrected, and the ``answers`` of a hand being entered."""
    actions: list[Any] = []
    position = book.start
    for item in book.entries[: book.counted]:
        for action in item.actions:
            position = applied(position, action)
            actions.append(action)
        for word in item.after:
            if position.to_act is not None:
                action = GAME.parse(position, word)
                position = applied(position, action)
                actions.append(action)
    setup = book.setup
    record = record_of(GAME.name, setup.preset, setup.players, setup.dealer, actions, options=setup.options)
    extras: dict[str, Any] = {}
    if not book.counted or book.entries[0].dealer != setup.dealer:  # else the first hand tells it
        extras[DEALER] = setup.players[setup.dealer]
    if book.page.corrections:
        extras[CORRECTIONS] = [_told(item) for item in book.page.corrections]
    if book.log and any(command.kind not in _PLAIN for command in book.log):
        extras[LOG] = [command.to_json() for command in book.log]
    if answers:
        extras[ENTRY] = dict(answers)
    return replace(record, extras=extras)


def text_of_book(book: Book, answers: Mapping[str, str] | None = None) -> str:
    """The record of a sheet as TOML."""
    return write(record_of_book(book, answers))


def book_of_record(record: Record) -> Book:
    """The sheet of the finished hands of a record, with its corrections and with what can be taken back.

    What was done to the sheet is taken from its log, and believed as far as it leads to the hands of the record. Raises
    what :func:`kibic.record.replay` raises.
    """
    book = _of_hands(record)
    log = _logged(record)
    if log is None and not book.page.corrections:
        try:
            log = commands_of(book)
        except SheetError:
            return book
    if log is None or _again(log) > _MOST_AGAIN:
        return book
    try:
        made = fold(book.setup, log)
    except SheetError:
        return book
    return made if _same(made, book) else book


def commands_of(book: Book) -> tuple[Command, ...]:
    """The commands that enter the hands that count, one after the other, with their cards where they can be kept.

    Raises :class:`SheetError` for hands that cannot be entered by their answers.
    """
    made: list[Command] = []
    again = Book.new(book.setup)
    for item in book.entries[: book.counted]:
        deal, discard = cards_of(item.actions)
        told = Command("hand", answers=item.answers, deal=deal, discard=discard)
        try:
            again = again.do(told)
        except SheetError:
            if not deal:
                raise
            told = Command("hand", answers=item.answers)
            again = again.do(told)
        made.append(told)
        for word in item.after:
            made.append(Command("agree", word=word))
            again = again.do(made[-1])
    return tuple(made)


def _logged(record: Record) -> tuple[Command, ...] | None:
    """The log of a record, None when it has none or one that is none."""
    told = record.extras.get(LOG)
    if not isinstance(told, list) or not all(isinstance(item, Mapping) for item in told):
        return None
    try:
        return tuple(Command.of_json(item) for item in told)
    except SheetError:
        return None


def _again(log: Sequence[Command]) -> int:
    """How many hands the commands of a log have computed again, at most."""
    hands = again = 0
    for command in log:
        hands += command.kind in ("hand", "insert")
        again += hands * (command.kind not in _PLAIN)
    return again


def _same(made: Book, book: Book) -> bool:
    """Whether a log made the very hands of the record."""
    there, here = ([(item.actions, item.after) for item in one.entries[: one.counted]] for one in (made, book))
    return there == here and made.page.corrections == book.page.corrections


def _of_hands(record: Record) -> Book:
    """The sheet of the finished hands of a record, whatever was done before."""
    played = replay(record)
    dealer, told = played.start.dealer, record.extras.get(DEALER)
    sits_out = len(playing_seats(dealer, len(record.players))) < len(record.players)
    if told in record.players and (sits_out or not record.hands):
        dealer = record.players.index(told)
    setup = Setup(record.players, dealer, record.rules, record.options)
    book = replace(Book.new(setup), log=None)
    entries: list[Entry] = []
    position = book.start
    for number, hand in groupby(played.steps, key=lambda step: step.hand):
        steps = list(hand)
        own = [step for step in steps if not is_afterwards(step.action.word)]
        if steps[-1].after.hand is not None:
            break
        # Penalties are among the answers of a hand, the other agreements stand after it.
        rest = [step.action for step in steps if is_afterwards(step.action.word)]
        penalties = [action for action in rest if isinstance(action, TakeOver | Fine)]
        actions = (*(step.action for step in own), *penalties)
        words = tuple(action.word for action in rest if action not in penalties)
        outcome = steps[-1].after.outcomes[number - 1]
        answers = answers_of(outcome)
        if outcome.dealer != position.dealer:
            answers[DEALER_KEY] = str(outcome.dealer)
        form = entry(position, record.players, answers)
        kept = form.answers if form.complete else answers
        entries.append(Entry(number - 1, kept, outcome.dealer, actions, words))
        position = steps[-1].after
    corrections = _corrections(record)
    marks = _marks(corrections, len(entries))
    marked = tuple(replace(item, mark=mark) for item, mark in zip(entries, marks, strict=True))
    return book.turned(Page(marked, corrections, len(entries)))


def entry_of_record(record: Record) -> dict[str, str]:
    """The answers of the hand that was being entered when the record was written."""
    return _texts(record.extras.get(ENTRY))


def _marks(corrections: tuple[Correction, ...], count: int) -> list[Mark | None]:
    """The marks that ``count`` hands have after the corrections, whose numbers are those of their time."""
    marks: list[Mark | None] = [None] * (count + len(corrections))
    for item in corrections:
        place = min(max(item.number, 1), len(marks)) - 1
        match item.kind:
            case "correct":
                marks[place] = marks[place] or "corrected"
            case "insert":
                marks.insert(place, "inserted")
            case _:
                del marks[place]
    return marks[:count]


def _told(item: Correction) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": item.kind, "hand": item.number, "was": dict(item.was), "now": dict(item.now)}
    return told | ({"note": item.note} if item.note else {})


def _corrections(record: Record) -> tuple[Correction, ...]:
    """What the record says was corrected; what is no such entry is left alone."""
    found = record.extras.get(CORRECTIONS, ())
    told = [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []
    return tuple(
        Correction(
            item["kind"], item["hand"], _texts(item.get("was")), _texts(item.get("now")), str(item.get("note", ""))
        )
        for item in told
        if item.get("kind") in ("correct", "remove", "insert") and isinstance(item.get("hand"), int)
    )


def _texts(value: object) -> dict[str, str]:
    return {str(key): str(text) for key, text in value.items()} if isinstance(value, Mapping) else {}
