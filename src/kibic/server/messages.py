"""The messages of the socket (docs/protocol.md): what a page may say and what the server answers."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kibic.game import Json, Text
from kibic.server import protocol
from kibic.server.manners import Manners
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
    """Opens a table on this socket; ``since`` is the version held, which counts where one protocol is offered."""

    table: TableId
    protocol: Offer = PROTOCOL
    since: Version | None = None


class Act(FromPage, frozen=True):
    """A word of the seat on turn."""

    id: Id
    version: Version
    word: Word


class Sit(FromPage, frozen=True):
    """Takes a free seat before the start."""

    seat: SeatNumber
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


class ToPage(Struct, frozen=True, tag_field="type", tag=str.lower):
    """What the server says."""


class AwayInfo(Struct, frozen=True):
    """Why a seat is waited for (``gone``, ``silent``) and until when (ms), or ``away``: ``bot`` plays for it."""

    why: str
    until: int | None
    bot: str


class ClockInfo(Struct, frozen=True):
    """The clock: whose it is, until when the move's own time and all its time last, the banks in ms."""

    seat: int | None
    move_until: int | None
    until: int | None
    banks: list[int]
    now: int


class SeatInfo(Struct, frozen=True):
    """A seat as pages see it."""

    name: str
    kind: str
    connected: bool
    you: bool
    ready: bool
    bot: str | None
    away: AwayInfo | None
    host: bool


class OpeningInfo(Struct, frozen=True):
    """How the match began: who deals first, and the cards drawn for it by round as (seat, card)."""

    dealer: int
    draws: list[list[tuple[int, str]]]


class ProposalInfo(Struct, frozen=True):
    """An open proposal, what it is about, and the seats that have agreed to it; it lapses at ``until``."""

    about: str
    word: str | None
    seat: int
    agreed: list[int]
    until: int | None


class SealInfo(Struct, frozen=True):
    """The seal of the deck of a hand that is not dealt yet."""

    hand: int
    hash: str


class DealtInfo(Struct, frozen=True):
    """The seal of the last hand dealt, and the seats whose cuts are in it."""

    hand: int
    hash: str
    cuts: list[int]


class FairInfo(Struct, frozen=True):
    """The sealed decks (docs/fair-cards.md): what the seals call the table, the last hand dealt and the next one."""

    table: str
    dealt: DealtInfo | None
    next: SealInfo | None


class Somebody(Struct, frozen=True):
    """A person who is not at the table; ``who`` is his handle, which only the host gets."""

    name: str
    who: str | None


class DoorInfo(Struct, frozen=True):
    """Who may come, and who looks on: ``watching`` counts all of them, ``watchers`` are those with a name.

    ``banned`` is empty for all but the host.
    """

    public: bool
    kibitzers: bool
    watching: int
    watchers: list[Somebody]
    banned: list[Somebody]


class TableInfo(Struct, frozen=True):
    """The table around the match. ``next_at`` and ``now`` are milliseconds since 1970."""

    id: str
    game: str
    name: str
    rules: dict[str, Any]
    state: str
    seats: list[SeatInfo]
    host: bool
    door: DoorInfo
    opening: OpeningInfo | None
    proposal: ProposalInfo | None
    bot_pause: int
    hints: bool
    manners: Manners
    clock: ClockInfo | None
    paused: bool
    origin: str | None
    rematch: str | None
    speech: str
    next_at: int | None
    now: int
    fair: FairInfo | None = None


class Welcome(ToPage, frozen=True):
    """The table as it is now."""

    protocol: int
    table: TableInfo
    seat: int | None
    version: int
    view: Json


class EventMessage(ToPage, frozen=True, tag="event"):
    """One committed word: what happened, and the change of the view as a merge patch."""

    version: int
    events: list[Json]
    patch: dict[str, Json]


class TableMessage(ToPage, frozen=True, tag="table"):
    """Something around the match changed."""

    table: TableInfo


class SaidInfo(Struct, frozen=True):
    """Something said at the table; ``who`` is the same for the same person at this table. ``aside``: among watchers."""

    number: int
    name: str
    who: str
    seat: int | None
    word: str | None
    text: str | None
    aside: bool
    you: bool
    at: int


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
