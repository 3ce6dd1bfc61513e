"""The sentences of one language: texts of every page, and one sentence for each value of a key."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from kibic.game.parameters import Value, show

#: Languages a page can be written in.
LANGUAGES: Final = ("en", "sr", "hr", "pl")
#: Languages of the pages of every ruleset, and those that some have beside them, because their players speak them.
COMMON: Final = ("en", "sr")
BESIDE: Final[Mapping[str, tuple[str, ...]]] = {"hrvatski": ("hr",), "hrvatski-gulin": ("hr",), "polski": ("pl",)}
#: Stands for any value of a key.
ANY: Final = "*"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """``titles`` of sections, words of ``table`` heads, ``text`` of every page, ``keys`` with a sentence a value."""

    language: str
    titles: Mapping[str, str]
    table: Mapping[str, str]
    text: Mapping[str, str]
    keys: Mapping[str, Mapping[str, str]]

    def sentence(self, key: str, value: Value) -> str | None:
        """What ``key`` means with ``value``, empty where there is nothing to say; None when nobody wrote it."""
        sentences = self.keys.get(key, {})
        return sentences.get(show(value), sentences.get(ANY))


def languages_of(preset: str) -> tuple[str, ...]:
    """The languages in which there is a page of ``preset``."""
    return (*COMMON, *BESIDE.get(preset, ()))


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of :data:`LANGUAGES`."""
    text = resources.files("kibic.handbook").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Catalogue(language, data["titles"], data["table"], data["text"], data["keys"])
