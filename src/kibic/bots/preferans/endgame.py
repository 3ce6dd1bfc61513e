"""The last tricks, played out exactly in deals that fit what was seen (DCL, DEF by counting)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.estimate import OTHER_SHARE, OWN_SHARE
from kibic.bots.preferans.worlds import world
from kibic.cards import Shuffler, bits
from kibic.games.preferans.contracts import Contract

#: Cards in hand from which everything is played out, with three hands and with two.
DEPTH: Final = {3: 3, 2: 4}
#: Deals tried for one decision, and positions after which no further deal is begun.
WORLDS: Final = 10
BUDGET: Final = 420

_SUITS: Final = tuple(0xFF << 8 * (card // 8) for card in range(32))


@dataclass(slots=True)
class Search:
    """Alpha-beta over one deal. Worth is that of the declarer; the defence wants it low."""

    declarer: int
    trump: int | None
    must_trump: bool
    seats: tuple[int, ...]
    worth: Callable[[dict[int, int]], float]
    ends_with_trick: bool
    positions: int = 0

    def play(
        self, hands: dict[int, int], taken: dict[int, int], trick: list[tuple[int, int]], seat: int,
        low: float, high: float,
    ) -> float:  # fmt: skip
        """Worth of the position with ``seat`` to play."""
        self.positions += 1
        hand = hands[seat]
        options = self._options(hand, trick)
        maximise = seat == self.declarer
        best = -1e9 if maximise else 1e9
        for card in options:
            hands[seat] = hand ^ (1 << card)
            trick.append((seat, card))
            value = self.after(hands, taken, trick, low, high)
            trick.pop()
            hands[seat] = hand
            if maximise:
                best = max(best, value)
                low = max(low, value)
            else:
                best = min(best, value)
                high = min(high, value)
            if low >= high:
                break
        return best

    def after(
        self, hands: dict[int, int], taken: dict[int, int], trick: list[tuple[int, int]], low: float, high: float
    ) -> float:
        """Worth after the last card of ``trick`` was played."""
        seats = self.seats
        if len(trick) < len(seats):
            return self.play(hands, taken, trick, seats[(seats.index(trick[-1][0]) + 1) % len(seats)], low, high)
        winner = self._winner(trick)
        taken[winner] += 1
        if not hands[winner] or (self.ends_with_trick and winner == self.declarer):
            value = self.worth(taken)
        else:
            value = self.play(hands, taken, [], winner, low, high)
        taken[winner] -= 1
        return value

    def _options(self, hand: int, trick: list[tuple[int, int]]) -> list[int]:
        if trick:
            led = hand & _SUITS[trick[0][1]]
            if led:
                hand = led
            elif self.trump is not None and self.must_trump:
                hand = hand & 0xFF << 8 * self.trump or hand
        return list(bits(hand))

    def _winner(self, trick: list[tuple[int, int]]) -> int:
        seat, best = trick[0]
        for other, card in trick[1:]:
            if (card > best) if card >> 3 == best >> 3 else card >> 3 == self.trump:
                seat, best = other, card
        return seat


def _worth(table: Table) -> Callable[[dict[int, int]], float]:
    """What final tricks are worth to the declarer, in bule of the unit (EVAL-07, MAKE-01 to MAKE-05)."""
    declarer = table.declarer
    defenders = [seat for seat in table.view.active if seat != declarer]
    rules = table.view.rules.make
    answers_alone = table.view.kontra > 1 or table.view.caller is not None
    if table.contract in (Contract.BETL, Contract.PREFERANS):
        misere = table.contract is Contract.BETL
        return lambda taken: -1.0 if (taken[declarer] > 0) == misere else 1.0

    def worth(taken: dict[int, int]) -> float:
        tricks = taken[declarer]
        joint = sum(taken[seat] for seat in defenders)
        points = (OWN_SHARE if tricks >= rules.declarer else -OWN_SHARE) - joint
        if answers_alone:
            return points + (OTHER_SHARE if joint < rules.pair_joint else 0.0)
        if joint < rules.pair_joint or len(defenders) == 1:
            points += OTHER_SHARE * sum(1 for seat in defenders if taken[seat] < rules.pair_each)
        return points

    return worth


def best_card(table: Table, rng: Shuffler) -> tuple[int, int] | None:
    """The card that does best on average over sampled deals and their number; None when it is too early for it."""
    seats = tuple(seat for seat in table.view.order if seat in table.view.active)
    if table.own.bit_count() > DEPTH.get(len(seats), 0) or table.legal.bit_count() < 2:
        return None
    options = list(bits(table.options))
    if len(options) == 1:
        return options[0], 0
    search = Search(
        table.declarer,
        table.trump,
        table.view.rules.play.must_trump,
        seats,
        _worth(table),
        table.contract is Contract.BETL,
    )
    totals = dict.fromkeys(options, 0.0)
    count = 0
    while count < WORLDS and search.positions < BUDGET:
        hands = world(table, rng)
        if hands is None:
            break
        taken = {seat: table.view.taken[seat] for seat in seats}
        for card in options:
            hands[table.me] = table.own ^ (1 << card)
            trick = [*table.trick, (table.me, card)]
            totals[card] += search.after(hands, taken, trick, -1e9, 1e9)
        count += 1
    if not count:
        return None
    sign = 1 if table.is_declarer else -1
    return max(options, key=lambda card: (sign * totals[card], -(card % 8))), count
