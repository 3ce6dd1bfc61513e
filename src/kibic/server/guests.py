"""People and their sessions: known by a random token in a cookie, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from kibic.server.peoplestore import Guest as Guest  # noqa: PLC0414 - everybody finds people here
from kibic.server.peoplestore import PeopleStore, Session
from kibic.server.writer import Writer

#: How long a session lives without being used, in seconds: of a guest, whose browser is all he has, and of an account.
GUEST_AGE: Final = 365 * 24 * 3600
ACCOUNT_AGE: Final = 90 * 24 * 3600
#: After this time a token is exchanged for a new one, in seconds.
TOKEN_AGE: Final = 7 * 24 * 3600
#: Longest name of a person and of a table, in characters.
MAX_NAME: Final = 24
MAX_TITLE: Final = 48
#: The name of somebody who gave none, and of somebody who deleted himself.
NAMELESS: Final = "Gost"
FORGOTTEN: Final = "N. N."

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
#: How long a session that was read is believed, in seconds: another process may have ended it.
_BELIEVED: Final = 5.0
#: How long an exchanged token still holds, in milliseconds: requests that carry it may be under way.
_ON_THE_WAY_MS: Final = 60_000

#: Called with the id of a person whose sessions end, and the hash of the one that stays, if any.
Ended = Callable[[str, bytes | None], None]


class Guests:
    """Finds and makes people and their sessions."""

    def __init__(self, writer: Writer, store: PeopleStore, kept: int = 5_000) -> None:
        self.store = store
        self.writer = writer
        self._kept = kept
        self._known: OrderedDict[bytes, tuple[Session, float]] = OrderedDict()
        self._on_end: list[Ended] = []

    def when_ended(self, call: Ended) -> None:
        """Have ``call`` called when sessions end, so that their sockets can be closed."""
        self._on_end.append(call)

    async def of(self, token: str | None) -> Guest | None:
        """The person whose token this is."""
        session = await self.session(token)
        return None if session is None else session.guest

    async def session(self, token: str | None) -> Session | None:
        """The session of a token."""
        if token is None or not _TOKEN.fullmatch(token):
            return None
        return await self._found(_hash(token))

    async def holds(self, session: Session) -> bool:
        """Whether a session has not ended."""
        return await self._found(session.token_hash) is not None

    async def _found(self, hashed: bytes) -> Session | None:
        session, read = self._known.get(hashed, (None, 0.0))
        if session is None or time.monotonic() - read > _BELIEVED:
            self._known.pop(hashed, None)
            session = await self.writer.read(self.store.session, hashed, now_ms())
            if session is None:
                return None
            if session.replaces is not None:
                await self.writer.write(self.store.confirm, hashed, session.replaces, now_ms() + _ON_THE_WAY_MS)
                session = replace(session, replaces=None)
            self._keep(session)
        return session

    async def new(self, name: str | None) -> tuple[Guest, str]:
        """A new guest and the token of his session."""
        guest = Guest(random_id(16), name)
        session, token = _begun(guest)
        await self.writer.write(self.store.add_guest, session)
        self._keep(session)
        return guest, token

    async def begin(self, guest: Guest, instead_of: Session | None = None) -> str:
        """The token of a new session of a known person; the session ``instead_of`` ends."""
        session, token = _begun(guest)
        before = None if instead_of is None else instead_of.token_hash
        await self.writer.write(lambda: self.store.add_session(session, instead_of=before))
        if instead_of is not None:
            self._known.pop(instead_of.token_hash, None)
        self._keep(session)
        return token

    async def renewed(self, session: Session) -> str | None:
        """A new token in place of one that has grown old; the old one holds until the new one has arrived."""
        if now_ms() - session.created < TOKEN_AGE * 1000:
            return None
        newer, token = _begun(session.guest)
        newer = replace(newer, started=session.started, replaces=session.token_hash)
        await self.writer.write(self.store.add_session, newer)
        return token

    async def end(self, session: Session) -> None:
        """End one session."""
        await self.writer.write(self.store.end_session, session.token_hash)
        self.ended(session.guest.id)

    async def end_others(self, session: Session) -> int:
        """End all other sessions of a person; how many these were."""
        end = self.store.end_sessions
        number = await self.writer.write(lambda: end(session.guest.id, keep=session.token_hash))
        self.ended(session.guest.id, session.token_hash)
        return number

    def ended(self, guest: str, keep: bytes | None = None) -> None:
        """The sessions of a person have ended in the store, but for one: forget them, and close their sockets."""
        self.forget(guest)
        for call in self._on_end:
            call(guest, keep)

    def forget(self, guest: str) -> None:
        """Read what is known of a person anew: something about him has changed."""
        for hashed in [hashed for hashed, (known, _) in self._known.items() if known.guest.id == guest]:
            del self._known[hashed]

    async def rename(self, guest: Guest, name: str) -> Guest | None:
        """The person under a new name, None when it is that of another account."""
        if guest.name == name:
            return guest
        if not await self.writer.write(self.store.rename, guest.id, name):
            return None
        self.forget(guest.id)
        return replace(guest, name=name)

    async def latest(self, guest: Guest) -> Guest:
        """The person as he is called now, where another page of his gave him a name."""
        return await self.writer.read(self.store.person, guest.id) or guest

    def _keep(self, session: Session) -> None:
        self._known[session.token_hash] = (session, time.monotonic())
        while len(self._known) > self._kept:
            self._known.popitem(last=False)


def _begun(guest: Guest) -> tuple[Session, str]:
    """A new session, and its token."""
    token, now = secrets.token_urlsafe(32), now_ms()
    age = ACCOUNT_AGE if guest.account else GUEST_AGE
    return Session(_hash(token), guest, now, now, now + age * 1000), token


def _hash(token: str) -> bytes:
    # The token has 256 random bits, so a plain hash is as good as a slow one.
    return hashlib.sha256(token.encode()).digest()


def random_id(length: int) -> str:
    """An unguessable id of letters and digits that cannot be mistaken for each other (4.9 bits each)."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def clean_name(text: str | None, limit: int = MAX_NAME) -> str | None:
    """A name fit to be shown: no control or direction characters, single spaces, at most ``limit`` characters."""
    if text is None:
        return None
    shown = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    shown = "".join(char for char in shown if unicodedata.category(char)[0] != "C")
    return " ".join(shown.split())[:limit].strip() or None


def unlike(name: str, others: Sequence[str]) -> str:
    """``name``, with a number behind it when somebody at the table already has it."""
    taken = {other.casefold() for other in others}
    if name.casefold() not in taken:
        return name
    number = 2
    while f"{name} {number}".casefold() in taken:
        number += 1
    return f"{name} {number}"
