"""Enters hands through the form model, as somebody with a pencil would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibic.games.preferans.form import Ended, Form, Position, entry
from tests.rules.deals import NAMES

PEOPLE = (*NAMES, "Dule")


def form(match: Position, **answers: str) -> Form:
    """The form after some answers."""
    return entry(match, PEOPLE[: match.players], answers)


def values(match: Position, **answers: str) -> list[str]:
    """What may be answered to the last question."""
    return [choice.value for choice in form(match, **answers).questions[-1].choices]


def keys(match: Position, **answers: str) -> list[str]:
    """The questions asked."""
    return [question.key for question in form(match, **answers).questions]


def entered(match: Position, **answers: str) -> Any:
    """The match after a hand that is told completely."""
    done = form(match, **answers)
    assert done.complete, f"asked: {done.questions[-1]}"
    assert done.after is not None
    return done.after


def outcome_of(match: Position, **answers: str) -> Ended:
    """What a hand that is told completely comes to."""
    done = form(match, **answers).outcome
    assert done is not None
    return done


def said(match: Position, **answers: str) -> str:
    """The words of the hand."""
    return " ".join(action.word for action in form(match, **answers).actions)


def random_answers(match: Position, choose: Any) -> Mapping[str, str]:
    """Answers to every question, by ``choose`` of the values."""
    answers: dict[str, str] = {}
    while True:
        now = form(match, **answers)
        open_now = [item for item in now.questions if item.answer is None]
        if not open_now:
            assert now.complete
            return answers
        answers[open_now[0].key] = choose([choice.value for choice in open_now[0].choices])
