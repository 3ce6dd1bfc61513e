"""What one viewer may know of a match of levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kibic.game import Seat
from kibic.games.preferans.history import Trick
from kibic.games.preferans.levels.actions import LevelAction
from kibic.games.preferans.levels.contracts import LevelContract
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.levels.phase import LevelSpoken
from kibic.games.preferans.levels.points import PointSheet
from kibic.games.preferans.outcome import Role
from kibic.games.preferans.refusals import Refusal
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.seen import cards_in_sight
from kibic.games.preferans.sheet import Result


@dataclass(frozen=True, slots=True)
class LevelView:
    """A match as ``viewer`` sees it; the fields are those of :class:`kibic.games.preferans.PreferansView` where both
    games have the notion.

    ``bid`` is the highest bid and ``holder`` its owner. ``turn`` is the hand a card is due from: it differs from
    ``to_act`` when the summoner plays the open hand. ``open_hand`` is the seat whose cards lie open; they stand in
    ``hands`` of every view.
    """

    viewer: Seat
    rules: Rules
    players: int
    hand_number: int
    dealer: Seat
    order: tuple[Seat, ...]
    phase: str
    to_act: Seat | None
    turn: Seat | None
    legal: tuple[LevelAction, ...]
    agreements: tuple[LevelAction, ...]
    refused: tuple[Refusal, ...]
    spoken: tuple[LevelSpoken, ...]
    hands: tuple[int | None, ...]
    counts: tuple[int, ...]
    talon: int | None
    discard: int | None
    bid: LevelContract | None
    holder: Seat | None
    declarer: Seat | None
    contract: LevelContract | None
    active: tuple[Seat, ...]
    followers: tuple[Seat, ...]
    caller: Seat | None
    called: Seat | None
    summon: Literal["dark", "open"] | None
    open_hand: Seat | None
    roles: tuple[Role | None, ...]
    leader: Seat | None
    trick: Trick
    played: tuple[Trick, ...]
    taken: tuple[int, ...]
    sheet: PointSheet
    outcome: LevelOutcome | None
    result: Result | None

    @property
    def own(self) -> int:
        """The viewer's own cards, 0 for a kibitzer."""
        return (self.hands[self.viewer] or 0) if self.viewer >= 0 else 0

    @property
    def trump(self) -> int | None:
        """The trump suit, once declared."""
        return self.contract.trump if self.contract is not None else None

    @property
    def seen(self) -> frozenset[str]:
        """The cards of this hand the viewer has seen."""
        return cards_in_sight((*self.hands, self.talon, self.discard), (*self.played, self.trick))
