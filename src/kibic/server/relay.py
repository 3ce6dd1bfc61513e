"""The line of a page whose table or sheet another server process owns: frames go both ways as they are."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.responses import Response
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from kibic.server.cluster import Cluster, Elsewhere
from kibic.server.guests import Guest
from kibic.server.leasestore import Owner
from kibic.server.line import GOING_DOWN, POLICY, TRY_AGAIN, Away
from kibic.server.passes import HEADER, Pass
from kibic.server.settings import Settings

log = logging.getLogger("kibic.server")
T = TypeVar("T")

#: The paths at which servers take lines from each other, by what is at the end of the line.
PATHS: Final = {"table": "/node/table", "sheet": "/node/sheet"}
#: The status of a server that is not the node a pass is for: another run listens where that one did.
NOT_ME: Final = 410
#: How long another server may take to answer, in seconds, and how long nothing may come from it.
_OPENING: Final = 5.0
_SILENCE: Final = 10.0
#: How long one waits for a lease to change hands before looking again, and how often, before the page is sent away.
_POLL: Final = 1.0
_TRIES: Final = 6


def patient(settings: Settings) -> Settings:
    """Settings for a line that comes from another server, where the page is already held to its rate."""
    return replace(settings, rate=1e9, burst=10**9)


class Gone(Exception):
    """Nobody is at the address of the node: it has ended."""


class Unreachable(Exception):
    """The node does not answer, or not as it should; it may live."""


class Relay:
    """One line to the owner of ``subject``.

    Frames of the owner go to ``send``; ``ended`` gets the code for the page's own line when it ends there.
    """

    def __init__(
        self, subject: str, line: ClientConnection, send: Callable[[str], None], ended: Callable[[int], None]
    ) -> None:
        self.subject = subject
        self._line = line
        self._send = send
        self._ended = ended
        self.task = asyncio.create_task(self._pump())

    async def say(self, message: Struct) -> None:
        """Pass a message of the page on."""
        with contextlib.suppress(ConnectionClosed):  # the end is told by the pump
            await self._line.send(msgspec.json.encode(message).decode())

    def close(self) -> None:
        """The page has gone away."""
        self.task.cancel()

    async def _pump(self) -> None:
        code: int | None = None
        try:
            async for frame in self._line:
                self._send(frame if isinstance(frame, str) else frame.decode())
            code = self._line.close_code
        except ConnectionClosed:
            code = self._line.close_code
        finally:
            with contextlib.suppress(asyncio.CancelledError, ConnectionClosed, OSError):
                await self._line.close()
        self._ended(code if code in (POLICY, TRY_AGAIN) else GOING_DOWN)


class Relays:
    """Opens lines to other server processes."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._lines: set[asyncio.Task[None]] = set()

    async def here_or(
        self,
        here: Callable[[], Awaitable[T]],
        line: str,
        guest: Guest | None,
        send: Callable[[str], None],
        ended: Callable[[int], None],
    ) -> T | Relay:
        """What ``here`` brings where this server owns the subject or can, else a line to the server that does.

        Raises :class:`Away`, and what ``here`` raises.
        """
        for _ in range(_TRIES):
            try:
                return await here()
            except Elsewhere as error:
                subject, owner = error.subject, error.owner
            try:
                relay = Relay(subject, await self._open(owner, line, guest), send, ended)
            except Gone:
                log.warning("node %s has ended without a word; what it owned is free", owner.node)
                await self._cluster.bury(owner.node)
            except Unreachable as error:
                log.warning("node %s cannot be reached: %s", owner.node, error)
                await self._cluster.change(_POLL)
            else:
                self._lines.add(relay.task)
                relay.task.add_done_callback(self._lines.discard)
                return relay
        raise Away

    async def close(self) -> None:
        """Close all lines and wait until they are."""
        for task in self._lines:
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _open(self, owner: Owner, line: str, guest: Guest | None) -> ClientConnection:
        if not owner.address:
            raise Unreachable("it has no address")
        url = owner.address.replace("http", "ws", 1) + PATHS[line]
        shown = (await self._cluster.passes()).issue(owner.node, line, guest)
        try:
            opened = await connect(
                url,
                additional_headers={HEADER: shown},
                compression=None,
                max_size=None,
                open_timeout=_OPENING,
                ping_interval=_SILENCE,
                ping_timeout=_SILENCE,
                close_timeout=1,
                proxy=None,
            )
        except ConnectionRefusedError as error:
            raise Gone from error
        except InvalidStatus as error:
            raise (Gone() if error.response.status_code == NOT_ME else Unreachable(str(error))) from error
        except (OSError, TimeoutError, InvalidHandshake, InvalidURI) as error:
            raise Unreachable(type(error).__name__) from error
        return opened


async def admitted(socket: WebSocket, cluster: Cluster, line: str) -> Pass | None:
    """Open a socket of another server that shows a good pass; one without is turned away."""
    shown = (await cluster.passes()).check(socket.headers.get(HEADER, ""), line)
    if shown is None:
        await socket.close()
        return None
    if shown.to != cluster.node:
        await socket.send_denial_response(Response(status_code=NOT_ME))
        return None
    await socket.accept()
    return shown
