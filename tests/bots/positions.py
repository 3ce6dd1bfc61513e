"""Positions of hands that bots and chance have played: what a belief must always agree with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from kibic.bots import bot_named
from kibic.game import HOUSE
from kibic.games.preferans import GAME

#: Rules of all presets, and the options that change what can be known about hidden cards.
RULESETS: tuple[tuple[str, dict[str, Any]], ...] = (
    *((preset, {}) for preset in GAME.presets()),
    ("srpski", {"seat.first_dealer": "card_8D"}),
    ("srpski", {"seat.first_dealer": "card_8D", "talon.shown": False}),
    ("srpski", {"play.must_trump": False}),
    ("srpski", {"play.must_overtake": True}),
)


def positions(preset: str, options: dict[str, Any], players: int, steps: int, seed: int) -> Iterator[Any]:
    """States of a match in which the rule bot acts, and now and then chance: the odd plays people find."""
    rng = random.Random(seed)
    rules = GAME.rules(preset, options)
    bot = bot_named("rule")
    match: Any = GAME.start(rules, players, 0)
    for _ in range(steps):
        if match.to_act is None:
            match = GAME.start(rules, players, 0)
        if match.to_act == HOUSE:
            match, _ = match.apply(match.legal().sample(rng))
            continue
        yield match
        odd = rng.random() < 0.3
        action = match.legal().sample(rng) if odd else bot.choose(match.view(match.to_act), rng).action
        match, _ = match.apply(action)


def truth(match: Any) -> tuple[tuple[int, ...], int]:
    """The cards everybody holds, and those that lie away: the talon, or the declarer's discard."""
    dealt, phase = match.hand.dealt, match.hand.phase
    bargain = phase.bargain
    untaken = bargain is None or getattr(bargain, "igra", False)
    away = dealt.deal.talon if untaken else bargain.discard
    if hasattr(phase, "hands"):
        return phase.hands, away
    hands = list(dealt.deal.hands)
    if not untaken:
        hands[bargain.declarer] = (hands[bargain.declarer] | dealt.deal.talon) & ~bargain.discard
    return tuple(hands), away
