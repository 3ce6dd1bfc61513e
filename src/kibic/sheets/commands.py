"""What can be done to a sheet. A sheet is the fold of its commands, which are never taken off the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kibic.game import Json, Text
from kibic.sheets.errors import SheetError

#: Longest remark, in characters.
MAX_NOTE: Final = 200
#: kind -> the fields it has besides ``kind`` and ``note``.
_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "hand": frozenset({"answers"}),
    "correct": frozenset({"hand", "answers"}),
    "remove": frozenset({"hand"}),
    "insert": frozenset({"hand", "answers"}),
    "agree": frozenset({"word"}),
    "undo": frozenset(),
    "redo": frozenset(),
}
#: The kinds that enter a hand, which may bring its cards.
_ENTERS: Final = ("hand", "correct", "insert")


@dataclass(frozen=True, slots=True)
class Command:
    """``kind`` is ``hand`` (a new one), ``correct``, ``remove``, ``insert`` (before ``hand``), ``agree`` (on ``word``,
    between hands), ``undo`` or ``redo``. ``hand`` counts from 1; ``note`` is a remark of who corrects. ``deal`` and
    ``discard`` are the words of a record for the cards of the hand where they are known (``cards ...``, ``skart X Y``).
    """

    kind: str
    hand: int = 0
    answers: Mapping[str, str] = field(default_factory=dict)
    word: str = ""
    note: str = ""
    deal: str = ""
    discard: str = ""

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Command:
        """The command in a JSON object. Raises :class:`SheetError`."""
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in _FIELDS:
            raise _bad(f"kind is one of {', '.join(_FIELDS)}")
        fields = _FIELDS[kind]
        hand, answers, word = data.get("hand", 0), data.get("answers", {}), data.get("word", "")
        note = data.get("note", "")
        cards = [data.get(key, "") if kind in _ENTERS else "" for key in ("deal", "discard")]
        if not all(isinstance(text, str) and len(text) <= MAX_NOTE for text in cards):
            raise _bad(f"deal and discard are texts of at most {MAX_NOTE} characters")
        if "hand" in fields and (not isinstance(hand, int) or isinstance(hand, bool)):
            raise _bad("hand is the number of a hand")
        if not isinstance(answers, Mapping) or not all(
            isinstance(text, str) and len(text) <= MAX_NOTE for pair in answers.items() for text in pair
        ):
            raise _bad("answers are short texts under short texts")
        if not isinstance(word, str) or not isinstance(note, str) or len(word) > MAX_NOTE or len(note) > MAX_NOTE:
            raise _bad(f"word and note are texts of at most {MAX_NOTE} characters")
        return cls(
            kind,
            hand if "hand" in fields else 0,
            dict(answers) if "answers" in fields else {},
            word if "word" in fields else "",
            " ".join(note.split()),
            *cards,
        )

    def to_json(self) -> Json:
        """The command as JSON, without what it does not have."""
        values = {"hand": self.hand, "answers": dict(self.answers), "word": self.word}
        entry: dict[str, Any] = {"kind": self.kind}
        entry |= {key: value for key, value in values.items() if key in _FIELDS[self.kind]}
        rest = {"note": self.note, "deal": self.deal, "discard": self.discard}
        return entry | {key: text for key, text in rest.items() if text}


def _bad(detail: str) -> SheetError:
    return SheetError(Text(f"This is no command of a sheet: {detail}.", f"To nije naredba za list: {detail}."))
