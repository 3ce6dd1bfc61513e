"""Fair cards at a table: each deck is sealed a hand ahead, cut by the players, and dealt as sealed and cut.

What is sealed is stored before its seal is shown, and the cuts before they are used, so that a server that comes back
deals what it would have dealt. Nothing of a deck is shown or logged here; what is told after the hand is told by
:mod:`kibic.server.fairness`. The scheme is described in docs/fair-cards.md.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence, Set

from kibic.cards import system_random
from kibic.game import Action, Seat
from kibic.record import Seal, cut, table_name
from kibic.record.fair import DECK
from kibic.server.course import Course
from kibic.server.guests import now_ms
from kibic.server.infos import DealtInfo, FairInfo, SealInfo
from kibic.server.sealstore import NewCut, NewSeal, Sealed, SealStore
from kibic.server.writer import Writer


class Sealing:
    """The decks of one table: that of the hand in progress, and the next one."""

    def __init__(self, table_id: str, store: SealStore, writer: Writer, known: Sequence[Sealed] = ()) -> None:
        self._table_id = table_id
        self._store = store
        self._writer = writer
        self._name = table_name(table_id)
        self._known = {sealed.seal.hand: sealed for sealed in known}
        self._cuts: dict[Seat, str] = {}
        self._came = asyncio.Event()
        self._shown = asyncio.get_running_loop().time()

    @classmethod
    async def load(cls, table_id: str, course: Course | None, store: SealStore, writer: Writer) -> Sealing:
        """What is stored of the hand in progress and the next one."""
        hand = 0 if course is None else course.dealt
        known = await writer.read(lambda: store.of(table_id, first=hand, last=hand + 1)) if course is not None else []
        return cls(table_id, store, writer, known)

    def info(self, course: Course | None) -> FairInfo | None:
        """What everybody may know now: the seals, and whose cuts are in the deck that was dealt."""
        if course is None:
            return None
        dealt, coming = self._known.get(course.dealt), self._known.get(course.dealt + 1)
        return FairInfo(
            self._name,
            None if dealt is None else DealtInfo(dealt.seal.hand, dealt.seal.hash, _seats(dealt.cuts or ())),
            None if coming is None or coming.cuts is not None else SealInfo(coming.seal.hand, coming.seal.hash),
        )

    async def prepare(self, course: Course) -> bool:
        """Seal the next deck unless it is; whether there is a new seal to be shown."""
        hand = course.dealt + 1
        if hand in self._known:
            return False
        head, *cards = course.first.legal().sample(system_random()).word.split()
        if head != DECK:
            return False
        seal = Seal(self._name, hand, secrets.token_hex(32), tuple(cards))
        sealed = await self._writer.together(self._store.add, NewSeal(self._table_id, seal, now_ms()))
        self._known = {number: each for number, each in self._known.items() if number == hand - 1} | {hand: sealed}
        self._cuts.clear()
        self._shown = asyncio.get_running_loop().time()
        return True

    def cut(self, course: Course, seat: Seat, hand: int, number: str) -> None:
        """A player cuts the next deck. Only his first word counts, and one that comes too late does nothing."""
        if hand == course.dealt + 1 and hand in self._known:
            self._cuts.setdefault(seat, number)
            self._came.set()

    async def wait(self, seats: Set[Seat], seconds: float) -> None:
        """Wait until these seats have cut, but no longer than ``seconds`` after the seal was shown."""
        loop = asyncio.get_running_loop()
        while not seats <= self._cuts.keys() and (left := self._shown + seconds - loop.time()) > 0:
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), left)
            except TimeoutError:
                return

    async def deal(self, course: Course) -> Action | None:
        """The deal of the sealed deck with the cuts that have come; None in a game that deals without a deck."""
        hand = course.dealt + 1
        sealed = self._known.get(hand)
        if sealed is None:
            return None
        if sealed.cuts is None:
            cuts = [f"{seat + 1}:{number}" for seat, number in sorted(self._cuts.items())]
            sealed = await self._writer.together(self._store.cut, NewCut(self._table_id, hand, cuts))
            self._known[hand] = sealed
        deck = cut(sealed.seal.cards, sealed.seal.hash, sealed.cuts or ())
        action: Action = course.game.parse(course.state, " ".join((DECK, *deck)))
        return action if action in course.state.legal() else None


def _seats(cuts: Sequence[str]) -> list[Seat]:
    return [int(each.partition(":")[0]) - 1 for each in cuts]
