"""What people say at a table: when, who hears it, and what is kept of it."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from kibic.server.database import open_database, url_of
from kibic.server.peoplestore import PeopleStore
from kibic.server.reportstore import ReportStore
from tests.server.highest import GAME
from tests.server.kit import Page, Person, Running, play, quick
from tests.server.tables import on_turn, opened, people, trio


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the database of the module lies."""
    return tmp_path_factory.mktemp("chat") / "kibic.sqlite3"


@pytest.fixture(scope="module")
def talking(known: None, database: Path) -> Iterator[Running]:
    """A server where one may talk as fast as one likes."""
    settings = quick(database, game=GAME.name, next_pause=600.0, talk_rate=1000.0, talk_burst=1000)
    with Running(settings) as running:
        yield running


@contextmanager
def beside(database: Path) -> Iterator[Engine]:
    """The database beside the server."""
    engine = open_database(url_of(str(database)))
    yield engine
    engine.dispose()


async def said(page: Page) -> Any:
    """The next thing the page hears somebody say."""
    message = await page.until(lambda message: message["type"] == "said" and message["said"])
    return message["said"][-1]


async def told(page: Page, **fields: Any) -> Any:
    """Say something, and what comes of it: heard by oneself, or refused."""
    await page.say("talk", id="t", **fields)
    return await page.until(lambda message: message["type"] == "refused" or bool(message.get("said")))


def test_before_a_hand_everybody_says_what_he_likes(talking: Running) -> None:
    async def story() -> None:
        async with people(talking.url, "Ana", "Boro", None) as (ana, boro, stranger):
            table = await opened(ana)
            one, two = await ana.page(table), await boro.page(table)
            first = await one.heard("said")
            assert first == {"type": "said", "said": [], "words": ["evo"]}
            assert one.table["speech"] == "free"
            await two.heard("said")
            heard = (await told(two, text="  Dobro\u202e veče,\n  svima <b>!</b> "))["said"][0]
            assert heard["text"] == "Dobro veče, svima <b>!</b>"
            assert (heard["name"], heard["seat"], heard["you"], heard["aside"]) == ("Boro", None, True, False)
            other = await said(one)
            assert (other["number"], other["who"], other["you"]) == (heard["number"], heard["who"], False)
            assert boro.client.cookies
            late = await stranger.page(table)
            assert (await late.heard("said"))["said"][0]["text"] == heard["text"]
            assert late.table["speech"] == "none"
            assert (await told(late, text="ja"))["code"] == "not_seated"
            assert (await told(one, text=" \n"))["code"] == "bad_message"
            assert (await told(one, text="a" * 201))["code"] == "too_large"
            assert (await told(one, word="dva"))["code"] == "unknown_word"

    asyncio.run(story())


def test_spe_01_in_a_hand_players_say_the_words_and_watchers_are_heard_by_watchers(talking: Running) -> None:
    async def story() -> None:
        async with people(talking.url, "Ana", "Boro", "Ceca", "Deda", "Era") as (ana, boro, ceca, deda, era):
            pages = await trio((ana, boro, ceca))
            await on_turn(pages)
            one, two, _ = pages
            await one.until(lambda _: one.table["speech"] == "words")
            looking = [await person.page(one.table_id) for person in (deda, era)]
            for page in looking:
                await page.heard("said")
                assert page.table["speech"] == "watchers"
            assert (await told(one, text="imam keca"))["code"] == "only_words"
            assert (await told(looking[0], text="Ana ima keca"))["said"][0]["aside"] is True
            assert (await said(looking[1]))["text"] == "Ana ima keca"
            assert (await told(one, word="evo"))["said"][0]["word"] == "evo"
            # The first thing another player has heard in this hand is the word of the table.
            assert (await said(two))["word"] == "evo"
            assert (await said(looking[0]))["word"] == "evo"
            again = await boro.page(one.table_id)
            assert [each["word"] for each in (await again.heard("said"))["said"]] == ["evo"]
            log = [word.word for word in talking.server.writer.store.words(one.table_id)]
            assert "evo" not in log

    asyncio.run(story())


def test_whom_one_blocks_one_does_not_hear(talking: Running, database: Path) -> None:
    async def story() -> None:
        async with people(talking.url, "Ana", "Boro") as (ana, boro):
            table = await opened(ana)
            one, two = await ana.page(table), await boro.page(table)
            await two.heard("welcome")
            await two.say("sit", seat=1)
            await one.until(lambda _: one.table["seats"][1]["kind"] == "person")
            await told(two, text="prvo")
            assert (await said(one))["text"] == "prvo"
            row = talking.server.writer.store.table(table)
            assert row is not None
            assert row.seats[0].guest is not None
            assert row.seats[1].guest is not None
            with beside(database) as engine:
                PeopleStore(engine).block(row.seats[0].guest, row.seats[1].guest, "Boro", 1)
            await told(two, text="drugo")
            await told(one, text="treće")
            assert (await said(two))["text"] == "treće"
            again = await ana.page(table)
            assert [each["text"] for each in (await again.heard("said"))["said"]] == ["treće"]

    asyncio.run(story())


def test_what_is_reported_is_kept_with_what_was_said_around_it(talking: Running, database: Path) -> None:
    async def story() -> None:
        async with people(talking.url, "Ana", "Boro") as (ana, boro):
            table = await opened(ana)
            one, two = await ana.page(table), await boro.page(table)
            await two.heard("said")
            for text in ("dobro veče", "ružna reč"):
                await told(two, text=text)
                heard = await said(one)
            await one.say("report", id="r", number=heard["number"])
            assert (await one.answer("r"))["type"] == "ack"
            await one.say("report", id="s", number=1)
            assert (await one.answer("s"))["code"] == "nothing_open"
            with beside(database) as engine:
                (report,) = ReportStore(engine).latest(10)
            assert (report.table_id, report.said) == (table, "ružna reč")
            assert [each["said"] for each in report.context] == ["dobro veče", "ružna reč"]
            assert report.context[0]["guest"] == report.guest != report.reporter
            # What one reported is among one's data and goes with one; what others reported of one is theirs.
            taken = [await person.client.get("/api/me/export.zip") for person in (ana, boro)]
            facts = [json.loads(zipfile.ZipFile(io.BytesIO(each.content)).read("me.json")) for each in taken]
            assert [[each["said"] for each in fact["reports"]] for fact in facts] == [["ružna reč"], []]
            await boro.post("/api/account/delete")
            with beside(database) as engine:
                assert len(ReportStore(engine).latest(10)) == 1
            await ana.post("/api/account/delete")
            with beside(database) as engine:
                assert ReportStore(engine).latest(10) == []

    asyncio.run(story())


def test_between_hands_speech_is_free_again(talking: Running) -> None:
    async def story() -> None:
        async with Person(talking.url, "Ana") as ana:
            (page,) = await trio((ana,))
            await play(
                page, lambda view: str(view["legal"][0]), lambda view: view["phase"] == "deal" and view["hand"] == 1
            )
            await page.until(lambda _: page.table["speech"] == "free")
            assert (await told(page, text="bravo"))["said"][0]["text"] == "bravo"

    asyncio.run(story())


def test_who_talks_too_fast_is_stopped(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            table = await opened(ana)
            page = await ana.page(table)
            answers = [await told(page, text=str(number)) for number in range(7)]
            assert [answer["type"] for answer in answers[:6]] == ["said"] * 6
            assert answers[6]["code"] == "too_fast"

    asyncio.run(story())
