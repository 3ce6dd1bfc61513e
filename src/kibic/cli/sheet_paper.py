"""A sheet on the terminal: the paper, what was corrected, and the result if the match stopped now."""

from __future__ import annotations

from rich.console import Console

from kibic.cli.output import Speaker, speaker
from kibic.cli.paper import show_match
from kibic.cli.paper_parts import show_result
from kibic.record import replay
from kibic.sheets import Book, Correction, if_stopped, record_of_book
from kibic.sheets.book import numbers_now
from kibic.sheets.printed import MARKS

_DONE = {
    "correct": ("hand {n} was corrected", "{n}. ruka je ispravljena"),
    "remove": ("hand {n} was deleted", "{n}. ruka je obrisana"),
    "insert": ("hand {n} was put in", "{n}. ruka je umetnuta"),
}


def show_book(console: Console, book: Book, *, lang: str, explain: bool = False) -> None:
    """Print the hands with their marks, the paper, the corrections, and what the result would be now."""
    say = speaker(lang)
    marks = {number: f"({say(*MARKS[item.mark])})" for number, item in enumerate(book.entries, 1) if item.mark}
    show_match(console, replay(record_of_book(book)), lang=lang, explain=explain, marks=marks)
    for number in range(book.counted + 1, len(book.entries) + 1):
        console.print(
            say(
                f"Hand {number} does not count: the match is over before it.",
                f"Ruka {number} ne važi: partija je završena pre nje.",
            )
        )
    corrections = book.page.corrections
    if corrections:
        console.print(f"{say('Corrections', 'Ispravke')}:")
    for item, stands in zip(corrections, numbers_now(corrections), strict=True):
        console.print(f"  {_corrected(item, stands, say)}")
    stopped = if_stopped(book.match)
    if stopped is not None:
        show_result(console, stopped, book.names, say, say("If we stopped now", "Kad bi se sada stalo"))


def _corrected(item: Correction, stands: int | None, say: Speaker) -> str:
    """What was done to a hand, by the number it had then, and where it stands now."""
    text = say(*_DONE[item.kind]).format(n=item.number)
    if item.kind != "remove" and stands != item.number:
        now = say(f"now hand {stands}", f"sada {stands}. ruka")
        text += f" ({say('deleted since', 'kasnije obrisana') if stands is None else now})"
    return f"{text} \u2013 {item.note}" if item.note else text
