"""Duplicate play between bots: the same boards in every seating, and what they tell about each bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibic.arena.boards import KINDS, BoardOrder, BoardScore, EntrantScore, play_board, seatings
from kibic.arena.figures import Figure, clustered_ratio, quantile
from kibic.arena.journal import Journal
from kibic.arena.losses import ROLES
from kibic.arena.runner import in_order, workers
from kibic.arena.sprt import SequentialTest
from kibic.bots.entrants import USUAL_LIMIT, bot_from
from kibic.game import Json, KibicError, game_named


@dataclass(frozen=True, slots=True)
class RoleFigures:
    """A bot in a role: its critical decisions, the part of them that cost nothing, the tricks lost a hand."""

    role: str
    critical: int
    zero_loss: Figure | None
    tricks_lost: Figure | None


@dataclass(frozen=True, slots=True)
class Timing:
    """Times of the decisions of one kind, in seconds."""

    kind: str
    count: int
    p50: float
    p99: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a bot did: ``points`` a hand, positive = good (EVAL-07); roles; times; the hands that cost it its seat."""

    bot: str
    points: Figure
    roles: tuple[RoleFigures, ...]
    timings: tuple[Timing, ...]
    faults: Mapping[str, int]
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two bots, or as many as seats, on ``deals`` boards. ``limit`` is the time a bot may take, in seconds."""

    bots: tuple[str, ...]
    deals: int
    seed: str
    rules: str = "srpski"
    options: Mapping[str, Any] = field(default_factory=dict)
    game: str = "preferans"
    limit: float = USUAL_LIMIT

    def players(self) -> int:
        """How many sit at the table. Raises :class:`KibicError` when the bots do not fit the rules or do not exist."""
        for bot in self.bots:
            bot_from(bot, self.game, self.limit)
        game = game_named(self.game)
        counts = game.player_counts(game.rules(self.rules, self.options))
        players = len(self.bots) if len(self.bots) in counts else counts[0]
        if len(self.bots) not in (2, players):
            allowed = " or ".join(map(str, (2, *counts)))
            raise KibicError(f"{len(self.bots)} bots; a duplicate comparison by these rules is between {allowed}")
        return players

    def orders(self, done: Iterable[int] = ()) -> Iterator[BoardOrder]:
        """The boards that are not ``done`` yet."""
        players, skip = self.players(), set(done)
        for number in range(1, self.deals + 1):
            if number not in skip:
                yield BoardOrder(number, self.bots, players, self.seed, self.rules, self.options, self.game, self.limit)

    def hands(self) -> int:
        """How many hands are played on each board."""
        return len(seatings(len(self.bots), self.players()))

    def reports(self, scores: Sequence[BoardScore]) -> tuple[Report, ...]:
        """The result of each bot."""
        return tuple(_report(bot, who, scores) for who, bot in enumerate(self.bots))

    def identity(self) -> Json:
        """What a journal has to agree with; the number of deals may grow."""
        return {
            "bots": list(self.bots),
            "seed": self.seed,
            "rules": self.rules,
            "options": dict(self.options),
            "game": self.game,
        }


def points_a_hand(score: BoardScore, who: int) -> float:
    """The points a hand of an entrant on one board."""
    entrant_score = score.entrants[who]
    return entrant_score.points / (score.players * entrant_score.seats)


def play_duel(
    duel: Duel,
    jobs: int,
    heard: Callable[[BoardScore], None],
    *,
    cluster: str | None = None,
    journal: Path | None = None,
    test: SequentialTest | None = None,
) -> tuple[BoardScore, ...]:
    """Play the boards and return their scores in order; ``heard`` hears of each.

    The scores do not depend on ``jobs`` or ``cluster``, as long as no bot is late. With ``journal`` what is in that
    file is not played again. With ``test`` it ends as soon as the test is decided. Raises :class:`KibicError`.
    """
    if journal is None:
        return _played(duel, jobs, heard, cluster, None, test)
    with Journal(journal, duel.identity()) as opened:
        return _played(duel, jobs, heard, cluster, opened, test)


def _played(
    duel: Duel,
    jobs: int,
    heard: Callable[[BoardScore], None],
    cluster: str | None,
    journal: Journal | None,
    test: SequentialTest | None,
) -> tuple[BoardScore, ...]:
    known = journal.scores if journal is not None else {}
    scores: list[BoardScore] = []
    with workers(min(jobs, duel.deals), cluster) as (executor, ahead):
        fresh = in_order(play_board, duel.orders(known), executor, ahead)
        for number in range(1, duel.deals + 1):
            score = known.get(number)
            if score is None:
                score = next(fresh)
                if journal is not None:
                    journal.add(score)
            scores.append(score)
            heard(score)
            if test is not None and test.take(points_a_hand(score, 0)) != "undecided":
                break
        fresh.close()
    return tuple(scores)


def _report(bot: str, who: int, scores: Sequence[BoardScore]) -> Report:
    mine = [score.entrants[who] for score in scores]
    points = clustered_ratio([(points_a_hand(score, who), 1.0) for score in scores])
    if points is None:
        raise KibicError("no deal has been played")
    faults: dict[str, int] = {}
    for one in mine:
        for kind, count in one.faults.items():
            faults[kind] = faults.get(kind, 0) + count
    told = tuple(text for one in mine for text in one.told)[:5]
    roles = tuple(found for role in ROLES if (found := _role(role, mine)) is not None)
    return Report(bot, points, roles, tuple(_timings(mine)), faults, told)


def _role(role: str, mine: Sequence[EntrantScore]) -> RoleFigures | None:
    played = [one.roles[role] for one in mine if role in one.roles]
    if not played:
        return None
    return RoleFigures(
        role,
        sum(one.critical for one in played),
        _within_one(clustered_ratio([(one.zero, one.critical) for one in played])),
        clustered_ratio([(one.lost, one.share) for one in played]),
    )


def _within_one(figure: Figure | None) -> Figure | None:
    return figure and Figure(figure.mean, max(0.0, figure.low), min(1.0, figure.high))


def _timings(mine: Sequence[EntrantScore]) -> Iterator[Timing]:
    for kind in KINDS:
        micros = [micro for one in mine for micro in one.micros.get(kind, ())]
        half, most = quantile(micros, 0.5), quantile(micros, 0.99)
        yield Timing(kind, len(micros), (half or 0) / 1e6, (most or 0) / 1e6)
