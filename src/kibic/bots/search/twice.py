"""A second look, against betl: what the defender will know when he plays again.

World by world, a card looks good when somebody who sees all hands can go on from it. But at his next card the defender
still has to choose one card for all worlds he cannot tell apart (Frank and Basin's strategy fusion). So every world is
played on to his next turn, the worlds in which he has then seen the same cards are put together, and the best single
card of each such group counts: alpha-mu (Cazenave and Ventos) with two own moves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from kibic.bots.belief import Worlds
from kibic.bots.belief.lattice import Floats
from kibic.bots.search.values import Question, position_in
from kibic.cards import bits
from kibic.solver import Position, can_make

#: Worlds played on at most.
MOST: Final = 160

#: What was seen until the own next turn, and for each card then whether it beats the declarer.
_Seen = tuple[tuple[int, ...], dict[int, bool]]


def beats_twice(
    question: Question,
    worlds: Worlds,
    picks: Floats,
    order: Sequence[int],
    cards: Sequence[int],
    out_of_time: Callable[[], bool],
) -> dict[int, float]:
    """For each of ``cards`` the chance to beat the betl when the next own card, too, must fit all worlds alike."""
    groups: dict[int, dict[tuple[int, ...], dict[int, float]]] = {card: {} for card in cards}
    total = 0.0
    for world in order[:MOST]:
        share = float(picks[world])
        total += share
        position = position_in(question, worlds.hand(world))
        for card in cards:
            seen, beats = _until_next(position.play(card), question.turn, position.declarer)
            group = groups[card].setdefault(seen, defaultdict(float))
            for following, won in beats.items():
                group[following] += share * won
        if out_of_time():
            break
    return {card: sum(max(group.values()) for group in found.values()) / total for card, found in groups.items()}


def _until_next(position: Position, turn: int, declarer: int) -> _Seen:
    """Play on, everybody else as well as open cards allow, until ``turn`` plays again or all is decided."""
    seen: list[int] = []
    while True:
        if not position.trick and position.leader == declarer:  # he has just taken a trick
            return tuple(seen), {-1: True}
        if not position.tricks_left:
            return tuple(seen), {-1: False}
        if position.to_play == turn:
            return tuple(seen), {card: _beaten(position.play(card)) for card in bits(position.playable)}
        card = _best(position, declarer)
        seen.append(card)
        position = position.play(card)


def _beaten(after: Position) -> bool:
    """Whether the declarer will take a trick, or has just taken one."""
    return (not after.trick and after.leader == after.declarer) or not can_make(after, 0)


def _best(position: Position, declarer: int) -> int:
    """A best card of who is to play: the declarer's highest that is safe, a defender's highest that still beats him."""
    cards = sorted(bits(position.playable), key=lambda card: (-(card % 8), card))
    wanted = position.to_play != declarer
    return next((card for card in cards if _beaten(position.play(card)) is wanted), cards[0])
