"""``kibic replay``: records played through the rules (record.md section 3)."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, print_json
from kibic.cli.paper import show_match, show_view
from kibic.game import KIBITZER, Seat
from kibic.record import RecordContentError, RecordError, Replay, read_bytes, read_file, summary
from kibic.record import replay as play

#: Exit statuses: the rules refuse the record; the file is no record.
REFUSED = 1
UNREADABLE = 2


def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help=say("Records; - is standard input.", "Zapisi; - je standardni ulaz.")),
    ],
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help=say("Print one JSON object a file.", "Ispiši po jedan JSON objekat za svaki zapis.")
        ),
    ] = False,
    view: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help=say(
                "Print only what this player may know at the end: a name, a seat from 0, or kibitzer.",
                "Ispiši samo ono što ovaj igrač na kraju sme da zna: ime, mesto od 0, ili kibitzer.",
            ),
        ),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help=say("Give the reason of every number.", "Uz svaki broj navedi razlog.")),
    ] = False,
    lang: Annotated[Language | None, typer.Option(help=say("Language of the output.", "Jezik ispisa."))] = None,
) -> None:
    """Play records through the rules and print each hand and the sheet.

    Exit status: 0 the record is legal, complete or not; 1 the rules refuse it; 2 it is no record.
    """
    worst = 0
    for file in files:
        try:
            played = _play(file)
        except RecordError as error:
            print_error(error.in_language(chosen(lang)))
            worst = max(worst, REFUSED if isinstance(error, RecordContentError) else UNREADABLE)
            continue
        seat = None
        if view is not None:
            seat = _seat(view, played.record.players)
            if seat is None:
                names = ", ".join(played.record.players)
                print_error(
                    f"{file}: {say(f'no seat {view!r}; players: {names}', f'nema mesta {view!r}; igrači: {names}')}"
                )
                worst = UNREADABLE
                continue
        _print(played, seat, as_json=as_json, explain=explain, lang=chosen(lang))
    raise typer.Exit(worst)


def _play(file: str) -> Replay:
    if file == "-":
        return play(read_bytes(sys.stdin.buffer.read(), "<stdin>"))
    return play(read_file(file))


def _seat(text: str, players: tuple[str, ...]) -> Seat | None:
    """The seat of a name, of a number from 0, or of the onlooker."""
    if text in players:
        return players.index(text)
    if text.isdecimal() and int(text) < len(players):
        return int(text)
    return KIBITZER if text == "kibitzer" else None


def _print(played: Replay, seat: Seat | None, *, as_json: bool, explain: bool, lang: str) -> None:
    names = played.record.players
    if as_json:
        print_json(summary(played) if seat is None else played.game.view_json(played.final.view(seat), names))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    if seat is None:
        show_match(console, played, lang=lang, explain=explain)
    else:
        show_view(console, played.final.view(seat), names, lang)
