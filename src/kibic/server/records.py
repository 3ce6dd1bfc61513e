"""The record of a table, and what was broken in it: the hands that are finished, nothing of the one in progress."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kibic.game import HOUSE, Action, Json, game_named
from kibic.server.store import Store, TableRow
from kibic.server.undo import standing

if TYPE_CHECKING:
    from kibic.record import Record


def record_text(store: Store, row: TableRow) -> str:
    """The record of the finished hands of a started table, as TOML, without cards that are still hidden."""
    from kibic.record import write

    return write(record_of_table(store, row))


def conventions(store: Store, row: TableRow, hand: int) -> list[Json]:
    """What was broken in a finished hand, as far as its cards may be seen; empty for a hand that is not finished."""
    from kibic.record import replay
    from kibic.review import broken, findings_json

    record = record_of_table(store, row)
    if hand > len(record.hands):
        return []
    return findings_json(broken(replay(replace(record, hands=record.hands[:hand])), hand))


def record_of_table(store: Store, row: TableRow) -> Record:
    """The finished hands of a table, without cards that are still hidden."""
    from kibic.record import record_of

    opening = row.opening or {"dealer": 0}
    actions = finished(row, [word.word for word in standing(store.words(row.id))])
    names = [seat.name for seat in row.seats]
    return record_of(row.game, row.preset, names, opening["dealer"], actions, options=row.options)


def finished(row: TableRow, words: list[str]) -> list[Action]:
    """The actions of a match up to the end of its last finished hand."""
    game = game_named(row.game)
    opening = row.opening or {"dealer": 0}
    state: Any = game.start(game.rules(row.preset, row.options), len(row.seats), opening["dealer"])
    actions: list[Action] = []
    complete, closed = 0, state
    for word in words:
        action = game.parse(state, word)
        state, _ = state.apply(action)
        actions.append(action)
        if state.to_act is None or (state.to_act == HOUSE and state.phase == "deal"):
            complete, closed = len(actions), state
    return list(game.public(closed, actions[:complete]))
