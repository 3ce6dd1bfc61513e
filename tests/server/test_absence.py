"""People who think too long, go away and come back: clocks, countdowns, bots that stand in."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibic.cards import Shuffler
from kibic.server.thinking import Bot
from tests.server.clockwork import Clockwork
from tests.server.kit import PATIENCE, Chosen, FirstBot, Person, Running, first, quick
from tests.server.tables import on_turn, passes, people, sees, trio


class Gate(FirstBot):
    """A bot that thinks until it is let go."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()

    def choose(self, view: Any, rng: Shuffler) -> Chosen:
        self.asked.set()
        assert self.go.wait(PATIENCE)
        return super().choose(view, rng)


@pytest.fixture
def time() -> Clockwork:
    """The time of the server."""
    return Clockwork()


@pytest.fixture
def served(database: Path, time: Clockwork) -> Iterator[Running]:
    """A server whose time stands still until the test lets it pass."""
    with Running(
        quick(database, game="highest", bot="random", next_pause=600.0), lambda *_: FirstBot(), time
    ) as running:
        yield running


def test_a_move_out_of_time_is_made_by_a_bot_and_the_bank_is_used_up(served: Running, time: Clockwork) -> None:
    async def story() -> None:
        async with people(served.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            pages = await trio((ana, boro, ceca), manners={"move": 20, "bank": 30})
            slow = await on_turn(pages)
            other = next(page for page in pages if page is not slow)
            table = await sees(other, lambda table: table["clock"]["seat"] == slow.seat)
            assert table["clock"]["banks"] == [30_000] * 3
            assert table["clock"]["move_until"] - table["clock"]["now"] == 20_000
            assert table["clock"]["until"] - table["clock"]["now"] == 50_000
            version = slow.version
            await time.pass_by(50)
            heard = await other.heard("event")
            assert heard["version"] == version + 1
            assert heard["events"][0] == {"kind": "stand_in", "seat": slow.seat, "bot": "random", "why": "time"}
            clock = (await other.heard("clock"))["clock"]
            assert clock["banks"][slow.seat] == 0
            assert clock["seat"] != slow.seat
            answer = await slow.act("1", version=version)
            assert answer["code"] == "stale_version"

    asyncio.run(story())


def test_a_word_in_time_costs_only_what_it_took(served: Running, time: Clockwork) -> None:
    async def story() -> None:
        async with people(served.url, "Ana", "Boro") as (ana, boro):
            pages = await trio((ana, boro), manners={"move": 20, "bank": 30})
            quick_one = await on_turn(pages)
            await sees(quick_one, lambda table: table["clock"]["seat"] == quick_one.seat)
            await time.pass_by(26)
            assert (await quick_one.act(first(quick_one.view)))["type"] == "ack"
            clock = (await quick_one.heard("clock"))["clock"]
            assert clock["banks"][quick_one.seat] == 24_000

    asyncio.run(story())


def test_after_several_moves_out_of_time_a_bot_plays_until_the_person_is_back(served: Running, time: Clockwork) -> None:
    async def story() -> None:
        async with people(served.url, "Ana", "Boro") as (ana, boro):
            pages = one, two = await trio((ana, boro), manners={"move": 10})
            seat = two.seat
            assert seat is not None
            outs = 0
            while one.table["seats"][seat]["away"] is None:
                version = (await on_turn(pages)).version
                if one.my_turn:
                    assert (await one.act(first(one.view)))["type"] == "ack"
                elif two.my_turn:
                    await time.pass_by(10)
                    outs += 1
                else:
                    for page in pages:
                        await page.say("next")
                for page in pages:
                    await passes(page, version)
                if outs == 3:
                    await sees(one, lambda table: table["seats"][seat]["away"] is not None)
            assert outs == 3
            assert one.table["seats"][seat]["away"] == {"why": "away", "until": None, "bot": "random"}
            await two.say("back")
            await sees(one, lambda table: table["seats"][seat]["away"] is None)

    asyncio.run(story())


def test_whoever_goes_away_is_counted_down_and_a_bot_plays_until_he_is_back(served: Running, time: Clockwork) -> None:
    async def story() -> None:
        async with people(served.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            pages = await trio((ana, boro, ceca), manners={"wait": 30, "stand_in": "random"})
            gone = await on_turn(pages)
            stays = next(page for page in pages if page is not gone)
            seat, person = gone.seat, next(one for one in (ana, boro, ceca) if gone in one.pages)
            assert seat is not None
            await gone.close()
            await sees(stays, lambda table: not table["seats"][seat]["connected"])
            await time.pass_by(8)
            table = await sees(stays, lambda table: table["seats"][seat]["away"])
            assert table["seats"][seat]["away"]["why"] == "gone"
            assert 29_000 <= table["seats"][seat]["away"]["until"] - table["now"] <= 30_000
            version = stays.version
            await time.pass_by(30)
            table = await sees(stays, lambda table: (table["seats"][seat]["away"] or {}).get("why") == "away")
            await passes(stays, version)
            back = await person.page(stays.table_id)
            await sees(stays, lambda table: table["seats"][seat]["away"] is None)
            assert (await back.heard("welcome"))["table"]["seats"][seat]["away"] is None

    asyncio.run(story())


def test_a_silent_person_is_counted_down_and_stirs(served: Running, time: Clockwork) -> None:
    async def story() -> None:
        async with people(served.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            pages = await trio((ana, boro, ceca), manners={"wait": 30})
            silent = await on_turn(pages)
            other = next(page for page in pages if page is not silent)
            seat = silent.seat
            assert seat is not None
            await time.pass_by(60)
            table = await sees(other, lambda table: table["seats"][seat]["away"])
            assert table["seats"][seat]["away"]["why"] == "silent"
            await silent.say("back")
            await sees(other, lambda table: table["seats"][seat]["away"] is None)
            await time.pass_by(89)
            await sees(other, lambda table: table["seats"][seat]["away"])
            version = other.version
            await time.pass_by(1)
            await other.until(lambda _: other.version == version + 1)

    asyncio.run(story())


def test_the_answer_of_a_bot_is_dropped_when_the_person_is_back(database: Path, time: Clockwork) -> None:
    gate = Gate()

    def find(_name: str, _game: str) -> Bot:
        return gate

    async def story(running: Running) -> None:
        async with people(running.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            pages = await trio((ana, boro, ceca), manners={"wait": 10})
            away = await on_turn(pages)
            other = next(page for page in pages if page is not away)
            seat, version = away.seat, away.version
            assert seat is not None
            await time.pass_by(70)
            assert await asyncio.to_thread(gate.asked.wait, PATIENCE)
            await sees(other, lambda table: (table["seats"][seat]["away"] or {}).get("why") == "away")
            word = away.view["legal"][-1]
            assert (await away.act(word))["version"] == version + 1
            gate.go.set()
            heard = await other.heard("event")
            assert (heard["version"], heard["events"][0]["seat"]) == (version + 1, seat)
            assert heard["events"][0]["word"] == word
            assert other.table["seats"][seat]["away"] is None

    settings = quick(database, game="highest", bot="random", bot_limit=PATIENCE)
    with Running(settings, find, time) as running:
        asyncio.run(story(running))


def test_a_server_that_starts_anew_knows_who_is_away_and_what_is_in_the_banks(database: Path, time: Clockwork) -> None:
    settings = quick(database, game="highest", bot="random", next_pause=600.0)

    async def before(running: Running, people: tuple[Person, Person, Person]) -> tuple[str, int, list[int]]:
        pages = await trio(people, manners={"move": 20, "bank": 30, "wait": 10})
        mover = await on_turn(pages)
        await sees(mover, lambda table: table["clock"]["seat"] == mover.seat)
        await time.pass_by(26)
        assert (await mover.act(first(mover.view)))["type"] == "ack"
        clock = (await mover.heard("clock"))["clock"]
        gone = next(page for page in pages[1:] if page.seat != clock["seat"])
        assert gone.seat is not None
        seat = gone.seat
        await gone.close()
        await sees(pages[0], lambda table: not table["seats"][seat]["connected"])
        await time.pass_by(18)
        await sees(pages[0], lambda table: (table["seats"][seat]["away"] or {}).get("why") == "away")
        return pages[0].table_id, seat, clock["banks"]

    async def story() -> None:
        with Running(settings, lambda *_: FirstBot(), time) as running:
            url = running.url
            async with Person(url, "Ana") as ana, Person(url, "Boro") as boro, Person(url, "Ceca") as ceca:
                table_id, seat, banks = await before(running, (ana, boro, ceca))
                cookies = ana.client.cookies
        with Running(settings, lambda *_: FirstBot(), Clockwork()) as running:
            async with Person(running.url) as again:
                again.client.cookies = cookies
                page = await again.page(table_id)
                table = (await page.heard("welcome"))["table"]
                assert table["seats"][seat]["away"]["why"] == "away"
                assert table["clock"]["banks"] == banks != [30_000] * 3

    asyncio.run(story())
