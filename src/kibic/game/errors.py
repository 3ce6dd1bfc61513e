"""Errors of a game: words that are none, actions the rules refuse, rules that contradict each other, broken states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in the languages of the product."""

    en: str
    sr: str

    def in_language(self, language: str) -> str:
        """The sentence in ``language`` (``sr``, else English)."""
        return self.sr if language == "sr" else self.en


class KibicError(Exception):
    """Base of everything Kibic raises on purpose."""


class WordError(KibicError, ValueError):
    """A text that is no word of the game at all (never: a word that is only illegal now)."""


class IllegalAction(KibicError):
    """An action the rules do not allow in this state.

    ``rule`` is the rule ID that forbids it, ``text`` the sentence for people, ``legal`` the words that are allowed.
    """

    def __init__(self, rule: str, text: Text, legal: Sequence[str] = ()) -> None:
        super().__init__(f"{text.en} ({rule})")
        self.rule = rule
        self.text = text
        self.legal = tuple(legal)


class RulesError(KibicError, ValueError):
    """Rules that cannot be used: unknown keys, values of the wrong type, or keys that contradict each other.

    ``texts`` has one sentence a problem, all found at once; ``problems`` are the same sentences in English.
    """

    def __init__(self, problems: Sequence[Text | str]) -> None:
        self.texts = tuple(item if isinstance(item, Text) else Text(item, item) for item in problems)
        self.problems = tuple(text.en for text in self.texts)
        super().__init__("; ".join(self.problems))

    def in_language(self, language: str) -> str:
        """All problems in ``language`` (``sr``, else English), one after the other."""
        return "; ".join(text.in_language(language) for text in self.texts)


class BrokenStateError(KibicError):
    """A state that can only come from a bug."""
