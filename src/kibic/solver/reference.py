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
from kibic.solver.position import Mode, Position, checked, tricks_of

#: The four suits of a deal, trumps first. A suit is a byte for each player with a bit for each of his cards, and gaps
#: are taken out: bit 0 is the lowest card that anybody still holds. A card is the number of its suit * 8 + its bit.
Suits = tuple[int, ...]


def solve(position: Position, guess: int | None = None) -> int:
    """Tricks the declarer still takes when all play perfectly (in betl: the fewest he can be held to).

    A good ``guess`` saves time and changes nothing else.
    """
    search = _Search(position)
    low, high = 0, position.tricks_left
    need = search.guess() if guess is None else tricks_of(guess, "guess")
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
    search, goal = _Search(position), tricks_of(goal, "goal")
    return not search.takes(goal + 1) if position.mode is Mode.BETL else search.takes(goal)


def solve_moves(position: Position, guess: int | None = None) -> dict[int, int]:
    """The value of the position after each card that may be played now, by card; empty when no cards are left.

    The value counts from before the card: a trick which the card completes is included.
    """
    values: dict[int, int] = {}
    if guess is not None:
        guess = tricks_of(guess, "guess")
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
    own, twins = checked(position).playable, {}
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
    """A suit with the gaps taken out: cards that nobody holds do not matter."""
    packed = place = 0
    for card in range(8):
        owner = suit >> card & 0x010101
        if owner:
            packed |= owner << place
            place += 1
    return packed


@cache
def _owned(suit: int, player: int) -> tuple[int, ...]:
    """A player's cards of a suit, highest first."""
    return tuple(bits(suit >> 8 * player & 255))[::-1]


@cache
def _choices(suit: int, player: int) -> tuple[int, ...]:
    """Of a player's cards one of each group of neighbours, lowest first."""
    own = suit >> 8 * player & 255
    return tuple(bits(own & ~(own << 1)))


@cache
def _replies(suit: int, player: int, best: int, betl: bool) -> tuple[int, ...]:
    """The same, the cheapest cards that beat ``best`` first; in betl last, after the highest that do not."""
    cards = _choices(suit, player)
    losing, winning = [card for card in cards if card < best], [card for card in cards if card > best]
    return (*losing[::-1], *winning) if betl else (*winning, *losing)


@cache
def _quick(suit: int, leader: int, ruffers: int) -> int:
    """Tricks the leader cashes from the top of a suit while all others play their lowest.

    No enemy has a card above his n-th highest, his partner need not beat it, and who has trumps must be able to follow.
    """
    own = _owned(suit, leader)
    for tricks, card in enumerate(own):
        for player in range(3):
            cards = _owned(suit, player)
            if player == leader:
                continue
            if tricks >= len(cards):
                if ruffers >> player & 1:
                    return tricks
            elif card < (cards[0] if 0 in (leader, player) else cards[-1 - tricks]):
                return tricks
    return len(own)


@cache
def _holders(suit: int, more: int = 0) -> int:
    """The players with more than so many cards of a suit, as bits."""
    return sum(1 << player for player in range(3) if len(_owned(suit, player)) > more)


@cache
def _sure_trumps(suit: int) -> tuple[int, int]:
    """Tricks that declarer and defence win with trumps whatever happens.

    Every trump that does not win costs the other side a higher one. Of the defenders' trumps the i-th best trick is
    worth at least the better of their i-th trumps, however they fall together.
    """
    own, first, second = (_owned(suit, player) for player in range(3))
    both = [max(pair) for pair in zip_longest(first, second, fillvalue=-1)]
    return _unbeaten(own, sorted(first + second, reverse=True)), _unbeaten(both, own)


def _unbeaten(cards: Sequence[int], enemies: Sequence[int]) -> int:
    """How many of the cards are left when each higher card of the enemy beats one of them; both from the top."""
    beaten = used = 0
    for card in cards:
        while used < len(enemies) and enemies[used] > card:
            used += 1
        beaten += used > beaten
    return len(cards) - beaten


@cache
def _safe(suit: int) -> bool:
    """Betl: for every i the declarer's i-th lowest card lies below the i-th lowest of the defenders.

    Whatever they lead, he answers with his highest card below theirs (or discards), which leaves the suit safe.
    """
    enemies = sorted(_owned(suit, 1) + _owned(suit, 2))
    return all(own < enemy for own, enemy in zip(_owned(suit, 0)[::-1], enemies, strict=False))


class _Search:
    """One position, and what is known about the trick starts that can come of it."""

    def __init__(self, position: Position) -> None:
        active = checked(position).active
        first = active.index(position.declarer)
        order = active[first:] + active[:first]
        self.players = len(order)
        self.leader = order.index(position.leader)
        self.trumps = position.mode.trump is not None
        self.betl = position.mode is Mode.BETL
        self.left = position.tricks_left
        hands = [position.hands[seat] for seat in order]
        for place, card in enumerate(position.trick):
            hands[(self.leader + place) % self.players] |= 1 << card
        loose = [sum((hand >> 8 * suit & 255) << 8 * player for player, hand in enumerate(hands)) for suit in range(4)]
        number = [0, 1, 2, 3]
        if position.mode.trump is not None:
            number[0], number[position.mode.trump] = position.mode.trump, 0
        self.suits = tuple(_packed(loose[suit]) for suit in number)
        held = sum(hands)
        self.trick = tuple(
            number[card >> 3] << 3 | (held >> (card & 24) & (1 << (card & 7)) - 1).bit_count()
            for card in position.trick
        )
        #: (suits, leader) -> least tricks, most tricks, the card that answered last.
        self.known: dict[tuple[Suits, int], tuple[int, int, int]] = {}

    def guess(self) -> int:
        """A likely value to ask about first."""
        return 1 if self.betl else (6 * self._cashed(self.suits, 0) + 3 * self.left + 4) // 8

    def takes(self, need: int) -> bool:
        """Whether the declarer takes (in betl: must take) at least ``need`` tricks."""
        if not self.trick:
            return self._trick(self.suits, self.leader, self.left, need)
        return self._card(self.suits, self.leader, self.trick, self.left, need)

    def _trick(self, suits: Suits, leader: int, left: int, need: int) -> bool:
        """The answer at the start of a trick, from the table if it is there."""
        if need <= 0 or need > left:
            return need <= 0
        least, most = self._certain(suits, leader, left)
        if need <= least or need > most:
            return need <= least
        least, most, best = self.known.get((suits, leader), (0, left, -1))
        if need <= least or need > most:
            return need <= least
        wants = (leader == 0) != self.betl
        answer = not wants
        for card in self._leads(suits, leader, best):
            answer = self._card(suits, leader, (card,), left, need)
            if answer == wants:
                best = card
                break
        self.known[suits, leader] = (need, most, best) if answer else (least, need - 1, best)
        return answer

    def _certain(self, suits: Suits, leader: int, left: int) -> tuple[int, int]:
        """The least and the most the declarer can take, as far as it can be seen without search.

        Sure trumps, and what the leader cashes; in betl nothing if he is safe in all suits and another leads.
        """
        if self.betl:
            return 0, 0 if leader and all(map(_safe, suits)) else left
        mine, theirs = _sure_trumps(suits[0]) if self.trumps else (0, 0)
        cashed = self._cashed(suits, leader)
        return (mine + cashed, left - theirs) if leader == 0 else (mine, left - theirs - cashed)

    def _cashed(self, suits: Suits, leader: int) -> int:
        """What the leader cashes from the top in all suits but trumps, after drawing as many trumps as he can."""
        first, second, third, fourth = suits
        ruffers = 0
        if self.trumps:
            ruffers = _holders(first, _quick(first, leader, 0))
            first = 0
        return (
            _quick(first, leader, 0)
            + _quick(second, leader, ruffers)
            + _quick(third, leader, ruffers)
            + _quick(fourth, leader, ruffers)
        )

    def _leads(self, suits: Suits, leader: int, best: int) -> list[int]:
        """One of each group of equal cards, the one that answered last time first."""
        cards = [suit << 3 | card for suit, held in enumerate(suits) for card in _choices(held, leader)]
        cards.sort(reverse=not self.betl)
        if best >= 0:
            cards.remove(best)
            cards.insert(0, best)
        return cards

    def _card(self, suits: Suits, leader: int, trick: tuple[int, ...], left: int, need: int) -> bool:
        """The answer when the next card is to be played; the cards of the trick still lie in ``suits``."""
        player = (leader + len(trick)) % self.players
        wants = (player == 0) != self.betl
        last = len(trick) == self.players - 1
        for card in self._follows(suits, player, trick):
            played = (*trick, card)
            if not last:
                answer = self._card(suits, leader, played, left, need)
            else:
                won = (leader + played.index(self._best(played))) % self.players
                answer = self._trick(_without(suits, played), won, left - 1, need - (won == 0))
            if answer == wants:
                return wants
        return not wants

    def _follows(self, suits: Suits, player: int, trick: tuple[int, ...]) -> Sequence[int]:
        """One of each group of equal cards that may be played (PLAY-01, PLAY-02)."""
        led = trick[0] >> 3
        best = self._best(trick)
        for suit in (led, 0) if self.trumps else (led,):
            if suits[suit] >> 8 * player & 255:
                high = best & 7 if best >> 3 == suit else 8 if suit else -1
                return [suit << 3 | card for card in _replies(suits[suit], player, high, self.betl)]
        cards = [suit << 3 | card for suit, held in enumerate(suits) for card in _choices(held, player)]
        cards.sort(key=lambda card: card & 7, reverse=self.betl)
        return cards

    def _best(self, trick: tuple[int, ...]) -> int:
        """The card of the trick that wins it (PLAY-03)."""
        best = trick[0]
        for card in trick[1:]:
            if card > best if card >> 3 == best >> 3 else self.trumps and card < 8:
                best = card
        return best


def _without(suits: Suits, trick: tuple[int, ...]) -> Suits:
    """The suits when the cards of a trick are gone."""
    after = list(suits)
    for card in trick:
        after[card >> 3] &= ~(0x010101 << (card & 7))
    return tuple(map(_packed, after))
