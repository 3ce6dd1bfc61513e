"""Servers wake each other through Redis; where it is down they find out by themselves, only later."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibic.game import KibicError
from kibic.server import sessionwatch
from kibic.server.bus import LEASE, SESSIONS, Bus, open_bus
from kibic.server.leasestore import subject_of_table
from kibic.server.line import GOING_DOWN
from kibic.server.redisbus import RedisBus
from tests.server.kit import PATIENCE, Person, Running, quick
from tests.services import Redis


def test_what_one_tells_the_others_hear_and_after_a_fall_they_look_themselves(redis: Redis) -> None:
    async def story() -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()
        own: list[str] = []
        one, two = open_bus(redis.url, "one"), open_bus(redis.url, "two")
        one.listen(LEASE, own.append)
        two.listen(LEASE, heard.put_nowait)
        await asyncio.gather(one.start(), two.start())
        async with asyncio.timeout(PATIENCE):
            assert await heard.get() == "", "something may have been told before"
            assert isinstance(one, RedisBus)
            await one.connected.wait()
            one.tell(SESSIONS, "nobody listens to this")
            one.tell(LEASE, "table abc")
            assert await heard.get() == "table abc"
            await asyncio.to_thread(redis.stop)
            one.tell(LEASE, "lost, and nobody waits for it")
            await asyncio.to_thread(redis.start)
            while await heard.get() != "":
                pass
            await one.connected.wait()
            one.tell(LEASE, "table def")
            while await heard.get() != "table def":
                pass
        await asyncio.gather(one.close(), two.close())
        assert set(own) == {""}, "nobody hears himself"

    try:
        asyncio.run(story())
    finally:
        if not redis.running:
            redis.start()


def test_a_bus_that_is_never_there_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        bus = RedisBus(f"unix://{tmp_path}/nothing", "one")
        await bus.start()
        for number in range(5_000):
            bus.tell(LEASE, str(number))
        await bus.close()

    asyncio.run(story())


def test_without_redis_there_is_no_bus() -> None:
    assert type(open_bus("", "one")) is Bus
    with pytest.raises(KibicError, match="KIBIC_REDIS must be redis://HOST"):
        open_bus("http://localhost", "one")


async def logs_in_elsewhere(one: Running, two: Running) -> None:
    """Somebody who plays at one server logs in at another: the socket of the guest he was ends."""
    async with Person(one.url, "Ana") as ana, Person(two.url) as account:
        await account.post("/api/account", name="Anka", password="a good long one")
        table = (await ana.post("/api/play"))["table"]
        page = await ana.page(table)
        await page.until(lambda _: page.my_turn)
        there = Person(two.url)
        there.client.cookies = ana.client.cookies
        async with there:
            await there.post("/api/login", name="Anka", password="a good long one")
            assert await page.closed() == GOING_DOWN
            back = await there.page(table)
            await back.heard("welcome")
            assert back.seat == page.seat
            assert subject_of_table(table) in two.server.cluster.owned


@pytest.mark.parametrize("told", [True, False])
def test_a_session_that_ended_elsewhere_ends_here(
    told: bool, database: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not told:
        monkeypatch.setattr(sessionwatch, "EVERY", 0.05)
    url = request.getfixturevalue("redis").url if told else ""
    settings = quick(database, game="highest", beat=3600.0 if told else 0.05, redis=url)
    with Running(settings) as one, Running(settings) as two:
        asyncio.run(logs_in_elsewhere(one, two))
