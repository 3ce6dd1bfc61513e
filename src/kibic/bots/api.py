"""What every bot is: it sees one view, and says what it does and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kibic.cards import Shuffler
from kibic.game import Action, Text, View


@dataclass(frozen=True, slots=True)
class Decision:
    """An action with its reason.

    ``rule`` is the ID of the rule or convention that decided (strategy.md, preferans.md), ``text`` one sentence for
    the hint and the log.
    """

    action: Action
    rule: str
    text: Text


class Bot(Protocol):
    """A player that knows nothing but its view."""

    @property
    def name(self) -> str:
        """The name it is asked for by."""

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """What it does in ``view``, in which its own seat is to act.

        The answer depends on the view and the numbers drawn from ``rng`` only, and is always one of the legal actions.
        Raises :class:`KibicError` when the view is not one to act in.
        """
