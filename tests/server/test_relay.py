"""Several server processes on one database: whoever owns the table, the page does not notice."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kibic.server import relay
from kibic.server.database import open_database, url_of
from kibic.server.guests import Guest
from kibic.server.leasestore import LeaseStore, subject_of_sheet, subject_of_table
from kibic.server.line import GOING_DOWN
from kibic.server.passes import HEADER, Passes
from tests.server.kit import PATIENCE, Page, Person, Running, first, play, quick
from tests.server.sheets import KARO, PASSED, SheetPage, made

NOWHERE = "http://127.0.0.1:1"
LONG = 3_600_000


def over(view: Any) -> bool:
    return bool(view["phase"] == "over")


def known(view: Any) -> Any:
    """A view without what is null: in the protocol that means the same as absent."""
    if isinstance(view, dict):
        return {key: known(value) for key, value in view.items() if value is not None}
    return view


@contextmanager
def pair(database: Path, **changes: Any) -> Iterator[tuple[Running, Running]]:
    """Two servers on one database."""
    settings = quick(database, game="highest", **changes)
    with Running(settings) as one, Running(settings) as two:
        yield one, two


@contextmanager
def leases_of(database: Path) -> Iterator[LeaseStore]:
    engine = open_database(url_of(str(database)))
    try:
        yield LeaseStore(engine)
    finally:
        engine.dispose()


def stolen(leases: LeaseStore, running: Running, subject: str) -> int:
    """The token of a lease that is taken away from a server, though it goes on showing that it lives."""
    while True:
        leases.expire(running.server.cluster.node)
        token = leases.take(subject, "thief", NOWHERE, LONG)
        if isinstance(token, int):
            return token


def at(url: str, person: Person) -> Person:
    """The same person at another server."""
    there = Person(url, person.name)
    there.client.cookies = person.client.cookies
    return there


async def again(person: Person, page: Page) -> Page:
    """The page comes back to where it was, as a real one does."""
    assert await page.closed() == GOING_DOWN
    back = await person.page(page.table_id, page.version, page.view)
    await back.heard("table", "welcome")
    back.seat = page.seat
    return back


def test_people_at_different_servers_play_one_match(database: Path) -> None:
    async def story(one: Running, two: Running) -> None:
        async with Person(one.url, "Ana") as ana, Person(two.url, "Boro") as boro:
            table = (await ana.post("/api/tables", seats=["me", "free", "bot"], options={"match.hands": 3}))["table"]
            host = await ana.page(table)
            await host.heard("welcome")
            guest = await boro.page(table)
            await guest.heard("welcome")
            await guest.say("sit", seat=1, name="Borko")
            await asyncio.gather(play(host, first, over), play(guest, first, over))
            assert sorted(seat["name"] for seat in host.table["seats"] if seat["kind"] == "person") == ["Ana", "Borko"]
            assert guest.seat is not None
            late = await boro.page(table)
            await late.heard("welcome")
            assert (late.version, known(late.view)) == (guest.version, known(guest.view))
            missed = await boro.page(table, since=late.version - 1, view=late.view)
            assert (await missed.heard("event"))["version"] == late.version
            await missed.say("hello", table=table)
            assert (await missed.heard("welcome"))["view"] == late.view
            await missed.say("ping", n=7)
            assert (await missed.heard("pong"))["n"] == 7
            assert list(one.server.cluster.owned) == [subject_of_table(table)]
            assert two.server.cluster.owned == {}

    with pair(database) as (one, two):
        asyncio.run(story(one, two))


def test_a_page_passed_on_can_change_tables(database: Path) -> None:
    async def story(one: Running, two: Running) -> None:
        async with Person(one.url, "Ana") as ana, Person(two.url, "Boro") as boro:
            far = (await ana.post("/api/tables", seats=["me", "free", "free"]))["table"]
            watcher = await ana.page(far)
            await watcher.heard("welcome")
            near = (await boro.post("/api/tables", seats=["me", "free", "free"]))["table"]
            page = await boro.page(far)
            await page.heard("welcome")
            await page.say("sit", seat=1)
            await watcher.until(lambda _: watcher.table["seats"][1]["connected"])
            await page.say("hello", table=near)
            await page.until(lambda _: page.table["id"] == near)
            await watcher.until(lambda _: not watcher.table["seats"][1]["connected"])
            await page.say("hello", table="nowhere")
            assert (await page.heard("refused"))["code"] == "unknown_table"

    with pair(database) as (one, two):
        asyncio.run(story(one, two))


def test_when_the_owner_stops_its_tables_go_on_elsewhere(database: Path) -> None:
    async def story(one: Running, two: Running) -> None:
        async with Person(one.url, "Ana") as ana:
            table = (await ana.post("/api/play", options={"match.hands": 2}))["table"]
            near = await ana.page(table)
            await near.until(lambda _: near.my_turn)
            boro = at(two.url, ana)
            async with boro:
                page = await boro.page(table)
                await page.until(lambda _: page.my_turn)
                word: dict[str, Any] = {"id": "mine", "version": page.version, "word": first(page.view)}
                await page.say("act", **word)
                assert (await page.answer("mine"))["type"] == "ack"
                await asyncio.to_thread(one.__exit__)
                assert await near.closed() == GOING_DOWN
                page = await again(boro, page)
                await page.say("act", **word)
                assert (await page.answer("mine"))["version"] == word["version"] + 1
                await play(page, first, over)
                assert list(two.server.cluster.owned) == [subject_of_table(table)]

    settings = quick(database, game="highest")
    one = Running(settings)
    with Running(settings) as two:
        one.__enter__()
        asyncio.run(story(one, two))


def test_an_owner_that_ended_without_a_word_is_succeeded_at_once(database: Path) -> None:
    async def story(running: Running, leases: LeaseStore) -> None:
        async with Person(running.url, "Ana") as ana:
            table = (await ana.post("/api/tables", seats=["me", "free", "free"]))["table"]
            assert leases.take(subject_of_table(table), "dead", NOWHERE, LONG) == 1
            page = await ana.page(table)
            await page.heard("welcome")
            assert running.server.cluster.owned == {subject_of_table(table): 2}
            assert [node.id for node in leases.nodes() if node.lives] == [running.server.cluster.node]
            assert [node.id for node in await running.server.cluster.nodes() if node.lives] == [
                running.server.cluster.node
            ]

    with Running(quick(database, game="highest")) as running, leases_of(database) as leases:
        asyncio.run(story(running, leases))


def test_an_earlier_run_where_another_listens_now_is_succeeded_at_once(database: Path) -> None:
    async def story(one: Running, two: Running, leases: LeaseStore) -> None:
        async with Person(one.url, "Ana") as ana:
            table = (await ana.post("/api/tables", seats=["me", "free", "free"]))["table"]
            assert leases.take(subject_of_table(table), "dead", two.url, LONG) == 1
            page = await ana.page(table)
            await page.heard("welcome")
            assert one.server.cluster.owned == {subject_of_table(table): 2}

    with pair(database) as (one, two), leases_of(database) as leases:
        asyncio.run(story(one, two, leases))


def test_an_owner_that_does_not_answer_is_succeeded_when_its_time_runs_out(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "_OPENING", 0.05)
    monkeypatch.setattr(relay, "_POLL", 0.01)

    async def story(running: Running, leases: LeaseStore, address: str) -> None:
        async with Person(running.url, "Ana") as ana:
            table = (await ana.post("/api/tables", seats=["me", "free", "free"]))["table"]
            for where in (address, ""):
                assert isinstance(leases.take(subject_of_table(table), f"node {where}", where, LONG), int)
                page = await ana.page(table)
                assert await page.closed() == GOING_DOWN
                leases.expire(f"node {where}")
            page = await ana.page(table)
            await page.heard("welcome")

    with (
        Running(quick(database, game="highest")) as running,
        leases_of(database) as leases,
        socket.create_server(("127.0.0.1", 0)) as silent,
    ):
        asyncio.run(story(running, leases, f"http://127.0.0.1:{silent.getsockname()[1]}"))


@pytest.mark.parametrize("acts", [True, False])
def test_a_lease_taken_away_ends_what_the_old_owner_does(database: Path, acts: bool) -> None:
    """It is told by its own append, or else by its next look at the database."""

    async def story(running: Running, leases: LeaseStore) -> None:
        async with Person(running.url, "Ana") as ana:
            table = (await ana.post("/api/play"))["table"]
            page = await ana.page(table)
            await page.until(lambda _: page.my_turn)
            before, word = running.server.writer.store.words(table), first(page.view)
            token = stolen(leases, running, subject_of_table(table))
            message = {"id": "mine", "version": page.version, "word": word}
            if acts:
                await page.say("act", **message)
            page = await again(ana, page)
            assert all('"refused"' not in frame for frame in page.frames), "the page will say it again"
            assert running.server.writer.store.words(table) == before
            await page.say("act", **message)
            assert (await page.answer("mine"))["type"] == "ack"
            assert running.server.cluster.owned == {subject_of_table(table): token + 1}

    settings = quick(database, game="highest", beat=3600.0 if acts else 0.02, lease=3600.0)
    with Running(settings) as running, leases_of(database) as leases:
        asyncio.run(story(running, leases))


def test_an_owner_that_could_not_show_itself_for_long_looks_before_it_serves(database: Path) -> None:
    async def story(running: Running, leases: LeaseStore) -> None:
        async with Person(running.url, "Ana") as ana:
            table = (await ana.post("/api/tables", seats=["me", "free", "free"]))["table"]
            page = await ana.page(table)
            await page.heard("welcome")
            token = stolen(leases, running, subject_of_table(table))
            other = await ana.page(table)
            await other.heard("welcome")
            assert running.server.cluster.owned == {subject_of_table(table): token + 1}
            assert await page.closed() == GOING_DOWN

    with Running(quick(database, game="highest", beat=3600.0, lease=0.001)) as running, leases_of(database) as leases:
        asyncio.run(story(running, leases))


def test_sheets_are_followed_and_written_at_any_server(database: Path) -> None:
    async def story(one: Running, two: Running) -> None:
        sheet = await made(one.url, dealer=2)
        name, key = sheet["sheet"], sheet["key"]
        async with (
            SheetPage(one.url, name, key) as ana,
            httpx.AsyncClient(base_url=two.url, timeout=PATIENCE, verify=False) as client,
        ):
            await ana.heard("sheet")
            async with SheetPage(two.url, name, key) as boro:
                await boro.heard("sheet")
                assert (await boro.do({"kind": "hand", "answers": PASSED}))["version"] == 1
                await asyncio.gather(ana.at(1), boro.at(1))
                command = {"id": "mine", "version": 1, "command": {"kind": "hand", "answers": KARO}}
                path, headers = f"/api/sheets/{name}/do", {"X-Sheet-Key": key}
                for _ in range(2):
                    answer = await client.post(path, json=command, headers=headers)
                    assert answer.json()["version"] == 2, answer.text
                wrong = await client.post(path, json=command, headers={"X-Sheet-Key": "no"})
                assert (wrong.status_code, wrong.json()["code"]) == (403, "not_writer")
                stale = await client.post(path, json=command | {"id": "other"}, headers=headers)
                assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
                await asyncio.gather(ana.at(2), boro.at(2))
                assert (await client.get(f"/api/sheets/{name}")).json()["state"] == ana.state == boro.state
                assert list(one.server.cluster.owned) == [subject_of_sheet(name)]
                assert two.server.cluster.owned == {}

    with pair(database) as (one, two):
        asyncio.run(story(one, two))


def test_a_sheet_taken_away_is_read_again_by_its_pages(database: Path) -> None:
    async def story(running: Running, leases: LeaseStore) -> None:
        sheet = await made(running.url, dealer=2)
        subject = subject_of_sheet(sheet["sheet"])
        said = {"type": "do", "id": "mine", "version": 0, "command": {"kind": "hand", "answers": PASSED}}
        async with SheetPage(running.url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            assert stolen(leases, running, subject) == 2
            await page.send(said)
            with pytest.raises(ConnectionClosed) as closed:
                await page.heard("ack")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == GOING_DOWN
        async with SheetPage(running.url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            await page.send(said)
            assert (await page.heard("ack"))["version"] == 1
            assert running.server.cluster.owned == {subject: 3}

    with Running(quick(database, beat=3600.0)) as running, leases_of(database) as leases:
        asyncio.run(story(running, leases))


def test_only_servers_with_the_secret_pass_pages_on(database: Path) -> None:
    async def status(url: str, path: str, shown: str | None) -> int:
        headers = {} if shown is None else {HEADER: shown}
        try:
            async with connect(url.replace("http", "ws") + path, additional_headers=headers):
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    async def story(running: Running) -> None:
        node, guest = running.server.cluster.node, Guest("ana", "Ana")
        passes, table = Passes(b"the secret"), relay.PATHS["table"]
        good = passes.issue(node, "table", guest)
        assert await status(running.url, table, good) == 101
        body, _, signature = passes.issue(node, "table", guest).partition(".")
        other = passes.issue(node, "table", Guest("boro", "Boro")).partition(".")[0]
        for wrong in (
            None,
            "",
            "x",
            good,  # shown twice
            f"{other}.{signature}",
            f"{body}.{'0' * 64}",
            f"{body}é.{signature}",
            passes.issue(node, "sheet", guest),
            Passes(b"another secret").issue(node, "table", guest),
        ):
            assert await status(running.url, table, wrong and wrong.encode().decode("latin-1")) == 403
        assert await status(running.url, table, passes.issue("another", "table", guest)) == relay.NOT_ME
        assert await status(running.url, relay.PATHS["sheet"], good) == 403

    with Running(quick(database, game="highest", secret="the secret")) as running:
        asyncio.run(story(running))


def test_a_pass_is_good_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = Passes(b"x")
    shown = passes.issue("n", "table", None)
    now = 10**12
    monkeypatch.setattr("kibic.server.passes.now_ms", lambda: now)
    assert passes.check(shown, "table") is None
    assert passes.check(passes.issue("n", "table", None), "table") is not None
