"""Bots of other people, as the arena meets them: good, illegal, late, failing."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Protocol

from kibic.bots import Decision
from kibic.cards import Shuffler
from kibic.game import Action, Text


class Seen(Protocol):
    """What these bots look at."""

    legal: Sequence[Action]
    hand_number: int


class First:
    """Does the first thing that is allowed."""

    name = "first"

    def choose(self, view: Seen, rng: Shuffler) -> Decision:
        return Decision(view.legal[0], "", Text("", ""))


class Cheat(First):
    """Says what is not allowed."""

    def choose(self, view: Seen, rng: Shuffler) -> Decision:
        return Decision(Word("mogu mogu"), "", Text("", ""))


class Word:
    """An action of no game."""

    def __init__(self, word: str) -> None:
        self.word = word


class Crash(First):
    """Fails in its second decision."""

    def __init__(self) -> None:
        self.asked = itertools.count(1)

    def choose(self, view: Seen, rng: Shuffler) -> Decision:
        if next(self.asked) % 2 == 0:
            raise ZeroDivisionError("it divided by zero")
        return super().choose(view, rng)


class Endless(First):
    """Thinks for ever, and lets no ordinary exception stop it."""

    def choose(self, view: Seen, rng: Shuffler) -> Decision:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue


class Dumb:
    """No bot at all."""


class Broken(First):
    """Cannot be made."""

    def __init__(self) -> None:
        raise ValueError("not today")
