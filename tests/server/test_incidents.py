"""What goes wrong costs little: bots that fail or hang, storage that fails, pages that do not read."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from kibic.cards import Shuffler
from kibic.game import KibicError
from kibic.server.leasestore import subject_of_table
from kibic.server.run import address, free_socket, show_in_browser
from kibic.server.store import Conflict, Word
from tests.server.highest import Say
from tests.server.kit import PATIENCE, Chosen, Person, Running, first, play, quick
from tests.server.test_restart import MAIN, Process

SECRET = "the ace of spades"


class Crashes:
    def choose(self, view: Any, rng: Shuffler) -> Chosen:
        raise ValueError(f"{SECRET} {view.own}")

    def agrees(self, view: Any, action: Any) -> bool:
        raise ValueError(SECRET)


class Cheats:
    def choose(self, view: Any, rng: Shuffler) -> Chosen:
        return Chosen(Say("99"))

    def agrees(self, view: Any, action: Any) -> bool:
        return False


class Hangs:
    """Thinks until it is let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def choose(self, view: Any, rng: Shuffler) -> Chosen:
        self.let_go.wait(PATIENCE)
        return Chosen(view.legal[0])


def over(view: Any) -> bool:
    return bool(view["phase"] == "over")


async def whole_match(running: Running) -> None:
    async with Person(running.url, "Ana") as ana:
        page = await ana.page((await ana.post("/api/play"))["table"])
        await play(page, first, over)
        assert sum(page.view["points"].values()) == 6


@pytest.fixture
def hanging() -> Iterator[Hangs]:
    bot = Hangs()
    yield bot
    bot.let_go.set()


@pytest.mark.parametrize("bot", [Crashes(), Cheats()])
def test_a_bot_that_fails_or_cheats_plays_by_chance_and_is_noted(
    database: Path, caplog: pytest.LogCaptureFixture, bot: Any
) -> None:
    with Running(quick(database, game="highest"), lambda _name, _game: bot) as running:
        asyncio.run(whole_match(running))
    assert any("bot random" in record.message for record in caplog.records)
    assert SECRET not in caplog.text


def test_a_bot_that_hangs_costs_its_time_limit(
    database: Path, caplog: pytest.LogCaptureFixture, hanging: Hangs
) -> None:
    with Running(quick(database, game="highest", bot_limit=0.05), lambda _name, _game: hanging) as running:
        asyncio.run(whole_match(running))
    assert any("took more than 0.05 s" in record.message for record in caplog.records)


@pytest.mark.parametrize("bot", [Crashes(), Cheats()])
def test_a_bot_can_decline_a_proposal(database: Path, bot: Any) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await page.heard("welcome")
            while page.view["phase"] != "deal" or page.view["hand"] != 1:
                if page.my_turn:
                    before = page.version
                    await page.act(first(page.view))
                    while page.version == before:
                        await page.hear()
                else:
                    await page.hear()
            await page.say("propose", id="stop", word="kraj")
            answer = await page.answer("stop")
            assert answer["code"] == "declined"
            bots = [seat["name"] for seat in page.table["seats"] if seat["kind"] == "bot"]
            assert any(name in answer["en"] for name in bots)
            assert page.table["proposal"] is None

    settings = quick(database, game="highest", next_pause=600.0)
    with Running(settings, lambda _name, _game: bot) as running:
        asyncio.run(story(running))


def test_a_hint_of_a_bot_that_fails_is_refused(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await page.until(lambda _: page.my_turn)
            await page.say("hint", id="h")
            assert (await page.answer("h"))["code"] == "nothing_open"

    with Running(quick(database, game="highest"), lambda _name, _game: Crashes()) as running:
        asyncio.run(story(running))


def failing(real: Callable[..., Any], error: Exception, times: int) -> Callable[..., Any]:
    """``real``, but the first ``times`` calls raise."""
    left = [times]

    def call(*arguments: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise error
        return real(*arguments)

    return call


def test_a_move_that_cannot_be_saved_is_not_made(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(running: Running) -> None:
        store = running.server.writer.store
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await page.until(lambda _: page.my_turn)
            view, version = page.view, page.version
            full = OperationalError("INSERT", {}, Exception("database or disk is full"))
            # The person's word fails once, then one of the bots' words fails twice: they try again by themselves.
            monkeypatch.setattr(store, "append", failing(store.append, full, 1))
            refused = await page.act(first(view))
            assert refused["code"] == "storage"
            assert (page.view, page.version) == (view, version)
            fresh = await ana.page(page.table_id)
            await fresh.heard("welcome")
            assert (fresh.view, fresh.version) == (view, version)
            assert (await page.act(first(view)))["type"] == "ack"
            monkeypatch.setattr(store, "append", failing(store.append, full, 2))
            await fresh.close()
            while not over(page.view):
                if page.my_turn:
                    before = page.version
                    if (await page.act(first(page.view)))["type"] == "ack":
                        while page.version == before:
                            await page.hear()
                else:
                    await page.hear()

    with Running(quick(database, game="highest", retry=0.01)) as running:
        asyncio.run(story(running))
    assert "could not be saved" in caplog.text


def test_seats_that_cannot_be_saved_stay_as_they_were(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(running: Running) -> None:
        store = running.server.writer.store
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/tables", seats=["me", "free", "free"]))["table"])
            await page.heard("welcome")
            locked = OperationalError("UPDATE", {}, Exception("database is locked"))
            monkeypatch.setattr(store, "change_table", failing(store.change_table, locked, 1))
            await page.say("fill", seat=1)
            assert (await page.heard("refused"))["code"] == "storage"
            assert page.table["seats"][1]["kind"] == "free"
            monkeypatch.setattr(store, "add_table", failing(store.add_table, locked, 1))
            answer = await ana.client.post("/api/play", json={})
            assert (answer.status_code, answer.json()["code"]) == (503, "storage")

    with Running(quick(database, game="highest")) as running:
        asyncio.run(story(running))


def test_a_bug_is_noted_without_its_message_and_the_page_goes_on(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await page.until(lambda _: page.my_turn)
            from kibic.server.course import Course

            real = Course.parse
            monkeypatch.setattr(Course, "parse", failing(lambda word: word, KeyError(SECRET), 1))
            assert (await page.act(first(page.view)))["code"] == "internal"
            monkeypatch.setattr(Course, "parse", real)
            assert (await page.act(first(page.view)))["type"] == "ack"

    with Running(quick(database, game="highest")) as running:
        asyncio.run(story(running))
    assert "KeyError" in caplog.text
    assert SECRET not in caplog.text


def test_a_bug_in_a_request_is_noted_without_its_message(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(quick(database, game="highest")) as running:
        monkeypatch.setattr(running.server.guests, "new", failing(str, KeyError(SECRET), 1))
        answer = httpx.post(f"{running.url}/api/me", json={"name": "Ana"}, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (500, "internal")
        assert "default-src" in answer.headers["content-security-policy"]
    assert "KeyError" in caplog.text
    assert SECRET not in caplog.text


def test_words_of_many_tables_share_a_commit(database: Path) -> None:
    with Running(quick(database, game="highest")) as running:
        store = running.server.writer.store
        rows = [store.table(_made(running)) for _ in range(3)]
        batches: list[int] = []
        real = store.append

        def counting(words: Any) -> Any:
            batches.append(len(words))
            return real(words)

        store.append = counting  # type: ignore[method-assign]

        async def story() -> list[Any]:
            from kibic.server.writer import Writer

            writer = Writer(store)
            tokens = running.server.cluster.owned
            words = [
                Word(row.id, 1, -1, "deck", None, 1, token=tokens[subject_of_table(row.id)])
                for row in rows
                if row is not None
            ]
            results = await asyncio.gather(*map(writer.append, [*words, words[0]]), return_exceptions=True)
            await asyncio.gather(writer.write(str), writer.read(str))
            return results

        results = asyncio.run(story())
        assert [type(result) for result in results] == [type(None)] * 3 + [Conflict]
        assert batches == [4]


def _made(running: Running) -> str:
    made: str = httpx.post(f"{running.url}/api/tables", json={}, timeout=PATIENCE).json()["table"]
    return made


def test_a_taken_port_is_stepped_over() -> None:
    with free_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with free_socket("127.0.0.1", port) as other:
            assert other.getsockname()[1] > port
            assert address(other) == f"http://127.0.0.1:{other.getsockname()[1]}"


def test_an_address_that_is_not_ours_is_told() -> None:
    with pytest.raises(KibicError, match=r"no port from 8000 on can be used on 192\.0\.2\.1"):
        free_socket("192.0.2.1", 8000)


def test_the_address_is_one_a_browser_can_open() -> None:
    with free_socket("0.0.0.0", 0) as everywhere:
        assert address(everywhere).startswith("http://127.0.0.1:")


def test_a_browser_is_opened_only_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    done = threading.Event()

    def record(url: str) -> bool:
        opened.append(url)
        done.set()
        raise OSError("no browser after all")

    monkeypatch.setattr(webbrowser, "open", record)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    show_in_browser("http://one")
    monkeypatch.setenv("DISPLAY", ":0")
    show_in_browser("http://two")
    assert done.wait(PATIENCE)
    assert opened == ["http://two"]


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_cleanly(database: Path, signal_number: signal.Signals) -> None:
    async def story(server: Process) -> int:
        async with Person(server.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play", bot="random"))["table"])
            await page.heard("welcome")
            server.process.send_signal(signal_number)
            return await page.closed()

    with Process(database) as server:
        assert asyncio.run(story(server)) == 1012
        assert server.process.wait(PATIENCE) in (0, -signal_number)
    assert not database.with_name("kibic.sqlite3-wal").exists()


def test_serve_tells_what_is_wrong_with_the_database(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Draga Ana, " * 200)
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "serve", "--port", "0", "--database", str(letter)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert "kibic serve: the database" in done.stderr
    assert "--database" in done.stderr
    assert "Traceback" not in done.stderr


def test_serve_steps_over_a_taken_port(database: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-c", MAIN, "serve", "--port", str(port), "--database", str(database)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        said = process.stdout.readline()
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()
    assert "http://127.0.0.1:" in said
    assert str(port) not in said


def test_logs_do_not_name_addresses_of_tables(tiny: Running, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> str:
        async with Person(tiny.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await play(page, first, over)
            return page.table_id

    with caplog.at_level(logging.WARNING):
        table = asyncio.run(story())
    assert table not in caplog.text
