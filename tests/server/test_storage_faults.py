"""Storage that fails: what cannot be saved is refused, and memory and log stay alike; it recovers without a restart."""

from __future__ import annotations

import asyncio
import logging
import resource
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kibic.game import game_named
from kibic.server import database as opening
from kibic.server.course import Course
from kibic.server.database import open_database, url_of
from kibic.server.sheetstore import Done, SheetRow, SheetStore
from kibic.server.store import Conflict, Store, Unsure
from tests.server.faults import Relay, locked
from tests.server.kit import PATIENCE, Page, Person, Running, first, quick
from tests.server.test_restart import Process
from tests.services import Postgres

#: More hands than a test plays.
LONG = {"match.hands": 50}
Story = Callable[[Running, Page], Awaitable[None]]


def settings(url: str, **changes: Any) -> Any:
    # A lease that runs out while the database is away is another story.
    return quick(url, game="highest", retry=0.02, lease=600.0, **changes)


def play(url: str, story: Story) -> None:
    """Ana sits at a table with two bots, and it is her turn."""

    async def whole(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play", options=LONG))["table"])
            await page.until(lambda _: page.my_turn)
            await story(running, page)
            agrees(url, page)

    with Running(settings(url)) as running:
        asyncio.run(whole(running))


def agrees(url: str, page: Page) -> None:
    """The log holds what the page was shown, and no word twice."""
    store = Store(open_database(url))
    words, row = store.words(page.table_id), store.table(page.table_id)
    store.close()
    assert [word.seq for word in words] == list(range(1, page.version))
    ids = [word.client_id for word in words if word.client_id is not None]
    assert len(ids) == len(set(ids))
    assert row is not None
    assert row.opening is not None
    game = game_named(row.game)
    names = [seat.name for seat in row.seats]
    course = Course.replayed(game, game.rules(row.preset, row.options), names, row.opening["dealer"], 1, words=words)
    assert page.seat is not None
    assert course.view(page.seat) == page.view


async def again(page: Page, word: str, client_id: str) -> None:
    """The same word is taken now, once, and the table goes on until it is the turn of the page again."""
    version = page.version
    answer = await page.act(word, client_id=client_id)
    assert answer == {"type": "ack", "id": client_id, "version": version + 1}
    while page.version == version or not page.my_turn:
        if page.pausing:
            await page.say("next")
        await page.hear()
    assert await page.act(word, client_id=client_id) == answer


class Heard(logging.Handler):
    """Notices that the server could not save something, or not go on because of that."""

    def __init__(self) -> None:
        super().__init__()
        self.failed = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if "could not" in record.getMessage():
            self.failed.set()


@pytest.fixture
def heard() -> Iterator[Heard]:
    handler = Heard()
    logger = logging.getLogger("kibic.server")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody in the test lets go of a lock while another waits for it."""
    monkeypatch.setattr(opening, "BUSY_MS", 50)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit that is under way ends, however busy the machine is."""
    monkeypatch.setattr(opening, "BUSY_MS", 60_000)
    monkeypatch.setattr(opening, "STATEMENT_MS", 60_000)


@pytest.mark.usefixtures("hasty")
def test_a_locked_database_refuses_and_is_free_again(database_url: str) -> None:
    async def story(_running: Running, page: Page) -> None:
        version, word = page.version, first(page.view)
        with locked(database_url):
            for _ in range(2):
                assert (await page.act(word, client_id="x"))["code"] == "storage"
        assert page.version == version
        await again(page, word, "x")

    play(database_url, story)


@pytest.mark.usefixtures("hasty")
def test_the_house_deals_by_itself_once_the_database_is_free(database_url: str, heard: Heard) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play", options=LONG))["table"])
            while not page.pausing:
                if page.my_turn:
                    await page.act(first(page.view))
                await page.hear()
            version = page.version
            with locked(database_url):
                await page.say("next")
                assert await asyncio.to_thread(heard.failed.wait, PATIENCE)
            await page.until(lambda _: page.version > version and page.my_turn)
            agrees(database_url, page)

    with Running(settings(database_url, next_pause=600.0)) as running:
        asyncio.run(story(running))


def test_a_full_disk_refuses_and_goes_on_when_there_is_room(database: Path) -> None:
    async def story(server: Process) -> None:
        async with Person(server.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play", bot="random", bot_pause=0))["table"])
            await page.until(lambda _: page.my_turn)
            version, word = page.version, first(page.view)
            usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            # No file of this process can grow or be changed from here on.
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, usual[1]))
            for _ in range(2):
                assert (await page.act(word, client_id="x"))["code"] == "storage"
            fresh = await ana.page(page.table_id)
            await fresh.heard("welcome")
            assert (fresh.version, fresh.view) == (version, page.view)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)
            answer = await page.act(word, client_id="x")
            assert answer == {"type": "ack", "id": "x", "version": version + 1}
            while page.version == version or not page.my_turn:
                if page.pausing:
                    await page.say("next")
                await page.hear()
            agrees(url_of(str(database)), page)

    with Process(database) as server:
        asyncio.run(story(server))


def test_a_full_disk_of_postgresql_refuses_and_goes_on_when_there_is_room(
    postgres: Postgres, postgres_url: str
) -> None:
    def do(statement: str) -> None:
        postgres.execute(statement, postgres_url)

    async def story(_running: Running, page: Page) -> None:
        version, word = page.version, first(page.view)
        # As the server says it when its file system is full.
        do(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"
        )
        do("CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk()")
        for _ in range(2):
            assert (await page.act(word, client_id="x"))["code"] == "storage"
        assert page.version == version
        do("DROP TRIGGER full_disk ON events")
        await again(page, word, "x")

    play(postgres_url, story)


@pytest.mark.parametrize("hard", [False, True], ids=["orderly", "hard"])
def test_postgresql_may_be_down_and_comes_back(postgres: Postgres, postgres_url: str, hard: bool) -> None:
    async def story(_running: Running, page: Page) -> None:
        version, word = page.version, first(page.view)
        await asyncio.to_thread(postgres.stop, "SIGQUIT" if hard else "SIGINT")
        try:
            for _ in range(2):
                assert (await page.act(word, client_id="x"))["code"] == "storage"
            assert page.version == version
        finally:
            await asyncio.to_thread(postgres.start)
        await again(page, word, "x")
        # Nobody notices a restart between two words.
        await asyncio.to_thread(postgres.restart, hard=hard)
        await again(page, first(page.view), "y")

    play(postgres_url, story)


@pytest.fixture
def relay(postgres: Postgres, patient: None) -> Iterator[Relay]:
    with Relay(postgres.socket) as between:
        yield between


def through(relay: Relay, url: str) -> str:
    """The URL of the same database by way of the relay."""
    name = url.rpartition("/")[2] if "?" not in url else url.partition("?")[0].rpartition("/")[2]
    return f"postgresql://kibic@127.0.0.1:{relay.port}/{name}"


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_line_lost_at_commit_is_asked_again_and_the_word_is_there_once(
    postgres_url: str, relay: Relay, when: str
) -> None:
    async def story(_running: Running, page: Page) -> None:
        relay.cut(when)
        await again(page, first(page.view), "x")
        assert relay.cuts == 1

    play(through(relay, postgres_url), story)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_line_lost_for_good_at_commit_leaves_doubt_until_the_log_can_be_read(
    postgres_url: str, relay: Relay, when: str
) -> None:
    async def story(_running: Running, page: Page) -> None:
        version, word = page.version, first(page.view)
        relay.cut(when, for_good=True)
        assert (await page.act(word, client_id="x"))["code"] == "storage"
        assert page.version == version
        assert (await page.act(word, client_id="x"))["code"] == "storage"
        # The lost connection has ended on the other side as well: what it committed can be seen.
        assert await asyncio.to_thread(relay.ended.acquire, timeout=PATIENCE)
        relay.mend()
        if when == "after":
            # Without a word from anybody the page learns that its move was made.
            await page.heard("welcome")
            assert page.version > version
            answer = await page.act(word, version, client_id="x")
            assert answer == {"type": "ack", "id": "x", "version": version + 1}
        while not page.my_turn:
            if page.pausing:
                await page.say("next")
            await page.hear()
        await again(page, first(page.view), "x" if when == "before" else "y")
        assert relay.cuts == 1

    play(through(relay, postgres_url), story)


def test_seats_that_were_stored_without_an_answer_are_shown_in_the_end(postgres_url: str, relay: Relay) -> None:
    async def story(_running: Running, page: Page) -> None:
        relay.cut("after", for_good=True)
        await page.say("pace", bot_pause=1234)
        assert (await page.heard("refused"))["code"] == "storage"
        assert page.table["bot_pause"] == 0
        assert await asyncio.to_thread(relay.ended.acquire, timeout=PATIENCE)
        relay.mend()
        await page.until(lambda _: page.table["bot_pause"] == 1234)

    play(through(relay, postgres_url), story)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_command_of_a_sheet_is_there_once_when_the_line_is_lost_at_commit(
    postgres_url: str, relay: Relay, when: str
) -> None:
    engine = open_database(through(relay, postgres_url))
    sheets = SheetStore(engine)
    sheets.add(SheetRow("s", b"k" * 32, {}, 1))
    command = Done(1, {"kind": "hand"}, "x", 5)
    relay.cut(when)
    sheets.append("s", command)
    assert sheets.commands("s") == [command]
    with pytest.raises(Conflict):
        sheets.append("s", command)
    relay.cut(when, for_good=True)
    following = Done(2, {"kind": "hand"}, "y", 6)
    with pytest.raises(Unsure):
        sheets.append("s", following)
    assert relay.ended.acquire(timeout=PATIENCE)
    assert relay.ended.acquire(timeout=PATIENCE)
    relay.mend()
    assert sheets.commands("s") == [command, *([following] if when == "after" else [])]
    engine.dispose()
    assert relay.cuts == 2
