"""The bot that chooses its words by expected score and its cards by a player of cards given to it."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.bot import RuleBot
from kibic.bots.value.choose import choose
from kibic.bots.value.net import net
from kibic.cards import Shuffler
from kibic.game import View
from kibic.games.preferans.view import PreferansView


class ValueBot:
    """Words by the value model, cards by the customs; what the model does not know is left to the rule bot."""

    name: Final = "value"

    def __init__(self) -> None:
        net()  # a first bid would wait for the weights
        self._rule = RuleBot()

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        if isinstance(view, PreferansView) and len(view.legal) > 1:
            decision = choose(view, rng)
            if decision is not None and decision.action in view.legal:
                return decision
        return self._rule.choose(view, rng)
