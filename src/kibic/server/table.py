"""A table in memory: takes what people do, commits it, and tells everybody who watches.

Whatever changes a table runs under its lock and in its own task (:meth:`Table.run`), so that a page that goes away in
the middle never leaves the log and the memory apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from kibic.cards import system_random
from kibic.game import Action, game_named
from kibic.server import seating
from kibic.server.audience import Audience
from kibic.server.chat import Chat
from kibic.server.cluster import Cluster
from kibic.server.course import Course, result_of
from kibic.server.guests import Guest, now_ms
from kibic.server.keeper import Keeper
from kibic.server.ledger import Ledger, read_course
from kibic.server.messages import Propose
from kibic.server.proposals import Proposals
from kibic.server.refusals import Refused
from kibic.server.replies import HintMessage
from kibic.server.sealing import Sealing
from kibic.server.sealstore import SealStore
from kibic.server.settings import Settings
from kibic.server.store import TableRow, Word
from kibic.server.thinking import Thinker
from kibic.server.timing import LoopTime, Time
from kibic.server.undo import undo_word
from kibic.server.works import Works
from kibic.server.writer import Writer

Acknowledge = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Services:
    """What tables share."""

    settings: Settings
    writer: Writer
    thinker: Thinker
    cluster: Cluster
    seals: SealStore
    time: Time = field(default_factory=LoopTime)


class Table(Works):
    """One table. ``course`` is None while it waits for players; ``token`` is that of the lease by which it is owned."""

    def __init__(self, row: TableRow, course: Course | None, services: Services, token: int, sealing: Sealing) -> None:
        super().__init__()
        self.token = token
        self.sealing = sealing
        self.row = row
        self.course = course
        self.services = services
        self.ready: set[int] = set()
        self.next_at: int | None = None
        self.ledger = Ledger(self)
        self.lock = self.ledger.lock
        self.audience = Audience(self)
        self.proposals = Proposals(self)
        self.keeper = Keeper(self)
        self.chat = Chat(self)
        self._set_pause()

    @classmethod
    async def load(cls, row: TableRow, services: Services, token: int) -> Table:
        """The table of a stored row, its match replayed from the log. The lease must have been taken before."""
        course = await read_course(row, services)
        sealing = await Sealing.load(row.id, course, services.seals, services.writer)
        return cls(row, course, services, token, sealing)

    @property
    def label(self) -> str:
        """How logs call the table; its whole id is the key to it and belongs in no log."""
        return f"table {self.row.id[:4]}..."

    @property
    def where(self) -> dict[str, object]:
        """The fields of what logs tell of this table: which one it is, and the place in its log that comes next."""
        return {"table": self.row.id[:4], "seq": self.version}

    @property
    def version(self) -> int:
        """The version of the match, 0 while the table waits for its players."""
        return 0 if self.course is None else self.course.version

    def _new_people(self, course: Course) -> None:
        """Others sit here in the middle of the match: what the ones before have agreed to falls."""
        course.rename([seat.name for seat in self.row.seats])
        self.keeper.close()
        self.keeper = Keeper(self)
        self.proposals.drop()
        persons = seating.persons(self.row)
        self.ready &= persons
        if self.ready and self.ready >= persons:
            self.next_at = now_ms()

    # Before the start

    async def seats(self, change: Callable[[TableRow], TableRow]) -> None:
        """Change who sits where and who may come; the match starts when the last seat is filled."""
        async with self.lock:
            row = change(self.row)
            started = seating.ready_to_start(row)
            if started:
                game = game_named(row.game)
                rules = game.rules(row.preset, row.options)
                row = seating.started(row, game.opening(rules, len(row.seats), system_random()))
            if row is not self.row:
                moved = [seat.guest for seat in row.seats] != [seat.guest for seat in self.row.seats]
                await self.save(row)
                if moved and self.course is not None:
                    self._new_people(self.course)
                    self.audience.welcome_all()
            if started:
                self.course = await read_course(row, self.services)
                self.audience.welcome_all()
            self.audience.turn_away()
            self.audience.tell()

    async def start_if_full(self) -> None:
        """Start the match of a table that was made without free seats."""
        await self.seats(lambda row: row)

    async def pace(self, guest: Guest | None, bot_pause: int) -> None:
        """Set the pause of the bots, in milliseconds."""
        self.seat(guest)
        async with self.lock:
            await self.save(replace(self.row, bot_pause=bot_pause))
            self.audience.tell()

    async def save(self, row: TableRow) -> None:
        """Store the table as ``row`` says and take it over. Raises :class:`Refused` (``storage``); the lock is held."""
        await self.ledger.save(row)
        self.row = row

    # The match

    def seat(self, guest: Guest | None) -> int:
        """The seat of the guest. Raises :class:`Refused` (``not_seated``)."""
        seat = seating.seat_of(self.row, guest)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def playing(self) -> Course:
        """The match. Raises :class:`Refused` (``nothing_open``) while the table waits."""
        if self.course is None:
            raise Refused("nothing_open")
        return self.course

    def in_play(self) -> None:
        """Raises :class:`Refused` (``paused``) during a pause."""
        if self.row.paused:
            raise Refused("paused")

    async def act(self, guest: Guest | None, message_id: str, version: int, word: str, done: Acknowledge) -> None:
        """A person's word. ``done`` is called with the version it made, before anybody hears of it."""
        seat = self.seat(guest)
        async with self.lock:
            course = self.playing()
            before = course.version_of(seat, message_id)
            if before is not None:
                done(before)
                return
            if version != course.version:
                raise Refused("stale_version")
            if course.state.to_act != seat:
                raise Refused("not_your_turn")
            self.in_play()
            self.keeper.on_time(seat)
            action = course.parse(word)
            course.check(action)
            await self.commit(seat, action, message_id, done)

    async def commit(
        self,
        actor: int,
        action: Action,
        client_id: str | None = None,
        done: Acknowledge | None = None,
        bot: str | None = None,
    ) -> None:
        """Append an action to the log, then acknowledge, then broadcast. ``bot`` chose it. The lock is held."""
        course = self.playing()
        state, events = course.after(action)
        over = state.to_act is None
        noted = self.keeper.note(actor, bot)
        reopens = self.row.state == "over" and not over
        word = Word(
            self.row.id,
            course.version,
            actor,
            action.word,
            client_id,
            now_ms(),
            ends_match=over,
            result=result_of(course, state) if over else None,
            note=noted,
            token=self.token,
            reopens=reopens,
        )
        await self.ledger.append(word)
        around, in_hand = bool(self.ready) or self.next_at is not None or over or reopens, course.in_hand
        course.advance(word, state, events, own=bot is None)
        around = around or in_hand != course.in_hand
        self.keeper.moved(actor, noted)
        self.row = replace(self.row, state="over" if over else "playing", updated=word.at)
        self._advanced(done, around=around)

    async def take_back(self, seat: int, since: int, client_id: str, done: Acknowledge | None) -> None:
        """Append that the words from place ``since`` of the log on do not count. The lock is held."""
        course = self.playing()
        state = course.state_at(since)
        if state is None:
            raise Refused("nothing_to_undo")
        word = Word(self.row.id, course.version, seat, undo_word(since), client_id, now_ms(), token=self.token)
        await self.ledger.append(word)
        course.go_back(word, state)
        self._advanced(done, around=True)

    def _advanced(self, done: Acknowledge | None, *, around: bool) -> None:
        """Tell everybody of the last step of the course; ``around``: more than the match has changed."""
        course = self.playing()
        around = around or self.proposals.open is not None
        self.proposals.drop()
        self.ready.clear()
        self._set_pause()
        if done is not None:
            done(course.version)
        self.audience.tell_step()
        if around or self.next_at is not None:
            self.audience.tell()
        else:
            self.audience.wake()

    def _set_pause(self) -> None:
        pausing = self.course is not None and self.course.between_hands and not self.row.paused
        self.next_at = now_ms() + round(self.services.settings.next_pause * 1000) if pausing else None

    async def take_over(self, row: TableRow) -> None:
        """The log is not as this server thought: take its word for it."""
        self.course = await read_course(row, self.services)
        self.sealing = await Sealing.load(row.id, self.course, self.services.seals, self.services.writer)
        self.row = row
        self.keeper.close()
        self.keeper = Keeper(self)
        self.proposals.drop()
        self.ready.clear()
        self._set_pause()
        self.audience.welcome_all()
        self.audience.tell()

    async def next_hand(self, guest: Guest | None) -> None:
        """A person wants the next hand; it is dealt at once when all people do."""
        seat = self.seat(guest)
        async with self.lock:
            course = self.playing()
            if course.state.to_act is None:
                raise Refused("nothing_open")
            self.in_play()
            # Otherwise it has just been dealt, which is what was asked for.
            if course.between_hands:
                self.ready.add(seat)
                if self.ready >= seating.persons(self.row) - self.keeper.away:
                    self.next_at = now_ms()
            self.audience.tell()

    # The cards

    async def seal(self) -> None:
        """Seal the next deck, unless it is sealed, and show the seal to everybody."""
        if await self.sealing.prepare(self.playing()):
            self.audience.tell()

    def cut(self, guest: Guest | None, hand: int, number: str) -> None:
        """A person cuts the next deck."""
        self.sealing.cut(self.playing(), self.seat(guest), hand, number)

    async def deal(self) -> Action | None:
        """The deal of the sealed deck as the people here have cut it; None in a game without one."""
        await self.sealing.wait(self.audience.seats(), self.services.settings.cut_wait)
        return await self.sealing.deal(self.playing())

    # Agreements

    async def propose(self, guest: Guest | None, message: Propose, done: Acknowledge) -> None:
        """A person proposes something to the others."""
        seat = self.seat(guest)
        async with self.lock:
            self.keeper.back(seat)
            await self.proposals.propose(seat, message, done)

    async def consent(self, guest: Guest | None, yes: bool) -> None:
        """A person's answer to the open proposal."""
        seat = self.seat(guest)
        async with self.lock:
            self.keeper.back(seat)
            await self.proposals.consent(seat, yes=yes)

    async def pause(self, *, paused: bool) -> None:
        """Stop everything, or let it go on. The lock is held."""
        row = replace(self.row, paused=paused)
        await self.save(row)
        self._set_pause()

    async def resume(self, guest: Guest | None) -> None:
        """A person ends the pause."""
        self.seat(guest)
        async with self.lock:
            if self.row.paused:
                await self.pause(paused=False)
            self.audience.tell()

    async def back(self, guest: Guest | None) -> None:
        """A person says that he is there."""
        self.keeper.back(self.seat(guest))

    async def hint(self, guest: Guest | None, message_id: str) -> HintMessage:
        """What the adviser would do in the asker's seat. Raises :class:`Refused` (``hints_off``, ``not_your_turn``)."""
        seat = self.seat(guest)
        course = self.playing()
        if not self.row.hints:
            raise Refused("hints_off")
        if course.state.to_act != seat:
            raise Refused("not_your_turn")
        decision = await self.services.thinker.hint(self.row.game, course.state.view(seat), course.view(seat))
        if decision is None:
            raise Refused("no_hint")
        text = decision.text
        sr, en = (text.sr, text.en) if text is not None else ("", "")
        return HintMessage(message_id, decision.action.word, decision.rule, sr, en)
