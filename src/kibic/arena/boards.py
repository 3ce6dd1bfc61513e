"""A board: one deal on one sheet, played once in each seating of the entrants."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import permutations, product
from multiprocessing.util import Finalize
from typing import Any, Final

from kibic.arena.losses import Cost, Played, costs, played_from
from kibic.arena.situations import situation
from kibic.arena.worth import hand_worth
from kibic.bots import Bot, bot_named, usual_bot
from kibic.bots.entrants import USUAL_LIMIT, bot_from, close
from kibic.bots.faults import Seated
from kibic.cards import SeededRandom
from kibic.game import HOUSE, Json, State

#: The kinds of decisions that are timed, by phase; every other phase is a bid.
_KINDS: Final = {"play": "card", "discard": "discard", "declaration": "discard"}
KINDS: Final = ("card", "bid", "discard")
#: Faults whose text is kept, for each entrant of a board.
_KEPT: Final = 3


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """What to play: everything a board depends on. ``limit`` is the time a bot may take, in seconds."""

    number: int
    bots: tuple[str, ...]
    players: int
    seed: str
    rules: str = "srpski"
    options: Mapping[str, Any] = field(default_factory=dict)
    game: str = "preferans"
    limit: float = USUAL_LIMIT


@dataclass(slots=True)
class RoleScore:
    """Sums of :class:`kibic.arena.losses.Cost` over the seats of an entrant."""

    critical: int = 0
    zero: int = 0
    lost: int = 0
    share: float = 0.0


@dataclass(slots=True)
class EntrantScore:
    """What an entrant did on a board.

    ``points`` are those of :func:`kibic.arena.worth.hand_worth`, times the number of players, over his ``seats``.
    ``micros`` are the times of his decisions in millionths of a second, by kind. ``faults`` counts the hands in which
    he lost his seat, by kind of fault; ``told`` keeps the first of them in words.
    """

    points: int = 0
    seats: int = 0
    roles: dict[str, RoleScore] = field(default_factory=dict)
    micros: dict[str, list[int]] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The score of a board; ``hands`` is how often it was played."""

    number: int
    hands: int
    players: int
    entrants: tuple[EntrantScore, ...]

    def as_json(self) -> Json:
        """The score as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Json) -> BoardScore:
        """The score of :meth:`as_json`. Raises :class:`ValueError`, :class:`KeyError` or :class:`TypeError`."""
        entrants = tuple(
            EntrantScore(**{**one, "roles": {role: RoleScore(**score) for role, score in one["roles"].items()}})
            for one in value["entrants"]
        )
        return cls(int(value["number"]), int(value["hands"]), int(value["players"]), entrants)


def seatings(entrants: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Who sits where: of as many entrants as seats all orders, of two all ways in which both take part."""
    if entrants == players:
        return tuple(permutations(range(players)))
    return tuple(seats for seats in product(range(entrants), repeat=players) if len(set(seats)) == entrants)


def play_board(order: BoardOrder) -> BoardScore:
    """Play a board: the same deck, dealer and sheet in every seating."""
    start = situation(order.game, order.rules, order.options, order.players, order.seed, order.number)
    dealt, _ = start.apply(start.legal().sample(SeededRandom(f"{order.seed}/deal/{order.number}")))
    entrants = tuple(EntrantScore() for _ in order.bots)
    every = seatings(len(order.bots), order.players)
    for seats in every:
        _play_hand(order, dealt, seats, entrants)
    return BoardScore(order.number, len(every), order.players, entrants)


def _play_hand(
    order: BoardOrder, state: State[Any], seats: tuple[int, ...], entrants: tuple[EntrantScore, ...]
) -> None:
    substitute = bot_named(usual_bot(order.game), order.game)
    bots = [Seated(_bot(order.bots[who], order.game, order.limit, seat), substitute, order.limit)
            for seat, who in enumerate(seats)]  # fmt: skip
    # The generator of a seat does not depend on who sits there: the same bot meets the same chance.
    chance = [random.Random(f"{order.seed}/{order.number}/{seat}") for seat in range(order.players)]
    cards: list[Played] = []
    while state.to_act is not None and state.to_act != HOUSE:
        seat = state.to_act
        score, phase, view = entrants[seats[seat]], state.phase, state.view(seat)
        begun = time.perf_counter()
        decision = bots[seat].choose(view, chance[seat])
        spent = time.perf_counter() - begun
        if not bots[seat].faults:
            score.micros.setdefault(_KINDS.get(phase, "bid"), []).append(round(1e6 * spent))
        played = played_from(state, decision.action)
        if played is not None:
            cards.append(played)
        state, _ = state.apply(decision.action)
    for seat, worth in enumerate(hand_worth(state.outcomes[-1])):  # type: ignore[attr-defined]
        entrants[seats[seat]].points += worth
        entrants[seats[seat]].seats += 1
    for cost in costs(cards):
        if not bots[cost.seat].faults:  # what the substitute played is not his
            _add(entrants[seats[cost.seat]].roles.setdefault(cost.role, RoleScore()), cost)
    for seat, bot in enumerate(bots):
        _blame(entrants[seats[seat]], bot)


def _add(score: RoleScore, cost: Cost) -> None:
    score.critical += cost.critical
    score.zero += cost.zero
    score.lost += cost.lost
    score.share += cost.share


def _blame(score: EntrantScore, bot: Seated) -> None:
    for fault in bot.faults:
        score.faults[fault.kind] = score.faults.get(fault.kind, 0) + 1
        if len(score.told) < _KEPT:
            score.told.append(f"{fault.kind}: {fault}")


@lru_cache(maxsize=64)
def _bot(text: str, game: str, limit: float, seat: int) -> Bot:
    """The bot of a seat, kept for all boards of this process; a program is ended with the process."""
    bot = bot_from(text, game, limit)
    Finalize(None, close, args=(bot,), exitpriority=10)
    return bot
