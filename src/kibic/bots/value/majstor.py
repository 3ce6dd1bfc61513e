"""The master: words by expected score, cards by exact play in deals he believes in."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.search.bot import SearchBot
from kibic.bots.value.bot import ValueBot
from kibic.bots.value.consent import agrees
from kibic.cards import Shuffler
from kibic.game import Action, View
from kibic.games.preferans.view import PreferansView

#: Deals a card is tried in.
WORLDS: Final = 200
#: Seconds for a card; so many deals take a tenth of it, so the clock decides nothing.
SECONDS: Final = 5.0


class MajstorBot:
    """The strongest player: the value model talks, the search plays."""

    name: Final = "majstor"

    def __init__(self) -> None:
        self._words = ValueBot()
        self._cards = SearchBot(WORLDS, seconds=SECONDS)

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        if isinstance(view, PreferansView) and view.phase != "play":
            return self._words.choose(view, rng)
        return self._cards.choose(view, rng)

    def agrees(self, view: View, action: Action) -> bool:
        """Whether it loses nothing by what is proposed; a table of levels is left to the people."""
        return isinstance(view, PreferansView) and agrees(view, action)
