"""The standard streams of the commands: what goes wrong with the output is told as such, never blamed on an input."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from kibic.cli.language import say

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: Exit statuses when standard output cannot be written: its reader has gone, as a shell tells it of any program that
#: ends by SIGPIPE, or something else.
READER_GONE: Final = 128 + 13
UNWRITABLE: Final = 2


class OutputError(Exception):
    """Standard output cannot be written. No OSError, because the commands say of those that a file cannot be read."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.reader_gone = error.errno == errno.EPIPE


class _Output(io.RawIOBase):
    """Standard output whose faults have a class of their own."""

    def __init__(self, raw: io.FileIO | None) -> None:
        self._raw = raw
        self._given_up = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        if self._raw is None:
            raise io.UnsupportedOperation("fileno")
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw is not None and self._raw.isatty()

    def write(self, data: Buffer, /) -> int | None:
        if self._given_up:
            return memoryview(data).nbytes
        try:
            if self._raw is None:
                raise _closed()
            return self._raw.write(data)
        except OSError as error:
            self._given_up = True  # what is left over when the interpreter ends is not tried again
            raise OutputError(error) from error


class _AtOnce(io.BufferedWriter):
    """Passes everything on at once, as PYTHONUNBUFFERED asks for."""

    def write(self, data: Buffer, /) -> int:
        written = super().write(data)
        self.flush()
        return written


class _NoInput(io.RawIOBase):
    """Standard input that was closed before the start."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer, /) -> int:
        raise _closed()


def _closed() -> OSError:
    return OSError(errno.EBADF, os.strerror(errno.EBADF))


def _prepare() -> None:
    """Put streams in place that are always there and tell their faults."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_NoInput()), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Output(None)), encoding="utf-8")
        return
    if type(sys.stdout) is not io.TextIOWrapper:
        return
    buffer = sys.stdout.buffer
    raw = getattr(buffer, "raw", buffer)  # PYTHONUNBUFFERED leaves the buffer out
    if isinstance(raw, io.FileIO):
        output = _Output(raw)
        sys.stdout = io.TextIOWrapper(
            _AtOnce(output) if raw is buffer else io.BufferedWriter(output),
            encoding=sys.stdout.encoding,
            # What the terminal's alphabet has no sign for is shown by another, which is no reason to end.
            errors="replace" if sys.stdout.errors == "strict" else sys.stdout.errors,
            line_buffering=sys.stdout.line_buffering,
            write_through=sys.stdout.write_through,
        )


@contextmanager
def standard_streams() -> Iterator[None]:
    """Run a command; an output that cannot be written ends it, quietly if nobody reads any more."""
    before = sys.stdin, sys.stdout
    _prepare()
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OutputError as error:
        if error.reader_gone:
            raise SystemExit(READER_GONE) from None
        message = say("standard output could not be written", "na standardni izlaz se ne može pisati")
        print(f"{message}: {error}", file=sys.stderr)
        raise SystemExit(UNWRITABLE) from None
    finally:
        sys.stdin, sys.stdout = before
