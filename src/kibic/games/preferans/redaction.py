"""The record of a match that goes on: hands that stay closed are told without their cards (TAL-03, DEAL-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibic.games.preferans.actions import Action, Claim, Deal, Discard, Play, Tricks
from kibic.games.preferans.outcome import Outcome


def public_actions(outcomes: Sequence[Outcome], actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions of finished hands as anybody may read them while the match goes on.

    A hand whose cards were all shown afterwards stays as it is. Of the others, an igra and a hand that was not played,
    only the words and the tricks are told, as in a scorekeeper's record; the sheet comes out the same.
    """
    hands = _by_hand(actions)
    told: list[Action] = []
    for outcome, hand in zip(outcomes, hands, strict=True):
        told += hand if outcome.talon is not None else _without_cards(outcome, hand)
    return tuple(told)


def _by_hand(actions: Sequence[Action]) -> list[list[Action]]:
    hands: list[list[Action]] = []
    for action in actions:
        if isinstance(action, Deal):
            hands.append([])
        hands[-1].append(action)
    return hands


def _without_cards(outcome: Outcome, hand: Sequence[Action]) -> Iterator[Action]:
    for action in hand:
        match action:
            case Deal():
                yield Deal((0,) * len(action.hands), 0, dealer=action.dealer)
            case Discard():
                yield Discard(None, None)
            case Play() | Claim() | Tricks():
                continue
            case _:
                yield action
    if outcome.tricks is not None:
        yield Tricks(outcome.tricks)
