"""Writing a record in its canonical form: grouped by phase and by trick, as the example of record.md."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from kibic.cards import DECK_32, Hand
from kibic.game import Seat
from kibic.games.preferans.deal import deck_of
from kibic.games.preferans.events import TrickTaken
from kibic.record.fair import KEY
from kibic.record.model import VERSION, Record
from kibic.record.replay import TRICKS, Replay, Step, replay

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
#: Phases that stand in one string: naming belongs to the auction, the declaration to the discard.
_GROUPS: Final = {
    "naming": "auction",
    "declaration": "discard",
    "call_answer": "calling",
    "offer_answer": "calling",
}
_TRICKS_A_LINE: Final = 5


def write(record: Record, *, deck: bool = False) -> str:
    """The canonical text of a record; with ``deck`` each deal as its 32 cards in dealing order.

    Raises what :func:`replay` raises: only a record the rules accept has a canonical form.
    """
    return write_replay(replay(record), deck=deck)


def write_replay(played: Replay, *, deck: bool = False) -> str:
    """The canonical text of a record that has been played through."""
    record = played.record
    lines = [
        f"kibic = {VERSION}",
        f"game = {toml_value(record.game)}",
        f"rules = {toml_value(record.rules)}",
        f"players = {toml_value(list(record.players))}",
        *(f"{toml_key(key)} = {_extra(value)}" for key, value in record.extras.items() if not _is_list(key, value)),
    ]
    if record.options:
        lines += [
            "",
            "[options]",
            *(f"{json.dumps(key)} = {toml_value(value)}" for key, value in record.options.items()),
        ]
    for _, group in groupby(played.steps, key=lambda step: step.hand):
        steps = list(group)
        lines += ["", *_hand(steps, record.players, int(steps[0].after.dealer), deck)]
    for key, value in record.extras.items():
        if _is_list(key, value):
            lines += _tables(key, value)
    return "\n".join(lines) + "\n"


def _is_list(key: str, value: object) -> bool:
    """Whether an extra key is written as a list of tables at the end: the seals of the decks."""
    return key == KEY and isinstance(value, list) and value != [] and all(isinstance(each, dict) for each in value)


def _tables(key: str, tables: Sequence[Mapping[str, object]]) -> Iterator[str]:
    for table in tables:
        yield from ("", f"[[{key}]]")
        yield from (f"{toml_key(name)} = {toml_value(value)}" for name, value in table.items())


def _hand(steps: list[Step], players: Sequence[str], dealer: Seat, deck: bool) -> Iterator[str]:
    yield "[[hands]]"
    yield f"dealer = {toml_value(players[dealer])}"
    yield from _deal(steps[0], dealer, deck)
    for step in steps:
        if step.action.word.startswith(TRICKS):
            yield f"tricks = [{', '.join(step.action.word.split()[1:])}]"
    said = [step for step in steps if step.number is not None]
    if not said:
        yield "actions = []"
        return
    yield "actions = ["
    for line in _lines(said):
        yield f"  {line}"
    yield "]"


def _deal(step: Step, dealer: Seat, deck: bool) -> Iterator[str]:
    deal = step.action
    if deal.blind:
        return
    if deck:
        yield f"deck = {toml_value(DECK_32.join(deck_of(deal, dealer)))}"
        return
    yield f"cards = {toml_value([str(Hand(mask)) for mask in deal.hands])}"
    yield f"talon = {toml_value(' '.join(Hand(deal.talon).texts))}"


def _lines(steps: Sequence[Step]) -> Iterator[str]:
    """The lines of ``actions``: one a phase, then the tricks, several a line."""
    for group, members in groupby(steps, key=_group):
        said = list(members)
        strings = _tricks(said) if group == "tricks" else [" ".join(step.action.word for step in said)]
        for at in range(0, len(strings), _TRICKS_A_LINE):
            yield " ".join(f"{toml_value(text)}," for text in strings[at : at + _TRICKS_A_LINE])


def _group(step: Step) -> str:
    """What is written in one line: the words of a phase, or all cards; a claim stands alone."""
    if step.phase == "play":
        return "claim" if " " in step.action.word else "tricks"
    return _GROUPS.get(step.phase, step.phase)


def _tricks(cards: Sequence[Step]) -> list[str]:
    """One text a trick, the last perhaps unfinished."""
    tricks: list[list[str]] = [[]]
    for step in cards:
        tricks[-1].append(step.action.word)
        if any(isinstance(event, TrickTaken) for event in step.events):
            tricks.append([])
    return [" ".join(trick) for trick in tricks if trick]


def _extra(value: object) -> str:
    """The value of an unknown key; a text of several lines keeps its lines."""
    if isinstance(value, str) and "\n" in value:
        return '"""\n' + "\n".join(toml_value(line)[1:-1] for line in value.split("\n")) + '"""'
    return toml_value(value)


def toml_key(key: str) -> str:
    """A key as TOML, bare where that is possible."""
    return key if _BARE_KEY.fullmatch(key) else toml_value(key)


def toml_value(value: object) -> str:
    """A value as ``tomllib`` reads it, on one line; tables become inline tables."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # Decimal text of thousands of digits is refused by Python; such a number can only have been written in hex.
        return hex(value) if value.bit_length() > 64 else str(value)
    if isinstance(value, float | datetime.datetime | datetime.date | datetime.time):
        return value.isoformat() if not isinstance(value, float) else repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
