"""Whether a claim is proven: every line of play gives the declarer the same tricks (END-03)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibic.cards import bits
from kibic.game import Seat
from kibic.games.preferans.cardplay import Laid, lay, playable_cards
from kibic.games.preferans.history import Trick
from kibic.games.preferans.rules.playing import PlayRules

#: Positions after which the proof is given up; the claim is then a matter of consent.
BUDGET = 20_000


class _Open(Exception):
    """The rest is not settled."""


@dataclass(slots=True)
class _Proof:
    """Plays out every line, each position once."""

    rules: PlayRules
    active: Sequence[Seat]
    trump: int | None
    declarer: Seat
    known: dict[tuple[tuple[int, ...], Seat, Trick], int] = field(default_factory=dict)
    seen: int = 0

    def tricks(self, laid: Laid) -> int:
        """The tricks the declarer still gets in every line. Raises :class:`_Open` when there is no such number."""
        if not laid.trick.cards and not laid.hands[laid.turn]:
            return 0
        key = (laid.hands, laid.turn, laid.trick)
        if key in self.known:
            return self.known[key]
        self.seen += 1
        if self.seen > BUDGET:
            raise _Open
        answers = set()
        for card in bits(playable_cards(self.rules, laid.hands[laid.turn], laid.trick, self.trump)):
            after = lay(laid, self.active, self.trump, card)
            won = after.taken[self.declarer] - laid.taken[self.declarer]
            answers.add(won + self.tricks(after))
            if len(answers) > 1:
                raise _Open
        (self.known[key],) = answers
        return self.known[key]


def settled_tricks(
    rules: PlayRules, laid: Laid, active: Sequence[Seat], trump: int | None, declarer: Seat
) -> int | None:
    """How many of the tricks not yet completed the declarer gets whatever is played; None when that is not settled."""
    try:
        return _Proof(rules, active, trump, declarer).tricks(laid)
    except _Open:
        return None
