"""A bad line between pages and a server: it loses, doubles, delays and holds back frames, and breaks inside of one.

It carries whatever is said over TCP; once a WebSocket has been opened it knows where frames begin and end. Only frames
with text meet with trouble: those of the WebSocket itself would end the line, which is one of the troubles anyway.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import urlsplit

#: The directions of a line.
UP: Final = "to the server"
DOWN: Final = "to the page"
_HEAD_END: Final = b"\r\n\r\n"
_TEXT: Final = 1


@dataclass(frozen=True, slots=True)
class Trouble:
    """How probable it is that a frame is lost, doubled, late (by up to ``most`` seconds), or breaks off half-way."""

    lost: float = 0.0
    twice: float = 0.0
    late: float = 0.0
    broken: float = 0.0
    most: float = 2.0


@dataclass(eq=False)
class _Way:
    """One line through. A direction that does not ``flow`` takes nothing and passes nothing on."""

    writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    flow: dict[str, asyncio.Event] = field(default_factory=lambda: {UP: asyncio.Event(), DOWN: asyncio.Event()})
    dead: bool = False

    def cut(self) -> None:
        """Break it off."""
        for writer in self.writers:
            writer.transport.abort()


class BadLine:
    """Listens on this machine and leads to a server. ``trouble`` may be changed at any time."""

    def __init__(self, url: str, seed: int) -> None:
        parts = urlsplit(url)
        self._to = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._rng = random.Random(seed)
        self._ways: set[_Way] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.trouble = Trouble()
        #: Whether new lines are taken.
        self.open = True
        #: Break every line in the middle of its next frame.
        self._break_next = False
        self.counted: Counter[str] = Counter()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for way in self._ways:
            way.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        """Where it listens."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    # What can be done to all lines

    def cut(self) -> None:
        """Break all lines off and take no new ones until :meth:`mend`."""
        self.open = False
        for way in self._ways:
            way.cut()
        self.counted["cut off"] += len(self._ways)

    def tear(self) -> None:
        """Break every line in the middle of its next frame to the page, and take no new ones until :meth:`mend`."""
        self.open = False
        self._break_next = True

    def hold(self, *directions: str) -> None:
        """Stop what goes in these directions, without closing anything, until :meth:`mend`."""
        for way in self._ways:
            for direction in directions:
                way.flow[direction].clear()
        self.counted["half open"] += len(self._ways)

    def forget(self) -> None:
        """The lines there are lead nowhere any more, and nobody is told; new ones are taken."""
        for way in self._ways:
            way.dead = True
        self.hold(UP, DOWN)

    def mend(self) -> None:
        """The line is back: what was held back goes on, and new lines are taken."""
        self.open, self._break_next = True, False
        for way in self._ways:
            if not way.dead:
                for flow in way.flow.values():
                    flow.set()

    # Carrying

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._lead(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # One that is cancelled before it leads anywhere, or has not begun, closes nothing by itself.
        task.add_done_callback(lambda _: writer.close())

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one line to the server and back, as long as it holds."""
        if not self.open:
            writer.transport.abort()
            return
        try:
            there, to_there = await asyncio.open_connection(*self._to)
        except OSError:
            writer.transport.abort()
            return
        way = _Way((writer, to_there))
        for flow in way.flow.values():
            flow.set()
        self._ways.add(way)
        carrying = [
            asyncio.create_task(self._carry(way, UP, reader, to_there)),
            asyncio.create_task(self._carry(way, DOWN, there, writer)),
        ]
        try:
            await asyncio.wait(carrying, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._ways.discard(way)
            for each in carrying:
                each.cancel()
            await asyncio.gather(*carrying, return_exceptions=True)
            for one in way.writers:
                one.close()

    async def _carry(
        self, way: _Way, direction: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError, EOFError, asyncio.LimitOverrunError):
            head = await reader.readuntil(_HEAD_END)
            writer.write(head)
            lower = head.lower()
            if b"upgrade: websocket" not in lower:
                while data := await reader.read(65_536):
                    await way.flow[direction].wait()
                    writer.write(data)
                    await writer.drain()
                return
            async for frame in _frames(reader):
                await way.flow[direction].wait()
                if not await self._pass_on(way, direction, frame, writer):
                    return

    async def _pass_on(self, way: _Way, direction: str, frame: bytes, writer: asyncio.StreamWriter) -> bool:
        """Pass a frame on, as well as the line does; whether the line still holds."""
        text = frame[0] & 0x0F == _TEXT
        if text and direction == DOWN and self._break_next:
            return self._tear(way, frame, writer)
        chance, trouble = self._rng.random(), self.trouble
        fates = {"lost": trouble.lost, "twice": trouble.twice, "late": trouble.late, "broken": trouble.broken}
        fate = ""
        for name, part in fates.items() if text else ():
            if chance < part:
                fate = name
                break
            chance -= part
        if fate:
            self.counted[fate] += 1
        if fate == "lost":
            return True
        if fate == "broken":
            return self._tear(way, frame, writer)
        if fate == "late":
            await asyncio.sleep(self._rng.uniform(0, trouble.most))
        writer.write(frame * 2 if fate == "twice" else frame)
        await writer.drain()
        return True

    def _tear(self, way: _Way, frame: bytes, writer: asyncio.StreamWriter) -> bool:
        self.counted["torn"] += 1
        writer.write(frame[: max(1, len(frame) // 2)])
        # An orderly end of the stream, so that the half is read; a reset might overtake it.
        if writer.can_write_eof():
            writer.write_eof()
        return False


async def _frames(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The frames of a WebSocket (RFC 6455, 5.2), whole."""
    while True:
        frame = await reader.readexactly(2)
        length = frame[1] & 0x7F
        more = {126: 2, 127: 8}.get(length, 0)
        if more:
            extended = await reader.readexactly(more)
            frame, length = frame + extended, int.from_bytes(extended, "big")
        masked = 4 if frame[1] & 0x80 else 0
        yield frame + await reader.readexactly(masked + length)
