"""The WebSocket below :mod:`kibic.server.line`: how much may wait in it for a page that does not read, and how long.

uvicorn and the kernel would take megabytes for such a page before anybody noticed, and uvicorn cuts off a silent one
without telling the application.
"""

from __future__ import annotations

import socket
from asyncio import BaseTransport
from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kibic.server.metrics import METRICS
from kibic.server.protocol import SILENT

#: The close code (RFC 6455) for a text that is no UTF-8.
MALFORMED: Final = 1007
#: What may wait in the process for the kernel to take it, and in the kernel for the network to take it, in bytes.
#: A welcome is some 3 kB; on loopback the kernel takes 64 kB more.
WAITING: Final = 32_768


def keep_short(listening: socket.socket) -> None:
    """Have the kernel take no more than ``WAITING`` bytes that it cannot send yet; connections inherit it.

    Not ``SO_SNDBUF``: that would also bound what is on its way, and so the pace on a long line.
    """
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, WAITING)


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket for pages that may not read."""

    def connection_made(self, transport: BaseTransport) -> None:
        """A page is there."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=WAITING)

    async def send(self, message: ASGISendEvent) -> None:
        """As the protocol has it, but the code of a close does not wait until the page reads: it comes when it does."""
        closing = message["type"] == "websocket.close" and self.handshake_complete
        if closing:
            self.writable.set()
        await super().send(message)
        if closing and self.close_timer is not None:
            # An orderly close would wait until the page has read everything.
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Take a message. For one that is no UTF-8 uvicorn would write a page of log, which could fill the disk."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(MALFORMED)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """The page has not answered a ping of the WebSocket: it is cut off, and that is counted."""
        if not self.close_sent and not self.transport.is_closing():
            METRICS.count("kibic_closed_total", code=str(SILENT))
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()
