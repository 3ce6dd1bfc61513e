"""Who is on a line that one server process passes on to another, signed so that nobody else can say it."""

from __future__ import annotations

import binascii
import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from typing import Final

import msgspec
from msgspec import Struct

from kibic.server.guests import Guest, now_ms

#: The header that carries a pass.
HEADER: Final = "x-kibic-pass"
#: For how long a pass is good, and how far the clocks of two machines may be apart, in seconds.
GOOD_FOR: Final = 60


class Pass(Struct, frozen=True):
    """One line from a node to the node ``to``: for a ``table`` or a ``sheet``, and who is on it."""

    to: str
    line: str
    guest: Guest | None
    at: int
    nonce: str


class Passes:
    """Makes and checks passes. ``secret`` is known to the server processes alone."""

    def __init__(self, secret: bytes) -> None:
        # The secret may serve other purposes; what is signed here can be taken for nothing else.
        self._key = hmac.digest(secret, b"kibic: lines between servers", hashlib.sha256)
        self._used: set[str] = set()
        self._order: deque[tuple[float, str]] = deque()

    def issue(self, to: str, line: str, guest: Guest | None) -> str:
        """The text of a pass."""
        body = msgspec.json.encode(Pass(to, line, guest, now_ms(), secrets.token_urlsafe(12)))
        return f"{urlsafe_b64encode(body).decode()}.{self._signed(body)}"

    def check(self, text: str, line: str) -> Pass | None:
        """The pass, if it is one, for such a line, of this time, and shown for the first time."""
        encoded, _, signature = text.partition(".")
        try:
            body = urlsafe_b64decode(encoded)
            if not hmac.compare_digest(self._signed(body), signature):
                return None
            shown = msgspec.json.decode(body, type=Pass)
        except (binascii.Error, msgspec.DecodeError, ValueError, TypeError):
            return None
        if shown.line != line or abs(now_ms() - shown.at) > GOOD_FOR * 1000 or shown.nonce in self._used:
            return None
        self._remember(shown.nonce)
        return shown

    def _signed(self, body: bytes) -> str:
        return hmac.new(self._key, body, hashlib.sha256).hexdigest()

    def _remember(self, nonce: str) -> None:
        # A pass can be good from one span before its time to one span after it.
        now = time.monotonic()
        while self._order and self._order[0][0] < now - 2 * GOOD_FOR:
            self._used.discard(self._order.popleft()[1])
        self._order.append((now, nonce))
        self._used.add(nonce)
