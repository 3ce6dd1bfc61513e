"""A server process that says what it holds: ``python -m stress.gauge SETTINGS``, as :mod:`stress.node` has them.

It prints its address when it serves, and at SIGUSR1 what it holds, as a line of JSON. With ``KIBIC_SAMPLES=FILE`` it
looks every few milliseconds at what the event loop does, and writes the functions it was in most often to FILE.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

from kibic.server.connection import Connection
from kibic.server.course import Course
from kibic.server.metrics import resident_bytes
from kibic.server.table import Table
from stress.node import main

#: Objects of which there is one for each table or page.
_COUNTED: Final = (Table, Course, Connection)
_EVERY: Final = 0.004
_SHOWN: Final = 60


def held() -> dict[str, float]:
    """What this process holds now: tasks, objects, open files, threads, and its memory in bytes."""
    gc.collect()
    kinds = Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, _COUNTED))
    times = os.times()
    return {
        "tasks": len(asyncio.all_tasks()),
        "files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "resident": resident_bytes(),
        "cpu": times.user + times.system,
        **{each.__name__: kinds[each.__name__] for each in _COUNTED},
    }


def _look(_number: int, _frame: FrameType | None) -> None:
    print(json.dumps(held()), flush=True)


class Samples:
    """Where a thread was, looked at every few milliseconds."""

    def __init__(self, thread: int) -> None:
        self._thread = thread
        self._at: Counter[CodeType] = Counter()
        self._under: Counter[CodeType] = Counter()
        self._ended = threading.Event()
        self._looker = threading.Thread(target=self._run, daemon=True)
        self._looker.start()

    def _run(self) -> None:
        while not self._ended.wait(_EVERY):
            frame = sys._current_frames().get(self._thread)
            self._at.update([frame.f_code] if frame is not None else [])
            stack = set()
            while frame is not None:
                stack.add(frame.f_code)
                frame = frame.f_back
            self._under.update(stack)

    def write(self, path: Path) -> None:
        """End, and write what was found: share of the looks in the function itself, and in it and what it called."""
        self._ended.set()
        self._looker.join()
        total = max(1, self._at.total())
        lines = [f"{total} looks"]
        for counted in (self._at, self._under):
            lines += ["", *(f"{number / total:6.1%} {_named(code)}" for code, number in counted.most_common(_SHOWN))]
        path.write_text("\n".join(lines) + "\n", "utf-8")


def _named(code: CodeType) -> str:
    return f"{code.co_qualname} ({'/'.join(Path(code.co_filename).parts[-2:])}:{code.co_firstlineno})"


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, _look)
    wanted = os.environ.get("KIBIC_SAMPLES")
    samples = Samples(threading.get_ident()) if wanted else None
    try:
        main(sys.argv[1])
    finally:
        if samples is not None and wanted:
            samples.write(Path(wanted))
