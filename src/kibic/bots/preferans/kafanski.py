"""The player of the tavern: keeps the customs, counts trumps, and knows the last cards when it comes to them."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.bot import RuleBot
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.words import number, number_sr, play
from kibic.bots.preferans.worlds import world
from kibic.bots.value.minds import mode_of
from kibic.bots.value.prices import prices_of
from kibic.bots.value.talk import bargain_of
from kibic.cards import Shuffler, bits
from kibic.game import View
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.view import PreferansView
from kibic.solver import COMPILED, Mode, Position, moves_many

#: Cards in hand from which he counts, and layouts he goes through.
COUNTED: Final = 7
LAYOUTS: Final = 24
#: Below this difference in points he keeps to the custom.
EQUAL: Final = 0.6


class KafanskiBot:
    """The customs of strategy.md for every word and the first cards; the last tricks counted out."""

    name: Final = "kafanski"

    def __init__(self) -> None:
        self._rule = RuleBot()

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        customary = self._rule.choose(view, rng)
        if not isinstance(view, PreferansView) or view.phase != "play":
            return customary
        return counted(Table.of(view), customary, rng) or customary


def counted(table: Table, customary: Decision, rng: Shuffler) -> Decision | None:
    """The card that does best in layouts that fit what was seen; None when it is too early to count."""
    rules = table.view.rules.play
    fits = rules.must_trump and not rules.must_overtake and COMPILED
    if not fits or not 2 <= table.own.bit_count() <= COUNTED or table.legal.bit_count() < 2:
        return None
    positions = _layouts(table, rng)
    if not positions:
        return None
    worth = prices_of(table.view).by_tricks(bargain_of(table.view), table.me)
    totals = dict.fromkeys(bits(table.legal), 0.0)
    had = table.view.taken[table.declarer]
    for values in moves_many(positions):
        for card, tricks in values.items():
            totals[card] += float(worth[_index(table, had + tricks)])
    best = max(totals, key=lambda card: (totals[card], -(card % 8)))
    usual = getattr(customary.action, "card", best)
    count = len(positions)
    if totals[best] - totals[usual] <= EQUAL * count:
        return None
    gain = (totals[best] - totals[usual]) / count
    return play(
        best, "DCL-01" if table.is_declarer else "DEF-01",
        f"{{card}}: counted out in {count} layouts that fit, {number(gain)} points better than the custom.",
        f"{{card}}: prebrojano u {count} mogućih rasporeda, bolje od običaja za {number_sr(gain)} poena.",
    )  # fmt: skip


def _index(table: Table, tricks: int) -> int:
    """Where the points of a result stand: in betl every lost game is the same."""
    return min(tricks, 1) if table.contract is Contract.BETL else tricks


def _layouts(table: Table, rng: Shuffler) -> list[Position]:
    view = table.view
    leader = table.trick[0][0] if table.trick else table.me
    mode = Mode(mode_of(table.contract))
    active = tuple(sorted(view.active))
    cards = tuple(card for _, card in table.trick)
    found = []
    for _ in range(LAYOUTS):
        hands = world(table, rng)
        if hands is None:
            break
        masks = tuple(hands.get(seat, 0) if seat in active else 0 for seat in range(view.players))
        found.append(Position(masks, mode, table.declarer, leader, cards, active))
    return found
