"""The cards of a hand on a sheet, where somebody knows them: put under the words of a hand entered without cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibic.game import IllegalAction, Text, WordError
from kibic.games.preferans import GAME
from kibic.games.preferans.actions import Deal, Discard
from kibic.games.preferans.form import Position, Said, applied
from kibic.sheets.errors import SheetError

_UNTOLD = Discard(None, None)


def cards_of(actions: Sequence[Said]) -> tuple[str, str]:
    """The words of the deal and of the discard of a hand; "" for what is not known or was not done."""
    deal = next((action for action in actions if isinstance(action, Deal) and not action.blind), None)
    if deal is None:
        return "", ""
    away = next((action.word for action in actions if isinstance(action, Discard) and action.mask), "")
    return Deal(deal.hands, deal.talon).word, away


def with_cards(position: Position, actions: Sequence[Said], deal: str, discard: str) -> tuple[Said, ...]:
    """The words of a hand entered without cards, played with a deal and a discard; the score must stay the same.

    ``position`` is the match before the hand. The order in which the cards were dealt is not kept. Raises
    :class:`SheetError` where these cards cannot have been dealt, put away or played so.
    """
    blind = told = position
    words: list[Said] = []
    for index, action in enumerate(actions):
        blind = applied(blind, action)
        said = action
        if index == 0:
            said = _parsed(told, deal)
            if not isinstance(said, Deal) or said.blind:
                raise _not_cards(deal)
            said = Deal(said.hands, said.talon)
        elif action == _UNTOLD:
            if not discard:
                raise SheetError(Text("The discard is not told.", "Škart nije zapisan."))
            said = _parsed(told, discard)
        try:
            told = applied(told, said)
        except IllegalAction as error:
            raise SheetError(error.text, error.rule) from error
        words.append(said)
    if told.hand is not None or told.sheet != blind.sheet:
        raise SheetError(
            Text("With these cards the hand would be written otherwise.", "S ovim kartama bi se ruka pisala drukčije.")
        )
    return tuple(words)


def _parsed(position: Position, word: str) -> Said:
    try:
        action: Any = GAME.parse(position, word)
    except (WordError, IllegalAction) as error:
        raise _not_cards(word) from error
    said: Said = action
    return said


def _not_cards(word: str) -> SheetError:
    return SheetError(Text(f"“{word}” are not the cards of a hand.", f"„{word}“ nisu karte jedne ruke."))
