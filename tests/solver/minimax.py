"""Plain minimax, to measure the solver against: no table, no pruning, no equal cards, no ranks but the printed."""

from __future__ import annotations

from functools import cache

from kibic.cards import bits
from kibic.solver import Mode, Position


@cache
def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask."""
    return tuple(bits(mask))


def value(position: Position) -> int:
    """Tricks the declarer still takes, found by trying every card in every position."""
    return _Plain(position).value(position)


class _Plain:
    """The hands in playing order, a card taken out while what follows it is looked at."""

    def __init__(self, position: Position) -> None:
        self.hands = [position.hands[seat] for seat in position.active]
        self.declarer = position.active.index(position.declarer)
        self.most = [(seat == self.declarer) != (position.mode is Mode.BETL) for seat in range(len(self.hands))]
        trump = position.mode.trump
        self.trump = -1 if trump is None else int(trump)

    def value(self, position: Position) -> int:
        """The value of the position this was made from."""
        player = position.active.index(position.to_play)
        if not position.trick or position.trick_winner is None:
            return self.lead(player)
        winner = position.active.index(position.trick_winner)
        high = position.trick[(winner - player + len(position.trick)) % len(self.hands)]
        return self.follow(player, len(position.trick), position.trick[0] // 8, high, winner)

    def lead(self, leader: int) -> int:
        """The value at the beginning of a trick."""
        hands = self.hands
        own = hands[leader]
        if own & (own - 1) == 0:
            return int(own != 0 and self.winner_of_last(leader) == self.declarer)
        values = []
        for card in cards_of(own):
            hands[leader] = own ^ 1 << card
            values.append(self.follow((leader + 1) % len(hands), 1, card // 8, card, leader))
        hands[leader] = own
        return max(values) if self.most[leader] else min(values)

    def follow(self, player: int, played: int, led: int, high: int, winner: int) -> int:
        """The value when some cards lie in the trick, ``high`` the best of them."""
        hands, trump = self.hands, self.trump
        own = hands[player]
        options = own & 255 << 8 * led
        if not options and trump >= 0:
            options = own & 255 << 8 * trump
        last = played + 1 == len(hands)
        following = (player + 1) % len(hands)
        values = []
        for card in cards_of(options or own):
            hands[player] = own ^ 1 << card
            beats = card > high if card // 8 == high // 8 else card // 8 == trump
            best = player if beats else winner
            if last:
                values.append((best == self.declarer) + self.lead(best))
            else:
                values.append(self.follow(following, played + 1, led, card if beats else high, best))
        hands[player] = own
        return max(values) if self.most[player] else min(values)

    def winner_of_last(self, leader: int) -> int:
        """Who wins the last trick, in which nobody has a choice."""
        winner, high = leader, self.hands[leader].bit_length() - 1
        for player in (*range(leader + 1, len(self.hands)), *range(leader)):
            card = self.hands[player].bit_length() - 1
            if card > high if card // 8 == high // 8 else card // 8 == self.trump:
                winner, high = player, card
        return winner
