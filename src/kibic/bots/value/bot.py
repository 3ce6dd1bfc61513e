"""The bot that chooses its words by expected score and its cards by a player of cards given to it."""

from __future__ import annotations

from functools import cache
from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.bot import RuleBot
from kibic.bots.value.choose import choose
from kibic.cards import SeededRandom, Shuffler, mask_of, parse_holding
from kibic.game import View
from kibic.games.preferans import GAME
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.view import PreferansView

#: A hand for which all games come into question.
_RICH: Final = "AKQ97.AK.A7.7"


@cache
def _think_once() -> None:
    """Weigh one bid by the usual rules: the first answer of a process would have to wait for weights and prices."""
    match = GAME.start(GAME.rules(GAME.presets()[0]), players=3, dealer=2)
    hand = parse_holding(_RICH)
    rest = [card for card in range(32) if not hand >> card & 1]
    match, _ = match.apply(Deal((hand, mask_of(rest[:10]), mask_of(rest[10:20])), mask_of(rest[20:])))
    view = match.view(0)
    if isinstance(view, PreferansView):
        choose(view, SeededRandom("first"))


class ValueBot:
    """Words by the value model, cards by the customs; what the model does not know is left to the rule bot."""

    name: Final = "value"

    def __init__(self) -> None:
        _think_once()
        self._rule = RuleBot()

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        if isinstance(view, PreferansView) and len(view.legal) > 1:
            decision = choose(view, rng)
            if decision is not None and decision.action in view.legal:
                return decision
        return self._rule.choose(view, rng)
