"""What a server counts, in the text format of Prometheus. Nothing here names a person, a table or a card."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: The media type of the answer.
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
#: Upper bounds of the classes of a duration, in seconds.
BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
#: Everything that is counted, with its meaning.
COUNTERS: Final = {
    "kibic_words_total": "Words that were committed to a log.",
    "kibic_commits_failed_total": "Commits that failed; nothing of them was written.",
    "kibic_refused_total": "Messages of sockets that were refused, and sockets that were not opened, by code.",
    "kibic_closed_total": "Sockets the server has closed, by close code.",
    "kibic_requests_total": "HTTP requests answered, by class of status.",
    "kibic_sockets_total": "Sockets that were asked for.",
    "kibic_incidents_total": "Errors that were noted in the log.",
}
DURATIONS: Final = {"kibic_commit_seconds": "How long a commit of words took."}

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counters and durations of a process. They only grow."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, Labels], int] = {}
        self._durations: dict[str, tuple[list[int], float]] = {}

    def count(self, name: str, number: int = 1, **labels: str) -> None:
        """Count something of :data:`COUNTERS`."""
        key = (name, tuple(sorted(labels.items())))
        with self._lock:
            self._counts[key] = self._counts.get(key, 0) + number

    def took(self, name: str, seconds: float) -> None:
        """Take note of a duration of :data:`DURATIONS`."""
        with self._lock:
            classes, total = self._durations.get(name, ([0] * (len(BOUNDS) + 1), 0.0))
            classes[bisect_left(BOUNDS, seconds)] += 1
            self._durations[name] = (classes, total + seconds)

    def value(self, name: str, **labels: str) -> int:
        """How much was counted."""
        return self._counts.get((name, tuple(sorted(labels.items()))), 0)

    def text(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """Everything counted, and what is so now: ``gauges`` are name -> meaning and value."""
        with self._lock:
            return "\n".join([*self._lines(gauges), ""])

    def _lines(self, gauges: Mapping[str, tuple[str, float]]) -> Iterator[str]:
        for name, meaning in COUNTERS.items():
            yield from (f"# HELP {name} {meaning}", f"# TYPE {name} counter")
            found = sorted((labels, number) for (other, labels), number in self._counts.items() if other == name)
            for labels, number in found or [((), 0)]:
                yield f"{name}{_labels(labels)} {number}"
        for name, meaning in DURATIONS.items():
            yield from (f"# HELP {name} {meaning}", f"# TYPE {name} histogram")
            classes, total = self._durations.get(name, ([0] * (len(BOUNDS) + 1), 0.0))
            so_far = 0
            for bound, number in zip((*map(str, BOUNDS), "+Inf"), classes, strict=True):
                so_far += number
                yield f'{name}_bucket{{le="{bound}"}} {so_far}'
            yield from (f"{name}_sum {total:.6f}", f"{name}_count {so_far}")
        for name, (meaning, value) in gauges.items():
            bare = name.partition("{")[0]
            yield from (f"# HELP {bare} {meaning}", f"# TYPE {bare} gauge", f"{name} {value:.15g}")


#: Those of this process.
METRICS: Final = Metrics()


class Counting:
    """Middleware that counts requests and sockets."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] == "websocket":
            METRICS.count("kibic_sockets_total")

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                METRICS.count("kibic_requests_total", status=f"{message['status'] // 100}xx")
            await send(message)

        await self._app(scope, receive, counted)


def resident_bytes() -> float:
    """Memory of this process in bytes; 0 where the system does not tell."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return float(line.split()[1]) * 1024
    except OSError:
        pass
    return 0.0


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""
