"""The same hands under other rules: how they would have been written, and what nobody can know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibic.game import Json, Text
from kibic.games.preferans.form import DEALER_KEY, answers_of
from kibic.sheets.book import Book
from kibic.sheets.carried import Carried, carried_over
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError
from kibic.sheets.setup import Setup
from kibic.sheets.state import state_json


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The sheet under other rules; ``remarks`` by the number of the hand they are about.

    ``carried`` is what was agreed for the match and so holds under the other rules too.
    """

    book: Book
    remarks: tuple[tuple[int, Text], ...]
    carried: tuple[Carried, ...] = ()


def what_if(book: Book, preset: str, options: Mapping[str, Any] | None = None) -> WhatIf:
    """The hands of ``book`` that count, entered again under other rules.

    What was agreed for the match (:mod:`kibic.sheets.carried`) is taken over, except where ``options`` say otherwise. A
    hand that these rules ask more about than was told is left out, with a remark. Raises :class:`SheetError` and
    :class:`kibic.game.RulesError` for rules that cannot be.
    """
    carried = carried_over(book, preset, options or {})
    agreed = {item.key: item.value for item in carried}
    other = Book.new(Setup(book.names, book.setup.dealer, preset, {**(options or {}), **agreed}))
    remarks: list[tuple[int, Text]] = []
    for number, (item, outcome) in enumerate(zip(book.entries, book.outcomes, strict=False), 1):
        if other.match.to_act is None:
            remarks.append((number, Text("The match would have been over.", "Partija bi već bila završena.")))
            break
        form = other.form({**answers_of(outcome), DEALER_KEY: str(outcome.dealer), **item.answers})
        if not form.complete:
            asked = form.questions[-1].text
            remarks.append(
                (number, Text(f"Not told, so left out: {asked.en}", f"Nije poznato, pa je izostavljeno: {asked.sr}"))
            )
            continue
        other = other.do(Command("hand", answers=form.answers))
        now, was = other.outcomes[-1].tricks, outcome.tricks
        if now is not None and was is not None and sum(now) != sum(was):
            remarks.append((number, Text("Not all tricks are known.", "Nisu poznati svi štihovi.")))
        for word in item.after:
            try:
                other = other.do(Command("agree", word=word))
            except SheetError as error:
                remarks.append((number, error.text))
    return WhatIf(other, tuple(remarks), carried)


def what_if_json(found: WhatIf) -> Json:
    """The other sheet as JSON (docs/protocol.md)."""
    remarks = [{"hand": number, "sr": text.sr, "en": text.en} for number, text in found.remarks]
    carried = [{"key": item.key, "value": item.value, "sr": item.text.sr, "en": item.text.en} for item in found.carried]
    return {"state": state_json(found.book), "remarks": remarks, "carried": carried}
