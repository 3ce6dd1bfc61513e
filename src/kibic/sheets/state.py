"""The state of a sheet as JSON (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from kibic.game import KIBITZER, Json
from kibic.games.preferans import GAME, Result
from kibic.games.preferans.form import ended_json, form_json
from kibic.sheets.book import Book, Correction, Entry, numbers_now
from kibic.sheets.stakes import if_stopped, next_json


def state_json(book: Book) -> Json:
    """Everything a page shows of a sheet. Keys without a value are left out."""
    match = book.match
    view = GAME.view_json(match.view(KIBITZER), book.names)
    stopped = if_stopped(match)
    state: dict[str, Any] = {
        "game": GAME.name,
        "players": list(book.names),
        "rules": {**view["rules"], "options": dict(match.rules.options())},
        "sheet": view["sheet"],
        "hands": [_hand(book, number, item) for number, item in enumerate(book.entries, 1)],
        "counted": book.counted,
        "next": next_json(match, book.setup),
        "agreements": [action.word for action in match.agreements()],
        "if_stopped": None if stopped is None else _result(stopped),
        "result": None if match.result is None else _result(match.result),
        "undo": bool(book.past),
        "redo": bool(book.future),
        "corrections": [
            correction_json(item) | ({} if stands is None else {"stands": stands})
            for item, stands in zip(book.page.corrections, numbers_now(book.page.corrections), strict=True)
        ],
    }
    return {key: value for key, value in state.items() if value is not None}


def question_json(book: Book, answers: dict[str, str], hand: int | None = None) -> Json:
    """The questions for the next hand, or for hand ``hand``. Raises :class:`kibic.sheets.SheetError`."""
    return form_json(book.form(answers, hand), book.names)


def correction_json(item: Correction) -> Json:
    """A correction; ``hand`` is the number the hand had then."""
    entry: dict[str, Any] = {"kind": item.kind, "hand": item.number, "was": dict(item.was), "now": dict(item.now)}
    return entry | ({"note": item.note} if item.note else {})


def _hand(book: Book, number: int, item: Entry) -> Json:
    entry: dict[str, Any] = {
        "number": number,
        "serial": item.serial,
        "counts": number <= book.counted,
        "answers": dict(item.answers),
        "after": list(item.after),
    }
    if item.mark is not None:
        entry["mark"] = item.mark
    if number <= book.counted:
        entry["outcome"] = ended_json(book.outcomes[number - 1], book.names)
    return entry


def _result(result: Result) -> Json:
    entry: dict[str, Any] = {"points": list(result.points), "sign": result.sign}
    return entry | ({} if result.write_off is None else {"write_off": list(result.write_off)})
