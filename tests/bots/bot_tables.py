"""Positions for bot tests, built from text: holdings, words of the table, and the view of who is to act."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from kibic.cards import DECK_32, bits, mask_of, parse_holding
from kibic.games.preferans import GAME, Match, PreferansView
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.holdings import parse_ranks

SUITS = "SDHC"


def hand_of(suits: Mapping[str, str]) -> int:
    """A hand given as in examples.yaml: suit letter to ranks, ``y`` = any small card, ``---`` = void."""
    return sum(parse_ranks(ranks.replace("-", "")) << 8 * SUITS.index(letter) for letter, ranks in suits.items())


def rest(*hands: int) -> list[int]:
    """The cards that are in none of the hands, lowest first."""
    used = 0
    for hand in hands:
        used |= hand
    return list(bits(DECK_32.full & ~used))


def deal(seat: int, hand: int, *, others: Mapping[int, str] | None = None, seed: int = 1) -> Deal:
    """A deal in which ``seat`` has ``hand``, seats in ``others`` the given holdings, and chance decides the rest."""
    hands = [0, 0, 0]
    hands[seat] = hand
    for other, text in (others or {}).items():
        hands[other] = parse_holding(text)
    free = rest(*hands)
    random.Random(seed).shuffle(free)
    for place in range(3):
        while hands[place].bit_count() < 10:
            hands[place] |= 1 << free.pop()
    return Deal(tuple(hands), mask_of(free))


def table(
    cards: Deal, words: str = "", *, preset: str = "srpski", options: Mapping[str, object] | None = None
) -> Match:
    """The match after ``words`` of its first hand; seat 0 is P1."""
    match = Match.start(GAME.rules(preset, dict(options or {})), 3, 2)
    match, _ = match.apply(cards)
    return say(match, words)


def say(match: Match, words: str | Sequence[str]) -> Match:
    """The match after some more words; a discard is written ``skart=S7,S8``."""
    for word in words.split() if isinstance(words, str) else words:
        match, _ = match.apply(GAME.parse(match, word.replace("=", " ").replace(",", " ")))
    return match


def seen(match: Match) -> PreferansView:
    """The view of who is to act."""
    assert match.to_act is not None
    view = match.view(match.to_act)
    assert isinstance(view, PreferansView)
    return view
