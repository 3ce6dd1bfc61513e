"""Notes of what went wrong, without what the players may not know."""

from __future__ import annotations

import logging
from collections.abc import Callable
from traceback import format_tb

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibic.server.metrics import METRICS

_log = logging.getLogger("kibic.server")


def note(log: logging.Logger, what: str, error: BaseException, **fields: object) -> None:
    """Log an error by its kind and place. Its message stays out: it could name cards, and logs are read by people.

    ``fields`` are of :data:`kibic.server.logs.FIELDS`.
    """
    METRICS.count("kibic_incidents_total")
    place = {"error": type(error).__qualname__, "where": "".join(format_tb(error.__traceback__))}
    log.error("%s: %s", what, type(error).__qualname__, extra=place | fields)


class Incidents:
    """Middleware that notes the errors of requests and answers them with what ``answer`` makes of them."""

    def __init__(self, app: ASGIApp, answer: Callable[[Exception], Response]) -> None:
        self._app = app
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:  # the server itself would log the message as well
            note(_log, f"a {scope['type']} request failed", error)
            if scope["type"] == "http" and not started:
                await self._answer(error)(scope, receive, send)
