"""What can go wrong with a database, made to happen."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

import psycopg
from sqlalchemy.engine import make_url

from tests.server.kit import PATIENCE


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Somebody else holds the database, so that nothing can be written to it."""
    if url.startswith("sqlite"):
        other = sqlite3.connect(str(make_url(url).database), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()
        return
    with psycopg.connect(url) as connection:
        tables = [row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        connection.execute(f"LOCK TABLE {', '.join(sorted(tables))} IN EXCLUSIVE MODE".encode())
        yield
        connection.rollback()


class Relay:
    """A line to PostgreSQL over which connections can be lost.

    ``cut`` loses the next connection that commits, ``before`` the server has heard of it or ``after`` it has committed,
    and then, where ``for_good`` is set, lets nobody through until :meth:`mend`.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._lines: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._closed = False
        self._cut: str | None = None
        self._for_good = False
        self._open = True
        self.cuts = 0
        #: Released whenever the server has ended a connection.
        self.ended = threading.Semaphore(0)

    @property
    def port(self) -> int:
        """Where it listens on this machine."""
        port: int = self._listening.getsockname()[1]
        return port

    def cut(self, when: str, *, for_good: bool = False) -> None:
        """Lose the next connection that commits."""
        with self._lock:
            self._cut, self._for_good = when, for_good

    def mend(self) -> None:
        """Let everybody through again."""
        with self._lock:
            self._open = True

    def __enter__(self) -> Self:
        self._begin(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
            lines = list(self._lines)
        for line in (self._listening, *lines):
            _shut(line)
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        for line in (self._listening, *self._lines):
            line.close()

    def _begin(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            with self._lock:
                passes = self._open and not self._closed
                if passes:
                    self._lines |= {line, server}
            try:
                if passes:
                    server.connect(self._path)
            except OSError:
                passes = False
            if passes:
                self._begin(self._ask, line, server)
                self._begin(self._answer, line, server)
            else:
                line.close()
                server.close()

    def _ask(self, line: socket.socket, server: socket.socket) -> None:
        """Carry what the client says to the server."""
        with contextlib.suppress(OSError):
            while data := line.recv(65_536):
                when = self._lose() if b"COMMIT" in data else None
                if when is not None:
                    _shut(line)
                if when == "before":
                    break
                server.sendall(data)
                if when == "after":
                    break
        # The server does what it was asked before it sees the end.
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_WR)

    def _answer(self, line: socket.socket, server: socket.socket) -> None:
        """Carry what the server says to the client."""
        with contextlib.suppress(OSError):
            while data := server.recv(65_536):
                with contextlib.suppress(OSError):
                    line.sendall(data)
        _shut(line)
        self.ended.release()

    def _lose(self) -> str | None:
        with self._lock:
            when, self._cut = self._cut, None
            if when is not None:
                self.cuts += 1
                self._open = not self._for_good
            return when


def _shut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
