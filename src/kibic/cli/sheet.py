"""``kibic sheet``: the paper of a match with real cards, kept at the terminal or printed from a record."""

from __future__ import annotations

import sys
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, speaker
from kibic.cli.recordfiles import REFUSED, UNREADABLE, status_of
from kibic.cli.rulesets import RULES, lines_of, ruleset
from kibic.cli.sheet_entry import Keeper, begin
from kibic.cli.sheet_paper import show_book
from kibic.game import KibicError, Text
from kibic.record import RecordError, read_file
from kibic.record.read import bytes_of
from kibic.sheets import Book, SheetError, UnreadableError, book_of_record
from kibic.sheets.html import page
from kibic.sheets.ppn import decoded, read_ppn, write_ppn
from kibic.sheets.press import typeset
from kibic.sheets.printed import printed
from kibic.sheets.settlement import factor_of, settle
from kibic.sheets.stakes import if_stopped
from kibic.sheets.tables import hands_csv, sheet_csv
from kibic.sheets.whatif import what_if

#: PPN cannot hold what was corrected, nor a hand in the middle.
_ONLY_RECORDS = Text("Only a record can be kept: name a .toml file.", "Voditi se može samo zapis: navedite .toml fajl.")


def sheet(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help=say(
                "A record, or a .ppn file: it is printed. Without --keep nothing in it changes.",
                "Zapis ili .ppn fajl: ispisuje se. Bez --keep se u njemu ništa ne menja.",
            ),
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            help=say(
                "Enter hands; the file is saved after every answer and taken up again.",
                "Upisuj ruke; fajl se čuva posle svakog odgovora i nastavlja se.",
            ),
        ),
    ] = False,
    html: Annotated[Path | None, typer.Option(help=say("Write a page.", "Napiši HTML stranicu."))] = None,
    pdf: Annotated[Path | None, typer.Option(help=say("Write a PDF.", "Napiši PDF."))] = None,
    png: Annotated[Path | None, typer.Option(help=say("Write a picture.", "Napiši sliku."))] = None,
    csv: Annotated[
        Path | None,
        typer.Option(
            help=say(
                "Write the hands; NAME-sheet.csv gets the marks on the paper.",
                "Napiši ruke; u IME-sheet.csv idu znaci na papiru.",
            )
        ),
    ] = None,
    ppn: Annotated[
        Path | None,
        typer.Option(help=say("Write Portable Preferans Notation.", "Napiši Portable Preferans Notation.")),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            metavar=RULES,
            help=say("How these hands would have been written.", "Kako bi ove ruke bile upisane po drugim pravilima."),
        ),
    ] = None,
    stake: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help=say("Money a point: who pays whom.", "Novac po poenu: ko kome plaća.")),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help=say("Give the reason of every number.", "Uz svaki broj navedi razlog."))
    ] = False,
    lang: Annotated[Language | None, typer.Option(help=say("Language of the output.", "Jezik ispisa."))] = None,
) -> None:
    """Keep the paper of a match with real cards, or print one.

    Without FILE, or with --keep, the questions are asked (the file is kibic-sheet.toml when none is named). Exit
    status: 0; 1 the rules refuse the record, or something cannot be written; 2 it is no record.
    """
    language = chosen(lang)
    try:
        if file is None or keep:
            if file is not None and file.lower().endswith(".ppn"):
                raise SheetError(_ONLY_RECORDS)
            _keep(Path(file or "kibic-sheet.toml"), language)
            return
        factor = None if stake is None else factor_of(stake)
        book = _read(file, language)
        if rules is not None:
            book = _other(book, rules, language)
        wanted = [path for path in (html, pdf, png, csv, ppn) if path is not None]
        if ppn is not None:
            _notation(book, ppn, language)
        _write(book, language, html=html, pdf=pdf, png=png, csv=csv)
        if not wanted:
            _show(book, language, explain=explain)
        if factor is not None:
            _settle(book, factor, language)
    except RecordError as error:
        print_error(error.in_language(language))
        raise typer.Exit(status_of(error)) from error
    except UnreadableError as error:
        print_error(f"{file}: {error.text.in_language(language)}")
        raise typer.Exit(UNREADABLE) from error
    except SheetError as error:
        print_error(error.text.in_language(language))
        raise typer.Exit(REFUSED) from error
    except KibicError as error:
        print_error("\n".join(lines_of(error, language)))
        raise typer.Exit(REFUSED) from error
    except OSError as error:
        print_error(_unwritable(error, language))
        raise typer.Exit(REFUSED) from error


def _unwritable(error: OSError, language: str) -> str:
    """Why a file cannot be written, with its path."""
    reasons = (
        (FileNotFoundError, "there is no such folder", "nema te fascikle"),
        (NotADirectoryError, "a part of the path is no folder", "deo putanje nije fascikla"),
        (IsADirectoryError, "this is a folder", "to je fascikla"),
        (PermissionError, "not allowed", "nije dozvoljeno"),
    )
    say_ = speaker(language)
    reason = next((say_(en, sr) for kind, en, sr in reasons if isinstance(error, kind)), error.strerror or str(error))
    return f"{error.filename}: {say_('cannot be written', 'ne može da se upiše')}: {reason}"


def _read(file: str, language: str) -> Book:
    """The sheet of a record, or of a PPN file, whose contradictions and gaps are told on stderr."""
    if not file.lower().endswith(".ppn"):
        return book_of_record(read_file(file))
    content, guessed = decoded(bytes_of(file))
    report = read_ppn(content)
    for line, text in ([(0, guessed)] if guessed is not None else []) + report.remarks:
        print_error(f"{file}{f':{line}' if line else ''}: {text.in_language(language)}")
    return report.book


def _notation(book: Book, path: Path, language: str) -> None:
    """Write Portable Preferans Notation; what it cannot say is told on stderr."""
    made = write_ppn(book)
    path.write_text(made.text, encoding="utf-8")
    for hand, text in made.remarks:
        where = f"{speaker(language)('hand', 'ruka')} {hand}: " if hand else ""
        print_error(f"{path}: {where}{text.in_language(language)}")


def _keep(path: Path, language: str) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    keeper = Keeper.resumed(path, language) if path.exists() else begin(path, language, console, sys.stdin)
    if keeper is not None:
        keeper.run(console, sys.stdin)


def _show(book: Book, language: str, *, explain: bool) -> None:
    show_book(Console(highlight=False, markup=False, emoji=False), book, lang=language, explain=explain)


def _other(book: Book, preset: str, language: str) -> Book:
    wanted = ruleset(preset)
    found = what_if(book, wanted.preset, wanted.options)
    for item in found.carried:
        taken = speaker(language)("As agreed for the match", "Kako je dogovoreno za partiju")
        print_error(f"{taken}: {item.text.in_language(language)}")
    for number, text in found.remarks:
        print_error(f"{number}: {text.in_language(language)}")
    return found.book


def _write(
    book: Book, language: str, *, html: Path | None, pdf: Path | None, png: Path | None, csv: Path | None
) -> None:
    paper = printed(book, language)
    if html is not None:
        html.write_text(page(paper), encoding="utf-8")
    if pdf is not None:
        pdf.write_bytes(typeset(paper, "pdf")[0])
    if png is not None:
        for number, picture in enumerate(typeset(paper, "png"), 1):
            place = png if number == 1 else png.with_stem(f"{png.stem}-{number}")
            place.write_bytes(picture)
    if csv is not None:
        csv.write_text(hands_csv(book), encoding="utf-8")
        csv.with_stem(f"{csv.stem}-sheet").write_text(sheet_csv(book), encoding="utf-8")


def _settle(book: Book, factor: Decimal, language: str) -> None:
    result = book.match.result or if_stopped(book.match)
    say_ = speaker(language)
    if result is None:
        typer.echo(
            say_("No hand has been played: nothing to settle.", "Nijedna ruka nije odigrana: nema šta da se obračuna.")
        )
        return
    if book.match.result is None:
        typer.echo(say_("If we stopped now (written off):", "Kad bi se sada stalo (uz otpis):"))
    found = settle(result, factor)
    pays = say_("pays", "plaća")
    if not found.payments:
        typer.echo(say_("Nobody pays anybody.", "Niko nikome ne plaća."))
    for payment in found.payments:
        amount = str(payment.amount)
        amount = amount.replace(".", ",") if language == "sr" else amount
        typer.echo(f"{book.names[payment.payer]} {pays} {book.names[payment.receiver]} {amount}")
