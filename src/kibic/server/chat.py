"""What people say to each other at a table. It is no part of the match and is not kept on the disk.

While a hand is played, those who sit say only the words of the table, unless the rules make speech free (SPE-01), and
those who look on are heard only by each other; between hands everybody may say what he likes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from kibic.game import Json, Speaking, Speech, game_named
from kibic.server import hosting, seating
from kibic.server.guests import NAMELESS, Guest, clean_name, now_ms
from kibic.server.infos import SaidInfo
from kibic.server.messages import Talk
from kibic.server.refusals import Refused
from kibic.server.replies import SaidMessage, written

if TYPE_CHECKING:
    from kibic.server.audience import Watcher
    from kibic.server.table import Table

#: Longest text, in characters; how many one can read who comes later; how many go with a report.
MAX_TEXT: Final = 200
KEPT: Final = 100
CONTEXT: Final = 20
#: What somebody may say now: anything, the words of the table, anything to those who look on, or nothing.
Freedom = Literal["free", "words", "watchers", "none"]


@dataclass(frozen=True, slots=True)
class Said:
    """Something said. ``number`` only grows; ``aside``: only those who looked on heard it."""

    number: int
    guest: str
    name: str
    seat: int | None
    word: str | None
    text: str | None
    aside: bool
    at: int


class Chat:
    """The talk of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._said: deque[Said] = deque(maxlen=KEPT)
        game = game_named(table.row.game)
        rules = game.rules(table.row.preset, table.row.options)
        self.speech = game.speech(rules) if isinstance(game, Speaking) else Speech(free=True, words=())

    @property
    def said_something(self) -> bool:
        """Whether there is anything to catch up with."""
        return bool(self._said)

    def freedom(self, guest: Guest | None) -> Freedom:
        """What somebody may say now."""
        if guest is None:
            return "none"
        course = self._table.course
        if course is None or not course.in_hand:
            return "free"
        if seating.seat_of(self._table.row, guest) is None:
            return "watchers"
        return "free" if self.speech.free else "words"

    def say(self, guest: Guest, message: Talk, blockers: Set[str]) -> None:
        """Somebody says something; ``blockers`` do not hear him. Raises :class:`Refused`."""
        row, freedom = self._table.row, self.freedom(guest)
        text = None if message.word is not None else _cleaned(message.text)
        if message.word is not None and message.word not in self.speech.words:
            raise Refused("unknown_word", word=message.word[:40])
        if text is not None and freedom == "words":
            raise Refused("only_words")
        seat, now = seating.seat_of(row, guest), now_ms()
        number = max(now, self._said[-1].number + 1) if self._said else now
        name = row.seats[seat].name if seat is not None else guest.name or NAMELESS
        said = Said(number, guest.id, name, seat, message.word, text, freedom == "watchers", now)
        self._said.append(said)
        for watcher in self._table.audience.watchers:
            if watcher.guest is None or watcher.guest.id not in blockers:
                self._send(watcher, [said])

    def catch_up(self, watcher: Watcher, blocked: Set[str]) -> None:
        """Tell a page what was said before it came, without those its person has ``blocked``."""
        words = list(self.speech.words)
        self._send(watcher, [said for said in self._said if said.guest not in blocked], words)

    def evidence(self, guest: Guest, number: int) -> tuple[Said, Json]:
        """What is reported, and what was said around it. Raises :class:`Refused` (``nothing_open``) if it is gone."""
        heard = [said for said in self._said if self._hears(guest, said)]
        at = next((at for at, said in enumerate(heard) if said.number == number), None)
        if at is None:
            raise Refused("talk_gone")
        around = heard[max(0, at - CONTEXT) : at + CONTEXT // 4]
        return heard[at], [
            {"at": said.at, "guest": said.guest, "name": said.name, "seat": said.seat, "said": said.word or said.text}
            for said in around
        ]

    def _hears(self, guest: Guest | None, said: Said) -> bool:
        return not said.aside or seating.seat_of(self._table.row, guest) is None

    def _send(self, watcher: Watcher, said: list[Said], words: list[str] | None = None) -> None:
        heard = [self._info(watcher.guest, one) for one in said if self._hears(watcher.guest, one)]
        if heard or words is not None:
            watcher.send(written(SaidMessage(heard, words)))

    def _info(self, guest: Guest | None, said: Said) -> SaidInfo:
        me = guest is not None and guest.id == said.guest
        who = hosting.handle(self._table.row, said.guest)
        return SaidInfo(said.number, said.name, who, said.seat, said.word, said.text, said.aside, me, said.at)


def _cleaned(text: str | None) -> str:
    """A text fit to be shown: one line without control or direction characters. Raises :class:`Refused`."""
    cleaned = clean_name(text, MAX_TEXT + 1)
    if cleaned is None:
        raise Refused("bad_message", detail="nothing is said")
    if len(cleaned) > MAX_TEXT:
        raise Refused("too_long", limit=MAX_TEXT)
    return cleaned
