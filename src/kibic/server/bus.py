"""Wake-ups between server processes: they hasten what polling finds too, so a lost one costs time and never truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kibic.game import KibicError

#: What may be told: a lease has changed hands (with its subject); sessions of a person have ended (with his id).
LEASE: Final = "lease"
SESSIONS: Final = "sessions"

#: Called with what was told; with nothing where something may have been told that was not heard.
Heard = Callable[[str], None]


class Bus:
    """The bus of a server that is alone, or whose others poll: nobody hears anything."""

    def __init__(self) -> None:
        self._heard: dict[str, list[Heard]] = {}

    def listen(self, topic: str, heard: Heard) -> None:
        """Have ``heard`` called with what other processes tell about a topic."""
        self._heard.setdefault(topic, []).append(heard)

    def tell(self, topic: str, what: str = "") -> None:
        """Wake the other processes; never waits and never fails."""

    async def start(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop listening."""

    def _hear(self, topic: str, what: str) -> None:
        for heard in self._heard.get(topic, ()):
            heard(what)


def open_bus(url: str, node: str) -> Bus:
    """The bus at a URL of Redis, where one is named. Raises :class:`KibicError` when it cannot be used."""
    if not url:
        return Bus()
    try:
        from kibic.server.redisbus import RedisBus
    except ModuleNotFoundError as error:
        raise KibicError("KIBIC_REDIS needs the package redis: install kibic[redis]") from error
    try:
        return RedisBus(url, node)
    except ValueError as error:
        raise KibicError(f"KIBIC_REDIS must be redis://HOST, rediss://HOST or unix://PATH ({error})") from error
