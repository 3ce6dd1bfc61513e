"""The player of the tavern: keeps the customs, counts trumps, and goes through a dozen layouts for every card."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.bot import RuleBot
from kibic.bots.search.bot import SearchBot, searchable
from kibic.cards import Shuffler
from kibic.game import View
from kibic.games.preferans.view import PreferansView

#: Layouts he goes through for a card.
LAYOUTS: Final = 12
#: Seconds for a card; so few layouts take a hundredth of it, so the clock decides nothing.
SECONDS: Final = 5.0


class KafanskiBot:
    """The customs of strategy.md for every word; for a card the best on average in layouts that fit what he saw."""

    name: Final = "kafanski"

    def __init__(self) -> None:
        self._rule = RuleBot()
        self._cards = SearchBot(LAYOUTS, seconds=SECONDS, twice=False)

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        customary = self._rule.choose(view, rng)
        if isinstance(view, PreferansView) and searchable(view):
            return self._cards.advise(view, customary, rng).decision
        return customary
