"""For those who run a server: readiness, metrics, logs, and an end that is announced."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from kibic.server.incidents import note
from kibic.server.logs import JsonLines, TextLines, set_up
from kibic.server.metrics import BOUNDS, METRICS, Metrics
from kibic.server.operations import Probe, newest_migration
from tests.server import highest
from tests.server.kit import PATIENCE, Person, Running, play, quick
from tests.server.test_restart import Process

SAMPLE = r'[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+'


@pytest.fixture
def client(tiny: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=tiny.url, timeout=PATIENCE) as browser:
        yield browser


def values(text: str) -> dict[str, float]:
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}


def test_a_server_that_can_work_is_ready(client: httpx.Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "why": None})
    assert client.get("/healthz").json()["ok"] is True


def test_a_database_that_takes_no_writes_is_told_and_forgotten(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    full = OperationalError("the statement", {}, Exception("database or disk is full"))

    def fails(_probe: Probe) -> str:
        raise full

    async def story(running: Running) -> None:
        probe = running.server.operations._probe
        with monkeypatch.context() as patch:
            patch.setattr("kibic.server.operations._FRESH", 0.0)
            patch.setattr(Probe, "_write", fails)
            async with Person(running.url) as somebody:
                answer = await somebody.client.get("/readyz")
                assert (answer.status_code, answer.json()) == (503, {"ready": False, "why": "database"})
                patch.setattr(Probe, "_write", lambda _probe: "0001")
                assert (await somebody.client.get("/readyz")).json()["why"] == "migrations"
                patch.setattr(Probe, "_write", lambda _probe: newest_migration())
                assert (await somebody.client.get("/readyz")).status_code == 200
                assert probe._looking is None

    with Running(quick(database, game=highest.GAME.name)) as running:
        asyncio.run(story(running))
    assert "the database takes no writes: OperationalError" in caplog.text
    assert "disk is full" not in caplog.text


def test_what_is_counted_is_in_the_metrics(tiny: Running, client: httpx.Client) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            before = values((await ana.client.get("/metrics")).text)
            page = await ana.page((await ana.post("/api/play"))["table"])
            await play(page, lambda view: view["legal"][0], lambda view: view["phase"] == "over")
            assert (await page.act("1"))["type"] == "refused"
            answer = await ana.client.get("/metrics")
            assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            after = values(answer.text)
            words = len(tiny.server.writer.store.words(page.table_id))
            assert words > 0
            assert after["kibic_words_total"] >= before["kibic_words_total"] + words
            assert after["kibic_commit_seconds_count"] > before["kibic_commit_seconds_count"]
            assert after['kibic_refused_total{code="not_your_turn"}'] > before.get(
                'kibic_refused_total{code="not_your_turn"}', 0
            )
            assert after['kibic_requests_total{status="2xx"}'] > before.get('kibic_requests_total{status="2xx"}', 0)
            assert after["kibic_sockets"] >= 1
            assert after["kibic_tables"] >= 1
            assert page.table_id not in answer.text
            assert "Ana" not in answer.text

    asyncio.run(story())
    for line in client.get("/metrics").text.splitlines():
        assert line.startswith(("# HELP ", "# TYPE ")) or re.fullmatch(SAMPLE, line), line


def test_classes_of_durations_add_up() -> None:
    metrics = Metrics()
    for seconds in (0.0001, BOUNDS[0], 0.3, 99.0):
        metrics.took("kibic_commit_seconds", seconds)
    found = values(metrics.text({}))
    assert found['kibic_commit_seconds_bucket{le="0.001"}'] == 2
    assert found['kibic_commit_seconds_bucket{le="0.5"}'] == 3
    assert found['kibic_commit_seconds_bucket{le="+Inf"}'] == found["kibic_commit_seconds_count"] == 4


@pytest.mark.parametrize("name", ["X-Forwarded-For", "X-Real-IP", "Forwarded"])
def test_metrics_are_not_passed_on_to_the_outside(client: httpx.Client, name: str) -> None:
    answer = client.get("/metrics", headers={name: "203.0.113.7"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_metrics_open_with_their_token_alone(database: Path) -> None:
    with (
        Running(quick(database, game=highest.GAME.name, metrics_token="right")) as running,
        httpx.Client(base_url=running.url, timeout=PATIENCE) as client,
    ):
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "right"}):
            assert client.get("/metrics", headers=headers).status_code == 404
        passed_on = {"Authorization": "Bearer right", "X-Forwarded-For": "203.0.113.7"}
        assert client.get("/metrics", headers=passed_on).status_code == 200
        assert "right" not in repr(running.server.tables.services.settings)


def record(**fields: Any) -> logging.LogRecord:
    made = logging.makeLogRecord({"name": "kibic.server", "levelno": logging.ERROR, "levelname": "ERROR", "msg": "so"})
    made.__dict__ |= fields
    return made


def test_a_log_for_programs_has_a_json_object_a_line() -> None:
    line = JsonLines().format(record(table="abcd", seq=7, error="KeyError", where="line 1\nline 2\n"))
    told = json.loads(line)
    assert "\n" not in line
    assert told["time"].endswith("+00:00")
    del told["time"]
    assert told == {
        "level": "error",
        "logger": "kibic.server",
        "message": "so",
        "table": "abcd",
        "seq": 7,
        "error": "KeyError",
        "where": "line 1\nline 2\n",
    }


def test_a_log_for_people_has_the_fields_at_its_end() -> None:
    assert TextLines().format(record(table="abcd", seq=7)).endswith("ERROR so table=abcd seq=7")
    assert TextLines().format(record(where="line 1")).endswith("ERROR so\nline 1")


def test_an_error_is_noted_with_its_place_and_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    before = METRICS.value("kibic_incidents_total")
    try:
        raise KeyError(" ".join(("SA", "HK")))
    except KeyError as error:
        note(logging.getLogger("kibic.server"), "it failed", error, table="abcd", seq=3)
    (found,) = caplog.records
    told = json.loads(JsonLines().format(found))
    assert (told["message"], told["table"], told["seq"]) == ("it failed: KeyError", "abcd", 3)
    assert "test_operations" in told["where"]
    assert "SA HK" not in json.dumps(told)
    assert METRICS.value("kibic_incidents_total") == before + 1


def test_only_kibic_itself_is_heard_below_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    root, own = logging.getLogger(), logging.getLogger("kibic")
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(own, "level", own.level)
    set_up("json", "debug")
    try:
        assert logging.getLogger("kibic.server").isEnabledFor(logging.DEBUG)
        for library in ("websockets.server", "sqlalchemy.engine", "uvicorn.error", "asyncio"):
            assert not logging.getLogger(library).isEnabledFor(logging.INFO), library
        assert isinstance(root.handlers[0].formatter, JsonLines)
    finally:
        own.setLevel(logging.NOTSET)
        own.manager._clear_cache()  # type: ignore[attr-defined]


def test_an_end_is_announced_flushed_and_survived(database: Path) -> None:
    async def story() -> None:
        with Process(database) as server:
            ana = await Person(server.url, "Ana").__aenter__()
            table = (await ana.post("/api/play", bot="random", bot_pause=0))["table"]
            page = await ana.page(table)
            await page.until(lambda _: page.my_turn)
            answer = await page.act(page.view["legal"][0], client_id="the-last-one")
            assert answer["type"] == "ack"
            server.process.send_signal(signal.SIGTERM)
            going = await page.heard("going")
            assert going["at"] > page.table["now"]
            assert await page.closed() == 1012
            # A clean end hands the signal on to whoever started the server.
            assert await asyncio.to_thread(server.process.wait, PATIENCE) in (0, -signal.SIGTERM)
        with Process(database) as server:
            again = Person(server.url)
            again.client.cookies = ana.client.cookies
            await ana.client.aclose()
            async with again:
                back = await again.page(table)
                await back.heard("welcome")
                await back.say("act", id="the-last-one", version=answer["version"] - 1, word="whatever it was")
                assert await back.answer("the-last-one") == answer

    asyncio.run(story())


def test_a_server_that_ends_is_not_ready_any_more(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url) as somebody:
            waited: list[float] = []

            async def wait(seconds: float) -> None:
                waited.append(seconds)

            operations = running.server.operations
            await operations.farewell(wait)
            await operations.farewell(wait)
            assert waited == [0.0]  # nobody is there, and once is enough
            answer = await somebody.client.get("/readyz")
            assert (answer.status_code, answer.json()["why"]) == (503, "stopping")

    with Running(quick(database, game=highest.GAME.name)) as running:
        asyncio.run(story(running))
