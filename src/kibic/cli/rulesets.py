"""Where a command takes rules: the name of a ruleset or a file of rules."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from kibic.cli.language import language, say
from kibic.cli.output import print_error
from kibic.game import KibicError, RulesError, game_named
from kibic.record.rulesfile import RulesFile, RulesFileError, read_rules_file

#: How such an argument is shown in the help.
RULES = "RULES"
RULES_HELP = say("The rules: a name or a file.", "Pravila: ime ili datoteka.")


def ruleset(text: str, game: str = "preferans") -> RulesFile:
    """The rules called ``text``, or those in the file of that name.

    Raises :class:`RulesFileError` for a file that is none, :class:`KibicError` for a name nobody knows.
    """
    presets = game_named(game).presets()
    if text in presets:
        return RulesFile(text, {}, game)
    if text.endswith(".toml") or "/" in text or Path(text).is_file():
        return read_rules_file(text)
    known = ", ".join(presets)
    raise KibicError(
        say(
            f"no rules are called {text!r}: {known}, or a file of rules (.toml)",
            f"nema pravila {text!r}: {known}, ili datoteka s pravilima (.toml)",
        )
    )


def lines_of(error: KibicError, chosen: str) -> tuple[str, ...]:
    """All faults of a file of rules or of a set of options, one a line; of anything else its sentence."""
    if isinstance(error, RulesFileError):
        return error.lines(chosen)
    if isinstance(error, RulesError):
        return tuple(text.in_language(chosen) for text in error.texts)
    return (str(error),)


def print_rules_error(error: KibicError, lang: str | None = None) -> None:
    """Print what :func:`lines_of` tells, in ``lang`` or the language of the user."""
    for line in lines_of(error, lang or language()):
        print_error(line)


def option_of(text: str) -> tuple[str, Any]:
    """A key and its value, written as in a record; a bare word is a text. Raises :class:`KibicError` without ``=``."""
    key, equals, value = text.partition("=")
    if not equals:
        raise KibicError(say(f"{text!r} is no option: KEY=VALUE", f"{text!r} nije opcija: KLJUČ=VREDNOST"))
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value
