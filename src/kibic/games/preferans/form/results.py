"""The tricks of a hand without cards: which results there can be, and how little has to be asked to know the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from kibic.game import Seat
from kibic.games.preferans.actions import Tricks
from kibic.games.preferans.form.model import Ended
from kibic.games.preferans.form.steps import Path
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.play import TRICKS_IN_HAND


@dataclass(frozen=True)
class Result:
    """A possible result and what it comes to."""

    tricks: tuple[int, ...]
    path: Path

    @property
    def outcome(self) -> Ended:
        """The finished hand."""
        return self.path.position.outcomes[-1]

    @cached_property
    def score(self) -> tuple[object, ...]:
        """What the sheet shows of it."""
        outcome = self.outcome
        if isinstance(outcome, Outcome):
            return outcome.bule, outcome.supe, outcome.made, outcome.reduced
        return outcome.points, outcome.made


@dataclass(frozen=True)
class Results:
    """Results still possible, the most natural of equal ones first; ``seats``: the declarer, then the followers."""

    seats: tuple[Seat, ...]
    results: tuple[Result, ...]

    @classmethod
    def of(cls, path: Path) -> Results:
        """All results of the hand that ``path`` has brought to the play."""
        bargain = path.agreed
        seats = (bargain.declarer, *bargain.followers)
        fitting = [Result(told.tricks, told.path) for told in _fitting(path, seats)]
        made = {result.tricks[seats[0]] for result in fitting if result.outcome.made[seats[0]]}
        last = fitting[0].outcome
        kontras = last.kontras if isinstance(last, Outcome) else None
        writer = next((seat for seat in (kontras, last.caller) if seat is not None), seats[1])

        def unnatural(result: Result) -> tuple[int, int, int]:
            """How far the declarer is from making, how many tricks were played, how few the writer has."""
            own = result.tricks[seats[0]]
            return min(abs(own - other) for other in made), sum(result.tricks), -result.tricks[writer]

        return cls(seats, tuple(sorted(fitting, key=unnatural)))

    @property
    def decided(self) -> bool:
        """Whether all come to the same on the sheet."""
        return len({result.score for result in self.results}) == 1

    @property
    def first(self) -> Result:
        """The most natural one."""
        return self.results[0]

    def by_making(self) -> Mapping[bool, Results] | None:
        """The results by whether the declarer made, where nothing else matters; else None."""
        declarer = self.seats[0]
        parts = {
            made: self._only(result for result in self.results if result.outcome.made[declarer] is made)
            for made in (True, False)
        }
        return parts if all(part.results and part.decided for part in parts.values()) else None

    def by_tricks(self, seat: Seat) -> Mapping[int, Results]:
        """The results by the tricks of a seat; numbers that come to the same stand together under the highest."""
        numbers = sorted({result.tricks[seat] for result in self.results}, reverse=True)
        groups: dict[frozenset[object], list[int]] = {}
        for number in numbers:
            rest = frozenset(
                (result.score, *(result.tricks[other] for other in self.seats if other != seat))
                for result in self.results
                if result.tricks[seat] == number
            )
            groups.setdefault(rest, []).append(number)
        return {
            same[0]: self._only(result for result in self.results if result.tricks[seat] in same)
            for same in groups.values()
        }

    def _only(self, results: Iterable[Result]) -> Results:
        return Results(self.seats, tuple(results))


def _fitting(path: Path, seats: Sequence[Seat]) -> Iterator[Result]:
    legal = path.position.legal()
    for numbers in product(range(TRICKS_IN_HAND + 1), repeat=len(seats)):
        taken = [0] * path.position.players
        for seat, number in zip(seats, numbers, strict=True):
            taken[seat] = number
        told = Tricks(tuple(taken))
        if sum(numbers) <= TRICKS_IN_HAND and told in legal:
            yield Result(told.taken, path.then(told))
