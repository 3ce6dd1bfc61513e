"""Printing: JSON for programs, tables for people, errors to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from enum import StrEnum

from kibic.cli.language import language
from kibic.game import Json


class Language(StrEnum):
    """The languages of what is printed."""

    EN = "en"
    SR = "sr"


#: Picks the language of an English and a Serbian text.
Speaker = Callable[[str, str], str]


def speaker(lang: str) -> Speaker:
    """What picks ``sr`` or English texts."""
    return lambda en, sr: sr if lang == "sr" else en


def chosen(lang: Language | None) -> str:
    """The language asked for, else that of the user."""
    return language() if lang is None else lang.value


def print_json(value: Json) -> None:
    """One JSON object on one line of stdout, in UTF-8 whatever the locale."""
    write_json(value)
    sys.stdout.buffer.flush()


def write_json(value: Json) -> None:
    """The same, written out with what follows."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        line = text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which only JSON's own escapes can tell
        line = json.dumps(value).encode()
    sys.stdout.flush()
    sys.stdout.buffer.write(line + b"\n")


def print_text(text: str) -> None:
    """Text to stdout, in UTF-8 whatever the locale, because records are UTF-8."""
    _write_utf8(text)


def print_error(message: str) -> None:
    """A message for people on stderr; control signs that a file may hold are told, not sent to the terminal."""
    print(
        "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in message), file=sys.stderr
    )


def _write_utf8(text: str) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()
