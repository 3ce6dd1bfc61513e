"""Runs the server: a free port, a plain address, and a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import uvicorn

from kibic.game import KibicError
from kibic.server.app import Server, create_app
from kibic.server.logs import set_up
from kibic.server.settings import Settings
from kibic.server.wire import Wire, keep_short

#: Ports tried from the wanted one on.
_TRIED: Final = 50
#: Largest frame the line takes before it is cut, in bytes; what the protocol allows is far less.
_CUT: Final = 65_536
#: How long a connection may take nothing, in seconds.
_STUCK: Final = 60
#: How long a thread may keep the interpreter while others wait, in seconds.
_SWITCH: Final = 0.001
#: How long open work may take at the end, in seconds.
_GRACE: Final = 5


def free_socket(host: str, port: int) -> socket.socket:
    """A listening socket on the first free port from ``port`` on. Raises :class:`KibicError` when none is free."""
    last: OSError | None = None
    for number in range(port, min(port + _TRIED, 65_536)) if port else (0,):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Connections inherit it: one that takes nothing for so long is cut by the kernel.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STUCK * 1000)
        keep_short(listening)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OSError as error:
            listening.close()
            last = error
            continue
        listening.set_inheritable(True)
        return listening
    raise KibicError(f"no port from {port} on can be used on {host}: {last}")


def address(listening: socket.socket) -> str:
    """The address under which a browser on this machine finds the server."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}"


def run(
    settings: Settings,
    listening: socket.socket,
    when_ready: Callable[[], None],
    *,
    log_form: str = "text",
    log_level: str = "warning",
) -> None:
    """Serve until SIGINT or SIGTERM; a second one does not wait for anything.

    Raises :class:`KibicError` when the database cannot be opened.
    """
    # The thread that writes to the disk gives the interpreter up at each step and has to get it back from the others.
    sys.setswitchinterval(_SWITCH)
    set_up(log_form, log_level)
    config = uvicorn.Config(
        create_app(settings if settings.address else replace(settings, address=address(listening))),
        log_config=None,
        # Addresses of tables are their keys, so requests are not logged.
        access_log=False,
        log_level=logging.WARNING,
        server_header=False,
        ws=Wire,
        ws_max_size=_CUT,
        # Compression would cost more memory for each socket than it saves on small patches.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE,
    )
    # SIGINT is raised again after a clean end.
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, when_ready).run(sockets=[listening])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        server: Server = self.config.app.state.server  # type: ignore[union-attr]
        if not self.force_exit:
            await server.operations.farewell(self._wait)
        await super().shutdown(sockets)

    async def _wait(self, seconds: float) -> None:
        until = asyncio.get_running_loop().time() + seconds
        while not self.force_exit and (left := until - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(min(left, 0.1))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_ready()


def show_in_browser(url: str) -> None:
    """Open the page where there is a browser with a window; where there is none, nothing happens."""
    windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if not windows:
        return

    def show() -> None:
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(url)

    threading.Thread(target=show, name="kibic-browser", daemon=True).start()
