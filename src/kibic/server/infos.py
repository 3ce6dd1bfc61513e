"""The parts of what the server says: the table object and all it is made of (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kibic.server.manners import Manners


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
    account: bool = False


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
