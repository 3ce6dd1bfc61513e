"""A match at a server that answers ``hello`` as a table does, without the server: for tests of what pages hold."""

from __future__ import annotations

import json
from typing import Any

from kibic.cards import SeededRandom
from kibic.game import HOUSE
from kibic.games.preferans import GAME
from kibic.server.course import Course
from kibic.server.store import Word

NAMES = ("Ana", "Boro", "Ceca")
#: Fewer than tests play, so that some pages return too late for the missed events.
KEPT = 8


class Host:
    """A match as one viewer is told of it; ``whole``: events bring the view instead of its change."""

    def __init__(self, seed: str, viewer: int, table: Any, *, whole: bool = False) -> None:
        self.course = Course(GAME, GAME.rules("srpski"), NAMES, 0, KEPT)
        self._chance = SeededRandom(seed)
        self._viewer = viewer
        self._table = table
        self._whole = whole

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.course.state.to_act is None

    @property
    def now(self) -> tuple[int, Any]:
        """The version, and the view of the viewer as JSON."""
        return self.course.version, json.loads(json.dumps(self.course.view(self._viewer)))

    def step(self) -> Any:
        """Somebody says a word; its event."""
        action = self.course.state.legal().sample(self._chance)
        actor = self.course.state.to_act
        assert actor is not None
        word = Word("t", self.course.version, actor, action.word, None, 0)
        self.course.advance(word, *self.course.after(action), own=True)
        return json.loads(self.course.event(self._viewer, whole=self._whole))

    def until_on_turn(self) -> list[Any]:
        """What a page hears from the beginning until it is on turn for the first time."""
        while self.course.state.to_act in (HOUSE, *{0, 1, 2} - {self._viewer}):
            self.step()
        return self.answers({"since": None})

    def answers(self, hello: Any) -> list[Any]:
        """The missed events, or the table whole."""
        since = hello["since"]
        missed = None if since is None else self.course.missed(self._viewer, since, whole=self._whole)
        if missed is not None:
            return [json.loads(frame) for frame in missed]
        version, view = self.now
        seat = self._viewer if self._viewer >= 0 else None
        return [
            {"type": "welcome", "protocol": 1, "version": version, "view": view, "table": self._table, "seat": seat}
        ]
