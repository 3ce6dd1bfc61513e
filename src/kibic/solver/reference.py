"""The exact solver in plain Python: the definition of what a position is worth.

A yes-or-no search - does the declarer take at least ``need`` of the remaining tricks? - with a table at trick starts.
Two exact reductions keep it short of hopeless: only the order of the cards left in a suit matters, not their names, and
of a player's neighbouring cards only one is tried. Players are renumbered: 0 is the declarer, then in playing order.
"""

from __future__ import annotations

from functools import cache

from kibic.cards import bits
from kibic.solver.position import Mode, Position

Hands = tuple[int, ...]


def solve(position: Position) -> int:
    """Tricks the declarer still takes when all play perfectly (in betl: the fewest he can be held to)."""
    search = _Search(position)
    low, high = 0, position.tricks_left
    while low < high:
        need = (low + high + 1) // 2
        if search.takes(need):
            low = need
        else:
            high = need - 1
    return low


def can_make(position: Position, goal: int) -> bool:
    """Whether the declarer can take at least ``goal`` of the remaining tricks; in betl: at most ``goal``."""
    search = _Search(position)
    return not search.takes(goal + 1) if position.mode is Mode.BETL else search.takes(goal)


def solve_moves(position: Position) -> dict[int, int]:
    """The value of the position after each card that may be played now, by card.

    The value counts from before the card: a trick which the card completes is included.
    """
    values: dict[int, int] = {}
    twins = _twins(position)
    for card in bits(position.playable):
        twin = twins[card]
        if twin not in values:
            after = position.play(twin)
            won = not after.trick and after.leader == position.declarer
            values[twin] = solve(after) + won
        values[card] = values[twin]
    return values


def _twins(position: Position) -> dict[int, int]:
    """For each playable card the lowest of those that are worth the same because nobody's card lies between."""
    own, twins = position.playable, {}
    others = 0
    for seat in position.active:
        others |= position.hands[seat]
    others &= ~position.hands[position.to_play]
    for card in position.trick:
        others |= 1 << card
    for suit in range(4):
        twin = None
        for card in range(8 * suit, 8 * suit + 8):
            if own >> card & 1:
                twin = card if twin is None else twin
                twins[card] = twin
            elif others >> card & 1:
                twin = None
    return twins


@cache
def _packed(suit_of_hands: Hands) -> tuple[int, ...]:
    """One suit with the gaps taken out: the cards nobody holds any more do not matter."""
    held = 0
    for mask in suit_of_hands:
        held |= mask
    packed = [0] * len(suit_of_hands)
    for place, card in enumerate(bits(held)):
        for player, mask in enumerate(suit_of_hands):
            packed[player] |= (mask >> card & 1) << place
    return tuple(packed)


@cache
def _choices(own: int, others: int) -> tuple[int, ...]:
    """Of the cards ``own`` of one suit one of each group of neighbours, highest first; ``others`` separate them."""
    found, fresh = [], True
    for card in range(8):
        if own >> card & 1:
            if fresh:
                found.append(card)
            fresh = False
        elif others >> card & 1:
            fresh = True
    return tuple(reversed(found))


class _Search:
    """One position, and what is known about the trick starts that can come of it."""

    def __init__(self, position: Position) -> None:
        active = position.active
        self.players = len(active)
        first = active.index(position.declarer)
        order = active[first:] + active[:first]
        self.hands = tuple(position.hands[seat] for seat in order)
        self.leader = order.index(position.leader)
        self.trick = position.trick
        self.trump = position.mode.trump
        self.betl = position.mode is Mode.BETL
        self.left = position.tricks_left
        self.known: dict[tuple[object, ...], tuple[int, int]] = {}

    def takes(self, need: int) -> bool:
        """Whether the declarer takes (in betl: must take) at least ``need`` tricks."""
        if not 0 < need <= self.left:
            return need <= 0
        if self.trick:
            return self._card(self.hands, self.leader, self.trick, need)
        return self._trick(self.hands, self.leader, need)

    def _trick(self, hands: Hands, leader: int, need: int) -> bool:
        """The answer at the start of a trick, from the table if it is there."""
        left = hands[0].bit_count()
        if need <= 0 or need > left:
            return need <= 0
        key = (leader, *(_packed(tuple(hand >> shift & 255 for hand in hands)) for shift in (0, 8, 16, 24)))
        least, most = self.known.get(key, (0, left))
        if need <= least or need > most:
            return need <= least
        answer = self._card(hands, leader, (), need)
        self.known[key] = (need, most) if answer else (least, need - 1)
        return answer

    def _card(self, hands: Hands, leader: int, trick: tuple[int, ...], need: int) -> bool:
        """The answer when the next card of the trick is to be played."""
        player = (leader + len(trick)) % self.players
        wants = (player == 0) != self.betl
        for card in self._cards(hands, player, trick):
            after = (*hands[:player], hands[player] & ~(1 << card), *hands[player + 1 :])
            played = (*trick, card)
            if len(played) < self.players:
                answer = self._card(after, leader, played, need)
            else:
                won = (leader + self._best(played)) % self.players
                answer = self._trick(after, won, need - (won == 0))
            if answer == wants:
                return answer
        return not wants

    def _cards(self, hands: Hands, player: int, trick: tuple[int, ...]) -> list[int]:
        """One of each group of equal cards that may be played (PLAY-01, PLAY-02)."""
        own = hands[player]
        if trick:
            led = 255 << (trick[0] & ~7)
            options = own & led
            if not options and self.trump is not None:
                options = own & 255 << 8 * self.trump
            own = options or own
        others = 0
        for other, hand in enumerate(hands):
            if other != player:
                others |= hand
        for card in trick:
            others |= 1 << card
        return [
            shift + card
            for shift in (0, 8, 16, 24)
            if own >> shift & 255
            for card in _choices(own >> shift & 255, others >> shift & 255)
        ]

    def _best(self, trick: tuple[int, ...]) -> int:
        """Which card of the trick wins it (PLAY-03)."""
        best = 0
        for place in range(1, len(trick)):
            card, high = trick[place], trick[best]
            if (card > high) if card >> 3 == high >> 3 else card >> 3 == self.trump:
                best = place
        return best
