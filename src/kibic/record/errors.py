"""What can be wrong with a record: it is none (exit status 2), or the rules refuse what it says (exit status 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kibic.game import KibicError, Text
from kibic.record.phases import PHASES

#: How many legal words a message lists: there are 66 ways to put two cards away.
_SHOWN: Final = 24


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands: line and column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class RecordError(KibicError):
    """Base of both: ``text`` is the sentence for people, ``place`` where it stands, ``file`` the name of the source."""

    def __init__(self, text: Text, place: Place | None = None, file: str = "") -> None:
        super().__init__(text.en)
        self.text = text
        self.place = place
        self.file = file

    def in_language(self, language: str) -> str:
        """The whole message, ``file:line:column: sentence``, in ``language`` (``sr``, else English)."""
        return f"{self._where()}{self.told(language)}"

    def told(self, language: str) -> str:
        """The message without the place."""
        return self.text.in_language(language)

    def _where(self) -> str:
        parts = [part for part in (self.file, str(self.place) if self.place else "") if part]
        return ":".join(parts) + ": " if parts else ""

    def __str__(self) -> str:
        return self.in_language("en")


class RecordSyntaxError(RecordError):
    """Not a record: broken TOML, an unknown version or key, a value of the wrong type, a word that is no word."""


class RecordContentError(RecordError):
    """A record whose content the rules refuse (record.md section 3, exit status 1).

    ``hand`` and ``number`` count from 1; ``number`` counts the words of the hand, of which ``skart C8 C7`` is one.
    ``to_act`` is the name of the player whose turn it was (``house`` for the deal), ``rule`` the rule ID and ``legal``
    the words that are allowed there. What does not apply is None or empty.
    """

    def __init__(
        self,
        text: Text,
        place: Place | None = None,
        file: str = "",
        *,
        hand: int | None = None,
        number: int | None = None,
        word: str | None = None,
        to_act: str | None = None,
        phase: str | None = None,
        rule: str | None = None,
        legal: Sequence[str] = (),
    ) -> None:
        super().__init__(text, place, file)
        self.hand = hand
        self.number = number
        self.word = word
        self.to_act = to_act
        self.phase = phase
        self.rule = rule
        self.legal = tuple(legal)

    def told(self, language: str) -> str:
        """``hand 3, word 7 "kontra": to act: Boro (calling): sentence (RULE); legal words: ...``."""
        serbian = language == "sr"
        message = ""
        if self.hand is not None:
            message += f"{'ruka' if serbian else 'hand'} {self.hand}"
            if self.number is not None:
                message += f", {'reč' if serbian else 'word'} {self.number}"
            if self.word is not None:
                message += f" „{self.word}“" if serbian else f' "{self.word}"'
            message += ": "
        if self.to_act is not None:
            name = "delilac" if serbian and self.to_act == "house" else self.to_act
            message += f"{'na redu' if serbian else 'to act'}: {name}"
            if self.phase is not None:
                message += f" ({PHASES[self.phase].in_language(language)})"
            message += ": "
        message += self.text.in_language(language)
        if self.rule is not None:
            message += f" ({self.rule})"
        if self.legal:
            message += f"; {'dozvoljeno' if serbian else 'legal words'}: {', '.join(self.legal[:_SHOWN])}"
        if len(self.legal) > _SHOWN:
            message += f" … ({'ukupno' if serbian else 'in all'} {len(self.legal)})"
        return message
