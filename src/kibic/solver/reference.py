"""The exact solver in plain Python: the definition of what a position is worth.

A yes-or-no search - does the declarer take at least ``need`` of the remaining tricks? - with a table at trick starts.
Two exact reductions keep it short of hopeless: only the order of the cards left in a suit matters, not their names, and
of a player's neighbouring cards only one is tried. Players are renumbered: 0 is the declarer, then in playing order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from kibic.cards import bits
from kibic.solver.position import Mode, Position

Hands = tuple[int, ...]


def solve(position: Position, guess: int | None = None) -> int:
    """Tricks the declarer still takes when all play perfectly (in betl: the fewest he can be held to).

    A good ``guess`` saves time and changes nothing else.
    """
    search = _Search(position)
    low, high = 0, position.tricks_left
    need = (high + 1) // 2 if guess is None else guess
    while low < high:
        need = min(max(need, low + 1), high)
        if search.takes(need):
            low, need = need, need + 1
        else:
            high = need = need - 1
    return low


def solve_all(positions: Sequence[Position]) -> list[int]:
    """The values of some positions."""
    return [solve(position) for position in positions]


def can_make(position: Position, goal: int) -> bool:
    """Whether the declarer can take at least ``goal`` of the remaining tricks; in betl: at most ``goal``."""
    search = _Search(position)
    return not search.takes(goal + 1) if position.mode is Mode.BETL else search.takes(goal)


def solve_moves(position: Position, guess: int | None = None) -> dict[int, int]:
    """The value of the position after each card that may be played now, by card; empty when no cards are left.

    The value counts from before the card: a trick which the card completes is included.
    """
    values: dict[int, int] = {}
    twins = _twins(position)
    for card in bits(position.playable):
        twin = twins[card]
        if twin not in values:
            after = position.play(twin)
            won = not after.trick and after.leader == position.declarer
            values[twin] = guess = solve(after, None if guess is None else guess - won) + won
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
def _packed(suit: int) -> int:
    """One suit - a byte of cards for each player - with the gaps taken out: cards nobody holds do not matter."""
    packed = place = 0
    for card in range(8):
        owner = suit >> card & 0x010101
        if owner:
            packed |= owner << place
            place += 1
    return packed


@cache
def _top(suit: int, player: int) -> tuple[int, int, int]:
    """How many of the highest cards of a suit a player holds, and how many cards each of the two after him has."""
    own, first, second = (suit >> 8 * ((player + step) % 3) & 255 for step in range(3))
    tops = sum(1 for card in bits(own) if not (first | second) >> card)
    return tops, first.bit_count(), second.bit_count()


@cache
def _sure_trumps(suit: int) -> tuple[int, int]:
    """Tricks that declarer and defence win with trumps whatever happens.

    Every trump that does not win costs the other side a higher one. Of the defenders' trumps the i-th best trick is
    worth at least the better of their i-th trumps, however they fall together.
    """
    own, first, second = ([card for card in range(7, -1, -1) if suit >> 8 * p & 1 << card] for p in range(3))
    both = [max(pair) for pair in zip_longest(first, second, fillvalue=-1)]
    return _unbeaten(own, sorted(first + second, reverse=True)), _unbeaten(both, own)


def _unbeaten(cards: list[int], enemies: list[int]) -> int:
    """How many of the cards are left when each higher card of the enemy beats one of them; both from the top."""
    beaten = used = 0
    for card in cards:
        while used < len(enemies) and enemies[used] > card:
            used += 1
        beaten += used > beaten
    return len(cards) - beaten


@cache
def _choices(own: int, others: int) -> tuple[int, ...]:
    """Of the cards ``own`` of one suit one of each group of neighbours, lowest first; ``others`` separate them."""
    found, fresh = [], True
    for card in range(8):
        if own >> card & 1:
            if fresh:
                found.append(card)
            fresh = False
        elif others >> card & 1:
            fresh = True
    return tuple(found)


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
        #: (leader, suits) -> least tricks, most tricks, the card that answered last.
        self.known: dict[tuple[int, ...], tuple[int, int, int]] = {}

    def takes(self, need: int) -> bool:
        """Whether the declarer takes (in betl: must take) at least ``need`` tricks."""
        if not 0 < need <= self.left:
            return need <= 0
        if self.trick:
            return self._card(self.hands, self.leader, self.trick, need)[0]
        return self._trick(self.hands, self.leader, need)

    def _trick(self, hands: Hands, leader: int, need: int) -> bool:
        """The answer at the start of a trick, from the table if it is there."""
        left = hands[0].bit_count()
        if need <= 0 or need > left:
            return need <= 0
        first, second, third = hands if self.players == 3 else (*hands, 0)
        suits = [
            _packed(first >> shift & 255 | (second >> shift & 255) << 8 | (third >> shift & 255) << 16)
            for shift in (0, 8, 16, 24)
        ]
        if not self.betl:
            least, most = self._certain(suits, leader, left)
            if need <= least or need > most:
                return need <= least
        key = (leader, *suits)
        least, most, best = self.known.get(key, (0, left, -1))
        if need <= least or need > most:
            return need <= least
        answer, best = self._card(hands, leader, (), need, best)
        self.known[key] = (need, most, best) if answer else (least, need - 1, best)
        return answer

    def _certain(self, suits: list[int], leader: int, left: int) -> tuple[int, int]:
        """The least and the most the declarer can take, as far as it can be seen without search.

        Trump tricks that nobody can take away, and what the leader cashes from the top: side suits only while those who
        keep trumps can follow.
        """
        mine = theirs = cashed = 0
        first = second = False
        if self.trump is not None:
            mine, theirs = _sure_trumps(suits[self.trump])
            tops, after, after_next = _top(suits[self.trump], leader)
            first, second = after > tops, after_next > tops
        for suit, cards in enumerate(suits):
            if suit != self.trump:
                tops, after, after_next = _top(cards, leader)
                cashed += min(tops, after if first else 8, after_next if second else 8)
        return (mine + cashed, left - theirs) if leader == 0 else (mine, left - theirs - cashed)

    def _card(self, hands: Hands, leader: int, trick: tuple[int, ...], need: int, first: int = -1) -> tuple[bool, int]:
        """The answer when the next card is to be played, and the card that gave it; ``first`` is tried first."""
        player = (leader + len(trick)) % self.players
        wants = (player == 0) != self.betl
        cards = self._cards(hands, player, trick)
        if first in cards:
            cards.remove(first)
            cards.insert(0, first)
        for card in cards:
            after = (*hands[:player], hands[player] & ~(1 << card), *hands[player + 1 :])
            played = (*trick, card)
            if len(played) < self.players:
                answer = self._card(after, leader, played, need)[0]
            else:
                won = (leader + self._best(played)) % self.players
                answer = self._trick(after, won, need - (won == 0))
            if answer == wants:
                return answer, card
        return not wants, -1

    def _cards(self, hands: Hands, player: int, trick: tuple[int, ...]) -> list[int]:
        """One of each group of equal cards that may be played (PLAY-01, PLAY-02)."""
        own = hands[player]
        others = 0
        for hand in hands:
            others |= hand
        others ^= own
        suits: tuple[int, ...] = (0, 8, 16, 24)
        best = -1
        if trick:
            best = trick[self._best(trick)]
            for card in trick:
                others |= 1 << card
            if own >> (trick[0] & 24) & 255:
                suits = (trick[0] & 24,)
            elif self.trump is not None and own >> 8 * self.trump & 255:
                suits = (8 * self.trump,)
        cards = [
            shift + card
            for shift in suits
            if own >> shift & 255
            for card in _choices(own >> shift & 255, others >> shift & 255)
        ]
        # The order changes no answer: the cheapest winning cards first, in betl the highest losing ones.
        if len(cards) > 1:
            if not trick:
                cards.sort(reverse=not self.betl)
            elif self.betl:
                cards.sort(key=lambda card: (self._beats(card, best), -(card & 7)))
            else:
                cards.sort(key=lambda card: (not self._beats(card, best), card & 7))
        return cards

    def _best(self, trick: tuple[int, ...]) -> int:
        """Which card of the trick wins it (PLAY-03)."""
        best = 0
        for place in range(1, len(trick)):
            if self._beats(trick[place], trick[best]):
                best = place
        return best

    def _beats(self, card: int, best: int) -> bool:
        """Whether a card wins over the one that wins so far (PLAY-03)."""
        return card > best if card >> 3 == best >> 3 else card >> 3 == self.trump
