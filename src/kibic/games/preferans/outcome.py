"""The outcome of a hand: what is written on the sheet, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kibic.game import Seat, Text
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.history import Trick
from kibic.games.preferans.rules.terms import USUAL
from kibic.games.preferans.sentences import Argument, sentence

Kind = Literal["played", "all_pass", "nobody_follows", "pik_no_kontra", "agreed", "penalty"]
Role = Literal["declarer", "follower", "caller", "called", "kontras", "pulled_in", "out"]


@dataclass(frozen=True, slots=True)
class Supe:
    """An entry in a side column: ``writer`` writes ``points`` against ``against`` (SCO-02)."""

    writer: Seat
    against: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a number stands on the sheet.

    ``about`` is ``role`` (did he make), ``bule``, ``supe``, ``refa`` or ``hand``; ``points`` is the number explained,
    None where there is none; ``rules`` the rule IDs; ``words`` whose words it is told in
    (``ui.words``). The sentence with its arithmetic comes from :meth:`text`.
    """

    seat: Seat | None
    about: Literal["role", "bule", "supe", "refa", "hand"]
    points: int | None
    rules: tuple[str, ...]
    key: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    words: str = USUAL

    def text(self, names: Sequence[str]) -> Text:
        """The sentence, with the arithmetic; ``names`` by seat."""
        return sentence(self.key, dict(self.arguments), names, self.words)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished hand.

    By seat: ``tricks`` (None when nothing was played), ``made`` (None for who carried no duty), ``roles``, ``bule``
    (change of the middle column). ``reduced`` tells that LAST-01 cut the declarer's change. ``hands`` are the cards
    dealt (after the discard, for the declarer) as far as they may be shown after the hand, None where they may not.
    ``penalty`` tells what the table agreed on after the hand (section 19).
    """

    number: int
    dealer: Seat
    kind: Kind
    declarer: Seat | None
    contract: Contract | None
    igra: bool
    followers: tuple[Seat, ...]
    caller: Seat | None
    called: Seat | None
    kontra: int
    kontras: Seat | None
    refa: int
    tricks: tuple[int, ...] | None
    made: tuple[bool | None, ...]
    roles: tuple[Role | None, ...]
    bule: tuple[int, ...]
    bule_before: tuple[int, ...]
    supe: tuple[Supe, ...]
    refa_written: bool
    refa_spent: bool
    reduced: bool
    reasons: tuple[Reason, ...]
    penalty: Literal["take_over", "fine"] | None = None
    hands: tuple[int | None, ...] = ()
    talon: int | None = None
    discard: int | None = None
    play: tuple[Trick, ...] = ()

    @property
    def credited(self) -> bool:
        """Whether the hand was played or scored, so that it counts as a hand of its declarer (DEAL-04, REF-06)."""
        return any(value is not None for value in self.made)
