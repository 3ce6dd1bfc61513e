"""The client in examples/: it ends with the server's view whatever is lost, and plays a match over broken lines."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from kibic.cards import SeededRandom
from kibic.game import KIBITZER
from kibic.games.preferans import GAME
from kibic.server.course import Course
from kibic.server.patch import without_nulls
from kibic.server.store import Word
from tests.server.kit import PATIENCE, Person, Running

FILE = Path(__file__).parents[2] / "examples/client.py"
NAMES = ("Ana", "Boro", "Ceca")
STEPS = 60
#: Fewer than are played, so that some return too late for the missed events.
KEPT = 8
#: A table that asks nothing of the client.
QUIET = {
    "state": "playing",
    "next_at": None,
    "proposal": None,
    "paused": False,
    "seats": [{"you": False, "kind": "person"}] * 3,
}


def example() -> Any:
    """The module of the client."""
    spec = importlib.util.spec_from_file_location("example_client", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CLIENT = example()


class Host:
    """A match at a server that answers ``hello`` as a table does."""

    def __init__(self, seed: str, viewer: int) -> None:
        self.course = Course(GAME, GAME.rules("srpski"), NAMES, 0, KEPT)
        self._chance = SeededRandom(seed)
        self._viewer = viewer

    def step(self) -> Any:
        """Somebody says a word; its event."""
        action = self.course.state.legal().sample(self._chance)
        actor = self.course.state.to_act
        assert actor is not None
        word = Word("t", self.course.version, actor, action.word, None, 0)
        self.course.advance(word, *self.course.after(action), own=True)
        return json.loads(self.course.event(self._viewer))

    def answers(self, hello: Any) -> list[Any]:
        """The missed events, or the table whole."""
        since = hello["since"]
        missed = None if since is None else self.course.missed(self._viewer, since)
        if missed is not None:
            assert len(missed) <= KEPT
            return [json.loads(frame) for frame in missed]
        version, view = self.course.version, self.course.view(self._viewer)
        return [{"type": "welcome", "protocol": 1, "version": version, "view": view, "table": QUIET, "seat": None}]


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10**6),
    viewer=st.sampled_from((0, 1, 2, KIBITZER)),
    arrivals=st.lists(st.sampled_from((0, 1, 1, 2)), min_size=STEPS, max_size=STEPS),
)
def test_whatever_events_are_lost_or_doubled_the_client_ends_right(seed: int, viewer: int, arrivals: list[int]) -> None:
    host, client = Host(str(seed), viewer), CLIENT.Client("t")
    came = [*host.answers(client.hello())]

    def hear() -> None:
        while came:
            for wish in client.take(came.pop(0)):
                assert wish["type"] == "hello"
                came.extend(host.answers(wish))

    hear()
    for times in arrivals:
        if host.course.state.to_act is None:
            break
        came.extend([host.step()] * times)
        hear()
        if times:
            assert client.version == host.course.version
            assert without_nulls(client.view) == without_nulls(host.course.view(viewer))
    came.extend(host.answers(client.hello()))
    hear()
    assert client.version == host.course.version
    assert without_nulls(client.view) == without_nulls(host.course.view(viewer))


def test_two_clients_play_a_match_with_somebody_and_come_back_over_new_lines(
    tiny: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[ClientConnection] = []

    def connected(*arguments: Any, **options: Any) -> ClientConnection:
        lines.append(connect(*arguments, **options))
        return lines[-1]

    monkeypatch.setattr(CLIENT, "connect", connected)

    async def story() -> tuple[Any, list[Any], list[str | None]]:
        async with Person(tiny.url, "Ana") as ana:
            made = await ana.post("/api/tables", seats=["me", "free", "free"], options={"match.hands": 4}, title="Sto")
            page = await ana.page(made["table"])
            await page.heard("welcome")
            played: list[Any] = []
            robots = [
                threading.Thread(target=lambda name=name: played.append(CLIENT.play(tiny.url + made["url"], name)))
                for name in ("Robi", "Rora")
            ]
            for robot in robots:
                robot.start()
            while not (page.view is not None and page.view["phase"] == "over"):
                if page.my_turn:
                    version = page.version
                    await page.act(page.view["legal"][0])
                    while page.version == version:
                        await page.hear()
                    for line in lines[-2:]:
                        with contextlib.suppress(OSError):  # it may be broken already
                            line.socket.shutdown(socket.SHUT_RDWR)
                elif (await page.hear())["type"] == "table" and page.pausing:
                    await page.say("next")
            await page.until(lambda _: page.table["state"] == "over")
            for robot in robots:
                await asyncio.to_thread(robot.join, PATIENCE)
                assert not robot.is_alive()
            ids = [word.client_id for word in tiny.server.writer.store.words(page.table_id)]
            return page, played, ids

    page, played, ids = asyncio.run(story())
    assert len(played) == 2
    assert {client.version for client in played} == {page.version}
    assert all(client.view["points"] == page.view["points"] for client in played)
    assert len(lines) > 2
    said = [each for each in ids if each is not None]
    assert len(said) == len(set(said))
