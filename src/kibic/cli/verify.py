"""``kibic verify``: whether the cards of a record are those that were sealed before the deal (docs/fair-cards.md)."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, print_json, print_text
from kibic.cli.recordfiles import REFUSED, AsJson, Files, played_from, status_of
from kibic.game import Json
from kibic.record import RecordError, Replay, Verdict
from kibic.record import verify as verdicts_of

_STATUS: Final = {
    "agrees": ("agrees", "slaže se"),
    "closed": ("closed: its cards are not told", "zatvorena: karte nisu zapisane"),
    "unsealed": ("no seal", "nema pečat"),
    "differs": ("DIFFERS", "NE SLAŽE SE"),
}


def verify(
    files: Files,
    as_json: AsJson = False,
    lang: Annotated[Language | None, typer.Option(help=say("Language of the output.", "Jezik ispisa."))] = None,
) -> None:
    """Check that the cards of every hand are those that were sealed before it was dealt.

    Exit status: 0 every seal that is told agrees; 1 one does not, there is none, or the rules refuse the record; 2 it
    is no record.
    """
    worst = 0
    for file in files:
        try:
            played = played_from(file)
            found = verdicts_of(played)
        except RecordError as error:
            print_error(error.in_language(chosen(lang)))
            worst = max(worst, status_of(error))
            continue
        statuses = {verdict.status for verdict in found}
        if "differs" in statuses or not statuses & {"agrees", "closed"}:
            worst = max(worst, REFUSED)
        if as_json:
            print_json(_as_json(played, found))
        else:
            print_text("\n".join(_lines(played.record.file or file, found, serbian=chosen(lang) == "sr")))
    raise typer.Exit(worst)


def _as_json(played: Replay, found: tuple[Verdict, ...]) -> Json:
    hands = [
        {
            "number": verdict.hand,
            "status": verdict.status,
            "hash": verdict.hash,
            "cuts": verdict.cuts,
            "problem": None if verdict.problem is None else verdict.problem.en,
        }
        for verdict in found
    ]
    return {"players": list(played.record.players), "hands": hands}


def _lines(file: str, found: tuple[Verdict, ...], *, serbian: bool) -> list[str]:
    if all(verdict.status == "unsealed" for verdict in found):
        return [f"{file}: {'zapis nema pečata' if serbian else 'the record carries no seals'}"]
    lines = []
    for verdict in found:
        line = f"{file}: {'ruka' if serbian else 'hand'} {verdict.hand}: {_STATUS[verdict.status][serbian]}"
        if verdict.problem is not None:
            line += f": {verdict.problem.in_language('sr' if serbian else 'en')}"
        if verdict.status == "agrees":
            cuts = f"presekli: {verdict.cuts}" if serbian else f"cut by {verdict.cuts}"
            line += f" ({cuts}) {verdict.hash}"
        elif verdict.hash is not None:
            line += f" {verdict.hash}"
        lines.append(line)
    return lines
