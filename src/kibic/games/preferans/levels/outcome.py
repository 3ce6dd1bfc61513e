"""The outcome of a hand of levels: the points of everybody, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kibic.game import Seat, Text
from kibic.games.preferans.history import Trick
from kibic.games.preferans.levels.contracts import LevelContract
from kibic.games.preferans.levels.sentences import sentence
from kibic.games.preferans.outcome import Role
from kibic.games.preferans.sentences import Argument

LevelKind = Literal["played", "all_pass", "nobody_follows", "penalty"]


@dataclass(frozen=True, slots=True)
class PointReason:
    """Why a number stands on the sheet: ``about`` is ``role`` (did he make), ``points`` or ``hand``.

    ``points`` is the number explained, None where there is none; ``rules`` the rule IDs.
    """

    seat: Seat | None
    about: Literal["role", "points", "hand"]
    points: int | None
    rules: tuple[str, ...]
    key: str
    arguments: tuple[tuple[str, Argument], ...] = ()

    def text(self, names: Sequence[str]) -> Text:
        """The sentence, with the arithmetic."""
        return sentence(self.key, dict(self.arguments))


@dataclass(frozen=True, slots=True)
class LevelOutcome:
    """A finished hand.

    By seat: ``tricks`` (None when nothing was played), ``made`` (None for who owed nothing), ``roles``, ``points``
    (change of the score) and ``points_before``. ``hands`` are the cards dealt (after the discard, for the declarer),
    None where they are not shown.
    """

    number: int
    dealer: Seat
    kind: LevelKind
    declarer: Seat | None
    contract: LevelContract | None
    followers: tuple[Seat, ...]
    caller: Seat | None
    called: Seat | None
    summon: Literal["dark", "open"] | None
    tricks: tuple[int, ...] | None
    made: tuple[bool | None, ...]
    roles: tuple[Role | None, ...]
    points: tuple[int, ...]
    points_before: tuple[int, ...]
    reasons: tuple[PointReason, ...]
    hands: tuple[int | None, ...] = ()
    talon: int | None = None
    discard: int | None = None
    play: tuple[Trick, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether the hand counts towards ``match.deals`` (POL-13)."""
        return self.kind != "all_pass"
