"""``kibic check``: which agreed conventions were broken in the hands of a record, and by whom (docs/conventions.md)."""

from __future__ import annotations

from typing import Annotated

import typer

from kibic.cards import DECK_32
from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, print_json, print_text
from kibic.cli.recordfiles import AsJson, Files, played_from, status_of
from kibic.game import Json
from kibic.record import RecordError, Replay
from kibic.review import Finding, broken_in_match, findings_json

_SEVERITY = {
    "agreed": ("agreed", "dogovoreno"),
    "custom": ("custom", "običaj"),
    "note": ("note", "napomena"),
}


def check(
    files: Files,
    as_json: AsJson = False,
    lang: Annotated[Language | None, typer.Option(help=say("Language of the output.", "Jezik ispisa."))] = None,
) -> None:
    """List the conventions that were broken in the finished hands of records whose cards are known.

    Exit status: 0 the record was checked, whatever was found; 1 the rules refuse it; 2 it is no record.
    """
    worst = 0
    for file in files:
        try:
            played = played_from(file)
        except RecordError as error:
            print_error(error.in_language(chosen(lang)))
            worst = max(worst, status_of(error))
            continue
        found = broken_in_match(played)
        if as_json:
            print_json(_as_json(played, found))
        else:
            print_text("\n".join(_lines(played.record.file or file, found, chosen(lang))))
    raise typer.Exit(worst)


def _as_json(played: Replay, found: tuple[Finding, ...]) -> Json:
    return {"players": list(played.record.players), "hands": len(played.record.hands), "found": findings_json(found)}


def _lines(file: str, found: tuple[Finding, ...], lang: str) -> list[str]:
    """The findings as text, hand by hand."""
    serbian = lang == "sr"
    if not found:
        return [f"{file}: {'nijedna konvencija nije prekršena' if serbian else 'no convention was broken'}"]
    lines = []
    hand = 0
    for finding in found:
        if finding.hand != hand:
            hand = finding.hand
            lines.append(f"{file}: {'ruka' if serbian else 'hand'} {hand}")
        kind = _SEVERITY[finding.severity][serbian]
        lines.append(f"  {finding.rule} ({kind}) {finding.text.sr if serbian else finding.text.en}")
        lines.append(f"    {DECK_32.join(finding.cards)}")
        if finding.remedy is not None:
            lines.append(f"    {'može se dogovoriti' if serbian else 'may be agreed'}: {finding.remedy}")
    return lines
