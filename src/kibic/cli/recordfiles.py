"""What the commands that go through records share: the files, how they are read, and the exit statuses."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from kibic.cli.language import say
from kibic.record import RecordContentError, RecordError, Replay, read_bytes, read_file, replay
from kibic.record.read import LARGEST

#: Exit statuses: the record, position or file is refused; it cannot be read.
REFUSED: Final = 1
UNREADABLE: Final = 2

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help=say("Records; - is standard input.", "Zapisi; - je standardni ulaz.")),
]
AsJson = Annotated[
    bool,
    typer.Option("--json", help=say("Print one JSON object a file.", "Ispiši po jedan JSON objekat za svaki zapis.")),
]


def played_from(file: str) -> Replay:
    """The record of a file (``-`` is standard input) played through the rules. Raises :class:`RecordError`."""
    return replay(read_bytes(sys.stdin.buffer.read(LARGEST + 1), "<stdin>") if file == "-" else read_file(file))


def status_of(error: RecordError) -> int:
    """The exit status for a record that cannot be gone through."""
    return REFUSED if isinstance(error, RecordContentError) else UNREADABLE
