"""The cookie of a session: out of reach for scripts, not sent by other sites, and over TLS bound to this very host."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kibic.server.guests import GUEST_AGE

#: Its name without TLS and with it. Browsers take the prefix only from this very host, over TLS and for all paths
#: (RFC 6265bis, section 4.1.3.2).
COOKIE: Final = "kibic"
SECURE_COOKIE: Final = "__Host-kibic"


def token_of(connection: HTTPConnection) -> str | None:
    """The token a request or a socket brings. Over TLS the plain cookie counts for nothing: others could set it."""
    return connection.cookies.get(_name(connection))


def set_token(connection: HTTPConnection, response: Response, token: str) -> None:
    """Have the browser keep a token; the server knows by itself when the session has run out."""
    response.set_cookie(
        _name(connection),
        token,
        max_age=GUEST_AGE,
        path="/",
        httponly=True,
        samesite="lax",
        secure=_is_safe(connection),
    )


def drop_token(connection: HTTPConnection, response: Response) -> None:
    """Have the browser forget the token."""
    response.delete_cookie(_name(connection), path="/", httponly=True, samesite="lax", secure=_is_safe(connection))


def _name(connection: HTTPConnection) -> str:
    return SECURE_COOKIE if _is_safe(connection) else COOKIE


def _is_safe(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")
