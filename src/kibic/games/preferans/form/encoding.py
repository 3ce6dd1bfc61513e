"""A form as JSON (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibic.game import Json, Text
from kibic.games.preferans.encoding import outcome_json
from kibic.games.preferans.form.model import Choice, Ended, Form, Question
from kibic.games.preferans.levels.encoding import level_outcome_json
from kibic.games.preferans.levels.outcome import LevelOutcome


def form_json(form: Form, names: Sequence[str]) -> Json:
    """A form; keys without a value are left out."""
    entry: dict[str, Any] = {
        "hand": form.number,
        "dealer": form.dealer,
        "order": list(form.order),
        "questions": [_question(item) for item in form.questions],
        "answers": dict(form.answers),
        "complete": form.complete,
    }
    if form.outcome is not None:
        entry["outcome"] = ended_json(form.outcome, names)
    return entry


def ended_json(outcome: Ended, names: Sequence[str]) -> Json:
    """A finished hand of either game."""
    return level_outcome_json(outcome, names) if isinstance(outcome, LevelOutcome) else outcome_json(outcome, names)


def _question(question: Question) -> Json:
    return _without_nothing(
        {
            "key": question.key,
            **_text(question.text),
            "choices": [_choice(choice) for choice in question.choices],
            "answer": question.answer,
            "default": question.default,
        }
    )


def _choice(choice: Choice) -> Json:
    note = None if choice.note is None else _text(choice.note)
    return _without_nothing({"value": choice.value, **_text(choice.text), "group": choice.group, "note": note})


def _text(text: Text) -> dict[str, str]:
    return {"sr": text.sr, "en": text.en}


def _without_nothing(entry: Mapping[str, Any]) -> Json:
    return {key: value for key, value in entry.items() if value is not None}
