"""A match as the fold of its words, shown to each viewer as views and merge patches. No time, network or storage."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from kibic.game import (
    HOUSE,
    KIBITZER,
    Action,
    Event,
    Game,
    IllegalAction,
    Json,
    Rules,
    Seat,
    State,
    WordError,
    game_named,
)
from kibic.server.patch import difference
from kibic.server.refusals import Refused
from kibic.server.replies import EventMessage, written
from kibic.server.store import TableRow, Word
from kibic.server.undo import standing, undone_from

#: The version of a match before its first word; 0 is a table that waits.
FIRST = 1


@dataclass(frozen=True, slots=True)
class Step:
    """A state, the version it has, and how it was reached: by whom, what happened in the match, what at the table.

    ``own``: a person himself said the word. ``table`` are events of the table, the same for all viewers.
    """

    version: int
    state: State[Any]
    events: tuple[Event, ...]
    actor: Seat | None = None
    word: str = ""
    own: bool = False
    table: tuple[Json, ...] = ()


class Course:
    """The course of one match.

    States are immutable, so keeping the last ``kept`` of them costs little and lets a page that missed some resume.
    """

    def __init__(self, game: Game[Any, Any, Any], rules: Rules, names: Sequence[str], dealer: Seat, kept: int) -> None:
        self.game = game
        self.names = tuple(names)
        #: The state before the first deal, and how many hands have been dealt.
        self.first: State[Any] = game.start(rules, len(names), dealer)
        self.dealt = 0
        self._steps: deque[Step] = deque([Step(FIRST, self.first, ())], maxlen=kept + 1)
        self._ids: dict[tuple[int, str], int] = {}
        #: Milliseconds left in the time bank of each seat that has used its clock.
        self.banks: dict[Seat, int] = {}
        self._views: dict[Seat, tuple[int, dict[str, Json]]] = {}

    @classmethod
    def replayed(
        cls,
        game: Game[Any, Any, Any],
        rules: Rules,
        names: Sequence[str],
        dealer: Seat,
        kept: int,
        *,
        words: Sequence[Word],
        bots: Set[Seat] = frozenset(),
    ) -> Course:
        """The course of a match whose log is ``words``; ``bots`` are the seats of bots."""
        course = cls(game, rules, names, dealer, kept)
        for number, word in enumerate(words):
            course.take(words, number, own=word.actor not in bots)
        return course

    def take(self, words: Sequence[Word], number: int, *, own: bool) -> None:
        """Take over word ``number`` (from 0) of a log of which those before it have been taken over."""
        word = words[number]
        since = undone_from(word.word)
        if since is None:
            state, events = self.state.apply(self.game.parse(self.state, word.word))
            self.advance(word, state, events, own=own)
        else:
            self.go_back(word, self.state_at(since) or self.folded(words[:number], since))

    def folded(self, words: Sequence[Word], since: int) -> State[Any]:
        """The state before word ``since``, folded from the beginning."""
        state: State[Any] = self.first
        for word in standing(words):
            if word.seq >= since:
                break
            state, _ = state.apply(self.game.parse(state, word.word))
        return state

    @property
    def state(self) -> State[Any]:
        """The state now."""
        return self._steps[-1].state

    @property
    def version(self) -> int:
        """The version now."""
        return self._steps[-1].version

    @property
    def between_hands(self) -> bool:
        """Whether the house is about to deal another hand."""
        return self.version > FIRST and self.state.to_act == HOUSE and self.state.phase == "deal"

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.state.to_act is not None and not (self.state.to_act == HOUSE and self.state.phase == "deal")

    def version_of(self, seat: Seat, client_id: str) -> int | None:
        """The version that the action ``client_id`` of the seat made, None when it never came."""
        return self._ids.get((seat, client_id))

    def parse(self, word: str) -> Action:
        """The action of a word. Raises :class:`Refused` (``unknown_word``)."""
        try:
            action: Action = self.game.parse(self.state, word)
        except WordError as error:
            raise Refused("unknown_word", word=word[:40]) from error
        return action

    def after(self, action: Action) -> tuple[State[Any], tuple[Event, ...]]:
        """The state after an action, and what happened. Raises :class:`Refused` with the rule."""
        try:
            return self.state.apply(action)
        except IllegalAction as error:
            raise Refused.by_rule(error) from error

    def check(self, action: Action) -> None:
        """Raises :class:`Refused` unless the actor may do this alone (so it is no agreement)."""
        if action not in self.state.legal():
            self.after(action)
            raise Refused("needs_all")

    def advance(self, word: Word, state: State[Any], events: tuple[Event, ...], *, own: bool) -> None:
        """Take over the state that a committed word made; ``own`` unless the word is one of a bot of the table."""
        self.dealt += word.actor == HOUSE and self.state.phase == "deal"
        note = word.note or {}
        own = own and word.actor != HOUSE and "by" not in note
        table: tuple[Json, ...] = ()
        if "by" in note:
            table = ({"kind": "stand_in", "seat": word.actor, "bot": note["by"], "why": note["why"]},)
        self._take(word, Step(self.version + 1, state, events, word.actor, word.word, own, table))

    def go_back(self, word: Word, state: State[Any]) -> None:
        """Take over an earlier state: a committed word has taken back all that were said since."""
        told = {"kind": "undone", "seat": word.actor, "since": undone_from(word.word)}
        self._take(word, Step(self.version + 1, state, (), word.actor, word.word, own=False, table=(told,)))

    def _take(self, word: Word, step: Step) -> None:
        self._steps.append(step)
        if word.client_id is not None:
            self._ids[word.actor, word.client_id] = self.version
        if word.note is not None and "bank" in word.note:
            self.banks[word.actor] = word.note["bank"]

    def latest(self) -> Iterator[Step]:
        """The steps at hand, the last one first."""
        return reversed(self._steps)

    def state_at(self, version: int) -> State[Any] | None:
        """The state that had this version, None when it is not at hand."""
        return next((step.state for step in self._steps if step.version == version), None)

    def rename(self, names: Sequence[str]) -> None:
        """Other people sit here now; what was shown under the old names is made anew."""
        self.names = tuple(names)
        self._views.clear()

    def view(self, viewer: Seat) -> dict[str, Json]:
        """What the viewer may know now, as JSON."""
        version, view = self._views.get(viewer, (0, {}))
        if version != self.version:
            view = self._show(self.state, viewer)
            self._views[viewer] = (self.version, view)
        return view

    def event(self, viewer: Seat, *, whole: bool = False) -> str:
        """The ``event`` message of the last word for the viewer; ``whole``: with the view instead of its change."""
        version, before = self._views.get(viewer, (0, {}))
        if version != self.version - 1:
            before = self._show(self._steps[-2].state, viewer)
        return self._message(self._steps[-1], viewer, None if whole else before, self.view(viewer))

    def missed(self, viewer: Seat, since: int, *, whole: bool = False) -> list[str] | None:
        """The ``event`` messages after version ``since``, or None when they are not all at hand."""
        if not self._steps[0].version <= since <= self.version:
            return None
        steps = list(self._steps)[since - self._steps[0].version :]
        messages = []
        before = self._show(steps[0].state, viewer) if len(steps) > 1 else {}
        for step in steps[1:]:
            after = self._show(step.state, viewer)
            messages.append(self._message(step, viewer, None if whole else before, after))
            before = after
        return messages

    def _show(self, state: State[Any], viewer: Seat) -> dict[str, Json]:
        shown: dict[str, Json] = self.game.view_json(state.view(viewer), self.names)
        return shown

    def _message(self, step: Step, viewer: Seat, before: dict[str, Json] | None, after: dict[str, Json]) -> str:
        seen = (event.seen_by(viewer) for event in step.events)
        events = [*step.table, *(self.game.event_json(event, self.names) for event in seen if event is not None)]
        if before is None:
            return written(EventMessage(step.version, events, view=after))
        return written(EventMessage(step.version, events, difference(before, after)))


def result_of(course: Course, state: State[Any]) -> dict[str, Json]:
    """What the game says of a match that ended with this state, as everybody sees it; empty where it says nothing."""
    shown = course.game.view_json(state.view(KIBITZER), course.names).get("result")
    return shown if isinstance(shown, dict) else {}


def course_of(row: TableRow, words: Callable[[str], list[Word]], kept: int = 1) -> Course | None:
    """The match of a table, played again from its ``words``; None before its start."""
    if row.opening is None:
        return None
    game: Game[Any, Any, Any] = game_named(row.game)
    rules: Rules = game.rules(row.preset, row.options)
    names, dealer = [seat.name for seat in row.seats], row.opening["dealer"]
    bots = {number for number, seat in enumerate(row.seats) if seat.kind == "bot"}
    return Course.replayed(game, rules, names, dealer, kept, words=words(row.id), bots=bots)
