"""What a page may say on the socket (docs/protocol.md); the answers are in :mod:`kibic.server.replies`."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from kibic.server.protocol import MAX_FRAME, MAX_ID, MAX_OFFERS, MAX_PACE, PROTOCOL
from kibic.server.refusals import Refused

M = TypeVar("M")

Id = Annotated[str, Meta(min_length=1, max_length=MAX_ID)]
#: The version of the protocol a page speaks, or all it speaks.
Offer = int | Annotated[list[int], Meta(min_length=1, max_length=MAX_OFFERS)]
Word = Annotated[str, Meta(min_length=1, max_length=200)]
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Handle = Annotated[str, Meta(min_length=1, max_length=16)]
Version = Annotated[int, Meta(ge=0, le=2**31)]


class FromPage(Struct, frozen=True, tag_field="type", tag=str.lower):
    """What a page may say."""


class Hello(FromPage, frozen=True):
    """Opens a table on this socket; ``since`` is the version held, which counts where one protocol is offered.

    ``whole``: events bring the view instead of its change.
    """

    table: TableId
    protocol: Offer = PROTOCOL
    since: Version | None = None
    whole: bool = False


class Act(FromPage, frozen=True):
    """A word of the seat on turn."""

    id: Id
    version: Version
    word: Word


class Sit(FromPage, frozen=True):
    """Takes a free seat before the start: any one, where none is named and the person has none."""

    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class Stand(FromPage, frozen=True):
    """Leaves the own seat before the start."""

    seat: SeatNumber | None = None


class Fill(FromPage, frozen=True):
    """The host puts a bot on a free seat before the start, the usual one where none is named."""

    seat: SeatNumber
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class Clear(FromPage, frozen=True):
    """The host takes a bot off its seat before the start."""

    seat: SeatNumber


class Host(FromPage, frozen=True):
    """The host makes the person in a seat the host."""

    seat: SeatNumber


class Kick(FromPage, frozen=True):
    """The host sends away the person in a seat, or bans somebody who looks on (``who`` is his handle)."""

    seat: SeatNumber | None = None
    who: Handle | None = None
    ban: bool = False


class Pardon(FromPage, frozen=True):
    """The host lets somebody come again who was banned."""

    who: Handle


class Door(FromPage, frozen=True):
    """The host opens the table to strangers and to people who look on, or closes it."""

    public: bool | None = None
    kibitzers: bool | None = None


class Next(FromPage, frozen=True):
    """The next hand may be dealt."""


class Propose(FromPage, frozen=True):
    """Proposes something to the others: ``about`` an agreement of the game it needs a ``word``."""

    id: Id
    word: Word | None = None
    about: Literal["agreement", "undo", "pause", "rematch"] = "agreement"


class Consent(FromPage, frozen=True):
    """Answers the open proposal."""

    yes: bool


class Resume(FromPage, frozen=True):
    """Ends the pause of the table."""


class Back(FromPage, frozen=True):
    """The person is there and thinks, or plays again himself where a bot played for him."""


class Talk(FromPage, frozen=True):
    """Says something to the table: a ``word`` of the table, or a text."""

    id: Id
    word: Word | None = None
    text: Annotated[str, Meta(max_length=1000)] | None = None


class Report(FromPage, frozen=True):
    """Reports something that was said, by its number."""

    id: Id
    number: int


class Hint(FromPage, frozen=True):
    """Asks what a bot would do in the own seat."""

    id: Id


class Pace(FromPage, frozen=True):
    """Sets the pause of the bots, in milliseconds."""

    bot_pause: Annotated[int, Meta(ge=0, le=MAX_PACE)]


class Cut(FromPage, frozen=True):
    """Cuts the deck of hand ``hand``, of which the seal was shown, with a random number of the page."""

    hand: Annotated[int, Meta(ge=1, le=99_999)]
    number: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Ping(FromPage, frozen=True):
    """Asks for a sign of life."""

    n: int = 0


#: What is said at a table; the rest is said to the server.
AtTable = (
    Act
    | Sit
    | Stand
    | Fill
    | Clear
    | Host
    | Kick
    | Pardon
    | Door
    | Next
    | Propose
    | Consent
    | Resume
    | Back
    | Talk
    | Report
    | Hint
    | Pace
    | Cut
)
PageMessage = Hello | Ping | AtTable

_decoder: Final = msgspec.json.Decoder(PageMessage)
_raw: Final = msgspec.json.Decoder()


def read(text: str) -> PageMessage:
    """The message in a text frame. Raises :class:`Refused` (``too_large``, ``bad_message``)."""
    return checked_frame(text, _decoder)


def checked_frame(text: str, decoder: msgspec.json.Decoder[M]) -> M:
    """What ``decoder`` reads in a text frame. Raises :class:`Refused` (``too_large``, ``bad_message``)."""
    if len(text) > MAX_FRAME or len(text.encode("utf-8", "surrogatepass")) > MAX_FRAME:
        raise Refused("too_large", limit=MAX_FRAME)
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refused("bad_message", detail=str(error), message_id=_id_of(text)) from error
    except RecursionError as error:
        raise Refused("bad_message", detail="nested too deeply") from error


def _id_of(text: str) -> str | None:
    """The id of a message that is otherwise wrong, so that the page can tell what was refused."""
    try:
        found = _raw.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    value = found.get("id") if isinstance(found, dict) else None
    return value if isinstance(value, str) and len(value) <= MAX_ID else None
