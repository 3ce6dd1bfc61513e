"""The standard streams of every command: what cannot be written is told as that, and never blamed on an input."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import IO
from unittest.mock import patch

import pytest

from kibic.cli.output import print_json
from tests.cli.commands import environment

RECORD = str(Path(__file__).parents[2] / "examples" / "three-hands.toml")
POSITION = b'{"hands":{"0":"SA","1":"S7","2":"S8"},"mode":"S","declarer":0,"leader":1}\n'
PROGRAM = [sys.executable, "-W", "error", "-m", "kibic.cli"]


def run(
    arguments: list[str], out: int | IO[bytes], given: bytes = b"", lang: str = "en", **variables: str
) -> tuple[int, str]:
    """The status and what was said on standard error."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=given,
        stdout=out,
        stderr=subprocess.PIPE,
        env=environment(lang, 100) | variables,
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["--version"], ["solve", "-"], ["replay", RECORD]], ids=lambda it: it[0])
def test_an_output_that_is_full_is_told(arguments: list[str], unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        status, told = run(arguments, full, POSITION, PYTHONUNBUFFERED=unbuffered)
    assert (status, told) == (2, "standard output could not be written: No space left on device\n")


def test_it_is_told_in_serbian_too() -> None:
    with Path("/dev/full").open("wb") as full:
        assert run(["rules"], full, lang="sr")[1].startswith("na standardni izlaz se ne može pisati: ")


@pytest.mark.parametrize("arguments", [["solve", "-"], ["rules"]], ids=lambda it: it[0])
def test_a_reader_that_has_gone_ends_a_command_quietly(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as out:
        assert run(arguments, out, POSITION * 3) == (141, "")


@pytest.mark.parametrize(
    ("redirected", "message"),
    [("solve - >&-", "standard output could not be written: "), ("solve - <&-", "<stdin>: ")],
)
def test_streams_closed_before_the_start_are_told(redirected: str, message: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m kibic.cli {redirected}'],
        input=POSITION,
        capture_output=True,
        env=environment("en", 100),
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(message)
    assert done.stderr.count(b"\n") == 1


def test_an_alphabet_without_our_signs_ends_nothing() -> None:
    done = subprocess.run(
        [*PROGRAM, "solve", RECORD, "--hand", "3"],
        capture_output=True,
        env=environment("en", 100) | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"With best play Ana takes 8 tricks" in done.stdout


def test_half_a_surrogate_pair_is_written_as_it_was_read() -> None:
    written = io.BytesIO()
    with patch.object(sys, "stdout", io.TextIOWrapper(written, encoding="ascii")):
        print_json({"note": "š"})
        print_json({"note": "\ud800"})
        assert written.getvalue() == '{"note": "š"}\n{"note": "\\ud800"}\n'.encode()
