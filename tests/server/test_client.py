"""The client in examples/: short, right whatever is lost or doubled, and a match over broken lines with others."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect

from kibic.game import KIBITZER
from tests.server.hosts import KEPT, Host
from tests.server.kit import Person, Running

FILE = Path(__file__).parents[2] / "examples/client.py"
STEPS = 60
#: A table that asks nothing of the client.
QUIET = {"state": "playing", "next_at": None, "proposal": None, "paused": True, "seats": [{"ready": True}] * 3}


def example() -> Any:
    """The module of the client."""
    spec = importlib.util.spec_from_file_location("example_client", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CLIENT = example()


def test_it_is_short() -> None:
    assert len(FILE.read_text("utf-8").splitlines()) <= 60


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10**6),
    viewer=st.sampled_from((0, 1, 2, KIBITZER)),
    arrivals=st.lists(st.sampled_from((0, 1, 1, 2)), min_size=STEPS, max_size=STEPS),
)
def test_whatever_events_are_lost_or_doubled_the_client_ends_right(seed: int, viewer: int, arrivals: list[int]) -> None:
    host, client = Host(str(seed), viewer, QUIET, whole=True), CLIENT.Client("t")

    def come(messages: list[Any]) -> None:
        for message in messages:
            assert client.take(message) == []

    come(host.answers(client.hello()[0]))
    for times in arrivals:
        if host.over:
            break
        come([host.step()] * times)
        if times:
            assert (client.version, client.view) == host.now
    missed = host.answers(client.hello()[0])
    assert len(missed) <= KEPT
    come(missed)
    assert (client.version, client.view) == host.now


def test_a_word_without_an_answer_is_said_again_and_one_that_was_refused_is_not() -> None:
    host, client = Host("again", 0, QUIET | {"paused": False}, whole=True), CLIENT.Client("t")
    (said,) = [say for message in host.until_on_turn() for say in client.take(message)]
    assert said["word"] in host.now[1]["legal"]
    opening, sit, again = client.hello()
    assert (opening["since"], sit["type"], again) == (client.version, "sit", said)
    refused = {"type": "refused", "id": said["id"], "code": "stale_version", "en": "?"}
    assert [say["type"] for say in client.take(refused)] == ["hello", "sit"]
    with pytest.raises(SystemExit, match="There is no such table"):
        CLIENT.Client("t").take(
            {"type": "refused", "id": None, "code": "unknown_table", "en": "There is no such table."}
        )


def test_two_clients_play_a_match_with_somebody_and_come_back_over_new_lines(
    tiny: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[ClientConnection] = []

    async def opened(*arguments: Any, **options: Any) -> Any:
        async for line in connect(*arguments, **options):
            lines.append(line)
            yield line

    monkeypatch.setattr(CLIENT, "connect", opened)

    async def story() -> tuple[Any, list[Any], list[str | None]]:
        async with Person(tiny.url, "Ana") as ana:
            made = await ana.post("/api/tables", seats=["me", "free", "free"], options={"match.hands": 4}, title="Sto")
            page = await ana.page(made["table"])
            await page.heard("welcome")
            robots = [CLIENT.Client(made["table"]) for _ in range(2)]
            # It asks for its session before it goes on, which takes the answer of the server in another thread.
            playing = [asyncio.create_task(CLIENT.play(robot, tiny.url + made["url"])) for robot in robots]
            while not (page.view is not None and page.view["phase"] == "over"):
                if page.my_turn:
                    version = page.version
                    await page.act(page.view["legal"][0])
                    while page.version == version:
                        await page.hear()
                    for line in lines[-2:]:
                        with contextlib.suppress(OSError):
                            line.transport.abort()
                elif (await page.hear())["type"] == "table" and page.pausing:
                    await page.say("next")
            await page.until(lambda _: page.table["state"] == "over")
            await asyncio.gather(*playing)
            ids = [word.client_id for word in tiny.server.writer.store.words(page.table_id)]
            return page, robots, ids

    page, robots, ids = asyncio.run(story())
    assert {client.version for client in robots} == {page.version}
    assert all(client.view["points"] == page.view["points"] for client in robots)
    assert {seat["name"] for seat in page.table["seats"]} == {"Ana", "Robot", "Robot 2"}
    assert len(lines) > 2
    said = [each for each in ids if each is not None]
    assert len(said) > 2


def test_it_opens_a_session_by_opening_the_link(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            made = await ana.post("/api/tables", seats=["me", "bot", "free"], options={"match.hands": 1})
            page = await ana.page(made["table"])
            robot = CLIENT.Client(made["table"])
            playing = asyncio.create_task(CLIENT.play(robot, tiny.url + made["url"]))
            while page.table is None or page.table["state"] != "over":
                if not page.my_turn:
                    await page.hear()
                    continue
                before = page.version
                await page.act(page.view["legal"][0])
                while page.version == before:
                    await page.hear()
            await playing
            frames = [json.loads(frame) for frame in page.frames]
            assert robot.version == page.version
            assert all("patch" in frame for frame in frames if frame["type"] == "event")

    asyncio.run(story())
