"""Hands whose cards are to be played: the two settings in which play is measured.

``auction``: the rule bot says all words, whatever game comes of it. ``strong``: the seat with the best hand takes the
talon, puts two cards away and plays its best suit game, and both defenders follow; no word tells anything, because the
words are always the same (two passes and a bid of two, pik is played without kontra).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from kibic.bots import bot_named
from kibic.bots.preferans.estimate import declarer_tricks
from kibic.bots.value.discards import discards
from kibic.cards import SeededRandom, bits
from kibic.game import HOUSE, Action
from kibic.games.preferans import GAME
from kibic.games.preferans.actions import BIDS, NO_KONTRA, PASS, Declare, Discard, Follow
from kibic.games.preferans.contracts import SUIT_CONTRACTS, Contract


def by_auction(number: int, seed: str, rules: str, chance: random.Random) -> Any:  # noqa: ANN401 - of either game
    """The match at the first card of the hand, or when the hand is over without one."""
    match = _dealt(number, seed, rules, {})
    bidder = bot_named("rule")
    while match.to_act not in (HOUSE, None) and match.phase != "play":
        match, _ = match.apply(bidder.choose(match.view(match.to_act), chance).action)
    return match


def strong(number: int, seed: str, rules: str, _chance: random.Random) -> Any:  # noqa: ANN401 - of either game
    """The match at the first card, the best hand playing its best suit game against two defenders."""
    match = _dealt(number, seed, rules, {"pik.no_kontra": "played"})
    deal = match.hand.dealt.deal
    declarer = max(range(3), key=lambda seat: best_suit_game(deal.hands[seat])[0])
    _, contract, away = best_suit_game(deal.hands[declarer], deal.talon)
    words: dict[str, Action] = {
        "discard": Discard.of(*bits(away)),
        "declaration": Declare(contract),
        "following": Follow(yes=True),
        "kontra": NO_KONTRA,
    }
    while match.phase != "play":
        bid = BIDS[2] if match.to_act == declarer else PASS
        match, _ = match.apply(words.get(match.phase, bid))
    return match


def best_suit_game(hand: int, talon: int = 0) -> tuple[float, Contract, int]:
    """The expected tricks of a hand's best suit game, the game, and the two cards that go when there is a talon."""
    put_away = map(int, discards(hand | talon)) if talon else (0,)
    return max(
        (declarer_tricks((hand | talon) & ~away, contract), contract, away)
        for away in put_away
        for contract in SUIT_CONTRACTS
    )


def _dealt(number: int, seed: str, rules: str, options: dict[str, Any]) -> Any:  # noqa: ANN401
    match: Any = GAME.start(GAME.rules(rules, options), 3, number % 3)
    match, _ = match.apply(match.legal().sample(SeededRandom(f"{seed}/{number}")))
    return match


SETTINGS: Final[dict[str, Callable[[int, str, str, random.Random], Any]]] = {"auction": by_auction, "strong": strong}
