"""The bot that takes any legal action: a measure for other bots and a fuzzer for the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from kibic.bots.api import Decision
from kibic.cards import Shuffler
from kibic.game import Action, KibicError, Text, View


@runtime_checkable
class _ToAct(Protocol):
    """A view that lists what its viewer may do now."""

    @property
    def legal(self) -> Sequence[Action]:
        """The legal actions, empty when the viewer is not to act."""


class RandomBot:
    """Chooses each legal action with the same probability, in any game whose view lists them."""

    name = "random"

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action of ``view`` at random. Raises :class:`KibicError` when there is nothing to choose."""
        if not isinstance(view, _ToAct) or not view.legal:
            raise KibicError(f"seat {view.viewer} has nothing to choose: it is not to act in this view")
        action = rng.choice(view.legal)
        count = len(view.legal)
        return Decision(
            action,
            "ETI-01",
            Text(
                f"{action.word}: drawn by chance from {count} legal actions.",
                f"{action.word}: nasumično izabrano od {count} dozvoljenih poteza.",
            ),
        )
