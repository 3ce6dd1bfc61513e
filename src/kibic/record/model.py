"""A record: who played by which rules, and the words of every hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibic.game import Seat, Text
from kibic.record.errors import Place

#: The format version this module reads and writes.
VERSION = 1


@dataclass(frozen=True, slots=True)
class Word:
    """One word as it stands in a record: plain ASCII, with its arguments (``skart C8 C7``).

    ``speaker`` is the seat of a ``Name:`` prefix. The place is no part of what a word is.
    """

    text: str
    speaker: Seat | None = None
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards of a hand are told: ``text`` is the word of the house, ``cards ...`` or ``deck ...``.

    ``problem`` is what the rules refuse and an action cannot even express: a card twice in one holding, or cards told
    in two ways.
    """

    text: str
    problem: Text | None = None
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: ``dealer`` is the name as written (None when it is left out), ``tricks`` by seat."""

    deal: Deal
    words: tuple[Word, ...]
    dealer: str | None = None
    tricks: tuple[int, ...] | None = None
    place: Place | None = field(default=None, compare=False)
    places: Mapping[str, Place | None] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record. ``options`` are the keys as written, ``extras`` the unknown top-level keys, in their order."""

    players: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    game: str = "preferans"
    rules: str = "srpski"
    options: Mapping[str, Any] = field(default_factory=dict)
    extras: Mapping[str, Any] = field(default_factory=dict)
    file: str = field(default="", compare=False)
    places: Mapping[str, Place | None] = field(default_factory=dict, compare=False)
