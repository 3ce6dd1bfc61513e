"""What each card leads to in each world: exact play with open cards, world by world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibic.bots.belief import AnyView
from kibic.bots.belief.lattice import Floats, Masks
from kibic.bots.search.stakes import Stakes
from kibic.cards import DECK_32, bits, mask_of
from kibic.game import Seat
from kibic.games.preferans.actions import Play
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.levels.view import LevelView
from kibic.solver import Mode, Position, can_make, solve, solve_moves


@dataclass(frozen=True, slots=True)
class Question:
    """A card to choose: who plays, for which side, which cards come into question, and what tricks are worth.

    Of cards that nobody can tell apart one stands for all; ``alike`` has the cards that each of ``cards`` stands for.
    """

    view: AnyView
    turn: Seat
    cards: tuple[int, ...]
    alike: dict[int, int]
    stakes: Stakes
    mode: Mode

    @property
    def had(self) -> int:
        """Tricks the declarer has taken."""
        return self.view.taken[self.view.declarer or 0]


def question_of(view: AnyView, turn: Seat, stakes: Stakes) -> Question:
    """The question of the card due from ``turn``."""
    legal = mask_of(action.card for action in view.legal if isinstance(action, Play))
    alike = _alike(view, legal)
    return Question(view, turn, tuple(alike), alike, stakes, mode_of(view))


def mode_of(view: AnyView) -> Mode:
    """What is played, as the solver calls it."""
    if view.contract is Contract.BETL:
        return Mode.BETL
    return Mode.NT if view.trump is None else Mode(view.trump)


def _alike(view: AnyView, legal: int) -> dict[int, int]:
    """The lowest of touching cards, each with all it stands for: between them nothing is left in play."""
    gone = mask_of(card for trick in view.played for _, card in trick.cards) | (view.discard or 0)
    found: dict[int, int] = {}
    for suit in range(4):
        lowest, previous = -1, -2
        for card in bits(legal & DECK_32.suit_masks[suit]):
            between = ((1 << card) - 1) & ~((1 << previous + 1) - 1) if previous >= 0 else 0
            if previous >= 0 and not between & ~gone:
                found[lowest] |= 1 << card
            else:
                lowest = card
                found[card] = 1 << card
            previous = card
    return found


def position_in(question: Question, hands: tuple[int, ...]) -> Position:
    """The position of the table in a world; hands out of play stay out."""
    view = question.view
    trick = tuple(card for _, card in view.trick.cards)
    leader = view.trick.leader if trick else question.turn
    held = tuple(hand if seat in view.active else 0 for seat, hand in enumerate(hands))
    return Position(
        held, question.mode, view.declarer or 0, question.turn if leader is None else leader, trick, view.active
    )


def tricks_in(question: Question, hands: tuple[int, ...], cards: Sequence[int]) -> list[int]:
    """The tricks of the declarer in all after each of ``cards``, all hands open.

    In betl only whether he stays without one is asked: 0 or 1.
    """
    position = position_in(question, hands)
    if question.mode is Mode.BETL:
        return [_betl(question, position, card) for card in cards]
    if 2 * len(cards) > len(question.cards):
        values = solve_moves(position)
        return [question.had + values[card] for card in cards]
    return [question.had + _after(position, card) for card in cards]


def _after(position: Position, card: int) -> int:
    following = position.play(card)
    won = not following.trick and following.leader == following.declarer
    return won + solve(following)


def _betl(question: Question, position: Position, card: int) -> int:
    following = position.play(card)
    won = not following.trick and following.leader == following.declarer
    return int(question.had > 0 or won or not can_make(following, 0))


def points_in(question: Question, tricks: Masks) -> Floats:
    """Points of the side to play, from tricks by world and card."""
    points: Floats = np.asarray(question.stakes.points)
    return np.asarray(points[tricks])


def hand_in_turn(view: AnyView) -> Seat | None:
    """The seat a card is due from."""
    return view.turn if isinstance(view, LevelView) else view.to_act
