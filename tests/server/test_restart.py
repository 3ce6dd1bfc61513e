"""A server that is killed hard in the middle of a hand loses nothing and does nothing twice."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from websockets.exceptions import ConnectionClosed

from kibic.server.database import open_database, url_of
from kibic.server.store import Store
from tests.server.kit import PATIENCE, Page, Person, play

MAIN = "from kibic.cli.app import main; main()"


class Process:
    """``kibic serve`` in a process of its own."""

    def __init__(self, database: Path) -> None:
        self._database = database

    def __enter__(self) -> Self:
        command = [sys.executable, "-c", MAIN, "serve", "--port", "0", "--database", str(self._database)]
        environment = os.environ | {"KIBIC_LANG": "en", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().rpartition(" ")[2].strip()
        assert self.url.startswith("http://127.0.0.1:")
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def kill(self) -> None:
        """End it without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)


def log_of(database: Path, table: str) -> list[tuple[int, int, str, str | None]]:
    store = Store(open_database(url_of(str(database))))
    try:
        return [(word.seq, word.actor, word.word, word.client_id) for word in store.words(table)]
    finally:
        store.close()


async def back(url: str, before: Person) -> Person:
    """The same person at the server that came back."""
    person = Person(url)
    person.client.cookies = before.client.cookies
    await before.client.aclose()
    return person


def test_killed_in_the_middle_of_a_hand_the_table_is_as_it_was(database: Path) -> None:
    async def before(url: str) -> tuple[Person, str, Page, dict[str, Any]]:
        ana = await Person(url, "Ana").__aenter__()
        made = await ana.post("/api/play", bot="random", bot_pause=0)
        page = await ana.page(made["table"])
        rng = random.Random(3)
        await play(page, lambda view: rng.choice(view["legal"]), lambda view: view["phase"] == "play" and page.my_turn)
        version = page.version
        word = page.view["legal"][0]
        answer = await page.act(word, client_id="the-last-one")
        assert answer == {"type": "ack", "id": "the-last-one", "version": version + 1}
        while page.version == version or not page.my_turn:
            assert page.view["phase"] == "play"
            await page.hear()
        return ana, made["table"], page, answer

    async def after(url: str, ana: Person, table: str, page: Page, answer: dict[str, Any]) -> None:
        again = await back(url, ana)
        fresh = await again.page(table)
        await fresh.heard("welcome")
        assert fresh.version == page.version
        assert fresh.view == page.view
        assert fresh.seat == page.seat
        assert fresh.table["bot_pause"] == 0
        resumed = await again.page(table, since=page.version, view=page.view)
        assert (await resumed.hear())["type"] == "table"
        await resumed.say("act", id="the-last-one", version=answer["version"] - 1, word="whatever it was")
        assert await resumed.answer("the-last-one") == answer
        await again.client.aclose()

    async def story() -> None:
        with Process(database) as server:
            ana, table, page, answer = await before(server.url)
            server.kill()
            assert await page.closed() == 1006
        words = log_of(database, table)
        assert [seq for seq, *_ in words] == list(range(1, page.version))
        with Process(database) as server:
            await after(server.url, ana, table, page, answer)

    asyncio.run(story())


def test_killed_at_any_moment_an_action_is_there_once(database: Path) -> None:
    async def until_killed(page: Page, server: Process, rng: random.Random) -> dict[str, Any]:
        """Play on; kill the server right after one word was sent; that word."""
        left = rng.randrange(1, 6)
        while True:
            if not page.my_turn:
                if (await page.hear())["type"] == "table" and page.pausing:
                    await page.say("next")
                continue
            message = {"id": f"x{rng.random()}", "version": page.version, "word": rng.choice(page.view["legal"])}
            await page.say("act", **message)
            left -= 1
            if left == 0:
                server.kill()
                return message
            await page.answer(str(message["id"]))
            while page.version == message["version"]:
                await page.hear()

    async def story() -> None:
        rng = random.Random(11)
        person, table, sent = None, "", None
        page: Page | None = None
        for _ in range(3):
            with Process(database) as server:
                if person is None:
                    person = await Person(server.url, "Ana").__aenter__()
                    table = (await person.post("/api/play", bot="random", bot_pause=0))["table"]
                else:
                    person = await back(server.url, person)
                page = await person.page(table)
                await page.heard("welcome")
                if sent is not None:
                    await page.say("act", **sent)
                    again = await page.answer(sent["id"])
                    assert again == {"type": "ack", "id": sent["id"], "version": sent["version"] + 1}
                    while page.version == sent["version"]:
                        await page.hear()
                sent = await until_killed(page, server, rng)
                try:
                    while True:
                        page.frames.append(str(await page.line.recv()))
                except ConnectionClosed:
                    acknowledged = [json.loads(frame) for frame in page.frames if '"type":"ack"' in frame]
            words = log_of(database, table)
            ids = [client_id for *_, client_id in words if client_id is not None]
            assert len(ids) == len(set(ids))
            for ack in acknowledged:
                assert words[ack["version"] - 2][3] == ack["id"]
        assert person is not None
        await person.client.aclose()

    asyncio.run(story())
