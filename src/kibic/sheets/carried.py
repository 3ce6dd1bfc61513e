"""What was agreed for a match, and so holds when its hands are written by other rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kibic.game import Json, RulesError, Text
from kibic.game.parameters import Value, show
from kibic.games.preferans import GAME, Rules
from kibic.sheets.book import Book

#: Agreements and penalties: they let hands end in ways that can only be entered where they hold (AGR-06, PEN-02).
_AGREED: Final = ("agr", "pen")
#: How a match ends, where it was agreed on and does not just come with the ruleset (MATCH-01, POL-13).
_ENDS: Final = ("match.end", "match.deals")
_PARAMETERS: Final = {parameter.key: parameter for parameter in GAME.parameters()}


@dataclass(frozen=True, slots=True)
class Carried:
    """An option of a match that was taken over into other rules, and the sentence that says so."""

    key: str
    value: Json
    text: Text


def carried_over(book: Book, preset: str, options: Mapping[str, Any]) -> tuple[Carried, ...]:
    """The options of the match of ``book`` to be put on ``preset`` with ``options``, which have the last word.

    What these rules do not know or cannot have together with their own is left out. Raises
    :class:`kibic.game.RulesError` for rules that cannot be.
    """
    other = GAME.rules(preset, options)
    kept: dict[str, Value] = {}
    for key, value in _agreed(book.match.rules, other, len(book.names)):
        holds = other.refa_budget if key == "refa.max" else other.as_dict()[key]
        if key not in options and holds != value:
            try:
                other = GAME.rules(preset, {**options, **kept, key: value})
            except RulesError:
                continue
            kept[key] = value
    return tuple(
        Carried(key, list(value) if isinstance(value, tuple) else value, _said(key, value))
        for key, value in kept.items()
    )


def _agreed(mine: Rules, other: Rules, players: int) -> Iterator[tuple[str, Value]]:
    """Keys and values that belong to the match and not to the way it is written."""
    if players not in other.seat.players:
        yield "seat.players", tuple(sorted({*other.seat.players, players}))  # FOUR-01
    if mine.auc.ladder != other.auc.ladder:
        return
    yield "match.start_bule", mine.match.start_bule
    yield "refa.max", mine.refa_budget  # REF-02: the number, whatever rule it came from
    chosen = mine.options()
    for key, value in mine.as_dict().items():
        agreement = key.partition(".")[0] in _AGREED
        if (key in chosen and (agreement or key in _ENDS)) or (agreement and value != _PARAMETERS[key].default):
            yield key, value


def _said(key: str, value: Value) -> Text:
    """What the option is about, from its explanation, and its value."""
    text = _PARAMETERS[key].text
    about = [re.split(r"[:;.]", part, maxsplit=1)[0] for part in (text.en, text.sr)]
    if isinstance(value, bool):
        return Text(f"{about[0]}: {'yes' if value else 'no'}", f"{about[1]}: {'da' if value else 'ne'}")
    told = ", ".join(map(str, value)) if isinstance(value, tuple) else show(value)
    return Text(f"{about[0]}: {told}", f"{about[1]}: {told}")
