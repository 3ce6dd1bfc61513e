"""What one viewer may know of a match: the only way out of a state."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.game import Seat
from kibic.games.preferans.actions import Action
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.history import Spoken, Trick
from kibic.games.preferans.outcome import Outcome, Role
from kibic.games.preferans.refusals import Refusal
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.seen import cards_in_sight
from kibic.games.preferans.sheet import Result, Sheet


@dataclass(frozen=True, slots=True)
class PreferansView:
    """A match as ``viewer`` sees it.

    Seats are numbers in playing order; ``order`` lists P1, P2, P3 of the hand. Cards are masks, ``hands`` by seat with
    None for a hand the viewer may not see. ``counts`` are the cards each seat still holds. ``legal`` is empty unless
    the viewer is to act; ``refused`` says why each card of the viewer (or word people look for) is not allowed now.
    ``played`` are all completed tricks of the hand, which every player has seen. ``roles`` is the role of each seat.
    ``outcome`` is that of the last finished hand, shown until the next deal.
    """

    viewer: Seat
    rules: Rules
    players: int
    hand_number: int
    dealer: Seat
    order: tuple[Seat, ...]
    phase: str
    to_act: Seat | None
    legal: tuple[Action, ...]
    agreements: tuple[Action, ...]
    refused: tuple[Refusal, ...]
    spoken: tuple[Spoken, ...]
    hands: tuple[int | None, ...]
    counts: tuple[int, ...]
    talon: int | None
    discard: int | None
    number: int | None
    holder: Seat | None
    declarer: Seat | None
    contract: Contract | None
    igra: bool
    active: tuple[Seat, ...]
    followers: tuple[Seat, ...]
    caller: Seat | None
    called: Seat | None
    kontra: int
    kontras: Seat | None
    roles: tuple[Role | None, ...]
    refa: int
    leader: Seat | None
    trick: Trick
    played: tuple[Trick, ...]
    taken: tuple[int, ...]
    sheet: Sheet
    outcome: Outcome | None
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
