"""Limits for each address, person and table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from kibic.server.crowd import Crowd
from tests.server import highest
from tests.server.kit import PATIENCE, Person, Running, quick


def test_a_crowd_is_counted_by_address_and_person() -> None:
    crowd = Crowd(2, 1)
    with crowd.inside(address="203.0.113.7", person="ana"):
        assert crowd.has_room(address="203.0.113.7")
        assert not crowd.has_room(person="ana")
        assert crowd.has_room(person="boro")
        with crowd.inside(address="203.0.113.7"):
            assert not crowd.has_room(address="203.0.113.7")
            assert crowd.has_room(address="203.0.113.8")
    assert crowd.has_room(address="203.0.113.7", person="ana")
    assert len(crowd) == 0


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "127.1.2.3"])
def test_the_machine_itself_is_not_limited(address: str) -> None:
    crowd = Crowd(1, 1)
    with crowd.inside(address=address), crowd.inside(address=address):
        assert crowd.has_room(address=address)


def test_a_person_has_so_many_sockets_and_no_more(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana, Person(running.url, "Boro") as boro:
            table = (await ana.post("/api/play"))["table"]
            for _ in range(2):
                await (await ana.page(table)).heard("welcome")
            third = await connect(
                running.url.replace("http", "ws") + "/ws", additional_headers={"Cookie": ana.cookie}, max_queue=None
            )
            async with asyncio.timeout(PATIENCE):
                await third.wait_closed()
            assert third.close_code == 1008
            await (await boro.page(table)).heard("welcome")

    with Running(quick(database, game=highest.GAME.name, person_sockets=2)) as running:
        asyncio.run(story(running))


def test_so_many_look_on_at_a_table_and_players_always_come(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana, Person(running.url) as stranger:
            table = (await ana.post("/api/play"))["table"]
            await (await stranger.page(table)).heard("welcome")
            refused = await (await stranger.page(table)).heard("refused", "welcome")
            assert refused["code"] == "crowded"
            assert (await (await ana.page(table)).heard("welcome"))["seat"] is not None

    with Running(quick(database, game=highest.GAME.name, table_watchers=1)) as running:
        asyncio.run(story(running))


def test_a_person_makes_so_many_tables(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana, Person(running.url, "Boro") as boro:
            await ana.post("/api/play")
            answer = await ana.client.post("/api/play", json={})
            assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
            await boro.post("/api/play")

    with Running(quick(database, game=highest.GAME.name, table_makes=1e-9, table_makes_burst=1)) as running:
        asyncio.run(story(running))
