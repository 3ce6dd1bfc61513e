"""``kibic replay``: records played through the rules (record.md section 3)."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, print_json
from kibic.cli.paper import show_match, show_view
from kibic.cli.recordfiles import UNREADABLE, AsJson, Files, played_from, status_of
from kibic.game import KIBITZER, Seat, Text
from kibic.record import RecordError, Replay, summary

_NOTATION = Text(
    "This is Portable Preferans Notation, no record: `kibic sheet FILE` prints it.",
    "Ovo je Portable Preferans Notation, a ne zapis: ispisuje ga `kibic sheet FILE`.",
)


def replay(
    files: Files,
    as_json: AsJson = False,
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
        if file.lower().endswith(".ppn"):
            print_error(f"{file}: {_NOTATION.in_language(chosen(lang))}")
            worst = UNREADABLE
            continue
        try:
            played = played_from(file)
        except RecordError as error:
            print_error(error.in_language(chosen(lang)))
            worst = max(worst, status_of(error))
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
