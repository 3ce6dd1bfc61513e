"""Runs ``kibic`` as a user does: the real entry point with arguments, streams and environment of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from kibic.cli.app import main

GOLDEN = Path(__file__).parents[1] / "record" / "golden"


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended."""

    status: int
    out: str
    err: str


def environment(lang: str, columns: int) -> dict[str, str]:
    """The variables of this process with another language and width of the terminal."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "KIBIC_"))}
    return kept | {"KIBIC_LANG": lang, "COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"}


def kibic(*arguments: str, text: str = "", lang: str = "en", columns: int = 100) -> Ran:
    """Run ``kibic`` with some arguments in this process, ``text`` as its standard input."""
    buffers = [io.BytesIO(text.encode()), io.BytesIO(), io.BytesIO()]
    streams = [io.TextIOWrapper(buffer, encoding="utf-8") for buffer in buffers]
    status = 0
    with (
        patch.dict(os.environ, environment(lang, columns), clear=True),
        patch.multiple(sys, argv=["kibic", *arguments], stdin=streams[0], stdout=streams[1], stderr=streams[2]),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
    for stream in streams:
        stream.flush()
    return Ran(status, buffers[1].getvalue().decode(), buffers[2].getvalue().decode())


def kibic_process(*arguments: str, text: str = "", lang: str = "en", columns: int = 100) -> Ran:
    """Run ``kibic`` in a process of its own, warnings being errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "kibic.cli", *arguments],
        input=text.encode(),
        capture_output=True,
        env=environment(lang, columns),
        check=False,
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
