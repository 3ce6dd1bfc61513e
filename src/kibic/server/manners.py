"""How one behaves at a table, beside the rules of the game: the clock, and who plays for people who are away."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from kibic.server.refusals import Refused

#: Shortest time for a move and shortest wait for somebody who is away, in seconds.
LEAST_MOVE = 5
LEAST_WAIT = 10


class Manners(Struct, frozen=True):
    """What the host chose for a table. Times are in seconds.

    ``move``: for each word or card, 0 where no clock runs. ``bank``: what each person has beside it, once a match.
    ``wait``: how long the others wait for somebody who is away before a bot plays for him, 0 for ever. ``stand_in``:
    the bot that then plays (None: the usual one).
    """

    move: Annotated[int, Meta(ge=0, le=600)] = 0
    bank: Annotated[int, Meta(ge=0, le=3600)] = 0
    wait: Annotated[int, Meta(ge=0, le=900)] = 60
    stand_in: Annotated[str, Meta(min_length=1, max_length=40)] | None = None

    def check(self) -> None:
        """Raises :class:`Refused` (``manners``) when the times are too short for people."""
        if 0 < self.move < LEAST_MOVE or 0 < self.wait < LEAST_WAIT:
            raise Refused("manners", move=LEAST_MOVE, wait=LEAST_WAIT)


#: What a table has when nothing is said.
AS_USUAL = Manners()
