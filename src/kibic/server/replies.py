"""What the server says on the socket (docs/protocol.md), and how it is written."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kibic.game import Json, Text
from kibic.server import protocol
from kibic.server.infos import ClockInfo, SaidInfo, TableInfo
from kibic.server.refusals import Refused


class ToPage(Struct, frozen=True, tag_field="type", tag=str.lower):
    """What the server says."""


class Welcome(ToPage, frozen=True):
    """The table as it is now."""

    protocol: int
    table: TableInfo
    seat: int | None
    version: int
    view: Json


class EventMessage(ToPage, frozen=True, tag="event"):
    """One committed word: what happened, and the change of the view as a merge patch, or the view as a whole."""

    version: int
    events: list[Json]
    patch: dict[str, Json] | UnsetType = UNSET
    view: dict[str, Json] | UnsetType = UNSET


class TableMessage(ToPage, frozen=True, tag="table"):
    """Something around the match changed."""

    table: TableInfo


class SaidMessage(ToPage, frozen=True, tag="said"):
    """What was said; ``words`` are those of the table, told once with all that was said before."""

    said: list[SaidInfo]
    words: list[str] | None


class ClockMessage(ToPage, frozen=True, tag="clock"):
    """The clock runs for another move."""

    clock: ClockInfo


class Ack(ToPage, frozen=True):
    """The action ``id`` is in the log and made ``version``."""

    id: str
    version: int


class RefusedMessage(ToPage, frozen=True, tag="refused"):
    """A message that changed nothing, and why. ``spoken`` comes with ``protocol``: the versions the server speaks."""

    id: str | None
    code: str
    rule: str | None
    sr: str
    en: str
    spoken: list[int] | UnsetType = UNSET


class HintMessage(ToPage, frozen=True, tag="hint"):
    """What a bot would do in the asker's seat, and the convention it follows."""

    id: str
    word: str
    rule: str | None
    sr: str
    en: str


class Going(ToPage, frozen=True):
    """The server ends at ``at`` (milliseconds since 1970); the page comes back by itself."""

    at: int


class Pong(ToPage, frozen=True, omit_defaults=True):
    """A sign of life. ``version`` is that of the table the page is at."""

    n: int
    version: int | None = None


_encoder: Final = msgspec.json.Encoder()


def written(message: ToPage) -> str:
    """The text frame of a message."""
    return _encoder.encode(message).decode()


def refusal(refused: Refused, message_id: str | None = None) -> RefusedMessage:
    """The message for a refusal; its own id goes before ``message_id``."""
    text: Text = refused.text
    spoken = list(protocol.SPOKEN) if refused.code == "protocol" else UNSET
    return RefusedMessage(refused.message_id or message_id, refused.code, refused.rule, text.sr, text.en, spoken)
