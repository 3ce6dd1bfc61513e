"""Wake-ups between server processes: they hasten what polling finds too, so a lost one costs time and never truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

#: What may be told: a lease has changed hands (with its subject); the list of open tables has changed (with nothing);
#: sessions of a person have ended (with his id, and the hash of the one that stays, if any).
LEASE: Final = "lease"
TABLES: Final = "tables"
SESSIONS: Final = "sessions"

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
