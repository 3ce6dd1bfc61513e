"""A sheet as it is kept: the hands that were entered, what was corrected, and the match the engine makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from kibic.game import IllegalAction, Text, WordError
from kibic.games.preferans import GAME
from kibic.games.preferans.actions import Deal, Fine, TakeOver
from kibic.games.preferans.form import DEALER_KEY, Ended, Form, Position, Said, applied, blind_deal, entry
from kibic.games.preferans.seating import playing_seats
from kibic.sheets.cards import cards_of, with_cards
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError
from kibic.sheets.setup import Setup

Mark = Literal["corrected", "inserted"]
#: Most steps that can be taken back.
_UNDOABLE: Final = 1000


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand on the sheet.

    ``serial`` names it for good, while its number may change. ``after`` are the words agreed on after it. ``actions``
    are those of the hand, as they were found when ``dealer`` dealt.
    """

    serial: int
    answers: Mapping[str, str]
    dealer: int
    actions: tuple[Said, ...]
    after: tuple[str, ...] = ()
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """Something done to a hand after it was entered: ``number`` is what it was then called, ``was`` its old answers."""

    kind: Literal["correct", "remove", "insert"]
    number: int
    was: Mapping[str, str]
    now: Mapping[str, str]
    note: str = ""


def numbers_now(corrections: Sequence[Correction]) -> list[int | None]:
    """The number that each corrected hand has after all corrections; None for one that is gone."""
    stands: list[int | None] = []
    for item in corrections:
        shift = {"insert": 1, "remove": -1}.get(item.kind, 0)
        for place, number in enumerate(stands):
            if number is not None and number >= item.number:
                gone = item.kind == "remove" and number == item.number
                stands[place] = None if gone else number + shift
        stands.append(None if item.kind == "remove" else item.number)
    return stands


@dataclass(frozen=True, slots=True)
class Page:
    """What a step can change: the hands, and what was corrected in them."""

    entries: tuple[Entry, ...] = ()
    corrections: tuple[Correction, ...] = ()
    serials: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """A sheet. ``match`` is the state after its hands; hands behind the end of the match do not count (``counted``).

    ``log`` are the commands that made it, None for a sheet whose making is not known.
    """

    setup: Setup
    start: Position
    page: Page
    match: Position
    counted: int = 0
    past: tuple[Page, ...] = ()
    future: tuple[Page, ...] = ()
    log: tuple[Command, ...] | None = ()

    @classmethod
    def new(cls, setup: Setup) -> Book:
        """An empty sheet. Raises what :meth:`Setup.start` raises."""
        start = setup.start()
        return cls(setup, start, Page(), start)

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.setup.players

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All hands, those that do not count at the end."""
        return self.page.entries

    @property
    def outcomes(self) -> tuple[Ended, ...]:
        """The hands that count, as the engine scored them."""
        return self.match.outcomes

    def form(self, answers: Mapping[str, str], before: int | None = None) -> Form:
        """The questions for the next hand, or for hand ``before`` (from 1). Raises :class:`SheetError`."""
        position = self.match if before is None else self.position_before(before)
        try:
            return entry(position, self.names, answers)
        except IllegalAction as error:
            raise SheetError(error.text, error.rule) from error

    def position_before(self, number: int) -> Position:
        """The match before a hand that counts, or after the last one. Raises :class:`SheetError`."""
        if not 1 <= number <= self.counted + 1:
            raise _no_hand(number, self.counted)
        return _play(self, self.entries[: number - 1]).match

    def do(self, command: Command) -> Book:
        """The sheet after a command. Raises :class:`SheetError`, and then nothing has changed."""
        log = None if self.log is None else (*self.log, command)
        match command.kind:
            case "undo":
                return replace(self._undo(), log=log)
            case "redo":
                return replace(self._redo(), log=log)
            case "hand":
                page = self._with_hand(command)
            case "agree":
                after = self._agreed(command.word)
                return replace(after, past=(*self.past, self.page)[-_UNDOABLE:], future=(), log=log)
            case _:
                page = self._corrected(command)
        return replace(self.turned(page), past=(*self.past, self.page)[-_UNDOABLE:], future=(), log=log)

    def turned(self, page: Page) -> Book:
        """The book with ``page`` instead of its own, its hands played through. Raises :class:`SheetError`."""
        played = _play(self, page.entries)
        rest = page.entries[played.counted :]
        page = replace(page, entries=(*played.entries, *rest))
        return replace(self, page=page, match=played.match, counted=played.counted)

    def _with_hand(self, command: Command) -> Page:
        if self.counted < len(self.entries):
            text = Text("The match is over before the last hand.", "Partija je završena pre poslednje ruke.")
            raise SheetError(text, "MATCH-01")
        made = self._entry(self.match, command, self.page.serials)
        return replace(self.page, entries=(*self.entries, made), serials=self.page.serials + 1)

    def _agreed(self, word: str) -> Book:
        """The sheet after an agreement, which changes nothing before it: nothing is played again."""
        if not self.entries:
            text = Text("Before the first hand there is nothing to agree on.", "Pre prve ruke nema šta da se dogovara.")
            raise SheetError(text)
        last = self.entries[-1]
        action, match = _said(self.match, word)
        if isinstance(action, TakeOver | Fine):  # a penalty is among the answers of its hand (section 19)
            answers = {**last.answers, "penalty": action.word}
            last = replace(last, answers=answers, actions=(*last.actions, action))
        else:
            last = replace(last, after=(*last.after, word))
        return replace(self, page=replace(self.page, entries=(*self.entries[:-1], last)), match=match)

    def _corrected(self, command: Command) -> Page:
        """The page after ``correct``, ``remove`` or ``insert``."""
        number, entries = command.hand, self.entries
        if not 1 <= number <= self.counted:
            raise _no_hand(number, self.counted)
        had, before, behind = entries[number - 1], entries[: number - 1], entries[number:]
        correction = Correction("remove", number, had.answers, {}, command.note)
        serials = self.page.serials
        made: tuple[Entry, ...] = ()
        if command.kind != "remove":
            position = self.position_before(number)
            inserts = command.kind == "insert"
            new = self._entry(position, command, serials if inserts else had.serial)
            serials += inserts
            if inserts:
                made = (replace(new, mark="inserted"), had)
                correction = Correction("insert", number, {}, new.answers, command.note)
            else:
                kept = new if command.deal else _with_the_same_cards(position, new, had)
                made = (replace(kept, mark=had.mark or "corrected", after=had.after),)
                correction = Correction("correct", number, had.answers, new.answers, command.note)
        elif had.after and before:
            # What was agreed after a hand that goes away stands, where it can, after the one before it.
            stand = tuple(word for word in had.after if word.startswith("produzi") or word == "otpis")
            before = (*before[:-1], replace(before[-1], after=(*before[-1].after, *stand)))
        return Page((*before, *made, *behind), (*self.page.corrections, correction), serials)

    def _entry(self, position: Position, command: Command, serial: int) -> Entry:
        answers = command.answers
        try:
            form = entry(position, self.names, answers)
        except IllegalAction as error:
            raise SheetError(error.text, error.rule) from error
        if not form.complete:
            asked = form.questions[-1].text
            raise SheetError(Text(f"Not answered yet: {asked.en}", f"Nije odgovoreno: {asked.sr}"))
        strange = [key for key in answers if key not in form.answers]
        if strange:
            keys = ", ".join(strange)
            raise SheetError(Text(f"These answers do not fit: {keys}.", f"Ovi odgovori se ne uklapaju: {keys}."))
        actions = form.actions
        if command.deal:
            actions = with_cards(position, actions, command.deal, command.discard)
        return Entry(serial, form.answers, form.dealer, actions)

    def _undo(self) -> Book:
        if not self.past:
            raise SheetError(Text("There is nothing to take back.", "Nema šta da se vrati."))
        back = self.turned(self.past[-1])
        return replace(back, past=self.past[:-1], future=(self.page, *self.future))

    def _redo(self) -> Book:
        if not self.future:
            raise SheetError(Text("There is nothing to do again.", "Nema šta da se ponovi."))
        again = self.turned(self.future[0])
        return replace(again, past=(*self.past, self.page), future=self.future[1:])


def fold(setup: Setup, commands: Sequence[Command]) -> Book:
    """The sheet of a list of commands. Raises what :meth:`Book.do` raises."""
    book = Book.new(setup)
    for command in commands:
        book = book.do(command)
    return book


@dataclass(frozen=True, slots=True)
class _Played:
    match: Position
    entries: tuple[Entry, ...]

    @property
    def counted(self) -> int:
        return len(self.entries)


def _play(book: Book, entries: Sequence[Entry]) -> _Played:
    """Play hands through the engine until the match is over. Raises :class:`SheetError` naming what cannot be."""
    known = book.entries[: book.counted]
    appended = len(known) == len(book.entries) and tuple(entries[: len(known)]) == known
    position, done = (book.match, list(known)) if appended else (book.start, [])
    for number, item in enumerate(entries[len(done) :], len(done) + 1):
        if position.to_act is None:
            break
        try:
            current = _dealt_now(book, position, item, number)
        except IllegalAction as error:
            raise _cannot_be(number, error.text, error.rule) from error
        for action in current.actions:
            position = applied(position, action)
        for word in item.after:
            if position.to_act is not None:
                try:
                    _, position = _said(position, word)
                except SheetError as error:
                    raise _cannot_be(number, error.text, error.rule) from error
        done.append(current)
    return _Played(position, tuple(done))


def _with_the_same_cards(position: Position, entry: Entry, had: Entry) -> Entry:
    """The entry with the cards that ``had`` was played with, where they still can have been."""
    deal, discard = cards_of(had.actions)
    if not deal:
        return entry
    try:
        return replace(entry, actions=with_cards(position, entry.actions, deal, discard))
    except SheetError:
        return entry


def _dealt_now(book: Book, position: Position, item: Entry, number: int) -> Entry:
    """The hand as it stands in ``position``, where its dealer may not be the next one any more.

    Who sat out is what happened at the table: such a hand keeps its dealer, and tells him (FOUR-01). Where all play,
    the next one deals, and the same facts take other words.
    """
    told = isinstance(item.actions[0], Deal) and item.actions[0].dealer is not None
    if item.dealer == position.dealer:
        return replace(item, actions=(blind_deal(position, item.dealer), *item.actions[1:])) if told else item
    if len(playing_seats(position.dealer, position.players)) == position.players:
        again = replace(item, dealer=position.dealer, actions=_again(book, position, item, number))
        return _with_the_same_cards(position, again, item)
    answers = {DEALER_KEY: str(item.dealer), **item.answers}
    kept = replace(item, answers=answers)
    deal = blind_deal(position, item.dealer)
    if item.actions[0] == deal:
        return kept
    if cards_of(item.actions)[0]:  # a deal that tells its cards leaves its dealer to the rules
        return replace(kept, actions=_again(book, position, kept, number))
    return replace(kept, actions=(deal, *item.actions[1:]))


def _again(book: Book, position: Position, item: Entry, number: int) -> tuple[Said, ...]:
    form = entry(position, book.names, item.answers)
    missing = [key for key in item.answers if key not in form.answers]
    if not form.complete or missing:
        text = Text("its answers do not fit any more", "njeni odgovori se više ne uklapaju")
        raise _cannot_be(number, text, None)
    return form.actions


def _said(position: Position, word: str) -> tuple[Said, Position]:
    """An agreement, and the match after it. Raises :class:`SheetError`."""
    try:
        action: Any = GAME.parse(position, word)
    except WordError as error:
        raise SheetError(Text(f"“{word}” is not a word of this game.", f"„{word}“ nije reč ove igre.")) from error
    if position.to_act is None or action.word.partition(" ")[0] in ("cards", "deck"):
        raise SheetError(Text("The match is over.", "Partija je završena."), "MATCH-01")
    try:
        after = applied(position, action)
    except IllegalAction as error:
        raise SheetError(error.text, error.rule) from error
    return action, after


def _cannot_be(number: int, text: Text, rule: str | None) -> SheetError:
    english = f"Then hand {number} cannot be as it was entered: {text.en}"
    serbian = f"Tada ruka {number} ne može da ostane kako je upisana: {text.sr}"
    return SheetError(Text(english, serbian), rule)


def _no_hand(number: int, counted: int) -> SheetError:
    return SheetError(
        Text(f"There is no hand {number}; there are {counted}.", f"Nema ruke {number}; ima ih {counted}.")
    )
