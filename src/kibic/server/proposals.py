"""What needs everybody's consent: agreements of the game, taking back a word, a pause, a rematch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kibic.game import Action, Settling
from kibic.server.guests import now_ms
from kibic.server.infos import ProposalInfo
from kibic.server.messages import Propose
from kibic.server.refusals import Refused
from kibic.server.rematch import follow
from kibic.server.replies import refusal, written
from kibic.server.timing import Alarm
from kibic.server.undo import undoable

if TYPE_CHECKING:
    from kibic.server.table import Acknowledge, Table


@dataclass(slots=True)
class Proposal:
    """Something proposed, and the seats that have agreed.

    ``action`` is the agreement of the game, ``since`` the place in the log to go back to; ``until`` is in milliseconds.
    """

    seat: int
    client_id: str
    about: str
    action: Action | None = None
    since: int = 0
    until: int = 0
    agreed: set[int] = field(default_factory=set)

    def same(self, other: Proposal) -> bool:
        """Whether both propose the same."""
        return (self.about, self.action, self.since) == (other.about, other.action, other.since)


class Proposals:
    """The proposals of one table, one at a time. All calls but :meth:`drop` hold the table's lock."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.open: Proposal | None = None
        self._alarm: Alarm | None = None

    @property
    def holds_bots(self) -> bool:
        """Whether bots and the house wait, so that what is to be taken back does not slip further away."""
        return self.open is not None and self.open.about == "undo"

    def info(self) -> ProposalInfo | None:
        """The open proposal for pages."""
        if self.open is None:
            return None
        word = self.open.action.word if self.open.action is not None else None
        return ProposalInfo(self.open.about, word, self.open.seat, sorted(self.open.agreed), self.open.until)

    def drop(self) -> None:
        """Forget the open proposal: the match has moved on, or nobody answered."""
        self.open = None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def propose(self, seat: int, message: Propose, done: Acknowledge) -> None:
        """A person proposes something; bots answer at once, people are asked."""
        table, course = self._table, self._table.playing()
        before = course.version_of(seat, message.id)
        if before is not None or self._done(message.about):
            done(before if before is not None else course.version)
            return
        proposal = self._checked(seat, message)
        if self.open is not None and not self.open.same(proposal):
            raise Refused("proposal_open")
        proposal = self.open or proposal
        if proposal.action is not None and isinstance(course.state, Settling) and course.state.settles(proposal.action):
            proposal.agreed |= set(range(len(table.row.seats)))
        await self._ask_bots(proposal)
        if self.open is None:
            self._wait_for(proposal)
        if not await self._agree(proposal, seat, done):
            done(course.version)

    async def consent(self, seat: int, *, yes: bool) -> None:
        """A person's answer to the open proposal."""
        table, proposal = self._table, self.open
        if proposal is None:
            raise Refused("nothing_open")
        if yes:
            await self._agree(proposal, seat, None)
            return
        self.drop()
        declined = Refused("declined", name=table.row.seats[seat].name, message_id=proposal.client_id)
        if seat != proposal.seat:
            table.audience.send_to(proposal.seat, written(refusal(declined)))
        table.audience.tell()

    def _done(self, about: str) -> bool:
        """Whether what is proposed is so already: the page has not heard of it yet."""
        row = self._table.row
        return (about == "pause" and row.paused) or (about == "rematch" and row.rematch is not None)

    def _checked(self, seat: int, message: Propose) -> Proposal:
        """The proposal, when it can be made now. Raises :class:`Refused`."""
        course, over = self._table.playing(), self._table.row.state == "over"
        proposal = Proposal(seat, message.id, message.about)
        if message.about == "agreement":
            self._table.in_play()
            proposal.action = course.parse(message.word or "")
            if proposal.action not in course.state.agreements():
                course.after(proposal.action)
                raise Refused("nothing_open")
        elif message.about == "undo":
            self._table.in_play()
            proposal.since = undoable(course, seat)
        elif (message.about == "rematch") != over:
            raise Refused("nothing_open" if over else "not_over")
        return proposal

    def _wait_for(self, proposal: Proposal) -> None:
        services = self._table.services
        proposal.until = now_ms() + round(services.settings.lapse * 1000)
        self.open = proposal
        self._alarm = services.time.call_at(services.time.now() + services.settings.lapse, self._lapse)

    def _lapse(self) -> None:
        self.drop()
        self._table.audience.tell()

    async def _ask_bots(self, proposal: Proposal) -> None:
        """Bots agree to what concerns people only, and think about what the game is settled by."""
        table, course = self._table, self._table.playing()
        for number, seat in enumerate(table.row.seats):
            bot = table.keeper.stand_in if number in table.keeper.away else seat.bot
            if number in proposal.agreed or (seat.kind != "bot" and number not in table.keeper.away):
                continue
            if proposal.action is not None:
                view, between = course.state.view(number), course.between_hands
                bot = bot or table.services.thinker.usual(table.row.game)
                thinker = table.services.thinker
                if not await thinker.agrees(bot, table.row.game, view, proposal.action, between_hands=between):
                    raise Refused("declined", name=seat.name)
            proposal.agreed.add(number)

    async def _agree(self, proposal: Proposal, seat: int, done: Acknowledge | None) -> bool:
        """Count the consent of a seat; whether that was the last one, and what was proposed is now done."""
        proposal.agreed.add(seat)
        if len(proposal.agreed) < len(self._table.row.seats):
            self._table.audience.tell()
            return False
        await self._do(proposal, done)
        return True

    async def _do(self, proposal: Proposal, done: Acknowledge | None) -> None:
        table = self._table
        if proposal.action is not None:
            await table.commit(proposal.seat, proposal.action, proposal.client_id, done)
        elif proposal.about == "undo":
            await table.take_back(proposal.seat, proposal.since, proposal.client_id, done)
        else:
            if proposal.about == "pause":
                await table.pause(paused=True)
            else:
                await follow(table)
            self.drop()
            if done is not None:
                done(table.playing().version)
            table.audience.tell()
