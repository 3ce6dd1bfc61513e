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
    hands = tuple(position.hands[seat] for seat in position.active)
    declarer = position.active.index(position.declarer)
    player = position.active.index(position.to_play)
    maximisers = [(seat == declarer) != (position.mode is Mode.BETL) for seat in range(len(hands))]
    best = position.active.index(position.trick_winner) if position.trick_winner is not None else -1
    trump = position.mode.trump
    return _value(hands, player, position.trick, best, declarer, maximisers, -1 if trump is None else int(trump))


def _value(
    hands: tuple[int, ...],
    player: int,
    trick: tuple[int, ...],
    best: int,
    declarer: int,
    maximisers: list[bool],
    trump: int,
) -> int:
    """The value; ``best`` is the player who wins the trick so far."""
    own = hands[player]
    players = len(hands)
    if not own:
        return 0
    if trick:
        led = trick[0] // 8
        options = own & 255 << 8 * led
        if not options and trump >= 0:
            options = own & 255 << 8 * trump
        own = options or own
        high = trick[(best - player + len(trick)) % players]
    values = []
    following = (player + 1) % players
    for card in cards_of(own):
        after = (*hands[:player], hands[player] ^ 1 << card, *hands[player + 1 :])
        wins = best
        if not trick or (card > high if card // 8 == high // 8 else card // 8 == trump):
            wins = player
        if len(trick) + 1 < players:
            values.append(_value(after, following, (*trick, card), wins, declarer, maximisers, trump))
        else:
            values.append((wins == declarer) + _value(after, wins, (), -1, declarer, maximisers, trump))
    return max(values) if maximisers[player] else min(values)
