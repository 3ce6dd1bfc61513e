"""What may be told of a table: its finished hands as a record, what was broken in them, and their sealed decks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kibic.game import HOUSE, Action, Json, game_named
from kibic.server.refusals import Refused
from kibic.server.sealstore import SealStore
from kibic.server.store import Store, TableRow
from kibic.server.undo import standing

if TYPE_CHECKING:
    from kibic.record import Record, Told


@dataclass(frozen=True, slots=True)
class Finished:
    """A match up to the end of its last finished hand: the words of its deals, and the actions that may be told."""

    deals: tuple[str, ...]
    public: tuple[Action, ...]


def record_text(store: Store, seals: SealStore, row: TableRow) -> str:
    """The record of the finished hands of a table, as TOML, without cards that are still hidden.

    Raises :class:`Refused` (``nothing_open``) before the match.
    """
    from kibic.record import write
    from kibic.record.fair import KEY

    match = _finished(store, row)
    record = _record(row, match)
    told = [each.to_table() for each in _seals_told(seals, row, match)]
    return write(replace(record, extras={KEY: told} if told else {}))


def fair_cards(store: Store, seals: SealStore, row: TableRow, hand: int | None) -> Json:
    """The seals of the finished hands of a table, or of hand ``hand`` alone, as JSON (docs/protocol.md)."""
    from kibic.record import table_name

    told = _seals_told(seals, row, _finished(store, row))
    return {"table": table_name(row.id), "hands": [each.to_table() for each in told if hand in (None, each.hand)]}


def _seals_told(seals: SealStore, row: TableRow, match: Finished) -> list[Told]:
    """The seals of the finished hands. The text stays back where the game keeps the cards of a hand closed."""
    from kibic.record import Told

    shown = {action.word for action in match.public}
    told = []
    for sealed in seals.of(row.id, first=1, last=len(match.deals)):
        seal = sealed.seal
        if match.deals[seal.hand - 1] in shown:
            told.append(Told(seal.hand, seal.hash, seal.text, sealed.cuts or ()))
        else:
            told.append(Told(seal.hand, seal.hash))
    return told


def conventions(store: Store, row: TableRow, hand: int) -> list[Json]:
    """What was broken in a finished hand, as far as its cards may be seen; empty for a hand that is not finished."""
    from kibic.record import replay
    from kibic.review import broken, findings_json

    record = record_of_table(store, row)
    if hand > len(record.hands):
        return []
    return findings_json(broken(replay(replace(record, hands=record.hands[:hand])), hand))


def _finished(store: Store, row: TableRow) -> Finished:
    return finished(row, [word.word for word in standing(store.words(row.id))])


def record_of_table(store: Store, row: TableRow) -> Record:
    """The finished hands of a table, without cards that are still hidden. Raises as :func:`record_text`."""
    return _record(row, _finished(store, row))


def _record(row: TableRow, match: Finished) -> Record:
    from kibic.record import record_of

    if row.opening is None:
        raise Refused("nothing_open")
    names = [seat.name for seat in row.seats]
    return record_of(row.game, row.preset, names, row.opening["dealer"], match.public, options=row.options)


def finished(row: TableRow, words: list[str]) -> Finished:
    """A match up to the end of its last finished hand."""
    game = game_named(row.game)
    opening = row.opening or {"dealer": 0}
    state: Any = game.start(game.rules(row.preset, row.options), len(row.seats), opening["dealer"])
    actions: list[Action] = []
    deals: list[str] = []
    complete, over, closed = 0, 0, state
    for word in words:
        action = game.parse(state, word)
        if state.to_act == HOUSE and state.phase == "deal" and action in state.legal():
            deals.append(word)
        state, _ = state.apply(action)
        actions.append(action)
        if state.to_act is None or (state.to_act == HOUSE and state.phase == "deal"):
            complete, over, closed = len(actions), len(deals), state
    return Finished(tuple(deals[:over]), tuple(game.public(closed, actions[:complete])))
