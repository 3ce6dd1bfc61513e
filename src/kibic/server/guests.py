"""Guests: people without accounts, known by a random token in a cookie, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kibic.server.writer import Writer

#: The cookie of a session, and how long a browser keeps it (seconds).
COOKIE: Final = "kibic"
COOKIE_AGE: Final = 365 * 24 * 3600
#: Longest name of a person and of a table, in characters.
MAX_NAME: Final = 24
MAX_TITLE: Final = 48
#: The name of somebody who gave none.
NAMELESS: Final = "Gost"

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


class Guest(Struct, frozen=True):
    """A person. ``name`` is None until he gives one."""

    id: str
    name: str | None


class Guests:
    """Finds and makes guests."""

    def __init__(self, writer: Writer, kept: int = 5_000) -> None:
        self._writer = writer
        self._kept = kept
        self._known: OrderedDict[bytes, Guest] = OrderedDict()

    async def of(self, token: str | None) -> Guest | None:
        """The guest whose token this is."""
        if token is None or not _TOKEN.fullmatch(token):
            return None
        hashed = _hash(token)
        if hashed in self._known:
            self._known.move_to_end(hashed)
            return self._known[hashed]
        found = await self._writer.read(self._writer.store.guest_of, hashed)
        return None if found is None else self._keep(hashed, Guest(*found))

    async def new(self, name: str | None) -> tuple[Guest, str]:
        """A new guest and the token of his session."""
        token = secrets.token_urlsafe(32)
        guest = Guest(random_id(16), name)
        await self._writer.write(self._writer.store.add_guest, guest.id, _hash(token), name, now_ms())
        return self._keep(_hash(token), guest), token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """The guest under a new name."""
        if guest.name == name:
            return guest
        await self._writer.write(self._writer.store.rename_guest, guest.id, name)
        renamed = Guest(guest.id, name)
        for hashed, known in self._known.items():
            if known.id == guest.id:
                self._known[hashed] = renamed
        return renamed

    def latest(self, guest: Guest) -> Guest:
        """The guest as he is called now, where another page of his gave him a name."""
        return next((known for known in self._known.values() if known.id == guest.id), guest)

    def _keep(self, hashed: bytes, guest: Guest) -> Guest:
        self._known[hashed] = guest
        while len(self._known) > self._kept:
            self._known.popitem(last=False)
        return guest


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
