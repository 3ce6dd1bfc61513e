"""What has been agreed in a hand so far: declarer, game, who takes part and who answers for what."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.game import Seat
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.narrow import known
from kibic.games.preferans.outcome import Role


@dataclass(frozen=True, slots=True)
class Bargain:
    """The state of the agreement; a field is None while it is undecided.

    ``follows`` are the answers of the two defenders, the declarer's right first. ``caller`` and ``called`` are set
    when a call took effect; ``kontras`` answers for the kontra; ``offered`` is an accepted number of tricks (AGR-06);
    ``first_bidder`` bid the first number (C-13). ``ring`` are the three who play this hand in speaking order: with
    four players the dealer sits out (FOUR-01).
    """

    declarer: Seat
    igra: bool
    ring: tuple[Seat, ...]
    number: int = 0
    contract: Contract | None = None
    discard: int = 0
    follows: tuple[bool | None, bool | None] = (None, None)
    caller: Seat | None = None
    called: Seat | None = None
    kontra: int = 1
    kontras: Seat | None = None
    offer_made: bool = False
    offered: int | None = None
    first_bidder: Seat | None = None

    @property
    def game(self) -> Contract:
        """The contract, once declared."""
        return known(self.contract)

    @property
    def defenders(self) -> tuple[Seat, Seat]:
        """The two defenders, the declarer's right first (FOL-02)."""
        place = self.ring.index(self.declarer)
        return self.ring[(place + 1) % 3], self.ring[(place + 2) % 3]

    @property
    def followers(self) -> tuple[Seat, ...]:
        """The defenders who take part, the declarer's right first (FOL-03, CALL-01, KON-02)."""
        return tuple(
            seat
            for seat, answer in zip(self.defenders, self.follows, strict=True)
            if answer or seat == self.called or self.kontra > 1 or self.game.is_forced
        )

    @property
    def active(self) -> tuple[Seat, ...]:
        """Everybody who takes part, in the order of play."""
        followers = self.followers
        return tuple(seat for seat in self.ring if seat == self.declarer or seat in followers)

    def roles(self, players: int) -> tuple[Role | None, ...]:
        """The role of each seat, None while it is undecided."""
        return tuple(self._role(seat) for seat in range(players))

    def _role(self, seat: Seat) -> Role | None:
        if seat == self.declarer:
            return "declarer"
        if seat == self.kontras:
            return "kontras"
        if seat == self.called:
            return "called"
        if seat == self.caller:
            return "caller"
        if seat not in self.ring:
            return "out"
        if self.contract is None:
            return None
        answer = self.follows[self.defenders.index(seat)]
        if answer is False and self.kontra > 1:
            return "pulled_in"
        if self.game.is_forced or answer:
            return "follower"
        return None if answer is None else "out"

    @property
    def lone(self) -> Seat | None:
        """The only defender who said "dođem", or None."""
        saying = [seat for seat, answer in zip(self.defenders, self.follows, strict=True) if answer]
        return saying[0] if len(saying) == 1 else None
