"""What a sheet refuses."""

from __future__ import annotations

from kibic.game import KibicError, Text


class SheetError(KibicError):
    """A command the sheet does not take. ``text`` says it to people, ``rule`` is the rule ID where a rule refuses."""

    def __init__(self, text: Text, rule: str | None = None) -> None:
        super().__init__(text.en)
        self.text = text
        self.rule = rule


class UnreadableError(SheetError):
    """A text somebody brings that is no sheet at all."""
