"""One match of bots, from the first deal to the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibic.bots import Bot
from kibic.bots.entrants import bot_from, close
from kibic.bots.faults import BotFault
from kibic.cards import SeededRandom
from kibic.game import HOUSE, IllegalAction, KibicError, game_named
from kibic.game.parameters import show


class ArenaError(KibicError):
    """A match that went wrong: an illegal action, or no end in sight. The message says how to play it again."""


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """What to play: everything a match depends on.

    ``bots`` are the entrants; ``seating[seat]`` is the entrant who sits there. ``hands_limit`` is after how many hands
    a match counts as one that does not end.
    """

    number: int
    bots: tuple[str, ...]
    seating: tuple[int, ...]
    seed: str
    rules: str = "srpski"
    options: Mapping[str, Any] = field(default_factory=dict)
    game: str = "preferans"
    hands_limit: int = 2000


@dataclass(frozen=True, slots=True)
class MatchScore:
    """How a match ended, by entrant.

    ``points`` is the result with positive = good, whatever the sign of the rules; ``declared`` the hands played as
    declarer, ``fallen`` how many of those fell, ``falls`` all falls, in defence too.
    """

    number: int
    hands: int
    points: tuple[int, ...]
    declared: tuple[int, ...]
    fallen: tuple[int, ...]
    falls: tuple[int, ...]


def play_match(order: MatchOrder) -> MatchScore:
    """Play a match to its end.

    Raises :class:`ArenaError` when a bot acts illegally or fails, or the match does not end.
    """
    bots = [bot_from(order.bots[who], order.game) for who in order.seating]
    try:
        return _played(order, bots)
    finally:
        for bot in bots:
            close(bot)


def _played(order: MatchOrder, bots: Sequence[Bot]) -> MatchScore:
    game = game_named(order.game)
    rules = game.rules(order.rules, order.options)
    players = len(order.seating)
    rng = SeededRandom(f"{order.seed}/{order.number}")
    state = game.start(rules, players, rng.randrange(players))
    while state.to_act is not None:
        if state.to_act == HOUSE:
            if len(state.outcomes) >= order.hands_limit:
                raise ArenaError(f"{_which(order)}: not finished after {order.hands_limit} hands")
            state, _ = state.apply(state.legal().sample(rng))
            continue
        bot = bots[state.to_act]
        try:
            decision = bot.choose(state.view(state.to_act), rng)
        except BotFault as fault:
            raise ArenaError(f"{_which(order)}: {bot.name} in seat {state.to_act}: {fault.kind}: {fault}") from fault
        try:
            state, _ = state.apply(decision.action)
        except IllegalAction as error:
            word = decision.action.word
            raise ArenaError(
                f"{_which(order)}, hand {len(state.outcomes) + 1}: {bot.name} in seat {state.to_act} said {word!r} "
                f"({state.phase}): {error}; legal words: {', '.join(action.word for action in state.legal())}"
            ) from error
    return _score(order, state)


def _which(order: MatchOrder) -> str:
    seats = " ".join(order.bots[entrant] for entrant in order.seating)
    options = "".join(f", {key}={show(value)}" for key, value in order.options.items())
    return f"match {order.number} (seed {order.seed!r}, rules {order.rules}{options}, seats {seats})"


def _score(order: MatchOrder, state: Any) -> MatchScore:  # noqa: ANN401 - the state of whichever game it is
    entrants = len(order.bots)
    sign = -1 if state.result.sign == "low_good" else 1
    points, declared, fallen, falls = [0] * entrants, [0] * entrants, [0] * entrants, [0] * entrants
    for seat, entrant in enumerate(order.seating):
        points[entrant] = sign * state.result.points[seat]
        for outcome in state.outcomes:
            declared[entrant] += outcome.declarer == seat and outcome.made[seat] is not None
            fallen[entrant] += outcome.declarer == seat and outcome.made[seat] is False
            falls[entrant] += outcome.made[seat] is False
    return MatchScore(order.number, len(state.outcomes), tuple(points), tuple(declared), tuple(fallen), tuple(falls))
