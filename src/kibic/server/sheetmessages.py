"""The messages of the socket of a sheet (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from kibic.game import Json
from kibic.server.messages import Id, Offer, Version, checked_frame
from kibic.server.protocol import PROTOCOL
from kibic.server.replies import ToPage

SheetId = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(max_length=64)]
HandNumber = Annotated[int, Meta(ge=1, le=10_000)]
Answers = Annotated[dict[str, str], Meta(max_length=32)]


class FromSheetPage(Struct, frozen=True, tag_field="type", tag=str.lower):
    """What the page of a sheet may say."""


class Open(FromSheetPage, frozen=True):
    """Opens a sheet on this socket; ``key`` lets it write, ``since`` is the version the page holds."""

    sheet: SheetId
    key: Key | None = None
    since: Version | None = None
    protocol: Offer = PROTOCOL


class AskForm(FromSheetPage, frozen=True, tag="form"):
    """Asks for the questions after ``answers``, of the next hand or of hand ``hand``."""

    id: Id
    answers: Answers = {}
    hand: HandNumber | None = None


class Do(FromSheetPage, frozen=True):
    """A command on the version the page holds."""

    id: Id
    version: Version
    command: dict[str, Any]


class Try(FromSheetPage, frozen=True):
    """What a command would change."""

    id: Id
    command: dict[str, Any]


class SheetPing(FromSheetPage, frozen=True, tag="ping"):
    """Asks for a sign of life."""

    n: int = 0


SheetPageMessage = Open | AskForm | Do | Try | SheetPing
_decoder: Final = msgspec.json.Decoder(SheetPageMessage)


def read_sheet(text: str) -> SheetPageMessage:
    """The message in a text frame. Raises :class:`Refused` (``too_large``, ``bad_message``)."""
    return checked_frame(text, _decoder)


class SheetMessage(ToPage, frozen=True, tag="sheet"):
    """The sheet as it is now.

    ``state`` is None for a page that has it, or that has the one of version ``since``, from which ``change`` leads here
    (:mod:`kibic.server.sheetpatch`). ``changes`` is what the last command changed, in words.
    """

    sheet: str
    version: int
    writes: bool
    watchers: int
    state: Json
    changes: list[Json]
    since: int | None = None
    change: Json = None
    protocol: int = PROTOCOL


class FormMessage(ToPage, frozen=True, tag="form"):
    """Questions."""

    id: str
    version: int
    form: Json


class ChangesMessage(ToPage, frozen=True, tag="changes"):
    """What a command would change, and the state it would lead to."""

    id: str
    version: int
    changes: list[Json]
    state: Json
