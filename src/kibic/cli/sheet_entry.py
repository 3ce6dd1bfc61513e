"""Entering hands at the terminal: the same questions as on the page, answered by a number or the first letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self, TextIO

from rich.console import Console
from rich.text import Text as Line

from kibic.cli.output import Speaker, speaker
from kibic.cli.sheet_begin import named, new_match
from kibic.cli.sheet_paper import show_book
from kibic.games.preferans.form import Form, Question
from kibic.record import read_file
from kibic.sheets import (
    Book,
    Command,
    SheetError,
    book_of_record,
    changes,
    entry_of_record,
    stakes,
    text_of_book,
)

_INDENT: Final = 2
#: Words that are no answers: what they do, and their help.
_WORDS: Final = {
    "undo": (
        "take the last step back; in the middle of a hand, its last answer",
        "vrati poslednji korak; usred ruke poslednji odgovor",
    ),
    "redo": ("do it again", "ponovi"),
    "correct N": ("enter hand N again", "upiši ruku N ponovo"),
    "remove N": ("remove hand N", "izbriši ruku N"),
    "insert N": ("put a hand in before hand N", "umetni ruku pre ruke N"),
    "agree WORD": ("otpis, produzi 20 ...", "otpis, produzi 20 ..."),
    "back": ("answer the last question again", "odgovori ponovo na poslednje pitanje"),
    "quit": ("stop; the file is kept", "prekini; fajl ostaje"),
}


@dataclass
class Keeper:
    """A sheet at the terminal. ``answers`` are those of the hand being entered, ``task`` what they are for."""

    path: Path
    book: Book
    language: str
    answers: dict[str, str] = field(default_factory=dict)
    task: tuple[str, int] = ("hand", 0)

    @classmethod
    def resumed(cls, path: Path, language: str) -> Self:
        """The sheet of a file, and the hand that was being entered in it."""
        record = read_file(str(path))
        return cls(path, book_of_record(record), language, entry_of_record(record))

    @property
    def say(self) -> Speaker:
        """Picks the language."""
        return speaker(self.language)

    def run(self, console: Console, source: TextIO) -> None:
        """Ask until the input ends, the match is over or somebody quits."""
        self.save()
        self._sheet(console)
        while True:
            form = self._form()
            question = None if form is None else next(_open(form, self.answers), None)
            if form is not None and question is None:
                self._enter(console, form)
                continue
            self._ask(console, question)
            line = source.readline()
            if not line or line.strip().lower() == "quit":
                return
            try:
                self._take(console, question, line.strip())
            except SheetError as error:
                console.print(Line(error.text.in_language(self.language), "red"))
            self.save()

    def save(self) -> None:
        """Write the file whole, so that an interrupted run leaves the old or the new one."""
        text = text_of_book(self.book, self.answers if self.task == ("hand", 0) else None)
        waiting = self.path.with_name(f".{self.path.name}.new")
        waiting.write_text(text, encoding="utf-8")
        waiting.replace(self.path)

    def _form(self) -> Form | None:
        """The questions; None when the match is over and nothing is being corrected."""
        kind, number = self.task
        if kind == "hand" and self.book.match.to_act is None:
            return None
        form = self.book.form(self.answers, number or None)
        self.answers = dict(form.answers)
        return form

    def _enter(self, console: Console, form: Form) -> None:
        kind, number = self.task
        before, self.task, self.answers = self.book, ("hand", 0), {}
        try:
            self.book = before.do(Command(kind, number, form.answers))
        except SheetError as error:
            console.print(Line(error.text.in_language(self.language), "red"))
            return
        self.save()
        self._changed(console, before)

    def _changed(self, console: Console, before: Book) -> None:
        for change in changes(before, self.book):
            if change.kind != "new" or change.hand != len(self.book.entries):
                console.print(change.text.in_language(self.language))
        self._sheet(console)

    def _ask(self, console: Console, question: Question | None) -> None:
        if question is None:
            over = self.say("The match is over", "Partija je završena")
            console.print(f"{over} (undo, correct N, quit).")
            return
        console.print(Line(question.text.in_language(self.language), "bold"))
        line = Line(" " * _INDENT)
        for number, choice in enumerate(question.choices, 1):
            note = "" if choice.note is None else f" ({choice.note.in_language(self.language)})"
            style = "underline" if choice.value == question.default else ""
            item = Line("" if _counts(question) else f"{number} ", "dim")
            item.append(choice.text.in_language(self.language) + note, f"not dim {style}")
            if line.cell_len > _INDENT and line.cell_len + item.cell_len > console.width:
                console.print(line)  # no choice is broken in two
                line = Line(" " * _INDENT)
            line.append_text(item).append("   ")
        line.rstrip()
        console.print(line)

    def _take(self, console: Console, question: Question | None, text: str) -> None:
        word, _, rest = text.partition(" ")
        before = self.book
        match word.lower():
            case "undo" if self.answers or self.task != ("hand", 0):
                self._back(console)
            case "undo" | "redo":
                self.book = before.do(Command(word.lower()))
                self.answers, self.task = {}, ("hand", 0)
                self._changed(console, before)
            case "correct" | "insert" if rest.isdecimal():
                self.book.form({}, int(rest))  # says at once that there is no such hand
                self.task, self.answers = (word.lower(), int(rest)), {}
            case "remove" if rest.isdecimal():
                self.book = before.do(Command("remove", int(rest)))
                self._changed(console, before)
            case "agree" if rest:
                self.book = before.do(Command("agree", word=rest))
                self._changed(console, before)
            case "back":
                self._back(console)
            case "?" | "help":
                for name, texts in _WORDS.items():
                    console.print(f"  {name}: {self.say(*texts)}")
            case _:
                self._answer(console, question, text)

    def _back(self, console: Console) -> None:
        """Ask the last question again; before the first one, put a correction aside."""
        if not self.answers and self.task != ("hand", 0):
            self.task = ("hand", 0)
            console.print(self.say("The correction is put aside.", "Ispravka je ostavljena."))
        self.answers = dict(list(self.answers.items())[:-1])

    def _answer(self, console: Console, question: Question | None, text: str) -> None:
        chosen = None if question is None else _chosen(question, text, self.language)
        if question is None or chosen is None:
            console.print(Line(self._allowed(question, text), "red"))
            return
        self.answers[question.key] = chosen

    def _allowed(self, question: Question | None, text: str) -> str:
        """What may be answered instead of ``text``."""
        choices = () if question is None else question.choices
        allowed = ", ".join(choice.text.in_language(self.language) for choice in choices) or "undo, correct N, quit"
        return self.say(
            f"“{text}” is no answer here: {allowed}. A number of the list does too; ? for help.",
            f"„{text}“ ovde nije odgovor: {allowed}. Može i broj sa spiska; ? za pomoć.",
        )

    def _sheet(self, console: Console) -> None:
        show_book(console, self.book, lang=self.language)
        if self.book.match.to_act is not None:
            for stake in stakes(self.book.match, self.book.setup):
                if stake.text is not None:
                    console.print(stake.text.in_language(self.language))


def _open(form: Form, answers: dict[str, str]) -> Iterator[Question]:
    """The questions to ask, those with a default too: an empty line takes it."""
    for question in form.questions:
        if question.key not in answers:
            yield question


def _counts(question: Question) -> bool:
    """Whether the choices are numbers themselves (of tricks), which then stand for what they say."""
    return all(choice.value.isdecimal() and choice.text.en[0].isdecimal() for choice in question.choices)


def _chosen(question: Question, text: str, language: str) -> str | None:
    """The value of a number of the list, of the beginning of one choice, or of the default for an empty line."""
    if not text:
        return question.default
    texts = [choice.text.in_language(language) for choice in question.choices]
    if not _counts(question):
        place = named(text, texts)
        if place is not None:
            return question.choices[place].value
    wanted = text.casefold()
    found = [
        choice.value
        for choice, shown in zip(question.choices, texts, strict=True)
        if choice.value == wanted or (_counts(question) and shown.casefold().startswith(wanted))
    ]
    exact = [value for value in found if value == wanted]
    return exact[0] if exact else found[0] if len(found) == 1 else None


def begin(path: Path, language: str, console: Console, source: TextIO) -> Keeper | None:
    """Ask for the match. None when the input ends."""
    book = new_match(language, console, source)
    return None if book is None else Keeper(path, book, language)
