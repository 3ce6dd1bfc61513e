"""A socket: reads its messages within a rate, and sends what is to be sent, in order, to a page that may be slow."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibic.server.incidents import note
from kibic.server.limits import Bucket
from kibic.server.metrics import METRICS
from kibic.server.protocol import GOING_DOWN, POLICY, TRY_AGAIN
from kibic.server.refusals import Refused
from kibic.server.replies import ToPage, refusal, written
from kibic.server.settings import Settings

__all__ = ["GOING_DOWN", "POLICY", "TRY_AGAIN", "Away", "Line", "log"]

log = logging.getLogger("kibic.server")
M = TypeVar("M")

#: Messages beyond the rate that are refused before the socket is closed.
_PATIENCE: Final = 200
#: Close codes of the WebSocket itself: what came is none, no UTF-8, or far too large.
_MALFORMED: Final = frozenset({1002, 1007, 1009})


class Away(Exception):
    """Neither this server nor another can serve the page now; it should come again."""


class Line(ABC, Generic[M]):
    """A page on the line; ``M`` is what it may say."""

    def __init__(self, socket: WebSocket, settings: Settings) -> None:
        self._socket = socket
        self._settings = settings
        self._out: asyncio.Queue[str | int] = asyncio.Queue()
        self._bucket = Bucket(settings.rate, settings.burst)
        self._patience = _PATIENCE
        self._closing = False
        self._code = TRY_AGAIN

    @abstractmethod
    def _read(self, text: str) -> M:
        """The message in a frame. Raises :class:`Refused`."""

    @abstractmethod
    async def _do(self, message: M) -> None:
        """Do what a message asks. Raises :class:`Refused`."""

    @abstractmethod
    def _gone(self) -> None:
        """The page has gone away."""

    def send(self, frame: str) -> None:
        """Queue a frame; a page that is too far behind is closed and comes back for the rest."""
        if self._closing:
            return
        if self._out.qsize() >= self._settings.queue:
            self.close(TRY_AGAIN)
        else:
            self._out.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close the socket after what is queued; a page that does not read gets no more."""
        if self._closing:
            return
        METRICS.count("kibic_closed_total", code=str(code))
        self._closing, self._code = True, code
        while code == TRY_AGAIN and not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(code)

    async def serve(self) -> None:
        """Talk until either side ends it."""
        sender = asyncio.create_task(self._send_all())
        receiver = asyncio.create_task(self._receive_all())
        try:
            await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._gone()
            self._closing = True
            for task in (sender, receiver):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await task

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone
            try:
                while isinstance(item := await self._out.get(), str):
                    # Not wait_for: it takes a task and several turns of the loop for each frame.
                    async with asyncio.timeout(self._settings.send_limit):
                        await self._socket.send_text(item)
            except TimeoutError:  # it has not read for too long
                self.close(TRY_AGAIN)
            # The socket does not have this wait for those that do not read.
            await self._socket.close(self._code)

    async def _receive_all(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                if message.get("code") in _MALFORMED:
                    METRICS.count("kibic_closed_total", code=str(message["code"]))
                return
            await self._take(message.get("text"))
            # Frames that came together would be taken one after the other: first what was answered goes out, and others
            # have their turn.
            await asyncio.sleep(0)

    async def _take(self, text: str | None) -> None:
        message_id: str | None = None
        try:
            if not self._bucket.take():
                self._patience -= 1
                if self._patience < 0:
                    self.close(POLICY)
                raise Refused("too_fast")
            if text is None:
                raise Refused("bad_message", detail="frames must be text")
            message = self._read(text)
            message_id = getattr(message, "id", None)
            await self._do(message)
        except Away:  # the page comes back and is brought to wherever it can be served then
            self.close(GOING_DOWN)
        except Refused as refused:
            METRICS.count("kibic_refused_total", code=refused.code)
            self._say(refusal(refused, message_id))
        except Exception as error:  # a bug: it is noted, and the page goes on
            note(log, "a message could not be handled", error)
            self._say(refusal(Refused("internal"), message_id))

    def _say(self, message: ToPage) -> None:
        self.send(written(message))
