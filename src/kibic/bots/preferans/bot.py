"""The rule bot of Preferans: each phase to the module that knows its customs."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans import agreeing, bidding, declarer, defence, doubling, exchange, following, levels, misere
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.endgame import best_card
from kibic.bots.preferans.words import play
from kibic.cards import Shuffler
from kibic.game import Action, KibicError, View
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.view import PreferansView

_PHASES: Final = {
    "naming": bidding.choose_name,
    "discard": exchange.choose_discard,
    "declaration": exchange.choose_contract,
    "following": following.choose_follow,
    "calling": following.choose_call_partner,
    "call_answer": following.choose_answer,
    "offer_answer": following.choose_offer_answer,
    "kontra": doubling.choose_kontra,
}


class RuleBot:
    """Plays by the customs of strategy.md and says which one it follows."""

    name = "rule"

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        if isinstance(view, LevelView) and view.legal:
            return levels.choose(view, rng)
        if not isinstance(view, PreferansView | LevelView):
            raise KibicError("this bot plays Preferans only")
        if isinstance(view, LevelView) or not view.legal:
            raise KibicError(f"seat {view.viewer} has nothing to choose: it is not to act in this view")
        if view.phase == "auction":
            return bidding.choose_call(view, rng)
        if view.phase == "play":
            return choose_card(view, rng)
        return following.legal_or_first(view, _PHASES[view.phase](view))

    def agrees(self, view: View, action: Action) -> bool:
        """Whether it agrees to a proposal of the table, by what its view tells it; it knows those of numbers only."""
        return isinstance(view, PreferansView) and agreeing.agrees(view, action)


def choose_card(view: PreferansView, rng: Shuffler) -> Decision:
    """A card: forced, counted out to the end, or by the customs."""
    table = Table.of(view)
    if table.legal.bit_count() == 1:
        return play(table.legal.bit_length() - 1, "PLAY-02", "{card} is the only card allowed.",
                    "{card} je jedina dozvoljena karta.")  # fmt: skip
    counted = best_card(table, rng)
    if counted is not None:
        card, deals = counted
        if deals:
            rule = "DCL-01" if table.is_declarer else "DEF-01"
            return play(card, rule, f"{{card}} does best on average in deals that fit what was played ({deals} tried).",
                        f"{{card}} je najbolja u podelama koje odgovaraju odigranom (ispitano: {deals}).")  # fmt: skip
    if view.contract is Contract.BETL:
        return misere.choose_card(table)
    return declarer.choose_card(table) if table.is_declarer else defence.choose_card(table)
