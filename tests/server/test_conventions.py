"""The conventions of a finished hand over HTTP: what the record shows, and nothing of a hand in progress."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibic.record import read, replay
from kibic.review import broken, findings_json
from tests.server.kit import Person, Running, play, quick
from tests.server.test_preferans import SHORT, chance, over

AGREED = {"conv.bid_min": "gulin", "conv.follow_min": "gulin", "conv.sans_lead": "gulin", "pen.rezon": "nep"}


@pytest.fixture
def tables(database: Path) -> Iterator[Running]:
    """A server whose bots play anything legal, which breaks everything that can be broken."""
    with Running(quick(database, bot="random", kept=400)) as running:
        yield running


def test_what_was_broken_is_what_the_record_shows(tables: Running) -> None:
    async def story() -> None:
        async with Person(tables.url, "Ana") as ana:
            made = await ana.post("/api/play", options={**SHORT, **AGREED})
            page = await ana.page(made["table"])
            await play(page, chance(5), over)
            url = f"/api/tables/{made['table']}"
            record = replay(read((await ana.client.get(f"{url}/record")).text))
            hands = range(1, len(record.record.hands) + 1)
            told = [(await ana.client.get(f"{url}/conventions?hand={hand}")).json()["conventions"] for hand in hands]
            assert told == [findings_json(broken(record, hand)) for hand in hands]
            assert any(told)

    asyncio.run(story())


def test_a_hand_in_progress_shows_nothing(tables: Running) -> None:
    async def story() -> None:
        async with Person(tables.url, "Ana") as ana:
            made = await ana.post("/api/play", options=AGREED)
            page = await ana.page(made["table"])
            await play(page, chance(6), lambda view: view["hand"] == 2 and view["phase"] != "deal")
            url = f"/api/tables/{made['table']}/conventions"
            for hand in (2, 3, 99999):
                answer = await ana.client.get(f"{url}?hand={hand}")
                assert (answer.status_code, answer.json()) == (200, {"conventions": []})
            for wrong in ("", "?hand=0", "?hand=x", "?hand=-1", "?hand=100000"):
                answer = await ana.client.get(url + wrong)
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
            answer = await ana.client.get("/api/tables/abcdefgh2345/conventions?hand=1")
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")

    asyncio.run(story())
