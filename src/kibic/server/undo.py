"""Taking back: the log only grows, so a word taken back stays in it and a later entry says that it no longer counts.

The entry ``@undo N`` takes back the words from place ``N`` of the log on. A match is the fold of the words that stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kibic.game import HOUSE, KIBITZER, Disclosing, State
from kibic.server.refusals import Refused
from kibic.server.store import Word

if TYPE_CHECKING:
    from kibic.server.course import Course

_UNDO: Final = "@undo "


def undo_word(since: int) -> str:
    """The entry that takes back the words from place ``since`` of the log on."""
    return f"{_UNDO}{since}"


def undone_from(word: str) -> int | None:
    """The place from which an entry takes words back, None for a word of the game."""
    return int(word.removeprefix(_UNDO)) if word.startswith(_UNDO) else None


def standing(words: Iterable[Word]) -> list[Word]:
    """The words of a log that count: without those taken back, and without the entries that did it."""
    kept: list[Word] = []
    for word in words:
        since = undone_from(word.word)
        if since is None:
            kept.append(word)
        else:
            while kept and kept[-1].seq >= since:
                kept.pop()
    return kept


def undoable(course: Course, seat: int) -> int:
    """The place in the log of the last word of the seat's person, if it may be taken back.

    It may until another person has acted, while its hand goes on, and as long as nobody has seen a card because of it
    but the one the word itself laid down: what has been seen cannot be forgotten. Raises :class:`Refused` with the
    reason.
    """
    state = course.state
    if state.to_act is None or course.between_hands:
        raise Refused("hand_is_over")
    for step in course.latest():
        if step.own and step.actor == seat:
            before = course.state_at(step.version - 1)
            if before is None or course.game.parse(before, step.word) not in before.legal():
                break  # too long ago, or agreed on by all
            if _disclosed(before, state) - set(step.word.split()):
                raise Refused("cards_were_seen")
            return step.version - 1
        if step.own or step.actor in (None, HOUSE) or undone_from(step.word) is not None:
            break
    raise Refused("nothing_to_undo")


def _disclosed(before: State[Any], after: State[Any]) -> set[str]:
    """What anybody has seen in ``after`` that he had not seen in ``before``."""
    disclosed: set[str] = set()
    for viewer in (*range(before.players), KIBITZER):
        earlier, later = before.view(viewer), after.view(viewer)
        if not isinstance(earlier, Disclosing) or not isinstance(later, Disclosing):
            raise Refused("cards_were_seen")
        disclosed |= later.seen - earlier.seen
    return disclosed
