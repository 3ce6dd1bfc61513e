"""What the form model gives: questions with their allowed answers, and the hand they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibic.game import Seat, Text
from kibic.games.preferans.actions import Action
from kibic.games.preferans.levels.actions import LevelAction
from kibic.games.preferans.levels.match import LevelMatch
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.match import Match
from kibic.games.preferans.outcome import Outcome

#: A match of numbers or of levels.
Position = Match | LevelMatch
#: A word of either game.
Said = Action | LevelAction
Ended = Outcome | LevelOutcome


@dataclass(frozen=True, slots=True)
class Choice:
    """An allowed answer: ``value`` is what is kept, ``text`` what people read.

    ``group`` tells choices of different kinds apart (``talon``, ``igra``, ``penalty``); ``note`` says what it means.
    """

    value: str
    text: Text
    group: str | None = None
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question. ``answer`` is what was given; ``default`` is what holds while nothing is given."""

    key: str
    text: Text
    choices: tuple[Choice, ...]
    answer: str | None = None
    default: str | None = None

    @property
    def value(self) -> str | None:
        """What holds now; None while it must be asked."""
        return self.answer if self.answer is not None else self.default


@dataclass(frozen=True, slots=True)
class Form:
    """A hand being entered.

    ``number``, ``dealer`` and ``order`` (who speaks first, second, third) are those of the hand. ``questions`` are all
    asked so far; the last is open while the hand is not ``complete``. ``answers`` are the given ones that fit. A
    complete hand has its ``actions``, the deal of the house first, and the ``after`` of the match.
    """

    number: int
    dealer: Seat
    order: tuple[Seat, ...]
    questions: tuple[Question, ...]
    answers: Mapping[str, str]
    actions: tuple[Said, ...] = ()
    after: Position | None = None

    @property
    def complete(self) -> bool:
        """Whether nothing is open."""
        return self.after is not None

    @property
    def outcome(self) -> Ended | None:
        """What the complete hand comes to."""
        return None if self.after is None else self.after.outcomes[-1]
