"""What each card of a hand cost against open cards, and what could have been made of the declarer's hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kibic.cards import DECK_32
from kibic.game import Json
from kibic.games.preferans import LevelMatch, Match
from kibic.games.preferans.actions import Play
from kibic.record import Replay
from kibic.solver import (
    COMPILED,
    AnyMatch,
    Mode,
    Position,
    PositionError,
    better,
    declarer_leads,
    leader_of,
    modes_of,
    position_of,
    solve_many,
    solve_moves,
)

#: The words of the games the solver knows; the ten-trick game is read off sans.
_WORDS: Final[Mapping[Mode, str]] = {
    Mode.S: "pik",
    Mode.D: "karo",
    Mode.H: "herc",
    Mode.C: "tref",
    Mode.BETL: "betl",
    Mode.NT: "sans",
}


@dataclass(frozen=True, slots=True)
class Cost:
    """A card that cost its side something: ``lost`` tricks (in betl 1: the game) against the ``best`` cards.

    ``step`` is the place of the card among the steps of its hand, of which the deal is step 0.
    """

    step: int
    lost: int
    best: tuple[int, ...]


def card_values(position: Position) -> dict[int, int]:
    """Tricks of the declarer by each card that may be played now; a betl is lost with the first, more cost nothing."""
    most = 1 if position.mode is Mode.BETL else 10
    return {card: min(tricks, most) for card, tricks in solve_moves(position).items()}


def loss(position: Position, values: Mapping[int, int], card: int) -> tuple[int, tuple[int, ...]]:
    """What ``card`` costs the side to play, by ``card_values``, and the cards that cost nothing."""
    best = values[card]
    for value in values.values():
        if better(position, value, best):
            best = value
    return abs(best - values[card]), tuple(sorted(other for other, value in values.items() if value == best))


def costs(played: Replay, hand: int) -> tuple[Cost, ...]:
    """The cards of hand ``hand`` (from 1) that cost something, in order.

    Empty for a hand told without cards and for games the solver does not know.
    """
    found = []
    for step, card, position, _ in _cards(played, hand):
        lost, best = loss(position, card_values(position), card)
        if lost:
            found.append(Cost(step, lost, best))
    return tuple(found)


def possible(played: Replay, hand: int) -> dict[str, int]:
    """Tricks of the declarer, both sides playing perfectly, by the word of each game he could have had.

    His cards are those he kept. Empty where no cards were played.
    """
    first = next(_cards(played, hand), None)
    if first is None:
        return {}
    position = first[2]
    leads = declarer_leads(first[3])
    modes = tuple(mode for mode in _WORDS if mode in modes_of(declarer_leads=leads))
    speaks_first = _first_speaker(played, hand)
    asked = [
        Position(
            position.hands,
            mode,
            position.declarer,
            leader_of(mode, position.declarer, speaks_first, position.active, declarer_leads=leads),
            active=position.active,
        )
        for mode in modes
    ]
    return {_WORDS[mode]: tricks for mode, tricks in zip(modes, solve_many(asked), strict=True)}


def costs_json(played: Replay, hand: int) -> Json:
    """``cards``: the cards that cost something; ``possible``: what the declarer could have made.

    Both are empty where the solver is not compiled: what is asked for while somebody waits must not take seconds.
    """
    if not COMPILED:
        return {"cards": [], "possible": []}
    cards = [
        {"step": item.step, "lost": item.lost, "best": [DECK_32.text(card) for card in item.best]}
        for item in costs(played, hand)
    ]
    games = [{"game": word, "tricks": tricks} for word, tricks in possible(played, hand).items()]
    return {"cards": cards, "possible": games}


def _cards(played: Replay, hand: int) -> Iterator[tuple[int, int, Position, AnyMatch]]:
    """The cards of a hand with their steps, and the positions and matches they were played from."""
    before = played.start
    steps = 0
    for step in played.steps:
        if step.hand == hand:
            if isinstance(before, Match | LevelMatch) and isinstance(step.action, Play):
                try:
                    yield steps, step.action.card, position_of(before), before
                except PositionError:
                    return
            steps += 1
        before = step.after


def _first_speaker(played: Replay, hand: int) -> int:
    deal = next(step for step in played.steps if step.hand == hand)
    return int(deal.after.hand.dealt.order[0])
