"""Fair cards: decks sealed before the deal, and the check that the cards dealt are those that were sealed.

The scheme is told for people in ``docs/fair-cards.md``, so that it can be followed with ``sha256sum`` alone:

- the **seal** is the SHA-256 of one line of text, ``kibic-deal-1 TABLE HAND SALT CARD CARD ...``; it is shown before
  the hand is dealt, the text after it;
- the **cuts** are random numbers of the players, given while only the seal is known; they put the sealed deck into
  another order, so that who sealed it could not choose what is dealt.

A record carries both in ``[[fair]]``, a key of its own that readers who do not know it keep (record.md section 1).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from kibic.game import IllegalAction, Text, WordError
from kibic.record.errors import RecordContentError
from kibic.record.model import Record
from kibic.record.replay import Replay, Step

#: The key of a record that carries the seals.
KEY: Final = "fair"
#: How the text of a seal and that of a cut begin.
SEAL: Final = "kibic-deal-1"
CUT: Final = "kibic-cut-1"
#: The house's word that gives a deck in the order in which it is dealt.
DECK: Final = "deck"

_TEXT: Final = re.compile(rf"{SEAL} (?P<table>[0-9a-f]{{16}}) (?P<hand>[1-9]\d{{0,5}}) [0-9a-f]{{64}}(?P<deck>( \w+)+)")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CUT: Final = re.compile(r"[1-9]\d?:[0-9a-f]{32}")


def table_name(table_id: str) -> str:
    """What a seal calls a table: 16 hex digits of the SHA-256 of its id. The id itself is a key and stays secret."""
    return _sha256(table_id)[:16]


@dataclass(frozen=True, slots=True)
class Seal:
    """A sealed deck: ``cards`` are their texts in sealed order, ``salt`` 64 hex digits, ``hand`` counts from 1."""

    table: str
    hand: int
    salt: str
    cards: tuple[str, ...]

    @property
    def text(self) -> str:
        """The line that is hashed, without a line feed."""
        return " ".join((SEAL, self.table, str(self.hand), self.salt, *self.cards))

    @property
    def hash(self) -> str:
        """What is shown before the deal: the SHA-256 of the text, 64 hex digits."""
        return _sha256(self.text)


@dataclass(frozen=True, slots=True)
class Told:
    """What a record tells of the seal of a hand; without ``text`` the hand stays closed. Cuts are ``seat:number``."""

    hand: int
    hash: str
    text: str | None = None
    cuts: tuple[str, ...] = ()

    def to_table(self) -> dict[str, Any]:
        """As a table of ``[[fair]]``."""
        table: dict[str, Any] = {"hand": self.hand, "hash": self.hash}
        if self.text is not None:
            table |= {"text": self.text, "cut": list(self.cuts)}
        return table


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of one hand found.

    ``status`` is ``agrees`` (the cards dealt are those that were sealed), ``closed`` (its cards are not told),
    ``unsealed`` (the record has no seal for it) or ``differs``, with the ``problem`` in words.
    """

    hand: int
    status: str
    hash: str | None = None
    cuts: int = 0
    problem: Text | None = None


def cut(cards: Sequence[str], seal: str, cuts: Sequence[str]) -> tuple[str, ...]:
    """The cards as they are dealt: the sealed order, cut by the players.

    Place ``i`` (from 1) gets the SHA-256 of ``kibic-cut-1 SEAL CUT CUT ... i``, and the cards come in the order of
    these numbers. Without cuts the sealed order stays.
    """
    if not cuts:
        return tuple(cards)
    head = " ".join((CUT, seal, *cuts))
    placed = sorted((_sha256(f"{head} {place}"), card) for place, card in enumerate(cards, 1))
    return tuple(card for _, card in placed)


def seals_told(record: Record) -> dict[int, Told]:
    """The seals a record carries, by hand. Raises :class:`RecordContentError` for what is none."""
    tables = record.extras.get(KEY, [])
    if not isinstance(tables, list):
        raise _wrong(record, "a list of tables, [[fair]], is expected", "očekuje se lista tabela, [[fair]]")
    found: dict[int, Told] = {}
    for table in tables:
        told = _told(table)
        if told is None or told.hand in found:
            raise _wrong(
                record,
                f"no seal: {table}; hand, hash (64 hex digits), text and cut are expected, once for a hand",
                f"nije pečat: {table}; očekuju se hand, hash (64 heksadecimalne cifre), text i cut, jednom po ruci",
            )
        found[told.hand] = told
    return found


def verify(played: Replay) -> tuple[Verdict, ...]:
    """The check of every hand of a record. Raises :class:`RecordContentError` when what it carries is no seal."""
    told = seals_told(played.record)
    tables = {text["table"] for each in told.values() if each.text and (text := _TEXT.fullmatch(each.text))}
    verdicts = []
    before = played.start
    dealt: set[int] = set()
    for step in played.steps:
        if step.hand not in dealt:
            dealt.add(step.hand)
            verdicts.append(_check(played, before, step, told.get(step.hand), one_table=len(tables) < 2))
        before = step.after
    for hand in sorted(told.keys() - dealt):
        verdicts.append(_differs(told[hand], "the record has no such hand", "zapis nema takvu ruku"))
    return tuple(verdicts)


def _check(played: Replay, before: Any, step: Step, told: Told | None, *, one_table: bool) -> Verdict:  # noqa: ANN401
    if told is None:
        return Verdict(step.hand, "unsealed")
    if told.text is None:
        return Verdict(step.hand, "closed", told.hash)
    if _sha256(told.text) != told.hash:
        return _differs(told, "the text does not give the seal", "tekst ne daje pečat")
    text = _TEXT.fullmatch(told.text)
    if text is None or int(text["hand"]) != step.hand or not one_table:
        return _differs(told, "the seal is not that of this hand", "pečat nije od ove ruke")
    deck = cut(text["deck"].split(), told.hash, told.cuts)
    try:
        deal = played.game.parse(before, f"{DECK} {' '.join(deck)}")
    except (WordError, IllegalAction):
        deal = None
    if deal is None or deal not in before.legal():
        return _differs(told, "what was sealed is no deck", "ono što je zapečaćeno nije špil")
    if step.action.blind:
        return Verdict(step.hand, "closed", told.hash, len(told.cuts))
    if (deal.hands, deal.talon) != (step.action.hands, step.action.talon):
        return _differs(told, "other cards were dealt than were sealed", "podeljene su druge karte, a ne zapečaćene")
    return Verdict(step.hand, "agrees", told.hash, len(told.cuts))


def _differs(told: Told, en: str, sr: str) -> Verdict:
    return Verdict(told.hand, "differs", told.hash, len(told.cuts), Text(en, sr))


def _told(table: object) -> Told | None:
    """A table of ``[[fair]]``, None when it is not of that form."""
    if not isinstance(table, dict):
        return None
    hand, seal, text, cuts = (table.get(key) for key in ("hand", "hash", "text", "cut"))
    if type(hand) is not int or hand < 1 or not isinstance(seal, str) or not _HASH.fullmatch(seal):
        return None
    if text is not None and not isinstance(text, str):
        return None
    if cuts is None:
        cuts = []
    if not isinstance(cuts, list) or not all(isinstance(each, str) and _CUT.fullmatch(each) for each in cuts):
        return None
    seats = [int(each.partition(":")[0]) for each in cast("list[str]", cuts)]
    if seats != sorted(set(seats)):
        return None
    return Told(hand, seal, text, tuple(cuts))


def _wrong(record: Record, en: str, sr: str) -> RecordContentError:
    return RecordContentError(Text(f"{KEY}: {en}", f"{KEY}: {sr}"), None, record.file)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
