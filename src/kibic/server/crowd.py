"""How many sockets are open at a time from one address and of one person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address


class Crowd:
    """Counts what is open. The machine itself may open as much as it likes: there a proxy speaks for many people.

    (uvicorn takes the address of the person from a proxy on the same machine.)
    """

    def __init__(self, of_address: int, of_person: int) -> None:
        self._of_address = of_address
        self._of_person = of_person
        self._open: Counter[str] = Counter()

    def has_room(self, *, address: str = "", person: str = "") -> bool:
        """Whether one more may come from this address, or of this person."""
        if address and not _is_here(address) and self._open[f"address {address}"] >= self._of_address:
            return False
        return not person or self._open[f"person {person}"] < self._of_person

    @contextmanager
    def inside(self, *, address: str = "", person: str = "") -> Iterator[None]:
        """One more is open for as long as this lasts."""
        keys = [f"{kind} {name}" for kind, name in (("address", address), ("person", person)) if name]
        self._open.update(keys)
        try:
            yield
        finally:
            self._open.subtract(keys)
            for key in keys:
                if not self._open[key]:
                    del self._open[key]

    def __len__(self) -> int:
        """How many addresses and people have something open."""
        return len(self._open)


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
