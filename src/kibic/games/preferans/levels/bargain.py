"""What has been agreed in a hand of levels so far: declarer, contract, who whists and who was summoned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kibic.game import Seat
from kibic.games.preferans.levels.contracts import LevelContract
from kibic.games.preferans.narrow import known
from kibic.games.preferans.outcome import Role


@dataclass(frozen=True, slots=True)
class LevelBargain:
    """The state of the agreement; a field is None while it is undecided.

    ``bid`` is the contract the auction was won at, ``whists`` the answers of the two opponents, the declarer's left
    first. ``caller`` and ``called`` are set when the lone whister summoned his partner, ``summon`` tells how (POL-05).
    """

    declarer: Seat
    ring: tuple[Seat, ...]
    bid: LevelContract
    first_bidder: Seat
    contract: LevelContract | None = None
    discard: int = 0
    whists: tuple[bool | None, bool | None] = (None, None)
    caller: Seat | None = None
    called: Seat | None = None
    summon: Literal["dark", "open"] | None = None

    @property
    def game(self) -> LevelContract:
        """The contract, once declared."""
        return known(self.contract)

    @property
    def opponents(self) -> tuple[Seat, Seat]:
        """The two opponents of the declarer, who plays next after him first (POL-04)."""
        place = self.ring.index(self.declarer)
        return self.ring[(place + 1) % 3], self.ring[(place + 2) % 3]

    @property
    def whisters(self) -> tuple[Seat, ...]:
        """The opponents who answer for tricks: who said wist; none at the forced level, where nothing is owed."""
        return tuple(seat for seat, answer in zip(self.opponents, self.whists, strict=True) if answer)

    @property
    def followers(self) -> tuple[Seat, ...]:
        """The opponents who take part in the play, the one after the declarer first (POL-04, POL-05)."""
        whisters = self.whisters
        return tuple(seat for seat in self.opponents if self.game.is_forced or seat in whisters or seat == self.called)

    @property
    def active(self) -> tuple[Seat, ...]:
        """Everybody who takes part, in the order of play."""
        followers = self.followers
        return tuple(seat for seat in self.ring if seat == self.declarer or seat in followers)

    @property
    def lone(self) -> Seat | None:
        """The only opponent who said wist, or None."""
        whisters = self.whisters
        return whisters[0] if len(whisters) == 1 else None

    def roles(self) -> tuple[Role | None, ...]:
        """The role of each seat, None while it is undecided."""
        return tuple(self._role(seat) for seat in range(len(self.ring)))

    def _role(self, seat: Seat) -> Role | None:
        if seat == self.declarer:
            return "declarer"
        if seat == self.called:
            return "called"
        if seat == self.caller:
            return "caller"
        if self.contract is not None and self.contract.is_forced:
            return "follower"
        answer = self.whists[self.opponents.index(seat)]
        if answer is None:
            return None
        return "follower" if answer else "out"
